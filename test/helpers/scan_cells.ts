/** Cells of the statistics of the oracle: the rows of each pair of groups, one cell at a time. */
import type {Dataset} from '../../datasets/types.ts';
import type {Row, StatsQuery} from '../../engine/types.ts';
import {passes} from './scan_conditions.ts';
import {isNear} from './scan_near.ts';
import type {ScanRow} from './scan_row.ts';
import {columnOf, type ScanTable} from './scan_rows.ts';

const decimals = (units: bigint, digits: number): number => {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  return Number(`${units < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`);
};

/** The middle amount, or the mean of the two in the middle. */
function medianOf(amounts: bigint[]): number | null {
  const sorted = amounts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (sorted.length === 0) return null;
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return decimals((low + high) * 5n, 3);
}

export function scanCells(
  table: ScanTable,
  {where, near, group_by, then_by, median}: StatsQuery,
  first: readonly {value: string}[],
  second: readonly {value: string}[] | null,
): Row[] {
  const {sum} = (table.declaration as Dataset).stats!;
  const rows = table.rows.filter(isNear(table, near)).filter(passes(table, where));
  const amountsOf = sum === null ? null : columnOf(table, 'amounts', sum);
  const cell = (members: readonly ScanRow[], value: string, other: string | null): Row[] => {
    if (members.length === 0) return [];
    const amounts = members.flatMap((row) => {
      const amount = amountsOf?.[row.at];
      return typeof amount === 'bigint' ? [amount] : [];
    });
    const total = amounts.reduce((all, one) => all + one, 0n);
    return [
      {
        group_by,
        group_value: value,
        record_count: members.length,
        sum_field: sum,
        sum_value: amounts.length === 0 ? null : decimals(total, 2),
        value_count: sum === null ? null : amounts.length,
        ...(other === null ? {} : {then_by: then_by!, then_value: other}),
        ...(median ? {median_value: medianOf(amounts)} : {}),
      },
    ];
  };
  const ofFirst = rowsByGroup(table, rows, group_by);
  return first.flatMap(({value}) => {
    const members = ofFirst.get(value) ?? [];
    if (!second) return cell(members, value, null);
    const ofSecond = rowsByGroup(table, members, then_by!);
    return second.slice(0, 40).flatMap((other) => cell(ofSecond.get(other.value) ?? [], value, other.value));
  });
}

function rowsByGroup(table: ScanTable, rows: readonly ScanRow[], dimension: string): Map<string, ScanRow[]> {
  const values = columnOf(table, 'groups', dimension);
  const groups = new Map<string, ScanRow[]>();
  for (const row of rows)
    for (const value of values[row.at]!) {
      const members = groups.get(value);
      if (members) members.push(row);
      else groups.set(value, [row]);
    }
  return groups;
}
