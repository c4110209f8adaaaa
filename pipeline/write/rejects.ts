/** The file of everything that is not in the Parquet as published: refused rows and cells that became null. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Snapshot, SourceEntry} from '../../datasets/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {openFiles} from '../read/open.ts';

/** Most characters of a refused row that are kept; a longer one says how long it is. */
const LONGEST_RAW = 20_000;

interface Refused {
  file: number;
  line: number;
  from: number;
  to: number;
  reason: string;
}

export interface RejectLine {
  file: string;
  line: number;
  kind: 'row' | 'cell';
  reason: string;
  field?: string;
  raw: string;
}

/** Lines of the rejects file, in file and line order; the raw text of rows is read from the snapshots again. */
export async function* rejectLines(
  db: DuckDBConnection,
  source: Source,
  snapshots: readonly Snapshot[],
  files: SourceEntry['files'],
): AsyncGenerator<RejectLine> {
  const rows = await db.runAndReadAll(
    'SELECT _file, _line, _from, _to, reason FROM refused ORDER BY _file, _from, reason',
  );
  const refused = rows.getRows().map(
    ([file, line, from, to, reason]): Refused => ({
      file: Number(file),
      line: Number(line),
      from: Number(from),
      to: Number(to),
      reason: String(reason),
    }),
  );
  if (refused.length) {
    let number = 0;
    for (const snapshot of snapshots) {
      for await (const file of openFiles(source, snapshot)) {
        const here = refused.filter((one) => one.file === number);
        const name = files[number]?.name ?? file.name;
        for await (const [one, raw] of slices(file.stream, here)) {
          yield {file: name, line: one.line, kind: 'row', reason: one.reason, raw};
        }
        file.stream.destroy();
        number += 1;
      }
    }
  }
  const cells = await db.runAndReadAll(
    'SELECT _file, _line, field, cell FROM noted ORDER BY _file, _line, field',
  );
  for (const [file, line, field, cell] of cells.getRows()) {
    const reason = 'cell could not be read, null instead';
    yield {
      file: files[Number(file)]?.name ?? '',
      line: Number(line),
      kind: 'cell',
      reason,
      field: String(field),
      raw: String(cell ?? ''),
    };
  }
}

/** The bytes of each record, in order of place; stops reading after the last one. */
async function* slices(stream: AsyncIterable<Buffer>, wanted: Refused[]): AsyncGenerator<[Refused, string]> {
  if (!wanted.length) return;
  let at = 0;
  let held = Buffer.alloc(0);
  let start = 0;
  for await (const chunk of stream) {
    held = Buffer.concat([held, chunk]);
    for (let one = wanted[at]; one && one.to <= start + held.length; one = wanted[++at]) {
      yield [one, shown(held.subarray(one.from - start, one.to - start))];
    }
    const next = wanted[at];
    if (!next) return;
    const keepFrom = Math.max(start, Math.min(next.from, start + held.length));
    held = held.subarray(keepFrom - start);
    start = keepFrom;
  }
  for (const one of wanted.slice(at)) yield [one, shown(held.subarray(Math.max(0, one.from - start)))];
}

function shown(bytes: Buffer): string {
  // Empty lines in front of a record belong to its bytes.
  const text = bytes.toString('utf8').replace(/^(\r?\n)+|\r?\n$/g, '');
  return text.length <= LONGEST_RAW ? text : `${text.slice(0, LONGEST_RAW)}... (${text.length} characters)`;
}
