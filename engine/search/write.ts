/** Writes what the search over all datasets needs of a table: tokens and labels, most of it in the `.found` file. */
import {closeSync, openSync} from 'node:fs';
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {CollectedColumn} from '../columns/collected_columns.ts';
import type {Dictionary} from '../columns/dictionary.ts';
import {packOrdinals} from '../columns/packed_arrays.ts';
import {uncheckedFile} from '../file/checked_file.ts';
import {FileSection} from '../file/file_section.ts';
import {IndexWriter, type Section, type WrittenFile} from '../file/index_file.ts';
import {pairsByRow, writePostings} from '../file/postings.ts';
import {LABELS_PER_BLOCK, SECTIONS} from '../file/section_names.ts';
import type {GlobalSearchLayout, TableLayout} from '../file/table_layout.ts';
import {type Expression, expression, from, labelOf} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import {type KnownTokens, RowTokens} from '../text/row_tokens.ts';
import {type StringArray, StringArrayBuilder} from '../text/string_array.ts';
import {writeDiskSubstringBitmaps} from '../text/substring_bitmaps.ts';
import {writeDiskTermDictionary, writeTermDictionary} from '../text/term_dictionary_writer.ts';
import {TokenOrdinals} from '../text/token_ordinals.ts';
import {tokensByValue, type ValueTokens} from '../text/value_tokens.ts';

/** What is read of every row for the search, beside the columns of the table. */
export interface SearchScan {
  /** Null where it is a column of the table. */
  label: CollectedColumn | null;
  /** Null where the tokens are those of the in-memory index. */
  tokens: {columns: SearchedColumn[]; text: {sql: string; reads: Expression[]} | null} | null;
}

/** A column whose tokens are found: that of the table with this name, or a piece of the further text. */
type SearchedColumn = {column: string} | {piece: number};

/** Ends a piece of the further text: folded texts have no line feeds. */
const LF = 0x0a;

/** Prepares the scan; `columns` are the single-valued ones of the table. */
export function prepareSearchScan(
  declaration: Dataset | Derived,
  {labelColumn, columns: names, shared}: GlobalSearchLayout,
  columns: ReadonlySet<string>,
  collect: (read: Expression) => CollectedColumn,
): SearchScan {
  const label = labelColumn === null ? collect(labelOf(declaration)) : null;
  if (shared) return {label, tokens: null};
  const reads: Expression[] = [];
  const pieces: string[] = [];
  const searched = names.map((name): SearchedColumn => {
    if (columns.has(name)) return {column: name};
    const read = expression(declaration, name);
    reads.push(read);
    const isList = declaration.columns[name]?.type === 'text[]';
    const folded = isList
      ? `array_to_string(list_transform(${read.sql}, lambda item: fold(item)), ' ')`
      : `fold(${read.sql})`;
    return {piece: pieces.push(`coalesce(${folded}, '')`) - 1};
  });
  const text = pieces.length > 0 ? {sql: pieces.join(' || chr(10) || '), reads} : null;
  return {label, tokens: {columns: searched, text}};
}

/** Collects the tokens of all rows in row order. */
export class TokenScan {
  readonly tokens: RowTokens;
  readonly #columns: readonly (PreparedColumn | number)[];
  readonly #known: KnownTokens;
  #row = 0;

  /** `spill` is the temporary file; `columnOf` gives the folded values of a column, and its ordinals by row. */
  constructor(
    columns: readonly SearchedColumn[],
    columnOf: (name: string) => {folded: StringArray; ordinals: Uint32Array},
    spill: string,
  ) {
    this.tokens = new RowTokens(spill);
    const known = new TokenOrdinals();
    this.#columns = columns.map((one) => {
      if ('piece' in one) return one.piece;
      const {folded, ordinals} = columnOf(one.column);
      return {ordinals, values: tokensByValue(folded, known)};
    });
    this.#known = {terms: known.tokens(), numbers: new Uint32Array(known.count)};
  }

  /** Adds the next row, given the pieces of its further text. */
  add(text: Uint8Array): void {
    const row = this.#row++;
    this.tokens.begin();
    let from = 0;
    for (const column of this.#columns) {
      if (typeof column === 'number') {
        const end = text.indexOf(LF, from);
        const to = end < 0 ? text.length : end;
        this.tokens.addText(text.subarray(from, to));
        from = to + 1;
      } else {
        const value = column.ordinals[row]!;
        if (value + 1 < column.values.offsets.length) this.tokens.addValue(column.values, value, this.#known);
      }
    }
    this.tokens.end();
  }
}

interface PreparedColumn {
  ordinals: Uint32Array;
  values: ValueTokens;
}

/** What the search needs of a table that was scanned. */
export interface SearchedTable {
  /** With the published values. */
  labels: Dictionary;
  /** By row; null where they are those of a column. */
  labelOrdinals: Uint32Array | null;
  tokens: RowTokens | null;
}

/** Writes the `.found` file to `path`, and the small tables by which it is read to `index`. */
export async function writeSearchFile(
  db: CompileDb,
  {declaration, globalSearch}: TableLayout,
  {labels, labelOrdinals, tokens}: SearchedTable,
  order: RowOrder,
  index: IndexWriter,
  path: string,
): Promise<WrittenFile> {
  const onDisk = new IndexWriter(path);
  try {
    if (tokens) writeRowTokens(index, onDisk, tokens, order.rows, path);
    writeLabels(index, onDisk, labels, labelOrdinals);
    for (const {group, where} of globalSearch?.members ?? []) {
      index.write(SECTIONS.search.group_bitmap(group), await bitmapWhere(db, declaration, where, order));
    }
    const written = onDisk.finish(declaration.name, {rows: order.rows});
    index.write(SECTIONS.search.checksums, onDisk.checksums());
    return written;
  } catch (error) {
    onDisk.abandon();
    throw error;
  }
}

/** Writes the inverted index of all tokens, of which the rows are on disk, and the substring bitmaps; `path` is the file of `onDisk`. */
export function writeRowTokens(
  index: IndexWriter,
  onDisk: IndexWriter,
  tokens: RowTokens,
  rows: number,
  path: string,
): void {
  const prefix = SECTIONS.search.tokens;
  const ordered = tokens.ordered();
  writeTermDictionary(index, prefix, ordered.terms, true);
  const names = SECTIONS.postings(prefix);
  index.write(names.offsets, ordered.offsets);
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

/**
 * Writes labels in the order of their folded text. Where they are not those of a column, the label of each row and the first of each
 * block go to `index`, and the rows of each to `onDisk`.
 */
function writeLabels(
  index: IndexWriter,
  onDisk: IndexWriter,
  labels: Dictionary,
  ordinals: Uint32Array | null,
): void {
  const names = SECTIONS.search;
  const {values, folded, count} = labels;
  onDisk.write(names.label_values, values.bytes);
  onDisk.write(names.label_offsets, values.offsets);
  if (!ordinals) return;
  index.write(names.label_ordinals, packOrdinals(ordinals, count));
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
  {rows, rowsOf}: RowOrder,
): Promise<Uint32Array> {
  const bitmap = new Uint32Array((rows + 31) >>> 5);
  const sql = `SELECT CAST(r._file AS INTEGER), CAST(r._row AS INTEGER) ${from(declaration, [])} WHERE ${where}`;
  for await (const chunk of db.stream(sql)) {
    const [file, position] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) {
      const row = rowsOf[file[i]!]![position[i]!]!;
      bitmap[row >>> 5]! |= 1 << (row & 31);
    }
  }
  return bitmap;
}
