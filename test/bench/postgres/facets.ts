/** Facets of a list: the most frequent values of columns over its hits, each without the filter on itself. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {literal} from '../../../datasets/rules/sql.ts';
import {MAX_FACET_VALUES} from '../../../engine/types.ts';
import {isNameTable, TABLES} from './tables.ts';

/** Datasets of which facets are asked. */
export const FACET_TABLES: readonly string[] = ['contracts'];

/** The facets of whole tables, as JSON: they are computed once, since the data does not change. */
export const KEPT_FACETS = 'kept_facets';

/** What a facet is grouped by: the number of a name where names are numbered. */
export const groupedBy = (dataset: string, column: string): string =>
  isNameTable(dataset, column) ? `no_${column}` : column;

/** A common table expression, `counted_<column>`, of a facet over the rows of `from`. */
export const countedSql = (dataset: string, column: string, from: string): string =>
  `counted_${column} AS MATERIALIZED (SELECT ${groupedBy(dataset, column)} AS by, count(*) AS n FROM ${from}
    WHERE ${groupedBy(dataset, column)} IS NOT NULL GROUP BY 1)`;

/** The facet as JSON from that expression. */
export function facetJson(dataset: string, column: string): string {
  const named = isNameTable(dataset, column);
  const join = named ? `JOIN ${dataset}_${column} AS n ON n.no = c.by` : '';
  // Other columns hold codes in ASCII.
  const [value, folded] = named ? ['n.name', 'n.folded'] : ['c.by', 'lower(c.by)'];
  return `json_build_object('total', (SELECT count(*) FROM counted_${column}), 'values', coalesce((
      SELECT json_agg(json_build_object('value', value, 'count', n)) FROM (
        SELECT ${value} AS value, c.n FROM counted_${column} AS c ${join}
        ORDER BY c.n DESC, ${folded}, ${value} LIMIT ${MAX_FACET_VALUES}) AS top), '[]'::json))`;
}

/** Computes the facets of the whole table. */
export function keptFacets(name: string): string[] {
  const {facets = []} = datasetOrEntity(name);
  const columns = facets.filter((column) =>
    TABLES.some((table) => table.name === name && table.columns[column]),
  );
  return [
    `INSERT INTO ${KEPT_FACETS} WITH ${columns.map((column) => countedSql(name, column, name)).join(', ')}
      ${columns.map((column) => `SELECT ${literal(name)}, ${literal(column)}, ${facetJson(name, column)}`).join(' UNION ALL ')}`,
  ];
}
