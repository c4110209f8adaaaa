/** What the search over all datasets needs of a table: its words and labels, most of it in a file of its own. */
import {closeSync, openSync} from 'node:fs';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {type Dictionary, makeDictionary} from '../columns/dictionary_writer.ts';
import {type CodedPass, coded, joinOf} from '../columns/scan_column.ts';
import {Stored} from '../file/file_section.ts';
import {IndexWriter, type Section, type Written} from '../file/index_file.ts';
import {byRank, writePostings} from '../file/postings.ts';
import {FENCE, SECTIONS} from '../file/section_names.ts';
import type {FoundPlan, Plan} from '../file/table_layout.ts';
import {type Expression, expression, from} from '../sql/columns.ts';
import type {Workshop} from '../sql/compile_db.ts';
import type {Ranks} from '../sql/row_order.ts';
import {numbersOf} from '../sql/vectors.ts';
import {writeParts} from '../text/disk_substring_bitmaps.ts';
import {RowWords} from '../text/row_tokens.ts';
import {type Texts, TextsBuilder} from '../text/string_array.ts';
import {writeLexicon, writeStoredLexicon} from '../text/term_dictionary_writer.ts';

/** What is gathered while the rows of a table are read. */
export interface FoundReading {
  labels: Dictionary;
  pass: CodedPass;
  /** Null where the index has the words already. */
  words: {rows: RowWords; sql: string; reads: Expression[]; joins: string} | null;
}

/** Prepares the reading; `dictionaries` are those of columns that are read as codes. */
export async function readFound(
  shop: Workshop,
  of: Dataset | Derived,
  {label, columns, shared}: FoundPlan,
  dictionaries: ReadonlyMap<string, Dictionary>,
  ranks: Ranks,
  spill: string,
): Promise<FoundReading> {
  const labels = await makeDictionary(shop, of, label, {
    name: 'found_label',
    list: false,
    plain: false,
    kept: true,
  });
  const pass = coded(label, labels, ranks.rows);
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
    return known ? [joinOf(reads[i]!, known)] : [];
  });
  return {
    labels,
    pass,
    words: {
      rows: new RowWords(spill),
      sql: `concat_ws(' ', ${texts.join(', ')})`,
      reads,
      joins: joins.join(''),
    },
  };
}

/** Writes `path`, and the short tables by which it is read to `index`. */
export async function writeFound(
  shop: Workshop,
  {of, found}: Plan,
  {labels, pass, words}: FoundReading,
  ranks: Ranks,
  index: IndexWriter,
  path: string,
): Promise<Written> {
  const lists = new IndexWriter(path);
  try {
    if (words) writeRowWords(index, lists, words.rows, ranks.rows, path);
    writeLabels(index, lists, labels, pass.target);
    for (const {group, where} of found?.members ?? []) {
      lists.section(SECTIONS.found.member(group), await rowsWhere(shop, of, where, ranks));
    }
    return lists.finish(of.name, {rows: ranks.rows});
  } catch (error) {
    lists.abandon();
    throw error;
  }
}

/** Writes the words of all rows, their rows and the prepared parts; `path` is the file of `lists`. */
export function writeRowWords(
  index: IndexWriter,
  lists: IndexWriter,
  words: RowWords,
  rows: number,
  path: string,
): void {
  const of = SECTIONS.found.words;
  const ordered = words.ordered();
  writeStoredLexicon(index, lists, of, ordered.texts);
  const {at, ranks} = SECTIONS.postings(of);
  lists.section(at, ordered.at);
  const length = ordered.at[ordered.at.length - 1]!;
  const offset = lists.pieces(ranks, 'u32', words.postings(ordered));
  const fd = openSync(path, 'r');
  try {
    const section: Section = {name: ranks, type: 'u32', offset, length};
    writeParts(index, lists, ordered, new Stored(fd, section), rows);
  } finally {
    closeSync(fd);
  }
}

/** Labels in the order of folded text, each with its rows; every so many-th of them to the index. */
function writeLabels(index: IndexWriter, lists: IndexWriter, labels: Dictionary, codes: Uint32Array): void {
  const names = SECTIONS.found;
  const {values, folded, count} = labels;
  lists.section(names.label_codes, codes);
  lists.section(names.label_values, values.bytes);
  lists.section(names.label_values_at, values.at);
  writeStoredLexicon(index, lists, names.labels, folded);
  writeLexicon(index, names.fences, everyFence(folded, count), false);
  writePostings(lists, names.labels, count, byRank(codes, count));
}

function everyFence({bytes, at}: Texts, count: number): Texts {
  const fences = new TextsBuilder();
  for (let code = 0; code < count; code += FENCE) fences.add(bytes.subarray(at[code], at[code + 1]));
  return fences.texts();
}

/** Bitset of the rows for which a condition holds. */
async function rowsWhere(
  shop: Workshop,
  of: Dataset | Derived,
  where: string,
  {table, rows}: Ranks,
): Promise<Uint32Array> {
  const bits = new Uint32Array((rows + 31) >>> 5);
  const sql = `SELECT ranks.rank ${from(of, [])}
    JOIN ${table} AS ranks ON ranks._file = r._file AND ranks._row = r._row WHERE ${where}`;
  for await (const chunk of shop.stream(sql)) {
    const found = numbersOf(chunk, 0);
    for (let i = 0; i < chunk.rowCount; i++) bits[found[i]! >>> 5]! |= 1 << (found[i]! & 31);
  }
  return bits;
}
