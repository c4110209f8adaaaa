/** Damaged archives, documents and layers of zones: of every source whose files are no plain tables. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {isTable} from '../helpers/mutate.ts';
import {writeCorpus} from '../helpers/mutate_base.ts';
import {documentFaults} from '../helpers/mutate_documents.ts';

const SEED = Number(process.env['SEED'] || 1);
/** Damaged files a source; a part of whole archives takes up to some seconds. */
const RUNS = Math.ceil(Number(process.env['RUNS'] || 300) / 25);

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'documents-corpus-'));
  await writeCorpus(join(root, 'corpus'));
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** Layers of zones are tables, but none that a row of cells could be damaged in. */
const sources = Object.values(SOURCES).filter((source) => !isTable(source) || source.dataset === 'zoning');

test.each(sources)(
  `$slug: ${RUNS} damaged files (SEED=${SEED})`,
  {timeout: RUNS * 30_000},
  async (source) => {
    const faults: string[] = [];
    for (let seed = SEED; seed < SEED + RUNS; seed++)
      faults.push(...(await documentFaults(source, join(root, 'corpus'), seed)));
    expect(faults.map((text) => text.slice(0, 700))).toEqual([]);
  },
);
