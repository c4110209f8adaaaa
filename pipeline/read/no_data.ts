/**
 * Refuses rows that are no data: repeated header lines, lines of labels or units below a header, sums,
 * separators and notes. A row is one only where nothing in it could be a record's: a supplier may be named
 * Total, and a kind of permit may be.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Field, Layout, Source} from '../../datasets/types.ts';
import {columnsOf, usedColumns} from '../../datasets/used_columns.ts';
import {foldName, type MatchedHeader} from './header.ts';

export const LABELS = 'a line of labels or units, no data';
const REASONS = {
  header: 'a header line, no data',
  sum: 'a sum, no data',
  separator: 'a separator, no data',
  note: 'a note, no data',
};

/** A text that says that its row is a sum. */
const SUM =
  '(?i)^\\W*(grand|sub|sous|overall)?[\\s-]*(totals?|totaux|somme|sum)(\\s+(g[eé]n[eé]rale?|permits?|permis|contracts?|contrats?|records?|value|valeur|amount|montant|construction value|(of|for|de|des|du|pour)\\s.*))?\\W*(\\d{1,6})?\\W*$';
/** A text below or between the rows that is about them. */
const NOTE =
  '(?i)^\\W*(sources?|notes?|remarques?|extracted|extrait|(last )?updated|mise [aà] jour|generated|prepared|disclaimer|page \\d+|end of|fin d[eu])\\b|^\\S+(\\s+\\S+){3,}';
/** A line drawn with signs. */
const LINE = '^[-_=*.~#+|—–]{3,}$';
/** Numbers, with or without a currency. */
const NUMBER = '(?i)^(CAD|CA|C|USD|US)?[^\\p{L}]*(CAD|USD)?$';

/** Texts in the place of a value. */
const NO_VALUE = new Set<string>(PLACEHOLDERS.map(fold));

/** Columns that fields of some operations read, also inside a condition. */
function columnsOfOps(layout: Layout, ops: readonly Field['op'][]): string[] {
  const fields = Object.values(layout.fields).map((field) => (field.op === 'when' ? field.value : field));
  return [...new Set(fields.filter(({op}) => ops.includes(op)).flatMap(columnsOf))];
}

const datesIn = (layout: Layout) =>
  columnsOfOps(layout, ['date', 'timestamp', 'date_of_timestamp', 'progress']);
const numbersIn = (layout: Layout) => columnsOfOps(layout, ['money', 'in_cad', 'number', 'integer', 'sum']);

/** Spellings of a column in headers, folded. */
const spellingsOf = ({aliases}: Layout, name: string): string[] => [
  ...new Set([name, ...Object.keys(aliases).filter((old) => aliases[old] === name)].map(foldName)),
];

const all = (conditions: readonly string[]) => `(${conditions.join(' AND ') || 'true'})`;
const any = (conditions: readonly string[]) => `(${conditions.join(' OR ') || 'false'})`;
const sum = (conditions: readonly string[]) => conditions.map((one) => `(${one})::INTEGER`).join(' + ');

/**
 * Creates the table of the header lines, sums, separators and notes of a relation, with reasons; returns its
 * name, null for layouts that have none. Nearly all rows have a date, or a number of their own that is no
 * such word: only others are looked at as a whole.
 */
