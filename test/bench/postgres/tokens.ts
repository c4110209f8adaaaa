/**
 * Terms by whole tokens, in the schema with tables of names: the different tokens, and the tokens of each
 * record.
 */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {TABLES} from './tables.ts';

/** Datasets that have them. */
const TOKENIZED = ['contracts'];

/**
 * Arrays under GIN, which is how full text search stores its words, too; a `tsquery` takes 32,767 words at
 * most, and a term that is a part of numbers has more. Beside the tokens stands what pages are sorted by, so
 * that hits need no other table.
 */
export function tokenTables(name: string): string[] {
  const table = TABLES.find((one) => one.name === name);
  if (!table || !TOKENIZED.includes(name)) return [];
  const declaration = datasetOrEntity(name);
  const fields = [idColumn(declaration), ...Object.values(declaration.sort.keys)].map(
    (column) => `r.${column}`,
  );
  return [
    `CREATE UNLOGGED TABLE ${name}_tokens AS SELECT ${fields.join(', ')},
      array_remove(string_to_array(translate(r.search, chr(10), ' '), ' '), '') AS tokens FROM ${name} AS r`,
    `CREATE UNLOGGED TABLE ${name}_words AS SELECT DISTINCT unnest(tokens) AS word FROM ${name}_tokens`,
    `CREATE INDEX ON ${name}_tokens USING gin (tokens)`,
    `CREATE INDEX ON ${name}_words USING gin (word gin_trgm_ops)`,
  ];
}

/** The table of the tokens of a dataset's records, or null. */
export const tokensOf = (dataset: string): string | null =>
  TOKENIZED.includes(dataset) ? `${dataset}_tokens` : null;

/** The condition that a token of the row `r` contains a text; `like` is the bound pattern. */
export const hasToken = (dataset: string, like: string): string =>
  `r.tokens && ARRAY(SELECT word FROM ${dataset}_words WHERE word LIKE ${like})`;
