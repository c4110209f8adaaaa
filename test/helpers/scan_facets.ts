/** Facets and values of the oracle: a map of counts over the rows that pass. */
import {compareText} from '../../datasets/rules/text.ts';
import type {FacetsQuery, ValueCount, ValuesQuery} from '../../engine/types.ts';
import {passes} from './scan_conditions.ts';
import {isNear} from './scan_near.ts';
import {foldOnce, type ScanRow} from './scan_row.ts';
import {columnOf, onceFor, type ScanTable} from './scan_rows.ts';

interface ColumnValues {
  /** Every different value in the order of values that are equally frequent. */
  values: string[];
  /** By row the numbers of its values, each once. */
  numbers: number[][];
}

/** The values of a column, numbered once: only their counts differ from question to question. */
function valuesOf(table: ScanTable, column: string): ColumnValues {
  return onceFor(table, `values ${column}`, () => {
    const texts = columnOf(table, 'texts', column);
    const values = [...new Set(texts.flat())].sort(
      (a, b) => compareText(foldOnce(a), foldOnce(b)) || compareText(a, b),
    );
    const numberOf = new Map(values.map((value, number) => [value, number]));
    return {values, numbers: texts.map((own) => [...new Set(own)].map((value) => numberOf.get(value)!))};
  });
}

/** Every value that the rows have, each row counted once for each of its values; the most frequent first. */
function countValues(table: ScanTable, rows: readonly ScanRow[], column: string): ValueCount[] {
  const {values, numbers} = valuesOf(table, column);
  const counts = new Uint32Array(values.length);
  for (const {at} of rows) for (const number of numbers[at]!) counts[number]!++;
  const counted = values.flatMap((value, number) => {
    const count = counts[number]!;
    return count > 0 ? [{value, count}] : [];
  });
  // The order of values that are equally frequent stays.
  return counted.sort((a, b) => b.count - a.count);
}

export function scanFacets(table: ScanTable, {where, near, columns}: FacetsQuery): string {
  const around = table.rows.filter(isNear(table, near));
  return JSON.stringify(
    columns.map((column) => {
      const others = where.filter((one) => one.op === 'terms' || !one.columns.includes(column));
      const all = countValues(table, around.filter(passes(table, others)), column);
      return {total: all.length, values: all.slice(0, 20)};
    }),
  );
}

export function scanValues(table: ScanTable, {column, text, limit}: ValuesQuery): string {
  const all = onceFor(table, `counted ${column}`, () => countValues(table, table.rows, column));
  const matching = all.filter(({value}) => foldOnce(value).includes(text));
  const starts = ({value}: ValueCount) => Number(foldOnce(value).startsWith(text));
  matching.sort((a, b) => starts(b) - starts(a));
  return JSON.stringify({total: matching.length, values: matching.slice(0, limit)});
}
