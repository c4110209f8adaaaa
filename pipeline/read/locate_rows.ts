/** Finds the places of refused rows and noted cells again, which rows that were read in one go do not carry. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {PlainFile, Staged} from './staging.ts';

/** Tables whose rows name a `_row` and may lack its place. */
const WITHOUT_PLACE = ['refused', 'noted'] as const;

/** Fills `_line`, `_from` and `_to` of `refused` and `noted`. */
export async function locateRows(db: DuckDBConnection, staged: Staged): Promise<void> {
  await db.run(`CREATE TABLE places AS
    SELECT DISTINCT _row, _file, NULL::BIGINT AS _line, NULL::BIGINT AS _from, NULL::BIGINT AS _to
    FROM (${WITHOUT_PLACE.map((table) => `SELECT _row, _file FROM ${table} WHERE _line IS NULL`).join(' UNION ALL ')})`);
  for (const {single} of staged.tables) {
    if (!single) continue;
    await db.run(`UPDATE places SET _line = s._line, _from = s._from, _to = s._to
      FROM ${single} AS s WHERE places._row = s._row`);
  }
  for (const file of staged.plain) await findIn(db, file);
  for (const table of WITHOUT_PLACE) {
    await db.run(`UPDATE ${table} SET _line = places._line, _from = places._from, _to = places._to
      FROM places WHERE places._row = ${table}._row AND ${table}._line IS NULL`);
  }
}

async function findIn(db: DuckDBConnection, {base, places}: PlainFile): Promise<void> {
  const wanted = await db.runAndReadAll(
    `SELECT _row FROM places WHERE _line IS NULL AND _row BETWEEN ${base} AND ${base + places.length - 1}`,
  );
  const rows = wanted.getRows().map(([row]) => Number(row));
  if (!rows.length) return;
  await db.run('CREATE TABLE found (_row BIGINT, _line BIGINT, _from BIGINT, _to BIGINT)');
  const appender = await db.createAppender('found');
  for (const row of rows) {
    const {line, from, to} = places.at(row - base);
    for (const value of [row, line, from, to]) appender.appendBigInt(BigInt(value));
    appender.endRow();
  }
  appender.closeSync();
  await db.run(`UPDATE places SET _line = found._line, _from = found._from, _to = found._to
    FROM found WHERE places._row = found._row`);
  await db.run('DROP TABLE found');
}
