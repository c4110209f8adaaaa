/** A single record with all its fields. */
import {datasetOrEntity} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived, Json} from '../../datasets/types.ts';
import {expression, from, idOf} from '../../engine/sql/columns.ts';
import type {Row} from '../../engine/types.ts';
import type {Database} from './pool.ts';

/** JSON of the record with an id, list and detail fields in table order; null where there is none. */
export async function detail(database: Database, dataset: string, id: string): Promise<Buffer | null> {
  const declaration = datasetOrEntity(dataset);
  const names = Object.keys(declaration.columns).filter(
    (name) => declaration.columns[name]?.visibility !== 'internal',
  );
  const shown = names.map((name) => ({name, ...expression(declaration, name)}));
  const fields = shown.map(({name, sql}) => `${sql} AS ${ident(name)}`).join(', ');
  const rows = await database.rows(
    `SELECT ${fields} ${from(declaration, shown)} WHERE ${idOf(declaration)} = $id LIMIT 1`,
    {
      id,
    },
  );
  return rows[0] ? Buffer.from(JSON.stringify(parsed(declaration, rows[0]))) : null;
}

/** The row with its geometries, which are stored as JSON text, as objects. */
export function parsed({columns}: Dataset | Derived, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isJson = columns[name]?.type === 'geometry' && typeof value === 'string';
      return [name, isJson ? (JSON.parse(value) as Json) : value];
    }),
  );
}
