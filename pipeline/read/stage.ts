/** Stages the raw rows of a source into relations of text, one per layout; refused records go beside them. */
import {createReadStream} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Snapshot} from '../../builds/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Source} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import type {Emit} from '../runtime/events.ts';
import {parseRecord, plainHeader, readCsv} from './csv.ts';
import {type CsvScan, scanCsv} from './csv_scan.ts';
import {delimiterOf} from './delimiter.ts';
import type {FileFacts} from './documents/file_summary.ts';
import {holdsDocument, stageDocuments} from './documents/stage_documents.ts';
import {isMostlyPlain, loadPlain, localText, readRecords} from './fast_csv.ts';
import {headOf} from './file_head.ts';
import {isRecordLayout, knownColumns, type MatchedHeader, matchHeader} from './header.ts';
import {readJson} from './json_table.ts';
import {jsonVariantOf} from './json_variant.ts';
import {isLabelRow} from './no_data.ts';
import {type OpenFile, openFiles} from './open.ts';
import {renamedColumns} from './renamed_columns.ts';
import {numberRows} from './row_numbers.ts';
import {stageShapefile} from './shapefile.ts';
import {spoiledIn} from './spoiled_text.ts';
import {stageRows} from './stage_rows.ts';
import {
  CREATE_FILES,
  CREATE_REFUSED,
  CREATE_UNREAD,
  makeRelation,
  relationOf,
  rowWriter,
  type Staged,
  type StagingContext,
  singleRowTable,
} from './staging.ts';
import {type Delimiter, ReadError} from './types.ts';
import {stageWorkbook} from './workbook.ts';

/** Stages all files of the snapshots, in order. Throws ReadError where one cannot be read. */
export async function stage(
  db: DuckDBConnection,
  source: Source,
  snapshots: readonly Snapshot[],
  folder: string,
  emit: Emit,
): Promise<Staged> {
  await db.run(CREATE_REFUSED);
  await db.run(CREATE_FILES);
  await db.run(CREATE_UNREAD);
  const staged: Staged = {tables: [], read: 0, next: 0, files: [], texts: [], plain: []};
  const work: StagingContext = {db, source, folder, staged, emit};
  for (const snapshot of snapshots) {
    for await (const file of openFiles(source, snapshot, emit)) {
      const number = staged.files.length;
      const day = snapshot.fetched_at.slice(0, 10);
      await db.run(`INSERT INTO files VALUES (${number}, DATE ${literal(day)})`);
      const before = staged.read;
      const facts = await stageFile(work, file, snapshot.url, number);
      const renamed = renamedColumns(source, facts);
      if (renamed) emit({kind: 'warning', source: source.slug, file: file.name, text: renamed});
      warnSpoiled(work, file.name, number);
      staged.files.push({
        name: file.name,
        url: snapshot.url,
        sha256: snapshot.sha256,
        bytes: snapshot.bytes,
        fetched_at: snapshot.fetched_at,
        rows: staged.read - before,
        layout: facts.layout,
        encoding: file.encoding,
        unknown_columns: facts.unknown,
        missing_columns: facts.missing,
      });
    }
  }
  if (!staged.tables.some(({layout}) => isRecordLayout(layout))) throw withoutRecords(source, snapshots);
  for (const relation of staged.tables) await makeRelation(db, source, relation);
  return staged;
}

function warnSpoiled({source, staged, emit}: StagingContext, file: string, number: number): void {
  for (const text of spoiledIn(staged.texts[number] ?? ''))
    emit({kind: 'warning', source: source.slug, file, text});
}

/** Throws for files with child rows only: they belong to no record. */
function withoutRecords(source: Source, snapshots: readonly Snapshot[]): ReadError {
  const needed = source.layouts
    .filter(isRecordLayout)
    .map(({name, files}) => `"${name}"${files ? ` (${files})` : ''}`);
  const problem = `no file holds records: none has the layout ${needed.join(' or ')}`;
  const names = snapshots.map((one) => one.name).join(', ');
  return new ReadError(
    source.slug,
    names,
    problem,
    'fetch it again, or put the missing file beside the others',
  );
}

