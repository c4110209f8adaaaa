/** What sources publish: by dataset the days of its records, by source the fields that have values. */

import {DATASETS, SOURCES} from '../datasets/index.ts';
import {storedColumns} from '../datasets/rules/sql_types.ts';
import type {Column, Dataset} from '../datasets/types.ts';
import type {Manifest, SourceEntry} from './artefacts.ts';

/** What says little of a source: rows inside records, and geometries. */
const NOT_COVERED: ReadonlySet<string> = new Set(['rows', 'object', 'geometry']);

/**
 * Columns that the API shows and that may be null. None where the dataset is not published, or where its
 * sources are listed with the dataset that they feed.
 */
export const coveredColumns = ({columns, published, sources}: Dataset): [name: string, column: Column][] =>
  storedColumns(published && !sources.some(({feeds}) => feeds) ? columns : {}).filter(
    ([, {visibility, nullable, type}]) =>
      visibility !== 'internal' && (nullable || type === 'text[]') && !NOT_COVERED.has(type),
  );

/** The published dataset or entity that a source feeds, else supplies with records; undefined for none. */
export const servedAs = ({slug, dataset}: Pick<SourceEntry, 'slug' | 'dataset'>): string | undefined =>
  SOURCES[slug]?.feeds ?? (DATASETS[dataset]?.published ? dataset : undefined);

/** Days of the oldest and the newest record. */
export interface Period {
  from: string;
  to: string;
}

/**
 * By published dataset the days that its own sources cover together, not those that feed it; datasets without
 * dates are left out.
 */
export function periodsOf({sources}: Pick<Manifest, 'sources'>): Record<string, Period> {
  const periods: Record<string, Period> = {};
  for (const source of sources) {
    const {dataset, first_date: from, last_date: to} = source;
    if (!DATASETS[dataset]?.published || from === null || to === null) continue;
    const known = periods[dataset] ?? {from, to};
    periods[dataset] = {from: from < known.from ? from : known.from, to: to > known.to ? to : known.to};
  }
  return periods;
}
