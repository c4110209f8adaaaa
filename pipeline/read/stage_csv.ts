/** Stages CSV files: DuckDB loads all plain records at once, others are parsed and staged as rows. */
import {createWriteStream} from 'node:fs';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {type CsvFile, headerNames, oddRows, parseRecords, refuseUnclosed} from './csv.ts';
import {type CsvScan, scanCsv} from './csv_scan.ts';
import {delimiterOf} from './dialect.ts';
import type {FileFacts} from './documents/layout_tally.ts';
import {type ByteRange, bytesAt, chunksOf, readRanges} from './file_bytes.ts';
import {factsOf, type MatchedHeader, matchHeader} from './header.ts';
import {isLabelRow} from './no_data.ts';
import type {OpenFile} from './open.ts';
import {stageRows} from './stage_rows.ts';
import {noteColumns, reading, relationOf, type StagingContext} from './staging.ts';

/** Rows that a thread buffers while writing: fewer than DuckDB's default, to save memory. */
const ROW_GROUP = 40_960;

/** Bytes copied at a time. */
const PIECE = 1 << 22;

/** With a longer run of odd records the numbers of rows would have gaps that cost too much. */
const LONGEST_RUN = 20_000;

/** Stages the UTF-8 text of a CSV file. Throws ReadError as csv.ts and `matchHeader` do. */
export async function stageCsv(
  work: StagingContext,
  file: Pick<OpenFile, 'name' | 'bytes'>,
  path: string,
  number: number,
): Promise<FileFacts> {
  const {source, staged} = work;
  const delimiter = delimiterOf(source, path);
  const csv = {source: source.slug, name: file.name, path, delimiter};
  let scan = scanCsv(chunksOf(path), delimiter);
  const header = headerNames(csv, scan, bytesAt(path, scan.header ?? {from: 0, to: 0}));
  const matched = matchHeader(source, file.name, header);
  noteColumns(staged, number, matched, header);
  refuseUnclosed(csv, scan);
  reading(work, file, 0);
  const first = staged.next;
  if (
    scan.plain.length &&
    (scan.longestRun > LONGEST_RUN || !(await loadPlain(work, csv, scan, matched, number)))
  )
    scan = scanCsv(chunksOf(path), delimiter, false);
  if (scan.odd.length || !scan.plain.length)
    await stageRows(work, file, {header, rows: oddRows(csv, scan, header, first)}, number);
  staged.next = first + scan.plain.length * (scan.longestRun + 1) + scan.longestRun;
  reading(work, file, file.bytes);
  return factsOf(matched);
}

/**
 * Writes the used columns of all plain records to a Parquet file, in file order; blank cells, null tokens and
 * absent columns become null. Returns false, with nothing staged, where DuckDB finds other records than the
 * scan.
 */
async function loadPlain(
  {db, source, folder, staged}: StagingContext,
  csv: CsvFile,
  scan: CsvScan,
  matched: MatchedHeader,
  number: number,
): Promise<boolean> {
  const {layout, positions} = matched;
  const to = join(folder, `rows_${number}.parquet`);
  const isWhole = scan.odd.length === 0 && scan.header?.line === 1;
  const text = isWhole ? csv.path : await plainText(csv.path, scan, `${to}.csv`);
  const names = Array.from({length: scan.width}, (_, at) => `${literal(`c${at}`)}: 'VARCHAR'`);
  const values = usedColumns(layout).map((name) => {
    const at = positions.get(name);
    return `${at === undefined ? 'NULL::VARCHAR' : `c${at}`} AS ${ident(name)}`;
  });
  const [base, step] = [staged.next + scan.longestRun, scan.longestRun + 1];
  try {
    // What DuckDB cannot split is missing in the count: an error would abort the transaction around it.
    const {rowsChanged} = await db.run(`COPY (
        SELECT ${base}::BIGINT AS _base, ${step}::BIGINT AS _step, ${number}::INTEGER AS _file, ${values.join(', ')}
        FROM read_csv(${literal(text)}, auto_detect = false, columns = {${names.join(', ')}}, header = ${isWhole},
          delim = ${literal(csv.delimiter)}, quote = '"', escape = '"', strict_mode = true, nullstr = [${literals(['', ...(source.nullTokens ?? [])])}], null_padding = false, ignore_errors = true)
      ) TO ${literal(to)} (FORMAT parquet, COMPRESSION lz4_raw, ROW_GROUP_SIZE ${ROW_GROUP})`);
    if (rowsChanged !== scan.plain.length) return false;
  } catch (error) {
    // Faults of the text itself, unlike a full disk or memory.
    if (/^Invalid Input Error: (CSV Error|The CSV Parser)/.test(String((error as Error).message)))
      return false;
    throw error;
  }
  const relation = relationOf(layout, staged);
  relation.files.push(to);
  const isFirst = scan.plainBefore[0] !== 0;
  for (const [, cells] of parseRecords(csv, isFirst ? [scan.plain.at(0)] : []))
    if (isLabelRow(matched, cells)) relation.labels.push([base, number]);
  staged.plain.push({file: number, layout: layout.name, base, step, locations: scan.plain});
  staged.read += scan.plain.length;
  return true;
}

/** Copies the text without its header and odd records. */
async function plainText(path: string, scan: CsvScan, copy: string): Promise<string> {
  function* pieces(from: number, end: number): Generator<ByteRange> {
    for (let at = from; at < end; at += PIECE) yield {from: at, to: Math.min(at + PIECE, end)};
  }
  function* between(): Generator<ByteRange> {
    let start = scan.header?.to ?? 0;
    for (const {from, to} of scan.odd) {
      yield* pieces(start, from);
      start = to;
    }
    yield* pieces(start, scan.size);
  }
  await pipeline(
    readRanges(path, between()).map(([, bytes]) => bytes),
    createWriteStream(copy),
  );
  return copy;
}
