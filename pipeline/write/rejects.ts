/** The file of everything that is not in the Parquet as published: refused rows and cells that became null. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {recordTexts} from '../read/plain.ts';
import type {Staged} from '../read/staging.ts';

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

/** Lines of the rejects file, in file and line order; the raw text of rows is read from the files again. */
export async function* rejectLines(
  db: DuckDBConnection,
  {files, texts}: Pick<Staged, 'files' | 'texts'>,
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
  for (const [number, text] of texts.entries()) {
    const here = refused.filter((one) => one.file === number);
    if (!here.length) continue;
    for await (const [one, bytes] of recordTexts(text, here)) {
      const {line, reason} = one;
      yield {file: files[number]?.name ?? '', line, kind: 'row', reason, raw: shown(bytes)};
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

function shown(bytes: Buffer): string {
  // Empty lines in front of a record belong to its bytes.
  const text = bytes.toString('utf8').replace(/^(\r?\n)+|\r?\n$/g, '');
  return text.length <= LONGEST_RAW ? text : `${text.slice(0, LONGEST_RAW)}... (${text.length} characters)`;
}
