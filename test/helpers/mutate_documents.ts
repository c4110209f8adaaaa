/** Damage to archives and documents: they must yield rows, or an error that names the file. */
import {cp, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {random} from '../../corpus/prng.ts';
import type {Source} from '../../datasets/types.ts';
import {makePart} from '../../pipeline/write/part.ts';
import {CHANGES} from './mutate_bytes.ts';
import {countFaults, errorFaults} from './mutate_check.ts';
import {snapshotOf} from './pipeline.ts';

const MEMORY_MB = 256;

/** Files of a folder of the corpus, in the order of their names. */
const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, {recursive: true, withFileTypes: true}))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/**
 * Damages one file of a source as a seed says, makes the part of all its files, and says what did not hold, one
 * sentence each. The remaining rows are not compared: a flipped letter in a name is a name.
 */
export async function documentFaults(source: Source, corpus: string, seed: number): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'documents-test-'));
  try {
    const folder = join(root, source.slug);
    await cp(join(corpus, source.slug), folder, {recursive: true});
    // An ingest leaves excluded files out before they are read.
    const names = (await filesOf(folder)).filter(
      (one) => !source.excluded?.some(({files}) => files.test(one)),
    );
    const numbers = random('document', source.slug, seed);
    const name = numbers.pick(names);
    const kinds = Object.entries(CHANGES);
    const [kind, change] = kinds[seed % kinds.length]!;
    await writeFile(join(folder, name), change(await readFile(join(folder, name)), numbers));
    const snapshots = await Promise.all(names.map((one) => snapshotOf(join(folder, one))));
    const label = `SEED=${seed} ${source.slug}, ${name}, ${kind}`;
    try {
      const {entry} = await makePart(
        {dataDir: join(root, 'data'), memoryMb: MEMORY_MB},
        source,
        snapshots,
        () => undefined,
      );
      return countFaults(entry).map((text) => `${label}: ${text}`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return errorFaults(error, {source, name}).map((text) => `${label}: ${text}`);
    }
  } finally {
    await rm(root, {recursive: true, force: true});
  }
}
