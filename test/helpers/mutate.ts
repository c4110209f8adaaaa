/** Tests with seeded damage to the files of every source. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {random} from '../corpus/prng.ts';
import {deferCleanup} from './cleanup.ts';
import {type Base, basesOf, type Form, smallCorpus} from './mutate_base.ts';
import {allHold, type Readable, readable} from './mutate_batch.ts';
import {BYTE_KINDS, type Damaged} from './mutate_bytes.ts';
import {CSV_KINDS, LINE_KINDS} from './mutate_cells.ts';
import {faultsOf, leftovers, type Workspace} from './mutate_check.ts';
import {ingestClean, ingestFaults} from './mutate_ingest.ts';
import {ZIP_KINDS} from './mutate_zip.ts';
import {memoryDatabase} from './pipeline.ts';
import {seed as SEED} from './seed.ts';

/** First seed and number of seeds; a seed and a source name one damaged file exactly. */
const RUNS = Number(process.env['RUNS'] || 30);
/**
 * Every so many of the damaged files go the whole way of an ingest, those of all sources of one seed
 * together.
 */
const EVERY = 59;
/** How often each kind of damage is met at least. */
const EACH_KIND = 2;
/**
 * Files in one part; every so many, one file is a part of its own, which is compared with the clean one.
 * Others that may be refused are only read.
 */
const [BATCH, ALONE] = [300, 30];
/** Failures of one source that are shown. */
const SHOWN = 12;

export interface Mutation extends Damaged {
  kind: string;
  base: Base;
}

interface One {
  seed: number;
  base: Base;
  damaged: Mutation;
}

/** Kinds of damage to a file of a form. */
const kindsOf = (form: Form) => ({
  ...BYTE_KINDS,
  ...ZIP_KINDS,
  ...(form === 'csv' ? CSV_KINDS : LINE_KINDS),
});

/** What a seed damages, and how. Kinds take turns, so that some hundred seeds meet every one of them. */
function choiceOf(seed: number, bases: readonly Base[]) {
  const numbers = random('mutation', bases[0]?.source.slug ?? '', seed);
  const base = numbers.pick(bases);
  const names = Object.keys(kindsOf(base.form));
  return {numbers, base, kind: names[seed % names.length] ?? ''};
}

/** The damaged file of a seed. */
export async function mutationOf(
  seed: number,
  bases: readonly Base[],
  others: readonly Base[],
): Promise<Mutation> {
  const {numbers, base, kind} = choiceOf(seed, bases);
  const made = await kindsOf(base.form)[kind]?.(numbers, base, others);
  if (!made) throw new Error(`seed ${seed} names no kind of damage`);
  return {...made, kind, base};
}

/**
 * Datasets of many sources that share the readers of the others: a fifth of the damage is enough for each.
 */
const MUNICIPAL = ['permits', 'zoning'];

export const isMunicipal = ({dataset}: Source): boolean => MUNICIPAL.includes(dataset);

/** Sources whose files are plain tables with commas, of which the damage tests know every record. */
export function isTable(source: Source): boolean {
  // What another program writes is no table of a publisher.
  const plain = ({format, via}: SourceFile) =>
    isMunicipal(source) ? format === 'csv' : format !== 'documents' && via.portal !== 'local';
  return !source.childTables && !source.delimiter && source.files.every(plain);
}

/** Every `count`-th source of plain tables, beginning with number `part`: the test files share them. */
const sourcesOf = (part: number, count: number): Source[] =>
  Object.values(SOURCES)
    .filter(isTable)
    .filter((_, at) => at % count === part);

/** Good files by source. */
async function allBases(): Promise<Map<string, Base[]>> {
  const corpus = await smallCorpus();
  const bases = new Map<string, Base[]>();
  for (const source of Object.values(SOURCES)) bases.set(source.slug, await basesOf(source, corpus));
  return bases;
}

/** Good files of sources other than one. */
const othersOf = (bases: ReadonlyMap<string, Base[]>, {slug}: Source): Base[] =>
  [...bases.values()].flat().filter((one) => one.source.slug !== slug);

const runsOf = (source: Source): number => (isMunicipal(source) ? Math.ceil(RUNS / 5) : RUNS);

/**
 * Seeds of a source. Each begins where the one before ends, at other kinds of damage, unless one damaged file
 * is repeated.
 */
function seedsOf(source: Source): number[] {
  const all = sourcesOf(0, 1);
  const before = all.slice(0, all.indexOf(source)).reduce((sum, one) => sum + runsOf(one), 0);
  const first = process.env['RUNS'] ? SEED : SEED + before;
  return Array.from({length: runsOf(source)}, (_, at) => first + at);
}

