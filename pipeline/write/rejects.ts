/** Writes the rejects file: refused rows and cells that could not be read. */
import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {createZstdCompress} from 'node:zlib';
import type {DuckDBConnection} from '@duckdb/node-api';
import {LONGEST_REJECT} from '../../builds/artefacts.ts';
import {chunksOf} from '../../builds/duckdb_stream.ts';
import type {Source} from '../../datasets/types.ts';
import {readRanges} from '../read/file_bytes.ts';
import type {Staged} from '../read/staging.ts';

export interface RejectLine {
  file: string;
  line: number;
  kind: 'row' | 'cell';
  reason: string;
  field?: string;
  raw: string;
}

/** Replaces the text of rows that may mention private persons. */
const WITHHELD = '(left out: the source has columns on private persons)';

/** Characters compressed at a time. */
const PIECE = 1 << 18;

/**
 * Writes the rejects file in bounded memory; equal lines give equal bytes. Sources with columns on private
 * persons withhold the raw text of rows.
 */
export async function writeRejects(
  db: DuckDBConnection,
  staged: Pick<Staged, 'files' | 'texts'>,
  path: string,
  {personal = []}: Pick<Source, 'personal'> = {},
): Promise<void> {
  const zstd = createZstdCompress();
  const written = pipeline(zstd, createWriteStream(path));
  // Each chunk is awaited: otherwise the compressed bytes would depend on timing.
  const write = (text: string) =>
    Promise.race([
      new Promise<void>((done, failed) => zstd.write(text, (error) => (error ? failed(error) : done()))),
      written,
    ]);
  let piece = '';
  for await (const line of rejectLines(db, staged)) {
    const safe = personal.length && line.kind === 'row' ? {...line, raw: WITHHELD} : line;
    piece += `${JSON.stringify(safe)}\n`;
    if (piece.length < PIECE) continue;
    await write(piece);
    piece = '';
  }
  if (piece) await write(piece);
  zstd.end();
  await written;
}

/** Lines of the rejects file, in file and line order; the raw text of rows is read again from the files. */
async function* rejectLines(
  db: DuckDBConnection,
  {files, texts}: Pick<Staged, 'files' | 'texts'>,
): AsyncGenerator<RejectLine> {
  const rows = await db.runAndReadAll(
    'SELECT _file, _line, _from, _to, reason FROM refused ORDER BY _file, _from, reason',
  );
  const refused = rows.getRows().map(([file, line, from, to, reason]) => ({
    file: Number(file),
    line: Number(line),
    from: Number(from),
    to: Number(to),
    reason: String(reason),
  }));
  for (const [file, here] of Map.groupBy(refused, (one) => one.file)) {
    for (const [{line, reason}, bytes] of readRanges(texts[file]!, here))
      yield {file: files[file]?.name ?? '', line, kind: 'row', reason, raw: shown(bytes)};
  }
  const cells = chunksOf(
    db,
    'SELECT _file, _line, field, cell, reason FROM cell_warnings ORDER BY _file, _line, field, reason',
  );
  for await (const chunk of cells) {
    for (const [file, line, field, cell, reason] of chunk.getRows()) {
      yield {
        file: files[Number(file)]?.name ?? '',
        line: Number(line),
        kind: 'cell',
        reason: String(reason),
        field: String(field),
        raw: String(cell ?? ''),
      };
    }
  }
}

/** A longer text is cut and states its length. */
function shown(bytes: Buffer): string {
  // Empty lines before a record belong to its bytes.
  const text = bytes.toString('utf8').replace(/^(\r?\n)+|\r?\n$/g, '');
  return text.length <= LONGEST_REJECT
    ? text
    : `${text.slice(0, LONGEST_REJECT)}... (${text.length} characters)`;
}
