/** Small builds on a simulated disk, with hashes, and the check that one is whole. */
import {createHash} from 'node:crypto';
import {dirname} from 'node:path';
import {
  dataPaths,
  FORMAT,
  inBuild,
  type Manifest,
  type SourceEntry,
  type StoredFile,
} from '../../../builds/artefacts.ts';
import type {Files} from '../../../builds/files.ts';
import {promise} from './scenario.ts';
import type {FileNode, SimulatedDisk} from './simulated_disk.ts';

export const DATA = '/data';
export const paths = dataPaths(DATA);

const hashes = new Map<string, string>();

export function sha256(text: string): string {
  let hash = hashes.get(text);
  if (hash === undefined) {
    hash = createHash('sha256').update(text).digest('hex');
    hashes.set(text, hash);
  }
  return hash;
}

export const idOf = (n: number): string => n.toString(16).padStart(16, '0');

/** A source that exists, so that pruning looks into its folders. */
export const SLUG = 'canadabuys_contracts';

export const partKey = (n: number): string => sha256(`part ${n}`).slice(0, 16);
export const rawHash = (n: number): string => sha256(`raw ${n}`);
export const partText = (n: number): string => `rows of build ${n}, longer than a page of the disk`;

export const rejectsPath = inBuild.rejects(SLUG);
export const parquetPath = inBuild.part('contracts', SLUG);

/** Files of a build by path, except manifest and catalogue: one of its own, and one that all builds share. */
export const contents = (n: number): Record<string, string> => ({
  [parquetPath]: partText(n),
  [rejectsPath]: 'no rejects, the same in every build',
  'index/contracts.idx': `index of build ${n}, which takes some pages, too: ${'.'.repeat(20)}`,
});

const stored = (path: string, text: string): StoredFile => ({
  path,
  bytes: Buffer.byteLength(text),
  sha256: sha256(text),
});

const entryOf = (n: number): SourceEntry =>
  ({
    slug: SLUG,
    dataset: 'contracts',
    part_key: partKey(n),
    files: [{sha256: rawHash(n)}],
  }) as unknown as SourceEntry;

export function manifestOf(n: number): Manifest {
  const all = contents(n);
  return {
    format: FORMAT,
    build_id: idOf(n),
    definition: '',
    built_at: `2026-01-01T00:00:${String(n).padStart(2, '0')}`,
    data_as_of: '2026-01-01T00:00:00',
    synthetic: true,
    sources: [entryOf(n)],
    datasets: {contracts: {rows: 1, files: [stored(parquetPath, all[parquetPath]!)]}},
    others: [stored(rejectsPath, all[rejectsPath]!)],
    index: {contracts: {key: '', index: stored('index/contracts.idx', all['index/contracts.idx']!)}},
    checks: [],
    links: [],
  };
}

/** Makes folders and file at once, as what was there before all runs. */
export function put(disk: SimulatedDisk, path: string, text: string): void {
  const folders = dirname(path).split('/').slice(1);
  for (let at = 1; at <= folders.length; at++) {
    const folder = `/${folders.slice(0, at).join('/')}`;
    if (!disk.find(folder)) disk.mkdir(folder);
  }
  disk.write(disk.create(path), 0, Buffer.from(text));
}

/** What is in every catalogue. */
export const CATALOGUE = 'a catalogue, of several pages of this disk';

export function putBuild(disk: SimulatedDisk, n: number): void {
  const folder = paths.build(idOf(n));
  for (const [path, text] of Object.entries(contents(n))) put(disk, `${folder}/${path}`, text);
  put(disk, `${folder}/${inBuild.manifest}`, JSON.stringify(manifestOf(n)));
  put(disk, `${folder}/${inBuild.catalogue}`, CATALOGUE);
}

export async function writeText(files: Files, path: string, text: string): Promise<void> {
  const file = await files.open(path, 'w');
  await file.writeFile(text);
  await file.close();
}

const textAt = (disk: SimulatedDisk, path: string): string | null => {
  const node = disk.find(path);
  return node?.kind === 'file' ? (node as FileNode).now.toString('utf8') : null;
};

/**
 * The number of the build that `current` names; null: there is no link. Throws unless the build is there and
 * whole.
 */
export function currentNumber(disk: SimulatedDisk): number | null {
  const link = disk.find(paths.current, false);
  if (link === null) return null;
  promise(link.kind === 'link', () => 'current is no link');
  const id = link.target.split('/').at(-1)!;
  const n = Number.parseInt(id, 16);
  const why = lacks(disk, n);
  promise(why === null, () => `current names ${id}: ${why}`);
  return n;
}

/** What a build lacks; null: it is whole. */
export function lacks(disk: SimulatedDisk, n: number): string | null {
  const folder = paths.build(idOf(n));
  const text = textAt(disk, `${folder}/${inBuild.manifest}`);
  if (text === null) return 'it has no manifest';
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    return `its manifest is torn: ${text}`;
  }
  if (manifest.build_id !== idOf(n) || !manifest.index['contracts']) return 'its manifest is another one';
  for (const [path, wanted] of Object.entries(contents(n))) {
    const there = textAt(disk, `${folder}/${path}`);
    if (there !== wanted)
      return there === null ? `${path} is missing` : `${path} is torn: ${JSON.stringify(there)}`;
  }
  return null;
}

/** Whether the catalogue is there and whole. */
export const hasCatalogue = (disk: SimulatedDisk, n: number): boolean =>
  textAt(disk, `${paths.build(idOf(n))}/${inBuild.catalogue}`) === CATALOGUE;
