/** Stages the rows of documents into the relations of their layouts, and as a text that rejects quote. */
import {join} from 'node:path';
import type {Layout, Source} from '../../../datasets/types.ts';
import {usedColumns} from '../../../datasets/used_columns.ts';
import {tableLayouts} from '../header.ts';
import type {OpenFile} from '../open.ts';
import {relationOf, rowWriter, type StagingContext, singleRowTable, takeRow} from '../staging.ts';
import {TextLines} from '../text_lines.ts';
import {documentsIn} from './bundle.ts';
import {type FileFacts, FileSummary} from './layout_tally.ts';
import {rowsIn} from './rows_in.ts';

/** Documents between two progress events. */
const DOCUMENTS_EVERY = 64;

/** Whether a text is a document: decided by the layouts of its source, since the extension is ambiguous. */
export function holdsDocument(source: Source, {name, format}: Pick<OpenFile, 'name' | 'format'>): boolean {
  const reads = (form: string) => source.layouts.some(({rows}) => rows?.form === form);
  if (format === 'json') return reads('json');
  return format === 'csv' && reads('sections') && !tableLayouts(source, name).length;
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
  // Rows are quoted by rejects from this text, in which each is a line.
  const text = new TextLines(join(folder, `rows_${number}.ndjson`));
  staged.texts[number] = text.path;
  const before = staged.read;
  const targets = new Map<Layout, {columns: string[]; writer: Awaited<ReturnType<typeof rowWriter>>}>();
  const target = async (layout: Layout) => {
    const known = targets.get(layout);
    if (known) return known;
    const table = await singleRowTable(db, relationOf(layout, staged));
    const writer = await rowWriter(db, table, number, source.nullTokens);
    const made = {columns: usedColumns(layout), writer};
    targets.set(layout, made);
    return made;
  };
  const seen = new FileSummary();
  let documents = 0;
  try {
    for await (const {document, to} of documentsIn(source.slug, file, url)) {
      // As an entry of a zip: whoever has to replace a file needs its name, not only that of a page in it.
      const named = file.format === 'documents' ? `${file.name}!${document.name}` : document.name;
      const rows = rowsIn(source, document, named);
      let next = rows.next();
      for (; !next.done; next = rows.next()) {
        const {layout, cells, refused, raw} = next.value;
        const {columns, writer} = await target(layout);
        const row = raw ?? Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null));
        const span = text.add({document: document.name, layout: layout.name, row});
        const taken = takeRow(staged);
        const used = cells ? columns.map((name) => cells[name] ?? null) : null;
        writer.add(taken, {line: staged.read - before, ...span}, used, refused ?? '');
      }
      for (const tally of next.value) {
        await target(tally.layout); // also for documents without rows: later steps read the relation
        seen.add(tally);
      }
      documents += 1;
      if (documents % DOCUMENTS_EVERY) continue;
      const {name, bytes: total} = file;
      emit({kind: 'reading', source: source.slug, file: name, bytes: to, total, rows: staged.read});
    }
  } finally {
    text.close();
    for (const {writer} of targets.values()) writer.close();
  }
  return seen.facts();
}
