/**
 * Folder of the publishers' real excerpts, if this machine has them: SAMPLES_DIR, else `samples` in a folder
 * beside the project.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Which files of the folder belong to which source, and why the others are left out. */
export const SAMPLES_MAP = fileURLToPath(new URL('../samples.map.json', import.meta.url));

export interface SamplesMap {
  sources: Record<string, string[]>;
  /** Path, or the beginning of paths, below the folder -> reason. */
  left_out: Record<string, string>;
}

export const samplesMap = (): SamplesMap => JSON.parse(readFileSync(SAMPLES_MAP, 'utf8')) as SamplesMap;

/** The first folder of samples beside the project that holds a file of the map. */
function samplesBeside(): string | null {
  const parent = resolve(PROJECT, '..');
  const known = Object.values(samplesMap().sources).flat();
  const folders = readdirSync(parent).map((name) => join(parent, name, 'samples'));
  return folders.find((folder) => known.some((path) => existsSync(join(folder, path)))) ?? null;
}

const given = process.env['SAMPLES_DIR'];

/** The folder, or null where this machine has none; tests that need it say so and are skipped. */
export const SAMPLES = given ? (existsSync(given) ? resolve(given) : null) : samplesBeside();

if (!SAMPLES) {
  const missing = given ? `${given} does not exist` : 'no folder beside the project has any';
  process.stderr.write(
    `tests over real samples are skipped: ${missing}; set SAMPLES_DIR to the folder that holds them\n`,
  );
}
