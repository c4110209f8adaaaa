/** Conditions of the oracle: tests one row and one value at a time. */
import type {ColumnType} from '../../datasets/types.ts';
import type {Condition} from '../../engine/types.ts';
import {type Amount, SCALES, type ScanRow, type ScanTable} from './scan_rows.ts';

type Test = (row: ScanRow) => boolean;

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

function testOf({declaration}: ScanTable, {op, columns, value}: Condition): Test {
  const some =
    (texts: (row: ScanRow, name: string) => string[], passes: (text: string) => boolean): Test =>
    (row) =>
      columns.some((name) => texts(row, name).some(passes));
  const folded = (row: ScanRow, name: string) => row.folded[name]!;
  const stored = (row: ScanRow, name: string) => row.texts[name]!;
  switch (op) {
    case 'exact':
      return some(folded, (text) => text === value);
    case 'partial':
      return some(folded, (text) => text.includes(String(value)));
    case 'terms': {
      const tests = String(value)
        .split(' ')
        .map((term) => some(folded, (text) => text.includes(term)));
      return (row) => tests.every((test) => test(row));
    }
    case 'flag':
      return some(stored, (text) => text === String(value));
    case 'in':
      return some(stored, (text) => (value as readonly string[]).includes(text));
    case 'gte':
    case 'lte': {
      const tests = columns.map((name) => ({
        name,
        holds: bounded(declaration.columns[name]!.type, op, String(value)),
      }));
      return (row) => tests.some(({name, holds}) => holds(row.amounts[name]!));
    }
  }
}

/** True for a row that passes all of them. */
export function passes(table: ScanTable, where: readonly Condition[]): Test {
  const tests = where.map((condition) => testOf(table, condition));
  return (row) => tests.every((test) => test(row));
}
