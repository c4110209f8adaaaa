/** Writes what the search over all datasets needs of a table: tokens and labels, most of it in the `.found` file. */
import {closeSync, openSync} from 'node:fs';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {createDictionary, type Dictionary} from '../columns/dictionary_writer.ts';
import {dictionaryJoin, type OrdinalColumn, ordinalColumn} from '../columns/scan_column.ts';
import {uncheckedFile} from '../file/checked_file.ts';
import {FileSection} from '../file/file_section.ts';
import {IndexWriter, type Section, type WrittenFile} from '../file/index_file.ts';
import {pairsByRow, writePostings} from '../file/postings.ts';
import {LABELS_PER_BLOCK, SECTIONS} from '../file/section_names.ts';
import type {GlobalSearchLayout, TableLayout} from '../file/table_layout.ts';
import {type Expression, expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import {RowTokens} from '../text/row_tokens.ts';
import {type StringArray, StringArrayBuilder} from '../text/string_array.ts';
import {writeDiskSubstringBitmaps} from '../text/substring_bitmaps.ts';
import {writeDiskTermDictionary, writeTermDictionary} from '../text/term_dictionary_writer.ts';

/** What is read of every row for the search, beside the columns of the table. */
export interface SearchScan {
  labels: Dictionary;
  labelColumn: OrdinalColumn;
  /** Null where the tokens are those of the in-memory index. */
  tokens: {rows: RowTokens; sql: string; reads: Expression[]; joins: string} | null;
}

/** Prepares the scan; `dictionaries` are those of the table's single-valued columns. */
export async function prepareSearchScan(
  db: CompileDb,
  declaration: Dataset | Derived,
  {label, columns, shared}: GlobalSearchLayout,
  dictionaries: ReadonlyMap<string, Dictionary>,
  order: RowOrder,
  spill: string,
): Promise<SearchScan> {
  const labels = await createDictionary(db, declaration, label, {
    name: 'found_label',
    list: false,
    order: 'folded',
    keepValues: true,
  });
  const labelColumn = ordinalColumn(label, labels, order.rows);
  if (shared) return {labels, labelColumn, tokens: null};
  const reads = columns.map((name) => expression(declaration, name));
  const texts = columns.map((name, i) => {
    if (declaration.columns[name]?.type === 'text[]') {
      return `array_to_string(list_transform(${reads[i]!.sql}, lambda item: fold(item)), ' ')`;
    }
    const dictionary = dictionaries.get(name);
    return dictionary ? `${dictionary.table}.folded` : `fold(${reads[i]!.sql})`;
  });
  const joins = columns.flatMap((name, i) => {
    const dictionary = declaration.columns[name]?.type === 'text[]' ? undefined : dictionaries.get(name);
    return dictionary ? [dictionaryJoin(reads[i]!, dictionary)] : [];
  });
  const sql = `concat_ws(' ', ${texts.join(', ')})`;
  return {labels, labelColumn, tokens: {rows: new RowTokens(spill), sql, reads, joins: joins.join('')}};
}

/** Writes the `.found` file to `path`, and the small tables by which it is read to `index`. */
export async function writeSearchFile(
  db: CompileDb,
  {declaration, globalSearch}: TableLayout,
  {labels, labelColumn, tokens}: SearchScan,
  order: RowOrder,
  index: IndexWriter,
  path: string,
): Promise<WrittenFile> {
  const onDisk = new IndexWriter(path);
  try {
    if (tokens) writeRowTokens(index, onDisk, tokens.rows, order.rows, path);
    writeLabels(index, onDisk, labels, labelColumn.target);
    for (const {group, where} of globalSearch?.members ?? []) {
      onDisk.write(SECTIONS.search.group_bitmap(group), await bitmapWhere(db, declaration, where, order));
    }
    const written = onDisk.finish(declaration.name, {rows: order.rows});
    index.write(SECTIONS.search.checksums, onDisk.checksums());
    return written;
  } catch (error) {
    onDisk.abandon();
    throw error;
  }
}

/** Writes the inverted index of all tokens and the substring bitmaps; `path` is the file of `onDisk`. */
export function writeRowTokens(
  index: IndexWriter,
  onDisk: IndexWriter,
  tokens: RowTokens,
  rows: number,
  path: string,
): void {
  const prefix = SECTIONS.search.tokens;
  const ordered = tokens.ordered();
  writeDiskTermDictionary(index, onDisk, prefix, ordered.terms);
  const names = SECTIONS.postings(prefix);
  onDisk.write(names.offsets, ordered.offsets);
  const length = ordered.offsets[ordered.offsets.length - 1]!;
  const offset = onDisk.writeChunks(names.rows, 'u32', tokens.postings(ordered));
  const fd = openSync(path, 'r');
  try {
    const section: Section = {name: names.rows, type: 'u32', offset, length};
    writeDiskSubstringBitmaps(
      index,
      onDisk,
      ordered,
      new FileSection(uncheckedFile(fd, path), section),
      rows,
    );
  } finally {
    closeSync(fd);
  }
}

/** Writes labels in the order of their folded text, with the rows of each; the first of each block goes to `index`. */
function writeLabels(
  index: IndexWriter,
  onDisk: IndexWriter,
  labels: Dictionary,
  ordinals: Uint32Array,
): void {
  const names = SECTIONS.search;
  const {values, folded, count} = labels;
  onDisk.write(names.label_ordinals, ordinals);
  onDisk.write(names.label_values, values.bytes);
  onDisk.write(names.label_offsets, values.offsets);
  writeDiskTermDictionary(index, onDisk, names.labels, folded);
  writeTermDictionary(index, names.label_blocks, firstOfBlocks(folded, count), false);
  writePostings(onDisk, names.labels, count, pairsByRow(ordinals, count));
}

function firstOfBlocks({bytes, offsets}: StringArray, count: number): StringArray {
  const firsts = new StringArrayBuilder();
  for (let label = 0; label < count; label += LABELS_PER_BLOCK) {
    firsts.add(bytes.subarray(offsets[label], offsets[label + 1]));
  }
  return firsts.build();
}

/** Bitmap of the rows for which a condition holds. */
async function bitmapWhere(
  db: CompileDb,
  declaration: Dataset | Derived,
  where: string,
  {table, rows}: RowOrder,
): Promise<Uint32Array> {
  const bitmap = new Uint32Array((rows + 31) >>> 5);
  const sql = `SELECT row_order.row_id ${from(declaration, [])}
    JOIN ${table} AS row_order ON row_order._file = r._file AND row_order._row = r._row WHERE ${where}`;
  for await (const chunk of db.stream(sql)) {
    const row = numericVector(chunk, 0);
    for (let i = 0; i < chunk.rowCount; i++) bitmap[row[i]! >>> 5]! |= 1 << (row[i]! & 31);
  }
  return bitmap;
}
