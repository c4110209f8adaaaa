/** Puts the raw rows of a source into staging tables of text, one per layout; refused records go beside them. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Snapshot, SourceEntry} from '../../datasets/artefacts.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Layout, Source} from '../../datasets/types.ts';
import type {Tell} from '../events.ts';
import {readCsv} from './csv.ts';
import {matchHeader, usedColumns} from './header.ts';
import {readJson} from './json.ts';
import {readJsonl} from './jsonl.ts';
import {type OpenFile, openFiles} from './open.ts';

export interface Staged {
  /** Layouts that occurred, with their table; rows carry `_row`, `_file`, `_line`, `_from`, `_to` and the columns. */
  tables: {layout: Layout; table: string}[];
  /** Rows read, the refused ones included. */
  read: number;
  files: SourceEntry['files'];
}

/** Table of refused rows: place, reason and, for cells that became null, the field and the text of the cell. */
export const REFUSED = `CREATE TABLE refused (_row BIGINT, _file INTEGER, _line BIGINT, _from BIGINT, _to BIGINT,
  reason VARCHAR)`;

/** Files of the source: the day on which each was fetched, by which some fields judge its dates. */
export const FILES = 'CREATE TABLE files (_file INTEGER, fetched_on DATE)';

const PLACE = '_row BIGINT, _file INTEGER, _line BIGINT, _from BIGINT, _to BIGINT';

const READERS = {csv: readCsv, jsonl: readJsonl, json: readJson};

/** Rows between two flushes of the appender: bounds what is held outside the database. */
const FLUSH = 2048;

/** Stages all files of the snapshots, in order. Throws ReadError when one of them cannot be read. */
export async function stage(
  db: DuckDBConnection,
  source: Source,
  snapshots: readonly Snapshot[],
  tell: Tell,
): Promise<Staged> {
  await db.run(REFUSED);
  await db.run(FILES);
  const staged: Staged = {tables: [], read: 0, files: []};
  for (const snapshot of snapshots) {
    for await (const file of openFiles(source, snapshot))
      await stageFile(db, source, snapshot, file, staged, tell);
  }
  return staged;
}

async function tableFor(db: DuckDBConnection, layout: Layout, staged: Staged): Promise<string> {
  const known = staged.tables.find((one) => one.layout === layout);
  if (known) return known.table;
  const table = `stage_${staged.tables.length}`;
  const columns = usedColumns(layout).map((name) => `${ident(name)} VARCHAR`);
  await db.run(`CREATE TABLE ${table} (${[PLACE, ...columns].join(', ')})`);
  staged.tables.push({layout, table});
  return table;
}

async function stageFile(
  db: DuckDBConnection,
  source: Source,
  snapshot: Snapshot,
  file: OpenFile,
  staged: Staged,
  tell: Tell,
): Promise<void> {
  const raw = await READERS[file.format](source.slug, file);
  const matched = matchHeader(source, file.name, raw.header);
  const table = await tableFor(db, matched.layout, staged);
  const positions = usedColumns(matched.layout).map((name) => matched.positions.get(name) ?? -1);
  const number = staged.files.length;
  const before = staged.read;
  await db.run(`INSERT INTO files VALUES (${number}, DATE ${literal(snapshot.fetched_at.slice(0, 10))})`);
  const rows = await db.createAppender(table);
  const refused = await db.createAppender('refused');
  for await (const row of raw.rows) {
    const into = row.cells ? rows : refused;
    into.appendBigInt(BigInt(staged.read));
    into.appendInteger(number);
    into.appendBigInt(BigInt(row.line));
    into.appendBigInt(BigInt(row.from));
    into.appendBigInt(BigInt(row.to));
    if (row.cells) {
      for (const at of positions) {
        const cell = at < 0 ? null : row.cells[at];
        if (cell === null || cell === undefined) rows.appendNull();
        else rows.appendVarchar(cell);
      }
    } else {
      refused.appendVarchar(row.refused ?? '');
    }
    into.endRow();
    staged.read += 1;
    if (staged.read % FLUSH === 0) rows.flushSync();
    if (staged.read % (FLUSH * 8) === 0) {
      tell({
        kind: 'reading',
        source: source.slug,
        file: file.name,
        bytes: row.to,
        total: file.bytes,
        rows: staged.read,
      });
    }
  }
  rows.closeSync();
  refused.closeSync();
  staged.files.push({
    name: file.name,
    url: snapshot.url,
    sha256: snapshot.sha256,
    bytes: snapshot.bytes,
    fetched_at: snapshot.fetched_at,
    rows: staged.read - before,
    layout: matched.layout.name,
    encoding: file.encoding,
    unknown_columns: matched.unknown,
    missing_columns: matched.missing,
  });
}
