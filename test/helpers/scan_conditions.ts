/** Conditions of the oracle: tests one row and one value at a time. */
import type {ColumnType} from '../../datasets/types.ts';
import type {Condition} from '../../engine/types.ts';
import {type Amount, SCALES, type ScanRow, type ScanTable} from './scan_rows.ts';

type Test = (row: ScanRow) => boolean;

type Field = 'folded' | 'texts' | 'amounts';
type Value<F extends Field> = ScanRow[F][string];

const columnsOf = new WeakMap<ScanTable, Map<string, unknown[]>>();

/** One field of all rows, by index of the row: thousands of questions pass over every row. */
function columnOf<F extends Field>(table: ScanTable, field: F, name: string): Value<F>[] {
  const columns = columnsOf.get(table) ?? new Map<string, unknown[]>();
  columnsOf.set(table, columns);
  const key = `${field} ${name}`;
  const known = columns.get(key) ?? table.rows.map((row) => row[field][name]);
  columns.set(key, known);
  return known as Value<F>[];
}

/**
 * The folded texts of some columns of each row as one text, each on a line of its own: no part spans two of them. Empty
 * without texts.
 */
function joinedTexts(table: ScanTable, names: readonly string[]): string[] {
  const columns = columnsOf.get(table) ?? new Map<string, unknown[]>();
  columnsOf.set(table, columns);
  const key = `joined ${names.join(' ')}`;
  const known =
    columns.get(key) ??
    table.rows.map((row) =>
      names
        .flatMap((name) => row.folded[name]!)
        .map((text) => `\n${text}`)
        .join(''),
    );
  columns.set(key, known);
  return known as string[];
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

function testOf(table: ScanTable, {op, columns, value}: Condition): Test {
  const some = (field: 'folded' | 'texts', passes: (text: string) => boolean): Test => {
    const values = columns.map((name) => columnOf(table, field, name));
    return ({at}) => values.some((texts) => texts[at]!.some(passes));
  };
  switch (op) {
    case 'exact':
      return some('folded', (text) => text === value);
    case 'partial':
    case 'terms': {
      const texts = joinedTexts(table, columns);
      const parts = op === 'terms' ? String(value).split(' ') : [String(value)];
      return ({at}) => {
        const text = texts[at]!;
        return text !== '' && parts.every((part) => text.includes(part));
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
      return ({at}) => tests.some(({amounts, holds}) => holds(amounts[at]!));
    }
  }
}

/** True for a row that passes all of them. */
export function passes(table: ScanTable, where: readonly Condition[]): Test {
  const tests = where.map((condition) => testOf(table, condition));
  return (row) => tests.every((test) => test(row));
}
