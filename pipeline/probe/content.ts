/** Compares what the first bytes of a file hold with the layouts of its source. */
import {Readable} from 'node:stream';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {otherDialect} from '../read/dialect.ts';
import {documentsIn} from '../read/documents/bundle.ts';
import {FileSummary} from '../read/documents/layout_tally.ts';
import {rowsIn} from '../read/documents/rows_in.ts';
import {holdsDocument} from '../read/documents/stage_documents.ts';
import type {Document} from '../read/documents/types.ts';
import {isDocumentFormat} from '../read/formats.ts';
import {type FileHead, fitHead, type HeadColumns, headColumns, headRows} from '../read/head_columns.ts';
import {tableLayouts} from '../read/header.ts';
import {ReadError} from '../read/types.ts';
import {canBeTried} from './trial.ts';
import type {FileProbe} from './types.ts';

const CALLED: Partial<Record<Snapshot['format'], string>> = {
  shapefile: 'a shapefile',
  zip: 'a zip',
};

/** Whether a file is read as documents, which have no header. */
export const isDocument = (source: Source, name: string, format: Snapshot['format']): boolean =>
  isDocumentFormat(format) || (format !== 'zip' && holdsDocument(source, {name, format}));

/** Adds what the head says of the content; a fault of it becomes the problem. */
export async function lookInto(source: Source, known: FileProbe, head: FileHead): Promise<FileProbe> {
  const {name, format} = head;
  if (CALLED[format]) return {...known, note: `not looked into: ${CALLED[format]}`};
  if (!head.bytes.length) return {...known, problem: `${name}: the file is empty`};
  const isTable = source.layouts.some(({rows}) => rows) || tableLayouts(source, name).length > 0;
  if (!isTable) return {...known, note: `${name}: no layout reads it`};
  const looked = await withFaults(known, async () => {
    if (format === 'workbook') return workbookProbe(source, known, head);
    if (isDocument(source, name, format)) return documentProbe(source, known, head);
    const columns = await headColumns(source, head);
    return columns
      ? {...columnProbe(source, known, columns), samples: await headRows(source, head)}
      : {...known, note: 'not looked into: its first row is longer than what was asked for'};
  });
  const strange = looked.problem !== null && format === 'csv' ? otherDialect(source, head.bytes) : null;
  return strange === null ? looked : {...looked, problem: `${looked.problem}; ${strange}`};
}

/** A workbook is tried as a whole: its rows name its layouts. */
function workbookProbe(source: Source, known: FileProbe, head: FileHead): FileProbe {
  if (!head.whole)
    return {...known, note: 'not looked into: a workbook that is longer than what was asked for'};
  return canBeTried(source) ? {...known, samples: [head]} : {...known, note: 'not looked into: a workbook'};
}

/** Adds the layout of a table by its columns; throws ReadError where none fits. */
export function columnProbe(source: Source, known: FileProbe, columns: HeadColumns): FileProbe {
  const {layout, unknown, missing, open} = fitHead(source, known.name, columns);
  return {...known, layouts: [layout], unknown, missing, note: open};
}

/** Adds the layouts of the first document, which must be complete. */
async function documentProbe(
  source: Source,
  known: FileProbe,
  {name, format, bytes, whole}: FileHead,
): Promise<FileProbe> {
  const line = format === 'documents' ? bytes.indexOf('\n') + 1 : whole ? bytes.length : 0;
  if (line === 0) return {...known, note: 'not looked into: the document is longer than what was asked for'};
  const text = bytes.subarray(0, line);
  const file = {
    name,
    format: format === 'zip' ? ('xml' as const) : format,
    encoding: 'utf-8' as const,
    bytes: text.length,
    path: null,
    open: async () => Readable.from([text], {objectMode: false}),
  };
  const documents: Document[] = [];
  for await (const {document} of documentsIn(source.slug, file, known.name)) documents.push(document);
  return {...known, ...documentFacts(source, documents)};
}

/** Layouts and columns of documents by all their rows. Throws ReadError where one cannot be read. */
export function documentFacts(
  source: Source,
  documents: readonly Document[],
): Pick<FileProbe, 'layouts' | 'unknown' | 'missing'> {
  const seen = new FileSummary();
  for (const document of documents) {
    const rows = rowsIn(source, document);
    let next = rows.next();
    while (!next.done) next = rows.next();
    for (const tally of next.value) seen.add(tally);
  }
  const {layout, unknown, missing} = seen.facts();
  return {layouts: layout.split(', ').filter(Boolean), unknown, missing};
}

/** Runs a look into a file; a fault of the file is the problem of the probe. */
async function withFaults(known: FileProbe, look: () => Promise<FileProbe>): Promise<FileProbe> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return {...known, problem: error.message};
  }
}
