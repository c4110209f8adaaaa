/** The expected answer of a list, by a scan of arrays without any of the engine's code. */
import {DATASETS} from '../../datasets/index.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import type {Condition, ListQuery} from '../../engine/types.ts';
import type {GivenRow} from './build.ts';

/** Total, ids of the page in order. Rows have money as decimal text or number, dates as text. */
export function scanList(rows: readonly GivenRow[], query: ListQuery): {total: number; ids: string[]} {
  const dataset = DATASETS[query.dataset];
  if (!dataset) throw new Error(`no dataset ${query.dataset}`);
  const column = dataset.sort.keys[query.sort];
  if (column === undefined) throw new Error(`no sort key ${query.sort}`);
  const matching = rows.filter((row) => query.where.every((condition) => matches(row, condition)));
  const ordered = [...matching].sort((a, b) => {
    const [left, right] = [a[column] ?? null, b[column] ?? null];
    if (left === null && right !== null) return 1;
    if (right === null && left !== null) return -1;
    const way = compareValues(left, right);
    return (
      (query.order === 'desc' ? -way : way) || byCodePoint(String(a['record_id']), String(b['record_id']))
    );
  });
  const page = ordered.slice(query.offset, query.offset + query.limit);
  return {total: matching.length, ids: page.map((row) => String(row['record_id']))};
}

/** Whether a row passes a condition. */
export function matches(row: GivenRow, {op, columns, value}: Condition): boolean {
  const items = columns.flatMap((name) => itemsOf(row[name] ?? null));
  switch (op) {
    case 'exact':
      return items.some((item) => fold(String(item)) === value);
    case 'partial':
      return items.some((item) => fold(String(item)).indexOf(String(value)) >= 0);
    case 'terms':
      return String(value)
        .split(' ')
        .every((term) =>
          items.some((item) =>
            fold(String(item))
              .split(' ')
              .some((word) => word.includes(term)),
          ),
        );
    case 'gte':
      return items.some((item) => compareBound(item, String(value)) >= 0);
    case 'lte':
      return items.some((item) => compareBound(item, String(value)) <= 0);
    case 'flag':
      return items.some((item) => item === value);
    case 'in':
      return items.some((item) => (value as readonly string[]).includes(String(item)));
  }
}

const itemsOf = (value: Json): Json[] => (value === null ? [] : Array.isArray(value) ? value : [value]);

/** Numbers to the thousandth of a cent, dates as text. */
function compareBound(item: Json, bound: string): number {
  if (typeof item === 'string') return byCodePoint(item, bound);
  return Math.round(Number(item) * 100) * 1000 - Math.round(Number(bound) * 100_000);
}

function compareValues(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return byCodePoint(String(a ?? ''), String(b ?? ''));
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const way = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (way !== 0) return way;
  }
  return left.length - right.length;
}
