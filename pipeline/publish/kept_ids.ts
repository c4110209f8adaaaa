/**
 * Ids that records keep. An id is made of the publisher's key, and the publisher may withdraw the row that has it, or
 * give it another number. Where the build before shows which record it was, the record keeps its id.
 */
import {closeSync, copyFileSync, fstatSync, fsyncSync, ftruncateSync, openSync} from 'node:fs';
import type {DuckDBConnection} from '@duckdb/node-api';
import {keyOf, RowLocations} from '../../builds/row_locations.ts';
import {defaultOrder} from '../../datasets/index.ts';
import {fileMetadata} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlFile, sqlText} from '../../datasets/sql_file.ts';
import type {Dataset, Source} from '../../datasets/types.ts';
import {count} from '../normalise/rows.ts';
import {readFullySync, writeFullySync} from '../runtime/read_fully.ts';
import {writeParquet} from '../write/parquet.ts';

/** Files of a source: its records, and the places of their rows. */
export interface RecordFiles {
  parquet: string;
  rows: string;
}

/** Whether a file has all of some columns; that of an older build may not. */
async function hasColumns(db: DuckDBConnection, path: string, names: readonly string[]): Promise<boolean> {
  const described = await db.runAndReadAll(`DESCRIBE FROM read_parquet(${literal(path)})`);
  const columns = new Set(described.getRows().map(([name]) => name));
  return names.every((name) => columns.has(name));
}

/**
 * Creates `kept_ids` (`formula`: the id that the key of a record gives now, `kept`: the one it had) for the records at
 * `now`, compared with those at `before`; returns how many there are. A source without `knownBy` has none.
 */
export async function findKeptIds(
  db: DuckDBConnection,
  {knownBy}: Pick<Source, 'knownBy'>,
  now: string,
  before: string,
): Promise<number> {
  if (!knownBy) return 0;
  const {within, number, same} = knownBy;
  const columns = [...new Set(['record_id', 'versions', within, number, ...same])];
  if (!(await hasColumns(db, before, columns))) return 0;
  const records = (path: string) =>
    sqlText(`SELECT ${columns.map(ident).join(', ')} FROM read_parquet(${literal(path)})`);
  const equal = [within, ...same].map(
    (name) => `gone.${ident(name)} IS NOT DISTINCT FROM added.${ident(name)}`,
  );
  const select = sqlFile('pipeline/publish/kept_ids.sql', {
    before: records(before),
    now: records(now),
    within: sqlText(ident(within)),
    number: sqlText(ident(number)),
    equal: sqlText([`gone.${ident(same[0])} IS NOT NULL`, ...equal].join(' AND ')),
  });
  await db.run(`CREATE OR REPLACE TEMP TABLE kept_ids AS ${select}`);
  return count(db, 'SELECT count(*) FROM kept_ids');
}

/** Writes the files of a part with the ids of `kept_ids`. */
export async function writeKeptIds(
  db: DuckDBConnection,
  dataset: Dataset,
  source: Source,
  synthetic: boolean,
  part: RecordFiles,
  target: RecordFiles,
): Promise<void> {
  const id = ident(dataset.id.column);
  const select = `SELECT part.* REPLACE (coalesce(kept_ids.kept, part.${id}) AS ${id})
    FROM read_parquet(${literal(part.parquet)}) AS part LEFT JOIN kept_ids ON kept_ids.formula = part.${id}`;
  const about = fileMetadata(dataset, [source], synthetic);
  await writeParquet(db, select, defaultOrder(dataset), target.parquet, about);
  const all = await db.runAndReadAll('SELECT kept, formula FROM kept_ids');
  const keys = all.getRows().map((pair) => pair.map((one) => keyOf(dataset.id.prefix, String(one))));
  copyFileSync(part.rows, target.rows);
  renameRows(target.rows, Object.fromEntries(keys) as Record<string, string>);
}

/** Has a file of locations find records by other keys; `keys`: by the new one the one that was written. */
function renameRows(path: string, keys: Readonly<Record<string, string>>): void {
  const file = openSync(path, 'r+');
  try {
    const read = (from: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readFullySync(file, bytes, from));
    };
    const {from, bytes} = new RowLocations(read, fstatSync(file).size).footerWith(keys);
    ftruncateSync(file, from);
    writeFullySync(file, bytes, from);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
