/** Makes the folder of all data, DATA_DIR, before a program does anything else. */
import {accessSync, constants, mkdirSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';

/**
 * Makes a folder and its missing parents. The recursive `mkdir` of Node.js never ends where the system cannot
 * make a folder in a parent that exists, as in /proc.
 */
function makeWithParents(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    makeWithParents(parent);
    mkdirSync(path);
  }
}

/** Throws, naming folder and remedy, where the folder cannot be made or this user may not write in it. */
export function ensureDataDir(dataDir: string): void {
  const path = resolve(dataDir);
  try {
    makeWithParents(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new Error(
      `DATA_DIR ${path} cannot be used (${why}): set it to a folder in which this user may write`,
      {
        cause,
      },
    );
  }
}
