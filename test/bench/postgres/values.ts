/** The different values of a field, as one statement. */
import {DATASETS} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {BASE_PATH, ROUTES} from '../../../server/api/routes/index.ts';
import type {ValuesRoute} from '../../../server/api/routes/types.ts';
import {nameOf} from './lists.ts';
import type {Statement} from './requests.ts';
import {isNameTable} from './tables.ts';
import {VARIANT} from './variant.ts';

const route = ROUTES.find((one): one is ValuesRoute => one.kind === 'values');
const PREFIX = `${BASE_PATH}/values/`;
const LIKE = /[\\%_]/g;

export interface ValuesRequest {
  statement: Statement;
  limit: number;
}

/** Null for other paths. Throws on a field that the comparison does not answer. */
export function readValues(path: string, query: string): ValuesRequest | null {
  if (!route || !path.startsWith(PREFIX)) return null;
  const [dataset = '', field = ''] = path.slice(PREFIX.length).split('/');
  const column = route.fields[dataset]?.[field] ?? '';
  if (!DATASETS[dataset] || !isNameTable(dataset, column)) {
    throw new Error(`the comparison has no table of the values of ${dataset}.${field}`);
  }
  const parameters = new URLSearchParams(query);
  const text = fold(parameters.get('q') ?? '');
  const limit = Number(parameters.get('limit') ?? route.parameters['limit']?.default);
  const sql = valuesSql(dataset, column);
  const values = [`%${text.replace(LIKE, '\\$&')}%`, text, String(limit)];
  return {statement: {name: nameOf(sql), text: sql, values}, limit};
}

/** From the records by the trigram index, or from the table of names, which are counted there. */
function valuesSql(dataset: string, column: string): string {
  const names = `${dataset}_${column}`;
  const matching =
    VARIANT === 'names'
      ? `SELECT name AS value, folded, records AS n FROM ${names} WHERE folded LIKE $1`
      : `SELECT n.name AS value, n.folded, c.n FROM (
          SELECT r.no_${column} AS no, count(*) AS n FROM ${dataset} AS r WHERE r.folded_${column} LIKE $1 GROUP BY 1
        ) AS c JOIN ${names} AS n USING (no)`;
  return `WITH matching AS MATERIALIZED (${matching})
    SELECT (SELECT count(*) FROM matching) AS total, (SELECT json_agg(json_build_object('value', value, 'count', n)) FROM (
      SELECT value, n FROM matching ORDER BY starts_with(folded, $2) DESC, n DESC, folded, value LIMIT $3::int) AS top)::text AS data`;
}
