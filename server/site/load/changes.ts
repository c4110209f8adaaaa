/**
 * Loads what came since the build before: counts of the build's own comparison, and the newest of the new
 * records.
 */

import {displayOf} from '../../../datasets/display.ts';
import {SOURCES} from '../../../datasets/index.ts';
import type {Row} from '../../../engine/types.ts';
import type {Answers} from '../ask.ts';
import {LISTS, type Pairs, recordPath} from '../paths.ts';
import type {View} from '../view/types.ts';
import {localValue} from '../view/value.tsx';

/** Newest records that are named of each dataset. */
const NEWEST = 2;

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

/** Longer names are descriptions. */
const LONGEST = 70;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

type Counts = Pick<DatasetChange, 'added' | 'changed' | 'removed'>;

function newestOf(view: View, answers: Answers, dataset: string, filters: Pairs) {
  const {path} = LISTS.get(dataset)!;
  const {data} = answers.ask<Row[]>({
    segments: path.slice(1).split('/'),
    pairs: [...filters, ['limit', String(NEWEST)], ['lang', view.language]],
  });
  return data.flatMap((row) => {
    const to = recordPath(dataset, row);
    const name = displayOf(dataset).title.map((field) => localValue(view, row, field));
    const label = name.find((text) => typeof text === 'string' && text !== '') ?? row['record_id'];
    return to === null ? [] : [{label: shortened(String(label)), path: to}];
  });
}

/** Null in the first build, and where no manifest was read. */
export function loadChanges(view: View, answers: Answers): BuildChange | null {
  const {changes} = view.build ?? {};
  if (!changes) return null;
  const byDataset = new Map<string, Counts>();
  for (const {slug, added, changed, removed} of changes.sources) {
    const dataset = SOURCES[slug]?.dataset;
    if (dataset === undefined || !LISTS.has(dataset)) continue;
    const sum = byDataset.get(dataset) ?? {added: 0, changed: 0, removed: 0};
    byDataset.set(dataset, {
      added: sum.added + added,
      changed: sum.changed + changed,
      removed: sum.removed + removed,
    });
  }
  const some = [...byDataset].filter(([, {added, changed, removed}]) => added + changed + removed > 0);
  const datasets = some.map(([dataset, counts]): DatasetChange => {
    const filters: Pairs | null = LISTS.get(dataset)!.parameters['updated_after']
      ? [['updated_after', changes.built_at]]
      : null;
    const isAny = filters !== null && counts.added + counts.changed > 0;
    const newest = isAny ? newestOf(view, answers, dataset, filters) : [];
    return {dataset, ...counts, filters, newest};
  });
  return {since: changes.before_built_at, datasets};
}
