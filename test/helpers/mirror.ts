/** Mirrors of the golden inputs, and readers of a DATA_DIR after a run. */
import {createHash} from 'node:crypto';
import {cp, mkdir, readdir, readFile, readlink} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

/** The golden case whose input represents each source. */
const INPUTS: Record<string, string> = {
  proactive_contracts: 'registry_2026/contracts.csv',
  proactive_contracts_nil: 'csv/contracts-nil.csv',
  proactive_grants_nil: 'csv/grants-nil.csv',
  canadabuys_contracts: 'complete/contractHistoryComplete-contratsOctroyesComplet.csv',
  canadabuys_awards: 'complete_80/awardNoticeComplete-avisAttributionComplet.csv',
  canadabuys_tenders: 'complete/tenderNoticeComplete-avisAppelOffresComplet.csv',
  mississauga_zoning: 'short_name_of_a_column/zoning-by-law.jsonl',
  vancouver_zoning: 'clockwise_rings/zoning-districts-and-labels.geojson',
};

/** Path of a source's file in a mirror, and of its golden input. */
export const fileOf = (mirror: string, slug: string): string =>
  join(mirror, slug, (INPUTS[slug] ?? '').split('/')[1] ?? '');
export const goldenOf = (slug: string): string => join(GOLDEN, slug, INPUTS[slug] ?? '');

const NOTICES = ['canadabuys_contracts', 'canadabuys_awards', 'canadabuys_tenders'];
/** Sources of contracts, with the notices before them. */
const CONTRACTS = ['proactive_contracts', 'proactive_contracts_nil', ...NOTICES];

/** Fills a folder with the files of these sources, one folder each. */
export async function fillMirror(mirror: string, slugs: readonly string[] = CONTRACTS): Promise<void> {
  for (const slug of slugs) {
    await mkdir(join(mirror, slug), {recursive: true});
    await cp(goldenOf(slug), fileOf(mirror, slug));
  }
}

export async function manifestOf(dataDir: string): Promise<Manifest> {
  const path = join(dataPaths(dataDir).current, inBuild.manifest);
  return JSON.parse(await readFile(path, 'utf8')) as Manifest;
}

export const buildOf = (dataDir: string): Promise<string> => readlink(dataPaths(dataDir).current);

/** SHA-256 by path of every file below a folder. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  const hashes: Record<string, string> = {};
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    hashes[path.slice(folder.length + 1)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return hashes;
}

/** SHA-256 by path of the Parquet files of the current build; the logs beside them say when it was built. */
export async function parquetOf(dataDir: string): Promise<Record<string, string>> {
  const build = join(dataPaths(dataDir).builds, '..', await buildOf(dataDir));
  const [parts, names] = [await hashesOf(join(build, 'parquet')), await hashesOf(join(build, 'names'))];
  return Object.fromEntries([
    ...Object.entries(parts).filter(([path]) => path.endsWith('.parquet') && !path.includes('_delta_log')),
    ...Object.entries(names).map(([path, hash]) => [`names/${path}`, hash]),
  ]);
}

/** Files that a run must not leave: partial files, working databases, unnamed builds. */
export async function leftovers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, {recursive: true});
  return names.filter((name) => /(\.tmp|\.part|\.next)\b|ingest\.lock$|^tmp\/./.test(name));
}
