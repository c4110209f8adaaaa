/** A build read by range answers as one in memory, and reads little for what is asked most. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../datasets/artefacts.ts';
import {openBuild} from '../../engine/open.ts';
import {openRanges} from '../../engine/open_ranges.ts';
import type {Engine} from '../../engine/types.ts';
import {type AnyQuery, answerText} from '../helpers/answer_text.ts';
import {CountingSource} from '../helpers/counting_source.ts';
import {runs} from '../helpers/engine_agreement.ts';
import fc from '../helpers/fast_check.ts';
import {ALL_KINDS, anyQuery} from '../helpers/query_arbitraries.ts';
import {type ScanOracle, scanOracle} from '../helpers/scan_answers.ts';
import {scanTables} from '../helpers/scan_rows.ts';
import {seed} from '../helpers/seed.ts';
import {sharedData} from '../helpers/stack.ts';

let current: string;
let index: Engine;
let scan: ScanOracle;
beforeAll(async () => {
  ({current} = dataPaths(await sharedData()));
  scan = scanOracle(await scanTables(current));
  index = await openBuild(current);
}, 600_000);
afterAll(() => index?.close());

/** Questions to one opened build: the later ones find ranges that earlier ones read. */
const QUESTIONS_OF_ONE = 8;
const BUILDS = 100;

test(`${runs(BUILDS)} times ${QUESTIONS_OF_ONE} questions as from memory (SEED=${seed})`, {
  timeout: 120_000 + 500 * runs(BUILDS),
}, async () => {
  const queries = fc.array(anyQuery(scan, ALL_KINDS), {maxLength: QUESTIONS_OF_ONE});
  const property = fc.asyncProperty(queries, async (all: AnyQuery[]) => {
    const engine = await openRanges(current, new CountingSource(true));
    try {
      for (const query of all) expect(answerText(engine, query)).toBe(answerText(index, query));
    } finally {
      await engine.close();
    }
  });
  await fc.assert(property, {numRuns: runs(BUILDS)});
});
