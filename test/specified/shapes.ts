/** What rows of the written-out specification look like, and the parameters that many operations share. */

/** [name, type, operator and columns, default, lowest, highest, values] */
export type Row = [
  string,
  string,
  (string | null)?,
  (string | null)?,
  (number | null)?,
  (number | null)?,
  string[]?,
];

export interface Specified {
  parameters: Row[];
  fields: string[];
  /** Fields that only some answers have, after the others. */
  optional?: string[];
  /** Fields that an export has after those of the items. */
  exported?: string[];
  missing?: string;
  added?: true;
  /** Added: the list can be sorted by date, and is then also a feed. */
  feed?: true;
  /** Further values of `format`. */
  formats?: readonly string[];
  /** Messages of parameters that this operation words in its own way. */
  messages?: Record<string, string[]>;
  /** Other messages by status. */
  refused?: Record<string, string>;
  /** Content types of the answer where none of them is JSON. */
  types?: string[];
}

/** Added: no part of the original specification. */
export const UPDATED: Row[] = [
  ['updated_after', 'time', 'gte last_updated'],
  ['updated_before', 'time', 'lte last_updated'],
];

/** Added: filters by key, each with its column. */
export const keyed = (columns: Record<string, string>): Row[] =>
  Object.entries(columns).map(([name, column]) => [name, 'names', `in ${column}`]);

/** Added: words as the wider search finds them. */
export const found = (columns: string): Row => ['search', 'string', `terms ${columns}`];

/** Added: the facets of a list. */
export const facets = (names: string): Row => ['facets', 'names', null, null, null, null, words(names)];

export const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** Added: records by id. */
export const ids = (column: string): Row => ['ids', 'names', `in ${column}`];

export const sort = (keys: string[], order = 'desc', id: string | null = 'record_id'): Row[] => [
  ['sort_by', 'set', null, keys[0], null, null, keys],
  ['sort_order', 'set', null, order, null, null, ['asc', 'desc']],
  ...(id === null ? [] : [ids(id)]),
];
export const LANG: Row = ['lang', 'set', null, 'both', null, null, ['en', 'fr', 'both']];
/** Added: where each field of a single record was read. */
export const PROVENANCE: Row = ['provenance', 'boolean', null, 'false'];
export const shared = (limit: number, fields: string[], maximum = 200): Row[] => [
  ['limit', 'integer', null, String(limit), 1, maximum],
  ['offset', 'integer', null, '0', 0],
  ['page', 'integer', null, '1', 1],
  ['per_page', 'integer', null, String(limit), 1, 200],
  ['cursor', 'cursor'],
  ['format', 'set', null, 'json', null, null, ['json', 'csv', 'ndjson']],
  ['fields', 'names', null, null, null, null, fields],
  LANG,
  // Added.
  ['excel', 'set', null, 'false', null, null, ['true', 'false', 'fr']],
];

export const PROFILE: Row[] = [['name', 'string'], LANG];

/** `value_count` is added. */
export const STATS = words('group_by group_value record_count sum_field sum_value value_count');

/** Added: fields of statistics by two dimensions, and with medians. */
export const CELLS = words('then_by then_value');
export const MEDIAN = 'median_value';

/** Added: the key of a group. */
export const GROUP_KEY = 'group_key';

/** The parameters that statistics share; `sum` is the summed field, `keys` whether groups have keys. */
export const grouped = (groups: string[], sum: string | null, keys = true): Row[] => [
  ['group_by', 'sets', null, groups[0], null, null, groups],
  ...(sum === null
    ? []
    : ([
        ['sum_field', 'set', null, sum, null, null, [sum]],
        // Added: no part of the original specification.
        ['median', 'boolean', null, 'false'],
      ] satisfies Row[])),
  // Added: orders of the groups.
  ['sort_by', 'set', null, null, null, null, words('sum count label')],
  ['sort_order', 'set', null, null, null, null, ['asc', 'desc']],
  ...shared(100, [
    ...(keys ? STATS.toSpliced(2, 0, GROUP_KEY) : STATS),
    ...CELLS,
    ...(sum === null ? [] : [MEDIAN]),
  ]),
];
