/** The search over all datasets. */
import {type Member, SEARCH} from '../../datasets/global_search.ts';
import {datasetOrEntity} from '../../datasets/index.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived, GlobalSearch} from '../../datasets/types.ts';
import {type Expression, expression, from, idOf, labelOf} from '../sql/columns.ts';
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
  {text, limit, prefix = false}: SearchQuery,
): Promise<Hits> {
  if (members.length === 0) return {group, total: 0, results: []};
  const binder = new Binder();
  const q = binder.bind(text);
  const rows = members
    .map((member, position) => (prefix ? suggested : matching)(member, position, text, binder))
    .join(' UNION ALL ');
  const matches = await database.rows(
    `WITH hits AS MATERIALIZED (${rows}), near AS (
      SELECT *, CASE WHEN fold(label) = ${q} THEN 0 WHEN starts_with(fold(label), ${q}) THEN 1
        WHEN contains(fold(label), ${q}) OR ${prefix} THEN 2 ELSE 3 END AS nearness FROM hits
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
function matching(member: Member, position: number, text: string, binder: Binder): string {
  const declaration = datasetOrEntity(member.table);
  const {columns} = searchOf(declaration);
  const {sql, reads} = where(declaration, [{op: 'terms', columns, value: text}], binder);
  return records(member, position, reads, sql);
}

function searchOf({name, globalSearch}: Dataset | Derived): GlobalSearch {
  if (!globalSearch) throw new Error(`${name} does not say how it is found`);
  return globalSearch;
}

/** SELECT of the records of a member for which a condition holds. */
function records(
  {table: name, where: only}: Member,
  position: number,
  reads: Expression[],
  condition: string,
): string {
  const declaration = datasetOrEntity(name);
  const {date: column} = searchOf(declaration);
  const date = column === undefined ? {sql: 'NULL'} : expression(declaration, column);
  const label = labelOf(declaration);
  return `SELECT ${literal(name)} AS dataset, ${position} AS position, CAST(${idOf(declaration)} AS VARCHAR) AS id,
    coalesce(${label.sql}, '') AS label, CAST(${date.sql} AS VARCHAR) AS date
    ${from(declaration, [...reads, label, date])} WHERE ${condition} AND (${only ?? 'true'})`;
}

/** A letter or digit that follows something else begins a word, and so does a token. */
function beginsWord(label: string, term: string, binder: Binder): string {
  const beginning = `contains(' ' || ${label}, ${binder.bind(` ${term}`)})`;
  if (!/^[\p{L}\p{N}]/u.test(term)) return beginning;
  return `(${beginning} OR regexp_matches(${label}, '[^\\p{L}\\p{N}]' || regexp_escape(${binder.bind(term)})))`;
}

/** SELECT of the first record of each label in which every term begins a word. */
function suggested(member: Member, position: number, text: string, binder: Binder): string {
  const terms = [...new Set(text.split(' '))].map((term) => beginsWord('folded', term, binder));
  return `SELECT dataset, position, id, label, date FROM (
    SELECT *, row_number() OVER (PARTITION BY folded ORDER BY date DESC NULLS LAST, id) AS nth FROM (
      SELECT *, fold(label) AS folded FROM (${records(member, position, [], 'true')})
    ) WHERE folded <> '' AND ${terms.join(' AND ')}
  ) WHERE nth = 1`;
}
