/** Lists and judges the cells that reading found to be no values, such as errors of a workbook. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import type {Relation} from '../read/staging.ts';
import type {Origin} from './origin.ts';
import {type FieldSql, UNREADABLE} from './typed_values.ts';
import {assertReadable} from './unreadable_share.ts';

/**
 * Lists them as unreadable cells of each field that reads their column, and counts them in `notes`. With an
 * `origin`, throws as assertReadable does.
 */
export async function noteUnreadCells(
  db: DuckDBConnection,
  from: string,
  {layout, unread}: Pick<Relation, 'layout' | 'unread'>,
  fields: ReadonlyMap<string, FieldSql>,
  notes: Record<string, number>,
  origin: Origin | null,
): Promise<void> {
  for (const [name, field] of Object.entries(layout.fields)) {
    const columns = columnsOf(field).filter((column) => unread.has(column));
    if (!columns.length) continue;
    const cells = `SELECT _row, _file, cell FROM unread_cells SEMI JOIN ${from} USING (_row)
      WHERE name IN (${literals(columns)})`;
    const inserted = await db.run(`INSERT INTO cell_warnings (_row, _file, field, cell, reason)
      SELECT _row, _file, ${literal(name)}, cell, ${literal(UNREADABLE)} FROM (${cells})`);
    const seen = inserted.rowsChanged;
    const label = `${name}: ${UNREADABLE}`;
    notes[label] = (notes[label] ?? 0) + seen;
    if (!origin) continue;
    const filled = columns.map((column) => `${ident(column)} IS NOT NULL`).join(' OR ');
    const rows = `(SELECT _file, NULL AS cell FROM ${from} WHERE ${filled}
      UNION ALL SELECT _file, cell FROM (${cells})) AS s`;
    const judged = {name, type: fields.get(name)?.type ?? '', rows, seen};
    const sql = {when: 's.cell IS NOT NULL', text: 's.cell', filled: 'true'};
    await assertReadable(db, {...judged, ...sql}, layout, origin);
  }
}
