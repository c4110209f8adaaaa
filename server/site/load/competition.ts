/** How much a department bought without competition. */
import type {Engine} from '../../../engine/types.ts';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import {CHART_PARAMETER, SHARE_PARAMETER} from '../chart_address.ts';
import {LISTS, type Pairs, withQuery} from '../paths.ts';
import type {View} from '../view/types.ts';
import {groupsOf} from './statistics.ts';

/** The value of `method` of contracts that nobody could bid for. */
export const WITHOUT_COMPETITION = 'Non-competitive';

/** Shares from 0 to 1, of the contracts whose method is published; that of the value is null where none has one. */
export interface Competition {
  ofContracts: number;
  ofValue: number | null;
  /** Contracts whose method is not published. */
  unknown: number;
  /** Paths of the contracts without competition, and of the chart of methods by year. */
  path: string;
  byYear: string;
}

/** The shares of a department; null where no method is published. */
export function competitionOf(view: View, engine: Engine, key: string): Competition | null {
  const own: Pairs = [['department_key', key]];
  const groups = groupsOf(view, engine, 'contracts', 'method', own).data;
  const known = groups.filter(({group_value}) => group_value !== UNKNOWN_GROUP);
  const count = known.reduce((sum, {record_count}) => sum + record_count, 0);
  if (count === 0) return null;
  const value = known.reduce((sum, {sum_value}) => sum + (sum_value ?? 0), 0);
  const alone = known.find(({group_value}) => group_value === WITHOUT_COMPETITION);
  const {path} = LISTS.get('contracts')!;
  return {
    ofContracts: (alone?.record_count ?? 0) / count,
    ofValue: value > 0 ? (alone?.sum_value ?? 0) / value : null,
    unknown: groups.reduce((sum, {record_count}) => sum + record_count, 0) - count,
    path: withQuery(path, [...own, ['method', WITHOUT_COMPETITION]]),
    byYear: withQuery(path, [...own, [CHART_PARAMETER, 'year,method'], [SHARE_PARAMETER, 'true']]),
  };
}
