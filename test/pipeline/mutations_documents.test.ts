/** Damaged archives, documents, layers and workbooks of every source with such files. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {deferCleanup} from '../helpers/cleanup.ts';
import {isMunicipal, isTable} from '../helpers/mutate.ts';
import {smallCorpus} from '../helpers/mutate_base.ts';
import {documentFaults, excerptOf} from '../helpers/mutate_documents.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
import {seed as SEED} from '../helpers/seed.ts';

/** Damaged files per source. */
const RUNS = Math.ceil(Number(process.env['RUNS'] || 100) / 8);
/** Of those that share a reader, which take turns at the kinds of damage. */
const SHARED_RUNS = Math.ceil(RUNS / 3);

/**
 * Every so many of them become a part, by turns of all kinds of damage. Others are only read, where most are
 * refused.
 */
const WHOLE_EVERY = 4;

let memory: Awaited<ReturnType<typeof memoryDatabase>>;
beforeAll(async () => {
  memory = await memoryDatabase();
});
afterAll(() => memory.close());

const sources = Object.values(SOURCES)
  .filter((source) => !isTable(source))
  .map((source, at) => {
    const [first, runs] = isMunicipal(source) ? [SEED + at * SHARED_RUNS, SHARED_RUNS] : [SEED, RUNS];
    return {source, slug: source.slug, first, runs};
  });

test.each(sources)(
  '$slug: $runs damaged files (SEED=$first)',
  {timeout: 600_000 + RUNS * 30_000},
  async ({source, first, runs}) => {
    const root = await mkdtemp(join(tmpdir(), 'excerpts-test-'));
    deferCleanup(() => rm(root, {recursive: true, force: true}));
    const good = await excerptOf(source, await smallCorpus(), root);
    const faults: string[] = [];
    for (let seed = first; seed < first + runs; seed++)
      faults.push(
        ...(await documentFaults(source, good, seed, {db: memory.db, whole: seed % WHOLE_EVERY === 0})),
      );
    expect(faults.map((text) => text.slice(0, 700))).toEqual([]);
  },
);
