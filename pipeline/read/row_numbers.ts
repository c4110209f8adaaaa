/**
 * Row numbers of a CSV file whose plain records are loaded at once and whose odd ones are staged one by one.
 */
import type {CsvScan, OddLocation} from './csv_scan.ts';

/**
 * Plain record `i` has the number `base + i * step`; `odd` are the odd records with theirs; `end` follows
 * all.
 */
export interface RowNumbers {
  base: number;
  step: number;
  odd: (OddLocation & {row: number})[];
  end: number;
}

/**
 * Numbers that follow the order of the file, from `first` on. Between two plain records they leave room for
 * the longest run of odd ones: the order of rows decides between versions that are otherwise equal.
 */
export function numberRows(
  {plain, oddLocations}: Pick<CsvScan, 'plain' | 'oddLocations'>,
  first: number,
): RowNumbers {
  const runs = [...Map.groupBy(oddLocations, ({plain_before}) => plain_before)];
  const room = runs.reduce((longest, [, run]) => Math.max(longest, run.length), 0);
  const [base, step] = [first + room, room + 1];
  const odd = runs.flatMap(([before, run]) =>
    run.map((location, at) => ({...location, row: base + before * step - room + at})),
  );
  return {base, step, odd, end: base + plain.length * step};
}
