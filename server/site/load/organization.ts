/**
 * The lists of an organization, which has many names, and its records by year in each of its roles: the
 * numbers are those of the profile.
 */

import {greatest, sum} from 'd3-array';
import {PROVINCE_CODES} from '../../../datasets/codes/provinces.ts';
import {DATASETS} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {ask, profileOf, unless} from '../ask.ts';
import {LISTS, type Pairs, withQuery} from '../paths.ts';
import type {Bar, ChartedList} from '../view/chart_data.ts';
import {defaultGrouping, groupFilters, replaced} from './statistics.ts';

const rowsOf = (row: Row, field: string): Row[] => (row[field] ?? []) as Row[];

/** The records of an organization in one role of a dataset. */
export interface Course {
  dataset: string;
  role: string;
  count: number;
  /** Null where the records have no amounts. */
  sum: number | null;
  /** Path of the list that holds exactly these records, below the language; null: none does. */
  path: string | null;
  /** The same list with its chart. */
  list: ChartedList | null;
  /** Years with records, oldest first. */
  years: readonly Bar[];
  /** Records without a year. */
  undated: number;
  /** The record that makes more than half of the highest bar, where that bar has others; null: none does. */
  outlier: Outlier | null;
}

/** A record that alone says what a chart looks like. */
export interface Outlier {
  row: Row;
  /** The label of the bar. */
  year: string;
  /** Of the amount of the bar. */
  share: number;
}

/** Datasets that name an organization, and have a list of the records under any of its names. */
export const namedIn = (row: Row): string[] =>
  [...new Set(rowsOf(row, 'totals').map(({dataset}) => String(dataset)))].filter(
    (dataset) => LISTS.get(dataset)?.parameters['organization_key'],
  );

/** How many records a list has; none where a name is longer than a filter takes. */
const totalOf = (engine: Engine, path: string, filters: Pairs): number =>
  unless(
    400,
    () => ask(engine, path, [...filters, ['limit', '1']]).meta.total,
    () => 0,
  );

/**
 * The published names of an organization, each with the path of the list that holds its records and no others (`list`);
 * null: there is none, since a list by name has those of longer names, too, or of the name in the other language. Then
 * `url` leads to that list all the same.
 */
export function publishedNames(engine: Engine, row: Row): Row[] {
  return rowsOf(row, 'names').map((one) => {
    const {name, dataset, role, record_count} = one;
    const list = LISTS.get(String(dataset));
    if (!list) return {...one, list: null};
    const own: Pairs = list.parameters['organization_key']
      ? [['organization_key', String(row['organization_key'])]]
      : [];
    const exact = `${String(role)}_key`;
    const tried: Pairs[] = [[[String(role), String(name)]]];
    if (list.parameters[exact]?.key?.of) tried.unshift([...own, [exact, encodeURIComponent(String(name))]]);
    const found = tried
      .filter((pairs) => pairs.every(([filter]) => list.parameters[filter]))
      .find((pairs) => totalOf(engine, list.path, pairs) === record_count);
    const path = found ? withQuery(list.path, found) : null;
    return path === null ? {...one, list: null} : {...one, list: path, url: `/api/v1${path}`};
  });
}

/** The names of an organization in a role as a filter by whole names takes them; null where some are unknown. */
function namesInRole(row: Row, {dataset, role, record_count}: Row): string | null {
  const names = rowsOf(row, 'names').filter((one) => one['dataset'] === dataset && one['role'] === role);
  const isWhole = sum(names, (one) => Number(one['record_count'])) === record_count;
  return isWhole ? [...new Set(names.map(({name}) => encodeURIComponent(String(name))))].join(',') : null;
}

/**
 * Filters of the list with the records of a role and no others; null: there are none. The list by organization
 * has those of its other roles in the dataset too, and that by its names those of namesakes: one with as many
 * records as the role has the same ones.
 */
function roleFilters(engine: Engine, row: Row, total: Row): Pairs | null {
  const list = LISTS.get(String(total['dataset']));
  const [all, key] = ['organization_key', String(row['organization_key'])];
  if (!list?.parameters[all]) return null;
  const filter = `${String(total['role'])}_key`;
  const own = list.parameters[filter]?.key;
  const names = own?.form === 'name' ? namesInRole(row, total) : null;
  const tried: Pairs[] = [[[all, key]]];
  if (own?.entity === 'organizations') tried.push([[filter, key]]);
  if (names !== null)
    tried.push([
      [all, key],
      [filter, names],
    ]);
  return tried.find((filters) => totalOf(engine, list.path, filters) === total['record_count']) ?? null;
}

