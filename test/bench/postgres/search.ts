/** The search over all datasets as one table and one statement. */
import {type Member, SEARCH} from '../../../datasets/global_search.ts';
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {literal} from '../../../datasets/rules/sql.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {labelOf} from '../../../engine/sql/columns.ts';
import {BASE_PATH, ROUTES} from '../../../server/api/routes/index.ts';
import {nameOf} from './lists.ts';
import type {Statement} from './requests.ts';

/** A row for each record in each of its groups. */
export const SEARCHED = 'searched';

export const SEARCHED_FIELDS = [
  'grp text',
  'place integer',
  'dataset text',
  'id text',
  'url text',
  'label text',
  'folded text',
  'date text',
  'words text',
];

export const SEARCHED_INDEXES = [`CREATE INDEX ON ${SEARCHED} USING gin (words gin_trgm_ops)`];

/** Its rows over the views of a build's catalogue. */
export const searchedSelect = (): string =>
  Object.entries(SEARCH)
    .flatMap(([group, members]) => members.map((member, position) => rowsOf(group, position, member)))
    .join(' UNION ALL ');

function rowsOf(group: string, position: number, {table: name, where}: Member): string {
  const declaration = datasetOrEntity(name);
  const {globalSearch} = declaration;
  if (!globalSearch) throw new Error(`${name} is not found by the search`);
  const id = `r.${idColumn(declaration)}`;
  const label = `coalesce(${labelOf(declaration).sql}, '')`;
  const words = globalSearch.columns.map((column) =>
    declaration.columns[column]?.type === 'text[]'
      ? `array_to_string(list_transform(r.${column}, lambda item: fold(item)), ' ')`
      : `fold(r.${column})`,
  );
  const date = globalSearch.date === undefined ? 'NULL' : `CAST(r.${globalSearch.date} AS VARCHAR)`;
  return `SELECT ${literal(group)}, ${position}, ${literal(name)}, ${id}, ${urlOf(name, id)}, ${label}, fold(${label}), ${date},
    concat_ws(' ', ${words.join(', ')}) FROM ${name} AS r WHERE ${where ?? 'true'}`;
}

/** The id with its slashes if it has several segments. */
function urlOf(name: string, id: string): string {
  for (const route of ROUTES) {
    const path = `${BASE_PATH}${route.path.slice(0, route.path.indexOf('{'))}`;
    if (route.kind === 'detail' && route.dataset === name) {
      return `${literal(path)} || ${route.id ? id : `encode_uri_component(${id})`}`;
    }
    if (route.kind === 'profile' && route.entity === name) {
      return `${literal(path)} || encode_uri_component(${id})`;
    }
  }
  throw new Error(`no route shows single records of ${name}`);
}

const LIKE = /[\\%_]/g;

/** All groups as `data`, a JSON text. */
export function searchStatement(query: URLSearchParams): Statement {
  const values: string[] = [];
  const bind = (value: string) => `$${values.push(value)}`;
  const text = fold(query.get('q') ?? '');
  const terms = text.split(' ').map((term) => `words LIKE ${bind(`%${term.replace(LIKE, '\\$&')}%`)}`);
  const whole = `${bind(text)}::text`;
  const limit = `${bind(query.get('results_per_domain') ?? '5')}::int`;
  const groups = Object.keys(SEARCH).map(
    (name) => `'${name}', json_build_object('total', (SELECT count(*) FROM hits WHERE grp = '${name}'),
      'results', coalesce((SELECT json_agg(json_build_object('record_id', id, 'dataset', dataset, 'label', label, 'url', url)
        ORDER BY n) FROM best WHERE grp = '${name}'), '[]'::json))`,
  );
  const sql = `WITH hits AS MATERIALIZED (
      SELECT grp, place, dataset, id, url, label, date, CASE WHEN folded = ${whole} THEN 0
        WHEN starts_with(folded, ${whole}) THEN 1 WHEN position(${whole} IN folded) > 0 THEN 2 ELSE 3 END AS near
      FROM ${SEARCHED} WHERE ${terms.join(' AND ')}
    ), best AS MATERIALIZED (
      SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY grp ORDER BY near, date DESC NULLS LAST, place, id) AS n
        FROM hits) AS ranked WHERE n <= ${limit}
    )
    SELECT 1 AS total, json_build_object(${groups.join(', ')})::text AS data`;
  return {name: nameOf(sql), text: sql, values};
}
