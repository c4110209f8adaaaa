/** Damaged archives, documents, layers and workbooks of every source with such files. */
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {isMunicipal, isTable} from '../helpers/mutate.ts';
import {smallCorpus} from '../helpers/mutate_base.ts';
import {documentFaults} from '../helpers/mutate_documents.ts';
import {seed as SEED} from '../helpers/seed.ts';

/** Damaged files per source; a part of whole archives takes some seconds. */
const RUNS = Math.ceil(Number(process.env['RUNS'] || 300) / 25);
/** Of those that share a reader, which take turns at the kinds of damage. */
const SHARED_RUNS = Math.ceil(RUNS / 3);

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
    const faults: string[] = [];
    for (let seed = first; seed < first + runs; seed++)
      faults.push(...(await documentFaults(source, await smallCorpus(), seed)));
    expect(faults.map((text) => text.slice(0, 700))).toEqual([]);
  },
);
