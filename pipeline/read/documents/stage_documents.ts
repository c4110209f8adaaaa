/** Stages the rows of documents into the relations of their layouts, and as a text that rejects quote. */
import {join} from 'node:path';
import type {Layout, Source} from '../../../datasets/types.ts';
import {usedColumns} from '../../../datasets/used_columns.ts';
import {tableLayouts} from '../header.ts';
import type {OpenFile} from '../open.ts';
import type {StagingContext} from '../staging.ts';
import {relationOf, rowWriter, singleRowTable, takeRow} from '../staging.ts';
import {documentsIn} from './bundle.ts';
import {type FileFacts, FileSummary} from './file_summary.ts';
import {RowText} from './row_text.ts';
import {rowsIn} from './rows_in.ts';

/** Documents, and rows, between two progress events: a document may have one row or thousands. */
const [DOCUMENTS_EVERY, ROWS_EVERY] = [64, 16_384];

/** Whether a text is a document: decided by the layouts of its source, since the extension is ambiguous. */
export function holdsDocument(source: Source, {name, format}: Pick<OpenFile, 'name' | 'format'>): boolean {
  const reads = (form: string) => source.layouts.some(({rows}) => rows?.form === form);
  if (format === 'json') return reads('json');
  return format === 'csv' && reads('sections') && !tableLayouts(source, name).length;
}

/** The relation that receives the rows of a layout. */
interface Target {
  columns: string[];
  writer: Awaited<ReturnType<typeof rowWriter>>;
}

/**
 * Stages all rows of all documents of a file; one document may feed several layouts. Throws ReadError as
 * `documentsIn` and `rowsIn` do.
 */
export async function stageDocuments(
  {db, source, folder, staged, emit}: StagingContext,
  file: OpenFile,
  url: string,
  number: number,
): Promise<FileFacts> {
  const text = new RowText(join(folder, `rows_${number}.ndjson`));
  staged.texts[number] = text.path;
  const targets = new Map<Layout, Target>();
  const target = async (layout: Layout): Promise<Target> => {
    const known = targets.get(layout);
    if (known) return known;
    const table = await singleRowTable(db, relationOf(layout, staged));
    const made = {
      columns: usedColumns(layout),
      writer: await rowWriter(db, table, number, source.nullTokens),
    };
    targets.set(layout, made);
    return made;
  };
  const seen = new FileSummary();
  let reported = {documents: 0, rows: staged.read};
  let documents = 0;
  try {
    for await (const {document, to} of documentsIn(source.slug, file, url)) {
      // As an entry of a zip: whoever has to replace a file needs its name, not only that of a page in it.
      const named = file.format === 'documents' ? `${file.name}!${document.name}` : document.name;
      const rows = rowsIn(source, document, named);
      let next = rows.next();
      for (; !next.done; next = rows.next()) {
        const row = next.value;
        const {cells, refused} = row;
        const {columns, writer} = await target(row.layout);
        const used = cells ? columns.map((name) => cells[name] ?? null) : null;
        writer.add(takeRow(staged), text.add(document.name, row), used, refused ?? '');
      }
      for (const tally of next.value) {
        await target(tally.layout); // also for documents without rows: later steps read the relation
        seen.add(tally);
      }
      documents += 1;
      if (documents - reported.documents < DOCUMENTS_EVERY && staged.read - reported.rows < ROWS_EVERY)
        continue;
      reported = {documents, rows: staged.read};
      emit({
        kind: 'reading',
        source: source.slug,
        file: file.name,
        bytes: to,
        total: file.bytes,
        rows: staged.read,
      });
    }
  } finally {
    text.close();
    for (const {writer} of targets.values()) writer.close();
  }
  return seen.facts();
}
