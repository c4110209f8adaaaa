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
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {GlobalSearchLayout, TableLayout} from '../file/table_layout.ts';
import {type Expression, expression, from, labelOf} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {numericVector} from '../sql/vectors.ts';
import {writeLabelWords} from '../text/label_words_writer.ts';
import {type KnownTokens, RowTokens} from '../text/row_tokens.ts';
import type {StringArray} from '../text/string_array.ts';
import {writeDiskSubstringBitmaps, writeFurtherSubstringBitmaps} from '../text/substring_bitmaps.ts';
import {writeTermDictionary} from '../text/term_dictionary_writer.ts';
import {writeTokenLists} from '../text/token_lists_writer.ts';
import {TokenOrdinals} from '../text/token_ordinals.ts';
import {tokensByValue, type ValueTokens} from '../text/value_tokens.ts';

/** What is read of every row for the search, beside the columns of the table. */
export interface SearchScan {
  /** Null where it is a column of the table. */
  label: CollectedColumn | null;
  /** Null where the tokens are those of the in-memory index. */
  tokens: {columns: SearchedColumn[]; text: {sql: string; reads: Expression[]} | null} | null;
}

/**
 * A column whose tokens are found: that of the table with this name, or the next piece of the text that follows a row. Those that
 * only `q` searches have an index of their own.
 */
interface SearchedColumn {
  column: string | null;
  family: TokenFamily;
}

/** Ends a piece of the further text: folded texts have no line feeds. */
const LF = 0x0a;

/** Prepares the scan; `columns` are the single-valued ones of the table. */
export function prepareSearchScan(
  {declaration, furtherSearch}: TableLayout,
  {labelColumn, columns: names, shared}: GlobalSearchLayout,
  columns: ReadonlySet<string>,
  collect: (read: Expression) => CollectedColumn,
): SearchScan {
  const label = labelColumn === null ? collect(labelOf(declaration)) : null;
  if (shared) return {label, tokens: null};
  const reads: Expression[] = [];
  const pieces: string[] = [];
  const searched = [...names, ...furtherSearch].map((name): SearchedColumn => {
    const family = furtherSearch.includes(name) ? 'further' : 'found';
    if (columns.has(name)) return {column: name, family};
    const read = expression(declaration, name);
    reads.push(read);
    const isList = declaration.columns[name]?.type === 'text[]';
    const folded = isList
      ? `array_to_string(list_transform(${read.sql}, lambda item: fold(item)), ' ')`
      : `fold(${read.sql})`;
    pieces.push(`coalesce(${folded}, '')`);
    return {column: null, family};
  });
  const text = pieces.length > 0 ? {sql: pieces.join(' || chr(10) || '), reads} : null;
  return {label, tokens: {columns: searched, text}};
}

/** Collects the tokens of all rows in row order. */
export class TokenScan {
  readonly tokens: RowTokens;
  /** Those of the further columns; null where there are none. */
  readonly further: RowTokens | null;
  readonly #columns: readonly PreparedColumn[];
  #row = 0;

  /** `spill` begins the names of the temporary files; `columnOf` gives the folded values of a column, and its ordinals by row. */
  constructor(
    columns: readonly SearchedColumn[],
    columnOf: (name: string) => {folded: StringArray; ordinals: Uint32Array},
    spill: string,
  ) {
    this.tokens = new RowTokens(spill);
    const hasFurther = columns.some(({family}) => family === 'further');
    this.further = hasFurther ? new RowTokens(`${spill}.further`) : null;
    const known = new TokenOrdinals();
    const prepared = columns.map(({column, family}) => {
      const target = family === 'found' ? this.tokens : this.further!;
      if (column === null) return {target, stored: null};
      const {folded, ordinals} = columnOf(column);
      return {target, stored: {ordinals, values: tokensByValue(folded, known)}};
    });
    // Each index numbers its tokens itself.
    const knownTo = new Map<RowTokens, KnownTokens>();
    for (const {target} of prepared)
      knownTo.set(target, {terms: known.tokens(), numbers: new Uint32Array(known.count)});
    this.#columns = prepared.map((one) => ({...one, known: knownTo.get(one.target)!}));
  }

  /** Adds the next row, given the pieces of its further text. */
  add(text: Uint8Array): void {
    const row = this.#row++;
    this.tokens.begin();
    this.further?.begin();
    let from = 0;
    for (const {target, stored, known} of this.#columns) {
      if (stored) {
        const value = stored.ordinals[row]!;
        if (value + 1 < stored.values.offsets.length) target.addValue(stored.values, value, known);
        continue;
      }
      const end = text.indexOf(LF, from);
      const to = end < 0 ? text.length : end;
      target.addText(text.subarray(from, to));
      from = to + 1;
    }
    this.tokens.end();
    this.further?.end();
  }
}

