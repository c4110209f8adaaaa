/** Random questions to an index and to what judges it; a failure says the seed, the question and where answers part. */

import type {Engine} from '../../engine/types.ts';
import fc from './fast_check.ts';
import type {PlainEngine} from './plain_answers.ts';
import {ALL_KINDS, questions} from './random_queries.ts';
import {type Asked, tell} from './told.ts';

/** RUNS= raises the number of questions of each test. */
export const runs = (usual: number): number => Math.max(usual, Number(process.env['RUNS'] || 0));

/** Characters shown before and behind the place where two answers part. */
const SHOWN = 300;

function compare(what: string, told: string, expected: string): void {
  if (told === expected) return;
  let at = 0;
  while (told[at] === expected[at]) at++;
  const from = Math.max(0, at - SHOWN);
  const part = (text: string) => text.slice(from, at + SHOWN);
  throw new Error(`${what}, at character ${at}:\n  is       ${part(told)}\n  expected ${part(expected)}`);
}

/** The answer of the index, which gives it at once. */
function now(index: Engine, asked: Asked): string {
  const told = tell(index, asked);
  if (typeof told !== 'string') throw new Error('the index must answer at once');
  return told;
}

/** Asks the index and scans all rows. */
export function againstScan(
  index: Engine,
  plain: PlainEngine,
  usual: number,
  kinds: readonly Asked['kind'][] = ALL_KINDS,
): void {
  const asks = fc.property(questions(plain, kinds), (asked) =>
    compare('the index differs from the scan', now(index, asked), plain.tell(asked)),
  );
  fc.assert(asks, {numRuns: runs(usual), includeErrorInReport: true});
}

/** Asks the index and the executor over the Parquet, and the scan too: it must not err the same way as the index. */
export async function againstReference(
  index: Engine,
  plain: PlainEngine,
  reference: Engine,
  usual: number,
  kinds: readonly Asked['kind'][] = ALL_KINDS,
): Promise<void> {
  const asks = fc.asyncProperty(questions(plain, kinds), async (asked) => {
    const expected = await tell(reference, asked);
    compare('the index differs from the reference', now(index, asked), expected);
    compare('the scan differs from the reference', plain.tell(asked), expected);
  });
  await fc.assert(asks, {numRuns: runs(usual), includeErrorInReport: true});
}
