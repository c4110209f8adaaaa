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

/**
 * Orders rows so that each continues the total before it, as far as they do: of those that continue it, one from whose total others lead
 * back comes first, or they would be left over.
 */
function byRunningTotals<T extends Amounts>(rows: readonly T[], total: number | null): T[] {
  const left = [...rows];
  const ordered: T[] = [];
  let last = total;
  while (left.length) {
    const continues = last !== null && left.some((row) => before(row) === last);
    const start = continues ? last : startOf(left);
    const leadsBack = (row: T) =>
      before(row) === start &&
      leads(
        row.value,
        start,
        left.filter((other) => other !== row),
      );
    const found = left.findIndex(leadsBack);
    const at = found < 0 ? left.findIndex((row) => before(row) === start) : found;
    const [next] = left.splice(at, 1) as [T];
    ordered.push(next);
    last = next.value;
  }
  return ordered;
}

/** The first total that more rows leave than lead to, that no row leads to, or that is not known; else that of the first row. */
function startOf(rows: readonly Amounts[]): number | null {
  const changing = rows.filter((row) => row.value !== before(row));
  const isStart = (start: number | null) => {
    const to = changing.filter(({value}) => value === start).length;
    return start === null || to === 0 || changing.filter((row) => before(row) === start).length > to;
  };
  return before(rows.find((row) => isStart(before(row))) ?? rows[0]!);
}

/** Whether changes of the rows lead from one total to another. */
function leads(from: number | null, to: number | null, rows: readonly Amounts[]): boolean {
  const reached = new Set([from]);
  for (const total of reached) {
    if (total === null) continue;
    if (total === to) return true;
    for (const row of rows) if (before(row) === total) reached.add(row.value);
  }
  return false;
}
