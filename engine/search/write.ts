/**
 * Writes what the search over all datasets needs of a table: tokens and labels, most of it in the `.found`
 * file.
 */
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {CollectedColumn, Dictionary} from '../columns/dictionary.ts';
import {packOrdinals} from '../columns/packed_arrays.ts';
import {IndexWriter, type WrittenFile} from '../file/index_file.ts';
import {pairsByRow, writePostings} from '../file/postings.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {TableLayout} from '../file/table_layout.ts';
import {type Expression, expression, from, labelOf} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {bitmapOf, type RowOrder} from '../sql/row_order.ts';
import {writeLabelWords} from '../text/label_words_writer.ts';
import {type KnownTokens, RowTokens} from '../text/row_tokens.ts';
import type {StringArray} from '../text/string_array.ts';
import {writeTermDictionary} from '../text/term_dictionary_writer.ts';
import {TextTable} from '../text/text_table.ts';
import {writeTokenIndex} from '../text/token_index_writer.ts';
import {tokensByValue, type ValueTokens} from '../text/tokens.ts';

/** What is read of every row for the search, beside the columns of the table. */
export interface SearchScan {
  /**
   * Null where labels are a column of the table, and where the search over all datasets does not cover it.
   */
  label: CollectedColumn | null;
  columns: SearchedColumn[];
  text: {sql: string; reads: Expression[]} | null;
}

/**
 * A column whose tokens are found: that of the table with this name, or the next piece of the text that
 * follows a row.
 */
interface SearchedColumn {
  column: string | null;
  family: TokenFamily;
}

/** Ends a piece of the further text: folded texts have no line feeds. */
const LF = 0x0a;

/**
 * Prepares the scan; null for a table that is not searched. `columns` are the single-valued ones of the
 * table.
 */
export function prepareSearchScan(
  {declaration, globalSearch, foundSearch, furtherSearch, numbers}: TableLayout,
  columns: ReadonlySet<string>,
  collect: (read: Expression) => CollectedColumn,
): SearchScan | null {
  if (foundSearch.length === 0 && numbers === null) return null;
  const label = globalSearch?.labelColumn === null ? collect(labelOf(declaration)) : null;
  const reads: Expression[] = [];
  const pieces: string[] = [];
  const searched = (name: string, family: TokenFamily): SearchedColumn => {
    if (columns.has(name)) return {column: name, family};
    const read = expression(declaration, name);
    reads.push(read);
    pieces.push(`coalesce(${name === numbers ? read.sql : foldedSql(declaration, name, read)}, '')`);
    return {column: null, family};
  };
  const all = [
    ...foundSearch.map((name) => searched(name, 'found')),
    ...furtherSearch.map((name) => searched(name, 'further')),
    ...(numbers === null ? [] : [searched(numbers, 'further')]),
  ];
  const text = pieces.length > 0 ? {sql: pieces.join(' || chr(10) || '), reads} : null;
  return {label, columns: all, text};
}

const foldedSql = ({columns}: Dataset | Derived, name: string, {sql}: Expression): string =>
  columns[name]?.type === 'text[]'
    ? `array_to_string(list_transform(${sql}, lambda item: fold(item)), ' ')`
    : `fold(${sql})`;

/** Collects the tokens of all rows in row order. */
export class TokenScan {
  /** Those of each family that the table has. */
  readonly tokens = new Map<TokenFamily, RowTokens>();
  readonly #columns: readonly PreparedColumn[];
  #row = 0;

  /**
   * `spill` begins the names of the temporary files; `columnOf` gives the folded values of a column, and its
   * ordinals by row.
   */
  constructor(
    columns: readonly SearchedColumn[],
    columnOf: (name: string) => {folded: StringArray; ordinals: Uint32Array},
    spill: string,
  ) {
    const known = new TextTable('tokens');
    const prepared = columns.map(({column, family}) => {
      const target = this.tokens.get(family) ?? new RowTokens(`${spill}.${family}`);
      this.tokens.set(family, target);
      if (column === null) return {target, stored: null};
      const {folded, ordinals} = columnOf(column);
      return {target, stored: {ordinals, values: tokensByValue(folded, known)}};
    });
    // Each index numbers its tokens itself.
    const knownTo = new Map<RowTokens, KnownTokens>();
    for (const {target} of prepared)
      knownTo.set(target, {terms: known.texts(), numbers: new Uint32Array(known.count)});
    this.#columns = prepared.map((one) => ({...one, known: knownTo.get(one.target)!}));
  }

  /** Adds the next row, given the pieces of its further text. */
  add(text: Uint8Array): void {
    const row = this.#row++;
    for (const tokens of this.tokens.values()) tokens.begin();
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
    for (const tokens of this.tokens.values()) tokens.end();
  }

  /** Removes the temporary files. */
  close(): void {
    for (const tokens of this.tokens.values()) tokens.close();
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
  tokens: TokenScan;
  /** Null where the search over all datasets does not cover the table. */
  labels: SearchedLabels | null;
}

export interface SearchedLabels {
  /** With the published values. */
  dictionary: Dictionary;
  /** By row. */
  ordinals: Uint32Array;
  /** Whether they are those of a column. */
  isColumn: boolean;
}

/** Writes the `.found` file to `path`, and the small tables by which it is read to `index`. */
export async function writeSearchFile(
  db: CompileDb,
  layout: TableLayout,
  {tokens, labels}: SearchedTable,
  rows: {order: RowOrder; byId: Uint32Array},
  index: IndexWriter,
  path: string,
): Promise<WrittenFile> {
  const onDisk = new IndexWriter(path);
  const {order} = rows;
  try {
    for (const [family, collected] of tokens.tokens)
      writeTokenIndex(index, onDisk, family, collected, order.rows, path);
    if (labels) await writeLabels(db, layout, labels, rows, index, onDisk);
    const written = onDisk.finish(layout.declaration.name, {rows: order.rows});
    index.write(SECTIONS.search.checksums, onDisk.checksums());
    return written;
  } catch (error) {
    onDisk.abandon();
    throw error;
  }
}

/**
 * Writes labels, the bitmaps of the groups that have some of the rows, and the words that labels are
 * suggested by.
 */
async function writeLabels(
  db: CompileDb,
  {declaration, globalSearch}: TableLayout,
  {dictionary, ordinals, isColumn}: SearchedLabels,
  {order, byId}: {order: RowOrder; byId: Uint32Array},
  index: IndexWriter,
  onDisk: IndexWriter,
): Promise<void> {
  writeLabelTexts(index, onDisk, dictionary, isColumn ? null : ordinals);
  const members = new Map<string, Uint32Array>();
  for (const {group, where} of globalSearch?.members ?? []) {
    const located = `SELECT CAST(r._file AS INTEGER), CAST(r._row AS INTEGER) ${from(declaration, [])}`;
    const bitmap = await bitmapOf(db, order, `${located} WHERE ${where}`);
    members.set(group, bitmap);
    index.write(SECTIONS.search.group_bitmap(group), bitmap);
  }
  const groups = (globalSearch?.groups ?? []).map((name) => ({name, rows: members.get(name) ?? null}));
  const rows = globalSearch?.dated ? ordinals.keys() : byId;
  writeLabelWords(index, {folded: dictionary.folded, ordinals}, groups, rows);
}

/**
 * Writes labels in the order of their folded text. Where they are not those of a column, `index` gets their
 * folded texts and the label of each row, `onDisk` the rows of each label.
 */
function writeLabelTexts(
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