interface PreparedColumn {
  target: RowTokens;
  /** Null for a piece of the text that follows the row. */
  stored: {ordinals: Uint32Array; values: ValueTokens} | null;
  known: KnownTokens;
}

/** What the search needs of a table that was scanned. */
export interface SearchedTable {
  /** With the published values. */
  labels: Dictionary;
  /** By row. */
  labelOrdinals: Uint32Array;
  /** Whether they are those of a column. */
  isColumn: boolean;
  tokens: RowTokens | null;
  further: RowTokens | null;
}

/** Writes the `.found` file to `path`, and the small tables by which it is read to `index`. */
export async function writeSearchFile(
  db: CompileDb,
  {declaration, globalSearch}: TableLayout,
  {labels, labelOrdinals, isColumn, tokens, further}: SearchedTable,
  {order, byId}: {order: RowOrder; byId: Uint32Array},
  index: IndexWriter,
  path: string,
): Promise<WrittenFile> {
  const onDisk = new IndexWriter(path);
  try {
    if (tokens) writeRowTokens(index, onDisk, tokens, order.rows, path);
    if (further) writeFurtherTokens(index, onDisk, further, order.rows);
    writeLabels(index, onDisk, labels, isColumn ? null : labelOrdinals);
    const members = new Map<string, Uint32Array>();
    for (const {group, where} of globalSearch?.members ?? []) {
      const bitmap = await bitmapWhere(db, declaration, where, order);
      members.set(group, bitmap);
      index.write(SECTIONS.search.group_bitmap(group), bitmap);
    }
    const groups = (globalSearch?.groups ?? []).map((name) => ({name, rows: members.get(name) ?? null}));
    const rows = globalSearch?.dated ? labelOrdinals.keys() : byId;
    writeLabelWords(index, {folded: labels.folded, ordinals: labelOrdinals}, groups, rows);
    const written = onDisk.finish(declaration.name, {rows: order.rows});
    index.write(SECTIONS.search.checksums, onDisk.checksums());
    return written;
  } catch (error) {
    onDisk.abandon();
    throw error;
  }
}

/** Writes the `.found` file of a table of which nothing but numbers is in it. */
export function writeNumbersFile(
  {declaration}: TableLayout,
  numbers: RowTokens,
  rows: number,
  index: IndexWriter,
  path: string,
): WrittenFile {
  const onDisk = new IndexWriter(path);
  try {
    writeFurtherTokens(index, onDisk, numbers, rows);
    const written = onDisk.finish(declaration.name, {rows});
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
  const prefix = SECTIONS.search.index('found').tokens;
  const ordered = tokens.ordered();
  writeTermDictionary(index, prefix, ordered.terms, true);
  const {offsets} = ordered;
  const {starts, at} = writeTokenLists(index, onDisk, 'found', offsets, tokens.postings(ordered), rows);
  const fd = openSync(path, 'r');
  try {
    const name = SECTIONS.search.index('found').lists.words;
    const section: Section = {name, type: 'u32', offset: at, length: starts[starts.length - 1]!};
    const lists = new FileSection(uncheckedFile(fd, path), section);
    writeDiskSubstringBitmaps(index, onDisk, ordered, {starts, lists}, rows);
  } finally {
    closeSync(fd);
  }
}

/** Writes the inverted index of the tokens of further columns; their postings are few and held in memory. */
export function writeFurtherTokens(
  index: IndexWriter,
  onDisk: IndexWriter,
  tokens: RowTokens,
  rows: number,
): void {
  const prefix = SECTIONS.search.index('further').tokens;
  const ordered = tokens.ordered();
  const {offsets} = ordered;
  writeTermDictionary(index, prefix, ordered.terms, true, 'terms');
  const all = new Uint32Array(offsets[offsets.length - 1]!);
  let end = 0;
  for (const part of tokens.postings(ordered)) {
    all.set(part, end);
    end += part.length;
  }
  writeTokenLists(index, onDisk, 'further', offsets, [all], rows);
  writeFurtherSubstringBitmaps(index, onDisk, ordered.terms, {offsets, rows: all}, rows);
}

/**
 * Writes labels in the order of their folded text. Where they are not those of a column, `index` gets their
 * folded texts and the label of each row, `onDisk` the rows of each label.
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
  writeTermDictionary(index, names.labels, folded, true, 'lists');
  writePostings(onDisk, names.labels, count, pairsByRow(ordinals, count));
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
