/**
 * Lists and counts cells that became null, and refuses files in which a column of dates, amounts or points
 * has become unreadable: its form has changed.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import type {Relation} from '../read/staging.ts';
import {ReadError} from '../read/types.ts';
import {type EncodedColumns, withForms} from './cells.ts';
import {addCounts} from './counts.ts';
import type {Origin} from './origin.ts';
import {type CellNote, type FieldSql, unreadable} from './typed_values.ts';

/**
 * A few unreadable cells are typing errors. A file is refused when the share of its unreadable cells exceeds
 * SHARE and their number reaches LEAST.
 */
const [SHARE, LEAST] = [0.02, 20];

/** SQL types of dates, amounts and degrees. */
const JUDGED = /^(DATE|TIMESTAMP|DECIMAL|DOUBLE)/;

/** Samples in the message, and their longest text. */
const [SAMPLES, LONGEST] = [5, 60];

export const CREATE_CELL_WARNINGS = `CREATE TABLE IF NOT EXISTS cell_warnings (_row BIGINT, _file INTEGER, _line BIGINT,
  _from BIGINT, _to BIGINT, field VARCHAR, cell VARCHAR, reason VARCHAR)`;

/** A layout ready to be selected from. */
export interface Prepared extends Pick<Relation, 'layout' | 'unread'> {
  /** Relation of `_row`, `_file` and the columns in `names`. */
  from: string;
  names: readonly string[];
  fields: Map<string, FieldSql>;
  coded: EncodedColumns;
}

/**
 * What the cells of a layout are listed for: counts by `field: reason`, and with an origin, whether to
 * refuse.
 */
interface Listing {
  notes: Record<string, number>;
  origin: Origin | null;
}

/**
 * Lists the cells of a field with a note. `some`: the rows that may have one; `all`: all rows, to judge by.
 */
async function listCells(
  db: DuckDBConnection,
  {layout, fields}: Pick<Prepared, 'layout' | 'fields'>,
  {notes, origin}: Listing,
  name: string,
  note: CellNote,
  some: string,
  all: string,
): Promise<void> {
  const {rowsChanged} = await db.run(`INSERT INTO cell_warnings (_row, _file, field, cell, reason)
    SELECT s._row, s._file, ${literal(name)}, ${note.text}, ${literal(note.reason)} FROM ${some} WHERE ${note.when}`);
  addCounts(notes, {[`${name}: ${note.reason}`]: rowsChanged});
  const isJudged = JUDGED.test(fields.get(name)?.type ?? '') && layout.unreadable?.[name] === undefined;
  if (origin && isJudged && rowsChanged >= LEAST) await assertReadable(db, name, note, all, origin);
}

/** Throws ReadError where too many of the cells of a file that are not blank cannot be read. */
async function assertReadable(
  db: DuckDBConnection,
  name: string,
  {when, text, judged}: CellNote,
  rows: string,
  {slug, files}: Origin,
): Promise<void> {
  if (!judged) return;
  const reader = await db.runAndReadAll(`SELECT _file, bad, filled FROM (
      SELECT s._file, count_if(${when}) AS bad, count_if(${judged.filled}) AS filled FROM ${rows} GROUP BY s._file
    ) WHERE bad >= ${LEAST} AND bad > ${SHARE} * filled ORDER BY _file LIMIT 1`);
  const [worst] = reader.getRows();
  if (!worst) return;
  const [file = 0, bad = 0, filled = 0] = worst.map(Number);
  const cells = await db.runAndReadAll(
    `SELECT DISTINCT left(${text}, ${LONGEST}) AS cell FROM ${rows} WHERE s._file = ${file} AND ${when} ORDER BY cell LIMIT ${SAMPLES}`,
  );
  const samples = cells.getRows().map(([cell]) => JSON.stringify(String(cell)));
  const share = ((100 * bad) / filled).toFixed(1);
  const problem = `${bad} of ${filled} cells of ${name} (${share}%) ${judged.says}, e.g. ${samples.join(', ')}`;
  const remedy =
    'the publisher has probably changed their form: compare the file with the declaration of the field';
  throw new ReadError(slug, files[file]?.name ?? `file ${file + 1}`, problem, remedy);
}

/**
 * Lists the cells that reading found to be no values, such as errors of a workbook, as unreadable cells of
 * each field that reads their column. Throws as `assertReadable` does.
 */
export async function listUnreadCells(
  db: DuckDBConnection,
  prepared: Prepared,
  listing: Listing,
): Promise<void> {
  const {from, layout, unread} = prepared;
  for (const [name, field] of Object.entries(layout.fields)) {
    const columns = columnsOf(field).filter((column) => unread.has(column));
    if (!columns.length) continue;
    const cells = `SELECT _row, _file, cell FROM unread_cells SEMI JOIN ${from} USING (_row)
      WHERE name IN (${literals(columns)})`;
    const filled = columns.map((column) => `${ident(column)} IS NOT NULL`).join(' OR ');
    const all = `(SELECT _file, NULL AS cell FROM ${from} WHERE ${filled}
      UNION ALL SELECT _file, cell FROM (${cells})) AS s`;
    const note = unreadable('s.cell IS NOT NULL', 's.cell', 'true');
    await listCells(db, prepared, listing, name, note, `(${cells}) AS s`, all);
  }
}

/**
 * Lists the cells of fields that have a note. One pass finds the few rows with any. Throws as
 * `assertReadable` does.
 */
export async function listNotedCells(
  db: DuckDBConnection,
  prepared: Prepared,
  listing: Listing,
): Promise<void> {
  const {from, names, fields, coded} = prepared;
  const noted = [...fields].flatMap(([name, {notes, suspect, joins}]) =>
    notes.map((note) => ({name, note, suspect: `(${suspect ?? note.when})`, joins: joins.join('\n')})),
  );
  if (!noted.length) return;
  const joins = [
    ...new Set([...fields.values()].flatMap((field) => (field.notes.length ? field.joins : []))),
  ].join('\n');
  const any = [...new Set(noted.map(({suspect}) => suspect))].join(' OR\n');
  const cells = names.map((name) => `s.${ident(name)}`).join(', ');
  await db.run(`CREATE OR REPLACE TABLE suspects AS
    SELECT s._row, s._file, ${cells} FROM ${withForms(from, names, coded, any + joins)} ${joins} WHERE ${any}`);
  const counts = noted.map(({note}) => `count_if(${note.when})`).join(',\n');
  const suspects = withForms('suspects', names, coded, counts + joins);
  const [seen = []] = (await db.runAndReadAll(`SELECT ${counts} FROM ${suspects} ${joins}`)).getRows();
  for (const [at, {name, note, joins: own}] of noted.entries()) {
    if (!Number(seen[at])) continue;
    const read = [note.when, note.text, note.judged?.filled, own].join(' ');
    const rowsOf = (relation: string) => `${withForms(relation, names, coded, read)} ${own}`;
    await listCells(db, prepared, listing, name, note, rowsOf('suspects'), rowsOf(from));
  }
}
