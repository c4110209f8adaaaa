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

const isList = (dataset: string, column: string): boolean =>
  datasetOrEntity(dataset).columns[column]?.type === 'text[]';

/**
 * Computed columns that need no other table can be written out; those of `as_of` are the day of the build.
 */
function columnSql(dataset: string, name: string, asOf: string): string | null {
  const derived = datasetOrEntity(dataset).columns[name]?.derived;
  if (!derived) return ident(name);
  if (derived.join) return null;
  return derived.sql
    .replaceAll('as_of()', `DATE ${quote(asOf)}`)
    .replace(/\bfold\(([\w.]+)\)/g, (_, column: string) => folded(column));
}

const isNumber = (dataset: string, column: string): boolean =>
  datasetOrEntity(dataset).columns[column]?.number === true;

/** The comparison of one column; of a list any item may match. */
function compare(dataset: string, {op, value, names = []}: Condition, name: string, asOf: string): string {
  const column = columnSql(dataset, name, asOf)!;
  const any = (test: (item: string) => string) =>
    isList(dataset, name) ? `len(list_filter(${column}, lambda item: ${test('item')})) > 0` : test(column);
  switch (op) {
    case 'exact':
      return any((item) => `${folded(item)} = ${quote(fold(String(value)))}`);
    case 'partial': {
      const part = any((item) => `contains(${folded(item)}, ${quote(String(value))})`);
      if (names.length === 0) return part;
      const list = `(${names.map(quote).join(', ')})`;
      return `(${part} OR ${any((item) => carriesName(folded(item), list))})`;
    }
    case 'gte':
      return `${column} >= ${quote(String(value))}`;
    case 'lte':
      return `${column} <= ${quote(String(value))}`;
    case 'flag':
      return `${column} = ${value === true}`;
    case 'in':
      return any(
        (item) =>
          `${item} IN (${[value]
            .flat()
            .map((one) => quote(String(one)))
            .join(', ')})`,
      );
    case 'terms':
      throw new Error('terms are compared over all columns at once');
  }
}

/** A term in one column; null for a number that the term is not looked for in. */
function termSql(dataset: string, {columns, value}: Condition, term: string, name: string, asOf: string) {
  if (!isNumber(dataset, name)) return compare(dataset, {op: 'partial', columns, value: term}, name, asOf);
  const part = plainNumber(term);
  if (part === '' || !mayNameNumber(String(value))) return null;
  return `contains(${columnSql(dataset, name, asOf)}, ${quote(part)})`;
}

/** Every term must occur in one of the columns. */
const termsSql = (dataset: string, condition: Condition, asOf: string): string =>
  fold(String(condition.value))
    .split(' ')
    .map((term) => {
      const tests = condition.columns.flatMap((name) => termSql(dataset, condition, term, name, asOf) ?? []);
      return `(${tests.join(' OR ')})`;
    })
    .join('\n  AND ');

function conditionSql(dataset: string, {or = [], ...condition}: Condition, asOf: string): string {
  if (or.length > 0)
    return `(${[condition, ...or].map((one) => `(${conditionSql(dataset, one, asOf)})`).join(' OR ')})`;
  if (condition.op === 'terms') return termsSql(dataset, condition, asOf);
  const tests = condition.columns.map((name) => compare(dataset, condition, name, asOf));
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
  const where = conditions(call);
  const key = declaration.sort.keys[String(values['sort_by'])];
  const compared = where.flatMap(({columns, or = []}) => [...columns, ...or.flatMap((one) => one.columns)]);
  const used = [...compared, ...(key ? [key] : [])];
  if (used.some((name) => columnSql(route.dataset, name, asOf) === null)) return null;
  const tests = [
    ...where.map((condition) => conditionSql(route.dataset, condition, asOf)),
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
