/**
 * Compares the index with the scan and the reference on random queries; a failure names seed, query and first
 * difference.
 */
import type {Engine} from '../../engine/types.ts';
import type {Reference} from '../reference/open.ts';
import {type AnyQuery, answerText, referenceText} from './answer_text.ts';
import fc from './fast_check.ts';
import {ALL_KINDS, anyQuery} from './query_arbitraries.ts';
import type {ScanOracle} from './scan_answers.ts';

/** RUNS= raises the number of queries of each test. */
export const runs = (count: number): number => Math.max(count, Number(process.env['RUNS'] || 0));

/** Characters shown before and after the first difference. */
const SHOWN = 300;

function compare(difference: string, actual: string, expected: string): void {
  if (actual === expected) return;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  const from = Math.max(0, at - SHOWN);
  const part = (text: string) => text.slice(from, at + SHOWN);
  throw new Error(
    `${difference}, at character ${at}:\n  is       ${part(actual)}\n  expected ${part(expected)}`,
  );
}

/** Compares the index with the scan of all rows. */
export function againstScan(
  index: Engine,
  scan: ScanOracle,
  count: number,
  kinds: readonly AnyQuery['kind'][] = ALL_KINDS,
): void {
  const property = fc.property(anyQuery(scan, kinds), (query) =>
    compare('the index differs from the scan', answerText(index, query), scan.answerText(query)),
  );
  fc.assert(property, {numRuns: runs(count), includeErrorInReport: true});
}

/** Compares the index and the scan with the executor over the Parquet. */
export async function againstReference(
  index: Engine,
  scan: ScanOracle,
  reference: Reference,
  count: number,
  kinds: readonly AnyQuery['kind'][] = ALL_KINDS,
): Promise<void> {
  const property = fc.asyncProperty(anyQuery(scan, kinds), async (query) => {
    const expected = await referenceText(reference, query);
    compare('the index differs from the reference', answerText(index, query), expected);
    compare('the scan differs from the reference', scan.answerText(query), expected);
  });
  await fc.assert(property, {numRuns: runs(count), includeErrorInReport: true});
}
