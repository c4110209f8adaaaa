/**
 * The index against the scan and the reference over edge cases: ties, nulls, spellings, unusual characters.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {openBuild} from '../../engine/open.ts';
import {lengthOf} from '../../engine/rows/json_lines.ts';
import type {Engine, ListQuery, Position} from '../../engine/types.ts';
import {type BuildInput, writeBuild} from '../helpers/build.ts';
import {broadBuild, edgeCaseBuild, sparseBuild} from '../helpers/edge_case_rows.ts';
import {againstReference, againstScan, runs} from '../helpers/engine_agreement.ts';
import {type ScanOracle, scanOracle} from '../helpers/scan_answers.ts';
import {scanTables} from '../helpers/scan_rows.ts';
import {seed} from '../helpers/seed.ts';
import {openReference, type Reference} from './open.ts';

const BUILDS: [what: string, input: () => BuildInput, questions: number, judged: number][] = [
  ['hundreds of odd rows', () => edgeCaseBuild(), 2500, 60],
  ['one row, nulls alone or nothing', sparseBuild, 1000, 30],
  ['thousands of rows', broadBuild, 500, 20],
];

/** A page of the index, which answers at once: its last position, and its items as text. */
function pageOf(index: Engine, query: ListQuery): {last: Position | null; text: string} {
  const answer = index.list(query);
  if (answer instanceof Promise) throw new Error('the index must answer at once');
  const {last, items} = answer;
  return {last, text: items.bytes.toString('utf8', 0, lengthOf(items))};
}

describe.each(BUILDS)('%s', (_what, input, questions, judged) => {
  let dir: string;
  let index: Engine;
  let reference: Reference;
  let scan: ScanOracle;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'odd-'));
    await writeBuild(dir, input());
    scan = scanOracle(await scanTables(dir));
    index = await openBuild(dir);
    reference = await openReference(dir, {memory_mb: 512, threads: 1});
  });
  afterAll(async () => {
    await index?.close();
    await reference?.close();
    await rm(dir, {recursive: true, force: true});
  });

  test(
    `${runs(questions)} questions as a scan answers them (SEED=${seed})`,
    {
      timeout: 600_000 + 20 * runs(questions),
    },
    () => againstScan(index, scan, questions),
  );

  test(
    `${runs(judged)} questions as the reference answers them (SEED=${seed})`,
    {
      timeout: 600_000 + 500 * runs(judged),
    },
    () => againstReference(index, scan, reference, judged),
  );

  test('walks by position and by offset return every row once, in the same order', () => {
    for (const {declaration} of scan.tables.values()) {
      for (const sort of Object.keys(declaration.sort.keys)) {
        for (const order of ['asc', 'desc'] as const) {
          const query = {dataset: declaration.name, where: [], sort, order, limit: 200, offset: 0};
          const step = Math.max(7, Math.ceil(scan.tables.get(declaration.name)!.rows.length / 60));
          const all = scan.rows(query);
          let [byPosition, byOffset] = ['', ''];
          let after: Position | undefined;
          for (let offset = 0; offset < all.length; offset += step) {
            const page = pageOf(index, {...query, limit: step, after});
            after = page.last!;
            byPosition += page.text;
            byOffset += pageOf(index, {...query, limit: step, offset}).text;
          }
          const expected = all.map(({item}) => `${item}\n`).join('');
          expect(byPosition === expected, `${declaration.name} by position, ${sort} ${order}`).toBe(true);
          expect(byOffset === expected, `${declaration.name} by offset, ${sort} ${order}`).toBe(true);
        }
      }
    }
  });
});
