/** The order of versions that one reporting period leaves open. */

interface Amounts {
  /** Cents: the total after the row, and its change. */
  value: number | null;
  change: number | null;
}

/**
 * Sorts versions by `compare`; those that it leaves equal by running totals, since the total of one is that
 * of the one before it and its change, and those that neither tells apart by `otherwise`. The order does not
 * depend on that of the rows.
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
 * Orders rows so that each continues the total before it, as far as they do: of those that continue it, one
 * from whose total others lead back comes first, or they would be left over. Rows are found by the total that
 * they leave: a quarter may have thousands.
 */
function byRunningTotals<T extends Amounts>(rows: readonly T[], total: number | null): T[] {
  const left = new Set(rows);
  const leaving = new Map<number | null, Set<T>>();
  for (const row of rows) leaving.set(before(row), (leaving.get(before(row)) ?? new Set()).add(row));
  const starts = new Starts(rows);
  const ordered: T[] = [];
  let last = total;
  while (left.size) {
    const continues = last !== null && (leaving.get(last)?.size ?? 0) > 0;
    const start = continues ? last : starts.first(left);
    const candidates = leaving.get(start)!;
    const [first] = candidates as Iterable<T> as [T];
    const next =
      candidates.size === 1
        ? first
        : (candidates.values().find((row) => leadsBack(row, start, leaving)) ?? first);
    left.delete(next);
    candidates.delete(next);
    starts.take(next);
    ordered.push(next);
    last = next.value;
  }
  return ordered;
}

/** How many of the rows that change something leave each total, and how many lead to it. */
class Starts {
  readonly #out = new Map<number, number>();
  readonly #in = new Map<number, number>();

  constructor(rows: readonly Amounts[]) {
    for (const row of rows) this.#count(row, 1);
  }

  take(row: Amounts): void {
    this.#count(row, -1);
  }

  /**
   * The first total that more rows leave than lead to, that no row leads to, or that is not known; else that
   * of the first row.
   */
  first(left: ReadonlySet<Amounts>): number | null {
    const isStart = (start: number | null) => {
      const to = start === null ? 0 : (this.#in.get(start) ?? 0);
      return to === 0 || (this.#out.get(start!) ?? 0) > to;
    };
    const [row] = left as Iterable<Amounts> as [Amounts];
    return before(left.values().find((one) => isStart(before(one))) ?? row);
  }

  #count(row: Amounts, by: number): void {
    const start = before(row);
    if (row.value === start) return;
    if (start !== null) this.#out.set(start, (this.#out.get(start) ?? 0) + by);
    if (row.value !== null) this.#in.set(row.value, (this.#in.get(row.value) ?? 0) + by);
  }
}

/** Whether changes of other rows lead from the total after a row back to the one before it. */
function leadsBack<T extends Amounts>(
  row: T,
  start: number | null,
  leaving: ReadonlyMap<number | null, ReadonlySet<T>>,
): boolean {
  const reached = new Set([row.value]);
  for (const total of reached) {
    if (total === null) continue;
    if (total === start) return true;
    for (const other of leaving.get(total) ?? []) if (other !== row) reached.add(other.value);
  }
  return false;
}
