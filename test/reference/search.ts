/** The search over all datasets. */
import {type Member, SEARCH, widerColumns} from '../../datasets/global_search.ts';
import {datasetOrEntity} from '../../datasets/index.ts';
import {literal, literals} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived, GlobalSearch} from '../../datasets/types.ts';
import {type Expression, expression, from, idOf, labelOf} from '../../engine/sql/columns.ts';
import type {Condition, Hits, SearchQuery} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {where} from './operators.ts';
import type {Database} from './pool.ts';

/** All groups in order, those without a match included. */
export async function search(database: Database, query: SearchQuery): Promise<Hits[]> {
  const groups = Object.entries(SEARCH).map(([group, members]) => ofGroup(database, group, members, query));
  return Promise.all(groups);
}

async function ofGroup(
  database: Database,
  group: string,
  members: readonly Member[],
  query: SearchQuery,
): Promise<Hits> {
  if (members.length === 0) return {group, total: 0, results: []};
  const {text, limit, prefix = false, wider = false} = query;
  const binder = new Binder();
  const q = binder.bind(text);
  const rows = members
    .map((member, position) =>
      prefix ? suggested(member, position, text, binder) : matching(member, position, query, binder),
    )
    .join(' UNION ALL ');
  // Labels of bills begin with their number.
  const numbered = members
    .filter(({table}) => searchOf(datasetOrEntity(table)).bills)
    .map(({table}) => table);
  const sought =
    query.bill === undefined || numbered.length === 0
      ? q
      : `CASE WHEN dataset IN (${literals(numbered)}) THEN ${binder.bind(`${query.bill} `)} ELSE ${q} END`;
  const matches = await database.rows(
    `WITH hits AS MATERIALIZED (SELECT *, ${sought} AS sought FROM (${rows})), near AS (
      SELECT *, CASE WHEN fold(label) = sought THEN 0 WHEN starts_with(fold(label), sought) THEN 1
        WHEN contains(fold(label), sought) OR ${prefix} THEN 2 ELSE 3 END AS nearness FROM hits
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
  const found = {group, total: Number(matches[0]?.['total']), results};
  return wider ? {...found, datasets: await totalsOf(database, members, query)} : found;
}

/** The matches of each dataset of a group. */
async function totalsOf(
  database: Database,
  members: readonly Member[],
  query: SearchQuery,
): Promise<{dataset: string; total: number}[]> {
  const totals: {dataset: string; total: number}[] = [];
  for (const [position, member] of members.entries()) {
    const binder = new Binder();
    const rows = matching(member, position, query, binder);
    const [row] = await database.rows(`SELECT count(*) AS total FROM (${rows})`, binder.values);
    totals.push({dataset: member.table, total: Number(row?.['total'])});
  }
  return totals;
}

/** SELECT of the matching records of a dataset. */
function matching(
  member: Member,
  position: number,
  {text, wider, bill}: SearchQuery,
  binder: Binder,
): string {
  const declaration = datasetOrEntity(member.table);
  const {columns: own, bills} = searchOf(declaration);
  const columns = wider ? widerColumns(declaration, text) : own;
  const isBill = bill !== undefined && bills !== undefined;
  const or: Condition[] = isBill ? [{op: 'exact', columns: [bills], value: bill}] : [];
  const words: Condition = {op: 'terms', columns, value: text};
  const {sql, reads} = where(declaration, [isBill ? {...words, or} : words], binder);
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

/** The folded labels of a member, each once. */
export async function labelsOf(database: Database, member: Member): Promise<string[]> {
  const sql = `SELECT DISTINCT fold(label) AS folded FROM (${records(member, 0, [], 'true')}) WHERE fold(label) <> ''`;
  return (await database.rows(sql)).map(({folded}) => String(folded));
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