async function stageFile(
  work: StagingContext,
  file: OpenFile,
  url: string,
  number: number,
): Promise<FileFacts> {
  const {format} = file;
  if (format === 'workbook') return stageWorkbook(work, file, number);
  if (format === 'shapefile') {
    const {layout, unknown, missing} = await stageShapefile(work, file, number);
    return {layout: layout.name, unknown, missing};
  }
  if (format === 'csv' || format === 'json' || format === 'jsonl' || format === 'geojson') {
    if (!holdsDocument(work.source, file)) {
      const {layout, unknown, missing} = await stageTable(work, {...file, format}, number);
      return {layout: layout.name, unknown, missing};
    }
  }
  return stageDocuments(work, file, url, number);
}

/** A file whose rows are not documents. */
type TableFile = OpenFile & {format: 'csv' | 'json' | 'jsonl' | 'geojson'};

/** Loads a plain CSV file at once, its odd records one by one; stages any other file row by row. */
async function stageTable(work: StagingContext, file: TableFile, number: number): Promise<MatchedHeader> {
  const path = await localText(file, work.folder, number);
  work.staged.texts[number] = path;
  const {slug} = work.source;
  const delimiter = delimiterOf(work.source, path);
  const plain = file.format === 'csv' ? await inOneGo(work, file, path, delimiter, number) : null;
  if (plain) return plain;
  const again = () => createReadStream(path, {highWaterMark: 1 << 18});
  const table =
    file.format === 'csv'
      ? await readCsv(slug, {...file, stream: again()}, delimiter)
      : await readJson(
          slug,
          {name: file.name, again, known: knownColumns(work.source)},
          jsonVariantOf(slug, file.name, headOf(path), file.format),
        );
  return stageRows(work, file, table, number);
}

/** Whether the first record is one of labels. */
function hasLabels(
  path: string,
  {plain, width, least}: CsvScan,
  {layout, positions}: MatchedHeader,
  delimiter: Delimiter,
): boolean {
  const first = plain.length ? [plain.at(0)] : [];
  return [...readRecords(path, first)].some(([, bytes]) => {
    const {cells} = parseRecord(bytes, width, delimiter, least);
    return (
      cells && isLabelRow(layout, new Map([...positions].map(([name, at]) => [name, cells[at] ?? null])))
    );
  });
}

/** Returns null, with nothing staged, where the file is not plain enough. */
async function inOneGo(
  {db, source, folder, staged, emit}: StagingContext,
  file: OpenFile,
  path: string,
  delimiter: Delimiter,
  number: number,
): Promise<MatchedHeader | null> {
  const shape = scanCsv(path, delimiter);
  if (!isMostlyPlain(shape)) return null;
  let header: string[] | null = null;
  const location = {line: 1, from: shape.header_from, to: shape.header_end};
  for (const [, bytes] of readRecords(path, [location])) header = plainHeader(bytes, delimiter);
  if (!header || header.length !== shape.width) return null;
  const matched = matchHeader(source, file.name, header);
  const columns = usedColumns(matched.layout);
  const to = join(folder, `rows_${number}.parquet`);
  const {base, step, odd, end} = numberRows(shape, staged.next);
  emit({
    kind: 'reading',
    source: source.slug,
    file: file.name,
    bytes: 0,
    total: file.bytes,
    rows: staged.read,
  });
  if (
    !(await loadPlain(db, path, shape, matched.positions, columns, {
      numbers: {base, step},
      file: number,
      to,
      nulls: source.nullTokens ?? [],
      delimiter,
    }))
  )
    return null;
  const relation = relationOf(matched.layout, staged);
  relation.files.push(to);
  if (hasLabels(path, shape, matched, delimiter)) relation.labels.push([base, number]);
  staged.plain.push({base, step, locations: shape.plain});
  staged.read += shape.plain.length + odd.length;
  staged.next = end;
  if (odd.length) {
    const writer = await rowWriter(db, await singleRowTable(db, relation), number, source.nullTokens);
    const positions = columns.map((name) => matched.positions.get(name) ?? -1);
    for (const [location, bytes] of readRecords(path, odd)) {
      const {cells, refused} = parseRecord(bytes, shape.width, delimiter, shape.least);
      const used = cells ? positions.map((at) => cells[at] ?? null) : null;
      writer.add(location.row, location, used, refused ?? '');
    }
    writer.close();
  }
  const {bytes} = file;
  emit({kind: 'reading', source: source.slug, file: file.name, bytes, total: bytes, rows: staged.read});
  return matched;
}
