/** Shorthands for the filters that most lists share. */
import {columnsWithNumbers} from '../../../datasets/global_search.ts';
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Parameter, Parameters} from './types.ts';

/** Text that the column must contain (folded). */
export const partial = (columns: string | readonly string[], help: string, example: string): Parameter => ({
  type: 'string',
  op: 'partial',
  columns: [columns].flat(),
  help,
  example,
});

/**
 * The same of a column of public bodies, which are also found by acronym, in the other language and by former
 * names.
 */
export const partialBody = (column: string, help: string, example: string): Parameter => ({
  ...partial(column, `${help} or acronym`, example),
  bodies: true,
});

/** Text that the column must equal (folded). */
export const exact = (column: string, help: string, example: string): Parameter => ({
  type: 'string',
  op: 'exact',
  columns: [column],
  help,
  example,
});

/** Inclusive bound of a money, number or date column. */
export const bound = (
  type: 'number' | 'date' | 'time',
  op: 'gte' | 'lte',
  column: string,
  help: string,
  example: string,
): Parameter => ({type, op, columns: [column], help, example});

/** Words of one search: each is looked up by itself. */
const MOST_TERMS = 16;

/** Words of one or two letters, which very many words hold. */
const MOST_SHORT = 4;

/** Terms that must all occur within the columns, in any order. */
export const terms = (columns: readonly string[], help: string, example: string): Parameter => ({
  type: 'string',
  op: 'terms',
  columns,
  most: MOST_TERMS,
  most_short: MOST_SHORT,
  help,
  example,
});

/** Words in the columns that the dataset searches. */
export const searchOf = (dataset: string, example: string): Parameter => {
  const columns = datasetOrEntity(dataset).search ?? [];
  return terms(columns, 'words in any order, numbers too', example);
};

/**
 * Words that the search over all datasets finds in a dataset: the list has exactly the records that it
 * counts.
 */
export function foundIn(dataset: string, example: string): Parameters {
  const declaration = datasetOrEntity(dataset);
  const {columns = [], bills} = declaration.globalSearch ?? {};
  const help = 'words in any order, as `/search?scope=all` finds them in this dataset';
  const numbers = columnsWithNumbers(declaration);
  const search: Parameter = {
    ...terms(columns, help, example),
    linked: true,
    ...(numbers && {with_numbers: numbers}),
    ...(bills !== undefined && {bills}),
  };
  return asAdded({search});
}

/** One of a closed set of values of the column. */
export const oneOf = (
  column: string,
  values: readonly string[],
  help: string,
  example: string,
): Parameter => ({
  type: 'set',
  op: 'exact',
  columns: [column],
  values,
  help,
  example,
});

/** Any of a closed set of values of the column. */
export const anyOf = (
  column: string,
  values: readonly string[],
  help: string,
  example: string,
): Parameter => ({
  type: 'sets',
  op: 'in',
  columns: [column],
  values,
  help,
  example,
});

/** Most numbers of one request. */
const MAX_NUMBERS = 100;

/** Any of some numbers, which are compared by their letters and digits. */
export const numbers = (column: string, help: string, example: string): Parameter => ({
  type: 'names',
  op: 'in',
  columns: [column],
  most: MAX_NUMBERS,
  number: true,
  help: `${help}; signs and spaces in them do not matter`,
  example,
});

/** The value of the column equals the boolean. */
export const flag = (column: string, help: string): Parameter => ({
  type: 'boolean',
  op: 'flag',
  columns: [column],
  help,
  example: 'true',
});

/** The parameters, marked as beyond the original service. */
export const asAdded = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, {...parameter, added: true}]),
  );

/** Bounds of the load in which a record last changed. */
export const UPDATED: Parameters = {
  updated_after: bound('time', 'gte', 'last_updated', 'earliest change, UTC', '2026-11-01'),
  updated_before: bound('time', 'lte', 'last_updated', 'latest change, UTC', '2026-11-21T06:00:00'),
};
