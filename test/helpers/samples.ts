/** Folder of the publishers' real excerpts, if this machine has them: SAMPLES_DIR, else `shared/samples` beside the project. */
import {existsSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = resolve(process.env['SAMPLES_DIR'] ?? resolve(PROJECT, '../shared/samples'));

/** Which files of the folder belong to which source, and why the others are left out. */
export const SAMPLES_MAP = fileURLToPath(new URL('../samples.map.json', import.meta.url));

/** The folder, or null where this machine has none; tests that need it say so and are skipped. */
export const SAMPLES = existsSync(FOLDER) ? FOLDER : null;

if (!SAMPLES) {
  process.stderr.write(
    `tests over real samples are skipped: ${FOLDER} does not exist; set SAMPLES_DIR to the folder that holds them\n`,
  );
}

export interface SamplesMap {
  sources: Record<string, string[]>;
  /** Path, or the beginning of paths, below the folder -> reason. */
  left_out: Record<string, string>;
}

export const samplesMap = (): SamplesMap => JSON.parse(readFileSync(SAMPLES_MAP, 'utf8')) as SamplesMap;
