/**
 * Loads what came since the build before: counts of the build's own comparison, and the newest of the new
 * records.
 */

import {SOURCES} from '../../../datasets/index.ts';
import type {Engine} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display_of.ts';
import {ask} from '../ask.ts';
import {LISTS, type Pairs, recordPath} from '../paths.ts';
import type {View} from '../view/types.ts';
import {localValue} from '../view/value.tsx';

/** Newest records that are named of each dataset. */
const NEWEST = '2';

/** Longer names are descriptions. */
const LONGEST = 70;

export interface DatasetChange {
  dataset: string;
  added: number;
  changed: number;
  removed: number;
  /** The filter that lists what is new or changed, and nothing else; null: the list has none. */
  filters: Pairs | null;
  newest: readonly {label: string; path: string}[];
}

export interface BuildChange {
  /** When the build before was made, UTC. */
  since: string;
  /** Datasets that have a list, and of which anything changed. */
  datasets: readonly DatasetChange[];
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

function newestOf(view: View, engine: Engine, dataset: string, filters: Pairs) {
  const pairs: Pairs = [...filters, ['limit', NEWEST], ['lang', view.language]];
  return ask(engine, LISTS.get(dataset)!.path, pairs).data.flatMap((row) => {
    const path = recordPath(dataset, row);
    const name = displayOf(dataset).title.map((field) => localValue(view, row, field));
    const label = name.find((text) => typeof text === 'string' && text !== '') ?? row['record_id'];
    return path === null ? [] : [{label: shortened(String(label)), path}];
  });
}

/** Null in the first build, and where no manifest was read. */
export function loadChanges(view: View, engine: Engine): BuildChange | null {
  const {changes} = view.build ?? {};
  if (!changes) return null;
  const bySource = changes.sources.map((source) => ({
    ...source,
    dataset: SOURCES[source.slug]?.dataset ?? '',
  }));
  const byDataset = Map.groupBy(bySource, ({dataset}) => dataset);
  const datasets = [...byDataset].flatMap(([dataset, sources]): DatasetChange[] => {
    const route = LISTS.get(dataset);
    const sum = (name: 'added' | 'changed' | 'removed') => sources.reduce((all, one) => all + one[name], 0);
    const [added, changed, removed] = [sum('added'), sum('changed'), sum('removed')];
    if (!route || added + changed + removed === 0) return [];
    const filters: Pairs | null = route.parameters['updated_after']
      ? [['updated_after', changes.built_at]]
      : null;
    const newest = filters && added + changed > 0 ? newestOf(view, engine, dataset, filters) : [];
    return [{dataset, added, changed, removed, filters, newest}];
  });
  return {since: changes.before_built_at, datasets};
}
