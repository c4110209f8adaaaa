/** Whether two sets of measurements differ: by their medians, and by the ranks of all of them together. */

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Probability of a standard normal value further from 0 than `z`, to 1e-7 (Abramowitz and Stegun, 26.2.17).
 */
function beyond(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, (2 * tail * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI));
}

/**
 * Probability of ranks as different as these where both come from one distribution: Mann and Whitney's test,
 * two-sided, by the normal approximation with equal values counted. For some 20 values of each and more.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({value, first: true})), ...b.map((value) => ({value, first: false}))];
  all.sort((x, y) => x.value - y.value);
  let rankSum = 0;
  let ties = 0;
  for (let from = 0, to = 0; from < all.length; from = to) {
    while (to < all.length && all[to]!.value === all[from]!.value) to++;
    const equal = to - from;
    ties += equal ** 3 - equal;
    // Equal values share the middle of their ranks, which begin with 1.
    const rank = (from + 1 + to) / 2;
    for (let i = from; i < to; i++) if (all[i]!.first) rankSum += rank;
  }
  const [n, m, total] = [a.length, b.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  return variance === 0 ? 1 : beyond((u - (n * m) / 2) / Math.sqrt(variance));
}
