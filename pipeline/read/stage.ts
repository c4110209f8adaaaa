/** Stages the raw rows of a source into relations of text, one per layout; refused records go beside them. */
import {createReadStream} from 'node:fs';
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Snapshot} from '../../builds/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Source} from '../../datasets/types.ts';
import type {Emit} from '../runtime/events.ts';
import {delimiterOf} from './dialect.ts';
import type {FileFacts} from './documents/layout_tally.ts';
import {holdsDocument, stageDocuments} from './documents/stage_documents.ts';
import {headOf} from './file_bytes.ts';
import {isRecordLayout, knownColumns, renamedColumns} from './header.ts';
import {jsonVariantOf, readJson} from './json_table.ts';
import {localText, type OpenFile, openFiles} from './open.ts';
import {stageShapefile} from './shapefile.ts';
import {spoiledIn} from './spoiled_text.ts';
import {stageCsv} from './stage_csv.ts';
import {stageRows} from './stage_rows.ts';
import {
  CREATE_FILES,
  CREATE_REFUSED,
  CREATE_UNREAD,
  makeRelation,
  type Staged,
  type StagingContext,
  warn,
} from './staging.ts';
import {ReadError} from './types.ts';
import {stageWorkbook} from './workbook.ts';

/** How a row stands in each variant of JSON. */
const FORMS = {json: 'titled', jsonl: 'json', array: 'json', answer: 'json', geojson: 'feature'} as const;

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
  const staged: Staged = {
    tables: [],
    read: 0,
    next: 0,
    files: [],
    texts: [],
    plain: [],
    forms: [],
    columns: new Map(),
  };
  const work: StagingContext = {db, source, folder, staged, emit};
  for (const snapshot of snapshots) {
    for await (const file of openFiles(source, snapshot, emit)) {
      const number = staged.files.length;
      const day = snapshot.fetched_at.slice(0, 10);
      await db.run(`INSERT INTO files VALUES (${number}, DATE ${literal(day)})`);
      const before = staged.read;
      const facts = await stageFile(work, file, snapshot.url, number);
      const renamed = renamedColumns(source, facts);
      for (const text of [...(renamed ? [renamed] : []), ...spoiledIn(staged.texts[number] ?? '')])
        warn(work, file.name, text);
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
  const {format, name} = file;
  const {forms, next: first} = work.staged;
  const read = {inPlace: false, form: 'read', delimiter: ',', first} as const;
  if (format === 'workbook') {
    forms[number] = {...read, counts: 'sheet rows'};
    return stageWorkbook(work, file, number);
  }
  if (format === 'shapefile') {
    forms[number] = {...read, form: 'json', counts: 'elements'};
    return stageShapefile(work, file, number);
  }
  const isTable = format === 'csv' || format === 'json' || format === 'jsonl' || format === 'geojson';
  if (!isTable || holdsDocument(work.source, file)) {
    forms[number] = {...read, counts: 'document rows'};
    return stageDocuments(work, file, url, number);
  }
  const path = await localText(file, work.folder, number);
  work.staged.texts[number] = path;
  const text = {...read, inPlace: file.path !== null};
  if (format === 'csv') {
    forms[number] = {...text, form: 'csv', counts: 'lines', delimiter: delimiterOf(work.source, path)};
    return stageCsv(work, file, path, number);
  }
  const {slug} = work.source;
  const again = () => createReadStream(path, {highWaterMark: 1 << 18});
  const known = knownColumns(work.source);
  const variant = jsonVariantOf(slug, name, headOf(path), format);
  forms[number] = {
    ...text,
    form: FORMS[variant],
    counts: variant === 'jsonl' ? 'lines' : 'elements',
  };
  return stageRows(work, file, await readJson(slug, {name, again, known}, variant), number);
}
