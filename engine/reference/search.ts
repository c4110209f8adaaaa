/** The search over all datasets. */
import {type Member, SEARCH} from '../../datasets/global_search.ts';
import {datasetOrEntity} from '../../datasets/index.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {expression, from, idOf, labelOf} from '../sql/columns.ts';
import type {Database} from '../sql/database.ts';
import type {Hits, SearchQuery} from '../types.ts';
import {Binder} from './binder.ts';
import {where} from './operators.ts';

/** All groups in order, those without a match included. */
export async function search(database: Database, query: SearchQuery): Promise<Hits[]> {
  const groups = Object.entries(SEARCH).map(([group, members]) => ofGroup(database, group, members, query));
  return Promise.all(groups);
}

async function ofGroup(
  database: Database,
  group: string,
  members: readonly Member[],
  {text, limit}: SearchQuery,
): Promise<Hits> {
  if (members.length === 0) return {group, total: 0, results: []};
  const binder = new Binder();
  const q = binder.bind(text);
  const rows = members
    .map((member, position) => matching(member, position, text, binder))
    .join(' UNION ALL ');
  const matches = await database.rows(
    `WITH hits AS MATERIALIZED (${rows}), near AS (
      SELECT *, CASE WHEN fold(label) = ${q} THEN 0 WHEN starts_with(fold(label), ${q}) THEN 1
        WHEN contains(fold(label), ${q}) THEN 2 ELSE 3 END AS nearness FROM hits
    ), page AS (
      SELECT * FROM near ORDER BY nearness, date DESC NULLS LAST, position, id LIMIT ${binder.bind(BigInt(limit))}
    )
    SELECT total, dataset, id, label FROM (SELECT count(*) AS total FROM hits) LEFT JOIN page ON true
    ORDER BY nearness, date DESC NULLS LAST, position, id`,
    binder.values,
  );
  const results = matches
    .filter(({id}) => id !== null)
    .map(({dataset, id, label}) => ({
      dataset: String(dataset),
      record_id: String(id),
      label: String(label),
    }));
  return {group, total: Number(matches[0]?.['total']), results};
}

/** SELECT of the matching records of a dataset. */
function matching(
  {table: name, where: only}: Member,
  position: number,
  text: string,
  binder: Binder,
): string {
  const declaration = datasetOrEntity(name);
  const {globalSearch} = declaration;
  if (!globalSearch) throw new Error(`${name} does not say how it is found`);
  const terms = where(declaration, [{op: 'terms', columns: globalSearch.columns, value: text}], binder);
  const date = globalSearch.date === undefined ? {sql: 'NULL'} : expression(declaration, globalSearch.date);
  const label = labelOf(declaration);
  return `SELECT ${literal(name)} AS dataset, ${position} AS position, CAST(${idOf(declaration)} AS VARCHAR) AS id,
    coalesce(${label.sql}, '') AS label, CAST(${date.sql} AS VARCHAR) AS date
    ${from(declaration, [...terms.reads, label, date])} WHERE ${terms.sql} AND (${only ?? 'true'})`;
}
