/** Profiles: resolves a name to an entity, then returns its stored record and related entities. */
import {namesOfAcronym} from '../../datasets/rules/bodies.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {fold, TEXT_RULES} from '../../datasets/rules/text.ts';
import type {Derived, Related} from '../../datasets/types.ts';
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import {NO_ROW} from '../file/section_names.ts';
import {hasExactNames, isDerived} from '../file/table_layout.ts';
import type {RowReader} from '../rows/reader.ts';
import {select} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import {MAX_SIMILAR, type MatchedBy, type Profile, type Row, type Similar} from '../types.ts';
import {evaluateAny} from './evaluate.ts';
import {ordinalPredicate} from './predicates.ts';
import type {Table} from './table.ts';
import type {Work} from './work.ts';

/** The profile of the entity that `name` resolves to, or null. */
export function profile(table: Table, name: string, {scratch, reader}: Work): Profile | null {
  const {declaration} = table.layout;
  if (!table.names || !isDerived(declaration)) throw new Error(`${declaration.name} has no profiles`);
  const found = resolve(table, name, scratch);
  if (found === null) return null;
  const {row, matched_by, others} = found;
  const similar = others.map((other) => similarEntity(table, declaration, other, reader));
  if (!declaration.related) return {json: reader.row(table.details, row), matched_by, similar};
  const related = relatedEntities(table, declaration.related, row, name, scratch, reader);
  const json = reader.row(table.details, row);
  const field = Buffer.from(`,${JSON.stringify(declaration.related.name)}:${JSON.stringify(related)}}`);
  return {json: Buffer.concat([json.subarray(0, json.length - 1), field]), matched_by, similar};
}

function similarEntity({items}: Table, {key, counted}: Derived, row: number, reader: RowReader): Similar {
  const item = JSON.parse(reader.row(items, row).toString('utf8')) as Row;
  return {name: String(item[key.column]), count: Number(item[counted!])};
}

interface Resolved {
  row: number;
  matched_by: MatchedBy;
  /** Rows of the other candidates. */
  others: number[];
}

const exactly = (row: number, matched_by: MatchedBy): Resolved => ({row, matched_by, others: []});

/**
 * The entity's row: by id (the name itself), own folded name, any spelling, derived name, acronym, then,
 * unless only exact names resolve, by prefix and substring of a name. Rows are in the order that decides
 * between several.
 */
function resolve(table: Table, name: string, scratch: Scratch): Resolved | null {
  const {names, ids, layout} = table;
  const folded = fold(name);
  if (folded === '' || !names) return null;
  const byId = ids.rowOf(name);
  if (byId >= 0) return exactly(byId, 'name');
  const text = Buffer.from(folded);
  const {terms, own, any} = names;
  const [same, end] = terms.equalTo(text);
  const itself = leastRow(own, same, end);
  if (itself !== null) return exactly(itself, 'name');
  const spelled = leastRow(any, same, end);
  if (spelled !== null) return exactly(spelled, 'spelling');
  const derived = resolveDerivedName(table, name);
  if (derived !== null) return exactly(derived, 'key');
  const body = resolveAcronym(table, name);
  if (body !== null) return exactly(body, 'acronym');
  if (hasExactNames(layout.declaration)) return null;
  const [from, to] = terms.startingWith(text);
  const beginning = firstRows(table, any.subarray(from, to), scratch);
  if (beginning.length > 0) return among(beginning, 'beginning');
  const parts = terms.containing(text, scratch).map((at) => any[at]!);
  const part = firstRows(table, parts, scratch);
  return part.length > 0 ? among(part, 'part') : null;
}

const among = ([row, ...others]: number[], matched_by: MatchedBy): Resolved => ({
  row: row!,
  matched_by,
  others,
});

/** The first rows of some, each once: one and MAX_SIMILAR others at most. */
function firstRows(table: Table, rows: Uint32Array, scratch: Scratch): number[] {
  const bitmap = scratch.bitmap(table.rows);
  bitmap.addRows(rows);
  const first = new Uint32Array(MAX_SIMILAR + 1);
  return [...first.subarray(0, select({kind: 'bitmap', bitmap, count: bitmap.count()}, 0, first))];
}

/** The first entity with a name of a body that has this acronym. */
function resolveAcronym({names, layout}: Table, name: string): number | null {
  const {declaration} = layout;
  if (!isDerived(declaration) || !declaration.bodies) return null;
  let least = NO_ROW;
  for (const known of namesOfAcronym(name)) {
    const [from, to] = names!.terms.equalTo(Buffer.from(known));
    least = Math.min(least, leastRow(names!.any, from, to) ?? NO_ROW);
  }
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
  return postings ? leastRow(postings.rows, postings.offsets[from]!, postings.offsets[to]!) : null;
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