/** The record that makes more than half of the highest of the bars, whose records `filters` list; else null. */
function outlierOf(
  engine: Engine,
  dataset: string,
  bars: readonly Bar[],
  filters: (bar: Bar) => Pairs | null,
): Outlier | null {
  const {stats, sort} = DATASETS[dataset]!;
  const amounts = stats?.sum;
  const key = Object.keys(sort.keys).find((one) => sort.keys[one] === amounts);
  const top = greatest(bars, (bar) => bar.sum);
  const pairs = top && filters(top);
  if (!key || !amounts || !pairs || !top.sum || top.count < 2) return null;
  const largest: Pairs = [...pairs, ['sort_by', key], ['sort_order', 'desc'], ['limit', '1']];
  const [row] = ask(engine, LISTS.get(dataset)!.path, largest).data;
  const share = Number(row?.[amounts] ?? 0) / top.sum;
  return row && share > 0.5 && share <= 1 ? {row, year: top.label, share} : null;
}

function courseOf(engine: Engine, row: Row, whole: Row, total: Row): Course {
  const [dataset, role] = [String(total['dataset']), String(total['role'])];
  const filters = roleFilters(engine, whole, total);
  const path = filters && LISTS.get(dataset)!.path;
  const group = defaultGrouping(dataset);
  const own = rowsOf(row, 'years').filter((one) => one['dataset'] === dataset && one['role'] === role);
  const ofYear = ({label, count, sum: value}: Omit<Bar, 'path'>): Pairs | null => {
    const of = {group_value: label, record_count: count, sum_value: value};
    const further = filters && group && groupFilters(dataset, group, of, filters);
    return further ? replaced(filters, further) : null;
  };
  const years = own.flatMap(({year, record_count, total_value}): Bar[] => {
    if (typeof year !== 'string') return [];
    const bar = {label: year, count: Number(record_count), sum: total_value as number | null};
    const pairs = ofYear(bar);
    return [{...bar, path: pairs && withQuery(path!, pairs)}];
  });
  const undated = own.find(({year}) => year === null);
  return {
    dataset,
    role,
    count: Number(total['record_count']),
    sum: total['total_value'] as number | null,
    path: filters && withQuery(path!, filters),
    list: filters && {path: path!, pairs: filters},
    years: years.toReversed(),
    undated: Number(undated?.['record_count'] ?? 0),
    outlier: outlierOf(engine, dataset, years, ofYear),
  };
}

/** The roles of an organization, those with most records first. `whole` has its names in both languages. */
export const coursesOf = (engine: Engine, row: Row, whole: Row): Course[] =>
  rowsOf(row, 'totals')
    .map((total) => courseOf(engine, row, whole, total))
    .toSorted((a, b) => b.count - a.count);

/** An organization with a similar name, and what tells it from others. */
export interface Namesake {
  key: string;
  name: string;
  business_number: string | null;
  /** Two-letter codes, where the key has them to tell the name from that of others. */
  provinces: readonly string[];
  datasets: readonly string[];
  count: number;
}

/** Organizations of one name in several provinces have them in their keys: `riverbend-wetland--on-qc`. */
function provincesOf(key: string): string[] {
  const codes = (key.split('--')[1] ?? '').toUpperCase().split('-');
  return codes.every((code) => PROVINCE_CODES.includes(code)) ? codes : [];
}

/** The words of a name that are long enough to tell something. */
const wordsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/**
 * Organizations whose names share a word with the name on the page. The profile has those, too, that resemble
 * another spelling alone.
 */
export function namesakesOf(engine: Engine, row: Row): Namesake[] {
  const words = new Set(wordsOf(String(row['name'])));
  return rowsOf(row, 'similar').flatMap(({organization_key, name, record_count}): Namesake[] => {
    if (!wordsOf(String(name)).some((word) => words.has(word))) return [];
    const profile = profileOf(engine, 'organizations', String(organization_key));
    return [
      {
        key: String(organization_key),
        name: String(name),
        business_number: (profile?.['business_number'] ?? null) as string | null,
        provinces: provincesOf(String(organization_key)),
        datasets: (profile?.['datasets'] ?? []) as string[],
        count: Number(record_count),
      },
    ];
  });
}
