/**
 * Which files some modules consist of: those that they import at run time, directly or not, and those that
 * they read from beside them.
 */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

/** Imports but for those of types alone, and files that are located by `new URL`. */
const IMPORTS = [
  /^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm,
  /\bimport\s?\(?'([^']+)'/g,
  /\bnew URL\('([^']+\.\w+)', import\.meta\.url\)/g,
];

export interface ImportedFiles {
  /** The text or bytes of each file by its path, sorted. */
  files: Map<string, Buffer>;
  /** Names of imported packages, sorted. */
  packages: string[];
}

/** The files of some modules; what those in `leaves` import is left out. Throws where a file is missing. */
export function importedFiles(modules: readonly string[], leaves: ReadonlySet<string>): ImportedFiles {
  const files = new Map<string, Buffer>();
  const packages = new Set<string>();
  const waiting = [...modules];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    const bytes = readFileSync(path);
    files.set(path, bytes);
    if (leaves.has(path) || !path.endsWith('.ts')) continue;
    const text = bytes.toString();
    for (const [i, pattern] of IMPORTS.entries()) {
      for (const [, name = ''] of text.matchAll(pattern)) {
        const isFile = name.startsWith('.') || i === IMPORTS.length - 1;
        if (isFile) waiting.push(join(dirname(path), name));
        else if (!name.startsWith('node:')) packages.add(name);
      }
    }
  }
  return {files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), packages: [...packages].sort()};
}
