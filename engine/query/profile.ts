/** Profiles by name: resolution in three steps (specification 1.14), then the prepared record and related entities. */
import {ident} from '../../datasets/rules/sql.ts';
import {fold, TEXT_RULES} from '../../datasets/rules/text.ts';
import type {Related} from '../../datasets/types.ts';
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import {NO_ROW} from '../file/section_names.ts';
import {isDerived} from '../file/table_layout.ts';
import type {RowReader} from '../rows/reader.ts';
import {select} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Row} from '../types.ts';
import {recordJson} from './detail.ts';
import {evaluateAny} from './evaluate.ts';
import {ordinalPredicate} from './predicates.ts';
import type {Table} from './table.ts';

/** JSON of the profile of the entity that `name` finds, or null when nothing is found. */
export function profile(table: Table, name: string, scratch: Scratch, reader: RowReader): Buffer | null {
  const {of} = table.layout;
  if (!table.names || !isDerived(of)) throw new Error(`${of.name} has no profiles`);
  const rank = resolve(table, name, scratch);
  if (rank === null) return null;
  if (!of.related) return recordJson(table, rank, reader);
  const rows = relatedTo(table, of.related, rank, name, scratch, reader);
  const json = recordJson(table, rank, reader);
  const more = Buffer.from(`,${JSON.stringify(of.related.name)}:${JSON.stringify(rows)}}`);
  return Buffer.concat([json.subarray(0, json.length - 1), more]);
}

/**
 * Rank of the entity: by its own name, by a known name, by the declared rule, then (unless only exact names count) by a
 * beginning and by any part of a name. Ranks are in the order that decides among several.
 */
function resolve(table: Table, name: string, scratch: Scratch): number | null {
  const {names, ids} = table;
  const known = fold(name);
  if (known === '' || !names) return null;
  const own = ids.rowOf(name);
  if (own >= 0) return own;
  const text = Buffer.from(known);
  const {lexicon, any} = names;
  const [same, end] = lexicon.equalTo(text);
  for (const ranks of [names.own, any]) {
    const best = least(ranks, same, end);
    if (best !== null) return best;
  }
  const also = alsoKnown(table, name);
  if (also !== null || isExact(table)) return also;
  const [from, to] = lexicon.startingWith(text);
  const begins = least(any, from, to);
  if (begins !== null) return begins;
  let best = NO_ROW;
  for (const code of lexicon.containing(text, scratch)) best = Math.min(best, any[code]!);
  return best === NO_ROW ? null : best;
}

const isExact = ({layout: {of}}: Table): boolean => isDerived(of) && of.exactNamesOnly === true;

/** The smallest of the ranks from one place up to another, or null. */
function least(ranks: Uint32Array, from: number, to: number): number | null {
  let best = NO_ROW;
  for (let i = from; i < to; i++) if (ranks[i]! < best) best = ranks[i]!;
  return best === NO_ROW ? null : best;
}

function coded({columns, layout: plan}: Table, name: string): DictionaryColumn {
  const column = columns.get(name);
  if (!column || column.kind === 'numeric') throw new Error(`${plan.of.name}.${ident(name)} has no codes`);
  return column;
}

function alsoKnown(table: Table, name: string): number | null {
  const {of} = table.layout;
  if (!isDerived(of) || !of.derivedName) return null;
  const text = TEXT_RULES[of.derivedName.rule](name);
  if (text === '') return null;
  const {terms: lexicon, postings} = coded(table, of.derivedName.column);
  const [from, to] = lexicon.equalTo(Buffer.from(text));
  return postings ? least(postings.rows, postings.offsets[from]!, postings.offsets[to]!) : null;
}

/** Other entities by the text asked for, or that share a value with this one, in the default order. */
function relatedTo(
  table: Table,
  {contains, same, limit, column}: Related,
  rank: number,
  name: string,
  scratch: Scratch,
  reader: RowReader,
): Row[] {
  const [parts, alike] = [coded(table, contains), coded(table, same)];
  const of = [ordinalPredicate(parts, parts.terms.containing(Buffer.from(fold(name)), scratch))];
  const own = alike.ordinals![rank]!;
  if (own < alike.terms.count && stringAt(storedValues(alike, same), own) !== '') {
    of.push(ordinalPredicate(alike, Uint32Array.of(own)));
  }
  const found = new Uint32Array(limit + 1);
  const ranks = found.subarray(0, select(evaluateAny(table, of, scratch), 0, found));
  const names = Object.keys(column.fields ?? {});
  return [...ranks]
    .filter((other) => other !== rank)
    .slice(0, limit)
    .map((other) => {
      const row = JSON.parse(recordJson(table, other, reader).toString('utf8')) as Row;
      return Object.fromEntries(names.map((field) => [field, row[field] ?? null]));
    });
}
