/** Profiles: resolves a name to an entity, then returns its stored record and related entities. */
import {ident} from '../../datasets/rules/sql.ts';
import {fold, TEXT_RULES} from '../../datasets/rules/text.ts';
import type {Related} from '../../datasets/types.ts';
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import {requestAll} from '../file/byte_source.ts';
import type {Postings} from '../file/postings.ts';
import {NO_ROW} from '../file/section_names.ts';
import {hasExactNames, isDerived} from '../file/table_layout.ts';
import type {RowReader} from '../rows/reader.ts';
import {select} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Row} from '../types.ts';
import {evaluateAny} from './evaluate.ts';
import {ordinalPredicate} from './predicates.ts';
import {requestColumn} from './requirements.ts';
import type {Table} from './table.ts';

/** JSON of the profile of the entity that `name` resolves to, or null. */
export function profile(table: Table, name: string, scratch: Scratch, reader: RowReader): Buffer | null {
  const {declaration} = table.layout;
  if (!table.names || !isDerived(declaration)) throw new Error(`${declaration.name} has no profiles`);
  const row = resolve(table, name, scratch);
  if (row === null) return null;
  if (!declaration.related) return reader.row(table.details, row);
  const related = relatedEntities(table, declaration.related, row, name, scratch, reader);
  const json = reader.row(table.details, row);
  const field = Buffer.from(`,${JSON.stringify(declaration.related.name)}:${JSON.stringify(related)}}`);
  return Buffer.concat([json.subarray(0, json.length - 1), field]);
}

/**
 * The entity's row: by id (the name itself), own folded name, any spelling, derived name, then, unless only exact names
 * resolve, by prefix and substring of a name. Rows are in the order that decides between several.
 */
function resolve(table: Table, name: string, scratch: Scratch): number | null {
  const {names, ids, layout} = table;
  const folded = fold(name);
  if (folded === '' || !names) return null;
  const byId = ids.rowOf(name);
  if (byId >= 0) return byId;
  const text = Buffer.from(folded);
  const {terms, own, any} = names;
  if (!table.source.complete) requestAll(table.source, [own, any]);
  const [same, end] = terms.equalTo(text);
  const exact = leastRow(own, same, end) ?? leastRow(any, same, end) ?? resolveDerivedName(table, name);
  if (exact !== null || hasExactNames(layout.declaration)) return exact;
  const [from, to] = terms.startingWith(text);
  const byPrefix = leastRow(any, from, to);
  if (byPrefix !== null) return byPrefix;
  let least = NO_ROW;
  for (const ordinal of terms.containing(text, scratch)) least = Math.min(least, any[ordinal]!);
  return least === NO_ROW ? null : least;
}

/** The least of items `from` to `to`, or null. */
function leastRow(rows: Uint32Array, from: number, to: number): number | null {
  let least = NO_ROW;
  for (let i = from; i < to; i++) if (rows[i]! < least) least = rows[i]!;
  return least === NO_ROW ? null : least;
}

function dictionaryColumn({columns, layout}: Table, name: string): DictionaryColumn {
  const column = columns.get(name);
  if (!column || column.kind === 'numeric') {
    throw new Error(`${layout.declaration.name}.${ident(name)} is not dictionary-encoded`);
  }
  return column;
}

function resolveDerivedName(table: Table, name: string): number | null {
  const {declaration} = table.layout;
  if (!isDerived(declaration) || !declaration.derivedName) return null;
  const text = TEXT_RULES[declaration.derivedName.rule](name);
  if (text === '') return null;
  const {terms, postings} = dictionaryColumn(table, declaration.derivedName.column);
  const [from, to] = terms.equalTo(Buffer.from(text));
  if (!table.source.complete && postings) loadPostings(postings, from, to);
  return postings ? leastRow(postings.rows, postings.offsets[from]!, postings.offsets[to]!) : null;
}

/** Fetches the rows of some ordinals. */
function loadPostings({source, offsets, rows}: Postings, from: number, to: number): void {
  source.read(offsets, from, to + 1);
  source.read(rows, offsets[from]!, offsets[to]!);
}

/** Other entities whose text contains the name, or that share a value with this one, in the default order. */
function relatedEntities(
  table: Table,
  {contains, same, limit, column}: Related,
  row: number,
  name: string,
  scratch: Scratch,
  reader: RowReader,
): Row[] {
  const [searched, shared] = [dictionaryColumn(table, contains), dictionaryColumn(table, same)];
  if (!table.source.complete) {
    requestColumn(table, shared);
    searched.terms.requestLists(Buffer.from(fold(name)));
    table.source.fetch();
  }
  const matches = searched.terms.containing(Buffer.from(fold(name)), scratch);
  const predicates = [ordinalPredicate(searched, matches)];
  const own = shared.ordinals![row]!;
  if (own < shared.terms.count && stringAt(storedValues(shared, same), own) !== '') {
    predicates.push(ordinalPredicate(shared, Uint32Array.of(own)));
  }
  // One more, since the entity itself may be among them.
  const buffer = new Uint32Array(limit + 1);
  const rows = buffer.subarray(0, select(evaluateAny(table, predicates, scratch), 0, buffer));
  const fields = Object.keys(column.fields ?? {});
  return [...rows]
    .filter((other) => other !== row)
    .slice(0, limit)
    .map((other) => {
      const record = JSON.parse(reader.row(table.details, other).toString('utf8')) as Row;
      return Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));
    });
}
