/** What the search over all datasets needs of a table: its words and labels, most of it in a file of its own. */
import {closeSync, openSync} from 'node:fs';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {createDictionary, type Dictionary} from '../columns/dictionary_writer.ts';
import {dictionaryJoin, type OrdinalColumn, ordinalColumn} from '../columns/scan_column.ts';
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

/** What is gathered while the rows of a table are read. */
export interface SearchScan {
  labels: Dictionary;
  pass: OrdinalColumn;
  /** Null where the index has the words already. */
  words: {rows: RowTokens; sql: string; reads: Expression[]; joins: string} | null;
}

/** Prepares the reading; `dictionaries` are those of columns that are read as codes. */
export async function prepareSearchScan(
  shop: CompileDb,
  of: Dataset | Derived,
  {label, columns, shared}: GlobalSearchLayout,
  dictionaries: ReadonlyMap<string, Dictionary>,
  ranks: RowOrder,
  spill: string,
): Promise<SearchScan> {
  const labels = await createDictionary(shop, of, label, {
    name: 'found_label',
    list: false,
    plain: false,
    kept: true,
  });
  const pass = ordinalColumn(label, labels, ranks.rows);
  if (shared) return {labels, pass, words: null};
  const reads = columns.map((name) => expression(of, name));
  const texts = columns.map((name, i) => {
    if (of.columns[name]?.type === 'text[]') {
      return `array_to_string(list_transform(${reads[i]!.sql}, lambda item: fold(item)), ' ')`;
    }
    const known = dictionaries.get(name);
    return known ? `${known.table}.folded` : `fold(${reads[i]!.sql})`;
  });
  const joins = columns.flatMap((name, i) => {
    const known = of.columns[name]?.type === 'text[]' ? undefined : dictionaries.get(name);
    return known ? [dictionaryJoin(reads[i]!, known)] : [];
  });
  return {
    labels,
    pass,
    words: {
      rows: new RowTokens(spill),
      sql: `concat_ws(' ', ${texts.join(', ')})`,
      reads,
      joins: joins.join(''),
    },
  };
}

/** Writes `path`, and the short tables by which it is read to `index`. */
export async function writeSearchFile(
  shop: CompileDb,
  {of, globalSearch: found}: TableLayout,
  {labels, pass, words}: SearchScan,
  ranks: RowOrder,
  index: IndexWriter,
  path: string,
): Promise<WrittenFile> {
  const lists = new IndexWriter(path);
  try {
    if (words) writeRowTokens(index, lists, words.rows, ranks.rows, path);
    writeLabels(index, lists, labels, pass.target);
    for (const {group, where} of found?.members ?? []) {
      lists.write(SECTIONS.search.group_bitmap(group), await rowsWhere(shop, of, where, ranks));
    }
    return lists.finish(of.name, {rows: ranks.rows});
  } catch (error) {
    lists.abandon();
    throw error;
  }
}

/** Writes the words of all rows, their rows and the prepared parts; `path` is the file of `lists`. */
export function writeRowTokens(
  index: IndexWriter,
  lists: IndexWriter,
  words: RowTokens,
  rows: number,
  path: string,
): void {
  const of = SECTIONS.search.tokens;
  const ordered = words.ordered();
  writeDiskTermDictionary(index, lists, of, ordered.terms);
  const {offsets: at, rows: ranks} = SECTIONS.postings(of);
  lists.write(at, ordered.offsets);
  const length = ordered.offsets[ordered.offsets.length - 1]!;
  const offset = lists.writeChunks(ranks, 'u32', words.postings(ordered));
  const fd = openSync(path, 'r');
  try {
    const section: Section = {name: ranks, type: 'u32', offset, length};
    writeDiskSubstringBitmaps(index, lists, ordered, new FileSection(fd, section), rows);
  } finally {
    closeSync(fd);
  }
}

/** Labels in the order of folded text, each with its rows; every so many-th of them to the index. */
function writeLabels(index: IndexWriter, lists: IndexWriter, labels: Dictionary, codes: Uint32Array): void {
  const names = SECTIONS.search;
  const {values, folded, count} = labels;
  lists.write(names.label_ordinals, codes);
  lists.write(names.label_values, values.bytes);
  lists.write(names.label_offsets, values.offsets);
  writeDiskTermDictionary(index, lists, names.labels, folded);
  writeTermDictionary(index, names.label_blocks, everyFence(folded, count), false);
  writePostings(lists, names.labels, count, pairsByRow(codes, count));
}

function everyFence({bytes, offsets: at}: StringArray, count: number): StringArray {
  const fences = new StringArrayBuilder();
  for (let code = 0; code < count; code += LABELS_PER_BLOCK)
    fences.add(bytes.subarray(at[code], at[code + 1]));
  return fences.build();
}

/** Bitset of the rows for which a condition holds. */
async function rowsWhere(
  shop: CompileDb,
  of: Dataset | Derived,
  where: string,
  {table, rows}: RowOrder,
): Promise<Uint32Array> {
  const bits = new Uint32Array((rows + 31) >>> 5);
  const sql = `SELECT ranks.rank ${from(of, [])}
    JOIN ${table} AS ranks ON ranks._file = r._file AND ranks._row = r._row WHERE ${where}`;
  for await (const chunk of shop.stream(sql)) {
    const found = numericVector(chunk, 0);
    for (let i = 0; i < chunk.rowCount; i++) bits[found[i]! >>> 5]! |= 1 << (found[i]! & 31);
  }
  return bits;
}
