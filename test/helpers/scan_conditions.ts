/** Conditions of the oracle: tests one row and one value at a time. */
import type {ColumnType} from '../../datasets/types.ts';
import type {Condition} from '../../engine/types.ts';
import {type Amount, SCALES, type ScanRow} from './scan_row.ts';
import {columnOf, onceFor, type ScanTable} from './scan_rows.ts';

type Test = (row: ScanRow) => boolean;
type TestAt = (at: number) => boolean;

/**
 * The folded texts of some columns of each row as one text, each on a line of its own: no part spans two of
 * them. Empty without texts.
 */
function joinedTexts(table: ScanTable, names: readonly string[]): string[] {
  return onceFor(table, `joined ${names.join(' ')}`, () => {
    const columns = names.map((name) => columnOf(table, 'folded', name));
    return table.rows.map((_row, at) =>
      columns
        .flatMap((texts) => texts[at]!)
        .map((text) => `\n${text}`)
        .join(''),
    );
  });
}

/** Bound of any number of digits against an exact value. */
function bounded(type: ColumnType, op: 'gte' | 'lte', text: string): (value: Amount) => boolean {
  const scale = SCALES[type];
  if (scale === undefined) {
    return (value) => value !== null && (op === 'gte' ? value >= text : value <= text);
  }
  const [whole = '', fraction = ''] = text.split('.');
  const digits = Math.max(scale, fraction.length);
  const bound = BigInt(whole + fraction.padEnd(digits, '0'));
  const factor = 10n ** BigInt(digits - scale);
  return (value) => {
    if (typeof value !== 'bigint') return false;
    const scaled = digits === scale ? value : value * factor;
    return op === 'gte' ? scaled >= bound : scaled <= bound;
  };
}

/** A half of a value as names of bodies are compared, whole and without its last bracket. */
function isNamed(folded: string, names: readonly string[]): boolean {
  const plain = folded.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u2010-\u2015]/g, '-');
  return plain.split('|').some((half) => {
    const whole = half.trim();
    const open = whole.lastIndexOf('(');
    const inside = whole.slice(open + 1, -1);
    const bare =
      open >= 0 && whole.endsWith(')') && !inside.includes(')') ? whole.slice(0, open).trimEnd() : whole;
    return names.includes(whole) || names.includes(bare);
  });
}

const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;

/** Whether the number of a row contains the letters and digits of a term of a text that has a digit. */
function numberTest(
  table: ScanTable,
  columns: readonly string[],
  text: string,
): (at: number, term: string) => boolean {
  const numbers = columns.filter((name) => table.declaration.columns[name]!.number);
  if (numbers.length === 0 || !/[0-9]/.test(text)) return () => false;
  const values = numbers.map((name) => columnOf(table, 'folded', name));
  const part = (term: string) => [...term].filter((one) => LETTER_OR_DIGIT.test(one)).join('');
  return (at, term) =>
    part(term) !== '' && values.some((texts) => texts[at]!.some((one) => one.includes(part(term))));
}

function testOf(table: ScanTable, {op, columns, value, names = [], or = []}: Condition): TestAt {
  if (or.length > 0) {
    const tests = [{op, columns, value, names}, ...or].map((one) => testOf(table, one));
    return (at) => tests.some((test) => test(at));
  }
  const some = (field: 'folded' | 'texts', passes: (text: string) => boolean): TestAt => {
    const values = columns.map((name) => columnOf(table, field, name));
    return (at) => values.some((texts) => texts[at]!.some(passes));
  };
  switch (op) {
    case 'exact':
      return some('folded', (text) => text === value);
    case 'partial':
    case 'terms': {
      const words = columns.filter((name) => !table.declaration.columns[name]!.number);
      const texts = joinedTexts(table, words);
      const inNumber = numberTest(table, op === 'terms' ? columns : [], String(value));
      const parts = op === 'terms' ? String(value).split(' ') : [String(value)];
      const named = names.length > 0 ? some('folded', (text) => isNamed(text, names)) : null;
      return (at) => {
        const text = texts[at]!;
        if (named?.(at)) return true;
        return parts.every((part) => (text !== '' && text.includes(part)) || inNumber(at, part));
      };
    }
    case 'flag':
      return some('texts', (text) => text === String(value));
    case 'in':
      return some('texts', (text) => (value as readonly string[]).includes(text));
    case 'gte':
    case 'lte': {
      const tests = columns.map((name) => ({
        amounts: columnOf(table, 'amounts', name),
        holds: bounded(table.declaration.columns[name]!.type, op, String(value)),
      }));
      return (at) => tests.some(({amounts, holds}) => holds(amounts[at]!));
    }
  }
}

const known = new WeakMap<Condition, {table: ScanTable; holds: Uint8Array}>();

/**
 * For each row whether the condition holds, found once: a question asks for its rows, its total and its
 * groups.
 */
function holdsOf(table: ScanTable, condition: Condition): Uint8Array {
  const found = known.get(condition);
  if (found?.table === table) return found.holds;
  const test = testOf(table, condition);
  const holds = new Uint8Array(table.rows.length);
  for (let at = 0; at < holds.length; at++) if (test(at)) holds[at] = 1;
  known.set(condition, {table, holds});
  return holds;
}

/** True for a row that passes all of them. */
export function passes(table: ScanTable, where: readonly Condition[]): Test {
  const all = where.map((condition) => holdsOf(table, condition));
  return ({at}) => all.every((holds) => holds[at] === 1);
}
