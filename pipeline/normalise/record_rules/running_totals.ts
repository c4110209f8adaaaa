/** The order of versions that one reporting period leaves open. */

interface Amounts {
  /** Cents: the total after the row, and its change. */
  value: number | null;
  change: number | null;
}

/**
 * Sorts versions by `compare`; those that it leaves equal by running totals, since the total of one is that of the one before it and its
 * change, and those that neither tells apart by `otherwise`. The order does not depend on that of the rows.
 */
export function orderVersions<T extends Amounts>(
  versions: readonly T[],
  compare: (a: T, b: T) => number,
  otherwise: (a: T, b: T) => number,
): T[] {
  const sorted = versions.toSorted((a, b) => compare(a, b) || otherwise(a, b));
  const ordered: T[] = [];
  for (let at = 0; at < sorted.length; ) {
    let end = at + 1;
    while (end < sorted.length && compare(sorted[at]!, sorted[end]!) === 0) end++;
    const equal = sorted.slice(at, end);
    ordered.push(...(equal.length > 1 ? byRunningTotals(equal, ordered.at(-1)?.value ?? null) : equal));
    at = end;
  }
  return ordered;
}

const before = ({value, change}: Amounts): number | null =>
  value === null || change === null ? null : value - change;

/** Takes the first row that continues the last total; where none does, the first whose own start no other row leads to. */
function byRunningTotals<T extends Amounts>(rows: readonly T[], total: number | null): T[] {
  const left = [...rows];
  const ordered: T[] = [];
  let last = total;
  while (left.length) {
    const isNext = (row: T) => last !== null && before(row) === last;
    // An entry that changes nothing comes before one that leads away from its total.
    const staysThere = (row: T) => isNext(row) && row.value === last;
    const isStart = (row: T) => {
      const start = before(row);
      return start === null || !left.some((other) => other !== row && other.value === start);
    };
    const at =
      [staysThere, isNext, isStart].map((test) => left.findIndex(test)).find((found) => found >= 0) ?? 0;
    const [next] = left.splice(at, 1) as [T];
    ordered.push(next);
    last = next.value;
  }
  return ordered;
}
