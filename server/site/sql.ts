/** A list as SQL that DuckDB runs over the Parquet file of the dataset. */
import {datasetOrEntity, idColumn} from '../../datasets/index.ts';
import {carriesName} from '../../datasets/rules/bodies.ts';
import {foldCommonSql} from '../../datasets/rules/folding.ts';
import {mayNameNumber, plainNumber} from '../../datasets/rules/plain_numbers.ts';
import {ident, literal as quote} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Condition} from '../../engine/types.ts';
import type {Call} from '../api/request/call.ts';
import {conditions} from '../api/request/conditions.ts';
import type {ListRoute} from '../api/routes/types.ts';

/**
 * Comparisons call this macro. Without what DuckDB has no function for, which would be a table of four
 * thousand characters.
 */
const FOLD = `-- Text is compared without case and accents. Superscripts and other forms of letters stay as they are here.
CREATE OR REPLACE TEMP MACRO fold(x) AS ${foldCommonSql('x')};`;
const folded = (sql: string): string => `fold(${sql})`;

/** The dataset of a list, and the day of its data. */
interface Source {
  dataset: string;
  asOf: string;
}

const columnOf = ({dataset}: Source, name: string) => datasetOrEntity(dataset).columns[name];

/**
 * Computed columns that need no other table can be written out; those of `as_of` are the day of the build.
 */
function columnSql(source: Source, name: string): string | null {
  const derived = columnOf(source, name)?.derived;
  if (!derived) return ident(name);
  if (derived.join) return null;
  return derived.sql
    .replaceAll('as_of()', `DATE ${quote(source.asOf)}`)
    .replace(/\bfold\(([\w.]+)\)/g, (_, column: string) => folded(column));
}

/** The comparison of one column; of a list any item may match. */
function compare(source: Source, {op, value, names = []}: Condition, name: string): string {
  const column = columnSql(source, name)!;
  const text = String(value);
  const any = (test: (item: string) => string) =>
    columnOf(source, name)?.type === 'text[]'
      ? `len(list_filter(${column}, lambda item: ${test('item')})) > 0`
      : test(column);
  switch (op) {
    case 'exact':
      return any((item) => `${folded(item)} = ${quote(fold(text))}`);
    case 'partial': {
      const part = any((item) => `contains(${folded(item)}, ${quote(text)})`);
      if (names.length === 0) return part;
      const list = `(${names.map(quote).join(', ')})`;
      return `(${part} OR ${any((item) => carriesName(folded(item), list))})`;
    }
    case 'gte':
      return `${column} >= ${quote(text)}`;
    case 'lte':
      return `${column} <= ${quote(text)}`;
    case 'flag':
      return `${column} = ${value === true}`;
    case 'in': {
      const all = [value].flat().map(String);
      // Of a name and the key that it is percent-encoded to, files have one alone.
      const keys = new Set(all.map(encodeURIComponent));
      const list = all.filter((one) => encodeURIComponent(one) === one || !keys.has(one)).map(quote);
      return any((item) => `${item} IN (${list.join(', ')})`);
    }
    case 'terms':
      throw new Error('terms are compared over all columns at once');
  }
}

/** Every term must occur in one of the columns; those of numbers have what may be one alone. */
const termsSql = (source: Source, {columns, value}: Condition): string =>
  fold(String(value))
    .split(' ')
    .map((term) => {
      const tests = columns.flatMap((name) => {
        if (!columnOf(source, name)?.number)
          return compare(source, {op: 'partial', columns, value: term}, name);
        const part = plainNumber(term);
        const isSought = part !== '' && mayNameNumber(String(value));
        return isSought ? `contains(${columnSql(source, name)}, ${quote(part)})` : [];
      });
      return `(${tests.join(' OR ')})`;
    })
    .join('\n  AND ');

function conditionSql(source: Source, {or = [], ...condition}: Condition): string {
  if (or.length > 0)
    return `(${[condition, ...or].map((one) => `(${conditionSql(source, one)})`).join(' OR ')})`;
  if (condition.op === 'terms') return termsSql(source, condition);
  const tests = condition.columns.map((name) => compare(source, condition, name));
  return tests.length === 1 ? tests[0]! : `(${tests.join(' OR ')})`;
}

/** Metres around a point, by the formula of haversines over the sphere that distances are measured on. */
const nearSql = (dataset: string, {lat, lng, radius_km}: NonNullable<Call['proximity']>): string => {
  const {point} = datasetOrEntity(dataset) as {point?: {lat: string; lng: string}};
  const [y, x] = [ident(point!.lat), ident(point!.lng)];
  return `2 * 6371.0088 * asin(sqrt(sin(radians(${y} - ${lat}) / 2) ** 2
    + cos(radians(${lat})) * cos(radians(${y})) * sin(radians(${x} - ${lng}) / 2) ** 2)) <= ${radius_km}`;
};

/** Name of the Parquet file that the export gives. */
export const parquetName = (dataset: string): string => `${dataset}.parquet`;

/**
 * The records of a list, in its order, as SELECT. `file` is where the Parquet is, `asOf` the day of the data.
 * Null: a filter or the order needs a column that the file does not have.
 */
export function listSql(call: Call & {route: ListRoute}, file: string, asOf: string): string | null {
  const {route, values, proximity} = call;
  const declaration = datasetOrEntity(route.dataset);
  const source = {dataset: route.dataset, asOf};
  const where = conditions(call);
  const key = declaration.sort.keys[String(values['sort_by'])];
  const compared = where.flatMap(({columns, or = []}) => [...columns, ...or.flatMap((one) => one.columns)]);
  const used = [...compared, ...(key ? [key] : [])];
  if (used.some((name) => columnSql(source, name) === null)) return null;
  const tests = [
    ...where.map((condition) => conditionSql(source, condition)),
    ...(proximity ? [nearSql(route.dataset, proximity)] : []),
  ];
  const order = key ? [`${ident(key)} ${values['sort_order'] === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`] : [];
  const isCompared = where.some(({op}) => op === 'exact' || op === 'partial' || op === 'terms');
  return [
    ...(isCompared ? [FOLD] : []),
    `SELECT * FROM ${quote(file)} AS r`,
    ...(tests.length > 0 ? [`WHERE ${tests.join('\n  AND ')}`] : []),
    `ORDER BY ${[...order, ident(idColumn(declaration))].join(', ')};`,
  ].join('\n');
}
