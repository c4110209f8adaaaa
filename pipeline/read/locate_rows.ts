/** Adds the file locations of refused rows and cell warnings, which rows loaded at once do not carry. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {PlainFile, Staged} from './staging.ts';

/** Tables whose rows may lack their location. */
const WITHOUT_LOCATION = ['refused', 'cell_warnings'] as const;

/** Fills `_line`, `_from` and `_to` of `refused` and `cell_warnings`. */
export async function locateRows(db: DuckDBConnection, staged: Staged): Promise<void> {
  await db.run(`CREATE TABLE locations AS
    SELECT DISTINCT _row, _file, NULL::BIGINT AS _line, NULL::BIGINT AS _from, NULL::BIGINT AS _to
    FROM (${WITHOUT_LOCATION.map((table) => `SELECT _row, _file FROM ${table} WHERE _line IS NULL`).join(' UNION ALL ')})`);
  for (const {single} of staged.tables) {
    if (!single) continue;
    await db.run(`UPDATE locations SET _line = s._line, _from = s._from, _to = s._to
      FROM ${single} AS s WHERE locations._row = s._row`);
  }
  for (const file of staged.plain) await locateIn(db, file);
  for (const table of WITHOUT_LOCATION) {
    await db.run(`UPDATE ${table} SET _line = locations._line, _from = locations._from, _to = locations._to
      FROM locations WHERE locations._row = ${table}._row AND ${table}._line IS NULL`);
  }
}

/**
 * Rows whose locations are looked up at a time, so that a column without a readable cell takes little memory.
 */
const BATCH = 100_000;

async function locateIn(db: DuckDBConnection, file: PlainFile): Promise<void> {
  const {base, step, locations} = file;
  const last = base + (locations.length - 1) * step;
  const rowsFrom = async (first: number) => {
    const wanted = await db.runAndReadAll(
      `SELECT _row FROM locations WHERE _line IS NULL AND _row BETWEEN ${first} AND ${last} ORDER BY _row LIMIT ${BATCH}`,
    );
    return wanted.getRows().map(([row]) => Number(row));
  };
  let rows = await rowsFrom(base);
  if (!rows.length) return;
  await db.run('CREATE TABLE row_locations (_row BIGINT, _line BIGINT, _from BIGINT, _to BIGINT)');
  while (rows.length) {
    await appendLocations(db, file, rows);
    rows = rows.length < BATCH ? [] : await rowsFrom((rows.at(-1) ?? last) + 1);
  }
  await db.run(`UPDATE locations SET _line = row_locations._line, _from = row_locations._from, _to = row_locations._to
    FROM row_locations WHERE locations._row = row_locations._row`);
  await db.run('DROP TABLE row_locations');
}

async function appendLocations(
  db: DuckDBConnection,
  {base, step, locations}: PlainFile,
  rows: readonly number[],
): Promise<void> {
  const appender = await db.createAppender('row_locations');
  for (const row of rows) {
    const {line, from, to} = locations.at((row - base) / step);
    for (const value of [row, line, from, to]) appender.appendBigInt(BigInt(value));
    appender.endRow();
  }
  appender.closeSync();
}