/** What is wrong with the damaged files of some seeds: most of them in one part together. */
async function failuresOf(
  workspace: Workspace,
  seeds: readonly number[],
  make: (seed: number) => Promise<Mutation>,
): Promise<string[]> {
  const failures: string[] = [];
  const ownPart = async ({seed, base, damaged}: One, whole: boolean) => {
    const wrong = await faultsOf(workspace, base, damaged, whole);
    const label = `SEED=${seed} RUNS=1: ${base.source.slug}, ${base.name}, ${damaged.kind}`;
    failures.push(...wrong.map((text) => `${label}: ${text.slice(0, 700)}`));
  };
  let batch: (One & Readable)[] = [];
  const finishBatch = async () => {
    if (!(await allHold(workspace, batch))) for (const one of batch) await ownPart(one, true);
    batch = [];
  };
  for (const [at, seed] of seeds.entries()) {
    const damaged = await make(seed);
    const one = {seed, base: damaged.base, damaged};
    const held = at % ALONE ? readable(one.base, damaged) : null;
    if (held) batch.push({...one, held});
    else await ownPart(one, at % ALONE === 0);
    if (batch.length === BATCH) await finishBatch();
  }
  await finishBatch();
  return failures;
}

export function testMutations(part: number, count: number): void {
  let root = '';
  let close = () => {};
  let workspace: Workspace;
  let bases: Map<string, Base[]>;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'mutations-test-'));
    bases = await allBases();
    const memory = await memoryDatabase();
    close = memory.close;
    workspace = {folder: root, db: memory.db, known: new Map()};
  });
  afterAll(async () => {
    close();
    await rm(root, {recursive: true, force: true});
  });

  describe.each(sourcesOf(part, count))('$slug', (source) => {
    const seeds = seedsOf(source);
    const [runs, first] = [seeds.length, seeds[0]];
    const own = () => bases.get(source.slug) ?? [];
    const others = () => othersOf(bases, source);

    test(`${runs} damaged files (SEED=${first}): no crash, no silent loss`, {
      timeout: runs * 2000 + 600_000,
    }, async () => {
      expect(own(), `files of ${source.slug} in the corpus: add them to test/corpus/`).not.toEqual([]);
      const make = (seed: number) => mutationOf(seed, own(), others());
      const failures = await failuresOf(workspace, seeds, make);
      expect(failures.slice(0, SHOWN), `${failures.length} faults`).toEqual([]);
      expect(await leftovers(workspace)).toEqual([]);
    });
  });
}

/** That the seeds of all sources together meet every kind of damage. */
export function testKindsOfDamage(): void {
  // A single damaged file that is repeated meets one kind.
  test.skipIf(process.env['RUNS'])('every kind of damage is met', async () => {
    const bases = await allBases();
    const met = new Map<string, number>();
    for (const source of sourcesOf(0, 1)) {
      for (const seed of seedsOf(source)) {
        const {base, kind} = choiceOf(seed, bases.get(source.slug) ?? []);
        const as = `${base.form}, ${kind}`;
        met.set(as, (met.get(as) ?? 0) + 1);
      }
    }
    const kinds = Object.keys(kindsOf('csv')).map((kind) => `csv, ${kind}`);
    expect(kinds.filter((kind) => (met.get(kind) ?? 0) < EACH_KIND)).toEqual([]);
  });
}

/** Ingests some of the damaged files, those of all sources of one seed together. */
export function testIngestedMutations(): void {
  test('a damaged part never replaces a valid one', {timeout: RUNS * 2000 + 600_000}, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mutations-test-'));
    deferCleanup(() => rm(folder, {recursive: true, force: true}));
    const all = await allBases();
    const sources = sourcesOf(0, 1);
    const clean = {folder, bases: new Map(sources.map(({slug}) => [slug, all.get(slug) ?? []]))};
    await ingestClean(clean);
    const failures: string[] = [];
    for (let at = 0; at < RUNS; at += EVERY) {
      const seed = SEED + at;
      const files = await Promise.all(
        sources
          .filter((source) => at < runsOf(source))
          .map(async (source) => {
            const own = all.get(source.slug) ?? [];
            const {kind, base, ...damaged} = await mutationOf(seed, own, othersOf(all, source));
            const label = `SEED=${seed} RUNS=1: ${source.slug}, ${base.name}, ${kind}, ingested`;
            return {label, base, damaged};
          }),
      );
      failures.push(...(await ingestFaults(clean, files)));
    }
    const shown = failures.slice(0, SHOWN).map((text) => text.slice(0, 700));
    expect(shown, `${failures.length} faults`).toEqual([]);
  });
}
