/** The periods of statistics: a number of days that end with the data date. */
import type {BuildInfo, Condition} from '../../../engine/types.ts';
import {PERIODS} from '../routes/periods.ts';
import type {Call} from './call.ts';

const DAY_MS = 86_400_000;

/** Conditions of the parameter `period`; none if it is not given. */
export function periodConditions({route, values}: Call, {data_as_of}: BuildInfo): Condition[] {
  const columns = route.parameters['period']?.columns;
  const days = PERIODS[String(values['period'])];
  if (!columns || days === undefined) return [];
  const last = data_as_of.slice(0, 10);
  const first = new Date(Date.parse(`${last}T00:00:00Z`) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  return [
    {op: 'gte', columns, value: first},
    {op: 'lte', columns, value: last},
  ];
}
