/** Facets and values of the oracle: a map of counts over the rows that pass. */
import {compareText, fold} from '../../datasets/rules/text.ts';
import type {FacetsQuery, ValueCount, ValuesQuery} from '../../engine/types.ts';
import {passes} from './scan_conditions.ts';
import {isNear} from './scan_near.ts';
import type {ScanRow, ScanTable} from './scan_rows.ts';

/** Every different value of a column, each row once for each of its values. */
function countValues(rows: readonly ScanRow[], column: string): ValueCount[] {
  const counts = new Map<string, number>();
  for (const {texts} of rows)
    for (const value of new Set(texts[column])) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({value, count}));
}

const byFrequency = (a: ValueCount, b: ValueCount): number =>
  b.count - a.count || compareText(fold(a.value), fold(b.value)) || compareText(a.value, b.value);

export function scanFacets(table: ScanTable, {where, near, columns}: FacetsQuery): string {
  const around = table.rows.filter(isNear(table, near));
  return JSON.stringify(
    columns.map((column) => {
      const others = where.filter((one) => one.op === 'terms' || !one.columns.includes(column));
      const all = countValues(around.filter(passes(table, others)), column);
      return {total: all.length, values: all.sort(byFrequency).slice(0, 20)};
    }),
  );
}

export function scanValues({rows}: ScanTable, {column, text, limit}: ValuesQuery): string {
  const matching = countValues(rows, column).filter(({value}) => fold(value).includes(text));
  const starts = ({value}: ValueCount) => Number(fold(value).startsWith(text));
  matching.sort((a, b) => starts(b) - starts(a) || byFrequency(a, b));
  return JSON.stringify({total: matching.length, values: matching.slice(0, limit)});
}