export async function findNoData(
  db: DuckDBConnection,
  {key}: Pick<Source, 'key'>,
  layout: Layout,
  relation: string,
): Promise<string | null> {
  if (layout.codeTable !== undefined || layout.rows) return null;
  const columns = usedColumns(layout);
  const keyColumns = key.flatMap((name) => (layout.fields[name] ? columnsOf(layout.fields[name]) : []));
  const keys = columns.filter((name) => keyColumns.includes(name));
  if (!keys.length) keys.push(...columns.slice(0, 1));
  const [dates, numbers] = [datesIn(layout), numbersIn(layout)].map((names) =>
    columns.filter((name) => names.includes(name)),
  ) as [string[], string[]];
  const cell = (name: string) => `coalesce(${ident(name)}, '')`;
  const is = (pattern: string) => (name: string) => `regexp_matches(${cell(name)}, ${literal(pattern)})`;
  const [isSum, isLine, isNumber] = [is(SUM), is(LINE), is(NUMBER)];
  const isBlank = (name: string) => `${ident(name)} IS NULL`;
  const isName = (name: string) => {
    const spellings = spellingsOf(layout, name);
    const folded = `regexp_replace(lower(strip_accents(${cell(name)})), '[^a-z0-9]', '', 'g') IN (${literals(spellings)})`;
    // Folding costs: nearly all cells begin with another letter, and with neither a mark nor an accent.
    const first = [...new Set(['', ' ', '"', ...spellings.map((one) => one.charAt(0))])];
    return all([`(lower(${cell(name)}[1]) IN (${literals(first)}) OR ${cell(name)} > '~')`, folded]);
  };

  const undated = dates.map((name) => `${cell(name)} NOT BETWEEN '0' AND ':'`);
  const unnumbered = keys.flatMap((name) => [isName(name), is(`${SUM}|${LINE}|${NOTE}`)(name)]);
  const suspects = all([...undated, any([all(keys.map(isBlank)), ...unnumbered])]);
  const table = `${relation}_no_data`;
  await db.run(`CREATE TABLE ${table} (_row BIGINT, _file INTEGER, reason VARCHAR)`);
  // Most files have none, which these few columns show.
  const found = await db.runAndReadAll(`SELECT 1 FROM ${relation} WHERE ${suspects} LIMIT 1`);
  if (!found.currentRowCount) return table;

  const filled = sum(columns.map((name) => `NOT ${isBlank(name)}`));
  const texts = sum(columns.map((name) => `NOT ${isSum(name)} AND NOT ${isNumber(name)}`));
  const isHeader = all([...columns.map((name) => any([isBlank(name), isName(name)])), `${filled} > 1`]);
  const isDrawn = all([...columns.map((name) => any([isBlank(name), isLine(name)])), `${filled} > 0`]);
  const isSumRow = all([
    any(columns.map(isSum)),
    any(numbers.map((name) => all([isNumber(name), `${cell(name)} SIMILAR TO '.*[0-9].*'`]))),
    // A number there is that of a record.
    ...keys.map((name) => any([isBlank(name), `NOT ${isNumber(name)}`])),
    // Where the number of a record should be, the word says enough: a portal fills columns of its own.
    any([`${texts} = 0`, ...(dates.length ? [all([any(keys.map(isSum)), `${texts} <= 1`])] : [])]),
  ]);
  const isAlone = all([`${filled} = 1`, `${columns.length} > 2`]);
  const isNote = all([isAlone, any(keys.map(is(NOTE)))]);
  const cases = `CASE WHEN ${isHeader} THEN ${literal(REASONS.header)} WHEN ${isDrawn} THEN ${literal(REASONS.separator)}
    WHEN ${any([isSumRow, all([isAlone, any(keys.map(isSum))])])} THEN ${literal(REASONS.sum)} WHEN ${isNote} THEN ${literal(REASONS.note)} END`;
  await db.run(`INSERT INTO ${table} FROM (
      SELECT _row, _file, ${cases} AS reason FROM ${relation} WHERE ${suspects}
    ) WHERE reason IS NOT NULL`);
  return table;
}

/** Values that begin with a word: a month, a day of the week or a currency. */
const WORDED =
  /^\W*((CAD|CA|C|USD?)\W*\d|(jan(uary|vier)?|f[eé]vr?(ier)?|feb(ruary)?|mar(ch|s)?|apr(il)?|avr(il)?|ma[iy]|june?|juin|july?|juil(let)?|aug(ust)?|ao[uû]t|(sept?|oct|nov|d[eé]c)(em|o)?(ber|bre)?|(mon|tues?|wednes|thu(rs)?|fri|satur|sun)(day)?|(lun|mar|mercre|jeu|vendre|same)(di)?)\b)/i;

/**
 * Whether a cell is a word about values, with at most a few digits, rather than a value or a number of a
 * record.
 */
function isLabel(cell: string): boolean {
  if (NO_VALUE.has(fold(cell))) return false;
  const digits = cell.match(/\d/g)?.length ?? 0;
  const letters = cell.match(/\p{L}/gu)?.length ?? 0;
  return digits === 0 || (letters > 2 && letters > digits && /^\W*\p{L}/u.test(cell) && !WORDED.test(cell));
}

/**
 * Whether the first row below a header names or explains its columns: a word stands wherever a date or an
 * amount should, and either the row has no digit at all, or every column has such a label.
 */
export function isLabelRow(
  {layout, positions}: Pick<MatchedHeader, 'layout' | 'positions'>,
  cells: readonly (string | null)[],
): boolean {
  if (layout.codeTable !== undefined) return false;
  const given = [...positions].flatMap(([name, at]) => {
    const cell = cells[at];
    return cell?.trim() ? [{name, cell}] : [];
  });
  const typed = [...datesIn(layout), ...numbersIn(layout)];
  const judged = given.filter(({name}) => typed.includes(name));
  if (!judged.length || !judged.every(({cell}) => isLabel(cell))) return false;
  const isWhole =
    given.length === positions.size && judged.length > 1 && given.every(({cell}) => isLabel(cell));
  return isWhole || given.every(({cell}) => !/\d/.test(cell));
}
