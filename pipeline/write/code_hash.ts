/**
 * Hash of the code that turns bytes into parts, and parts into derived entities: changed code makes them
 * again.
 */
import {readdir, readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {hashText} from '../runtime/disk.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OF_PARTS = [
  'datasets/codes',
  'datasets/rules',
  'pipeline/geometry',
  'pipeline/read',
  'pipeline/normalise',
  'pipeline/write',
];

/** Rules of the declarations that are no part of them, besides. */
export const OF_DERIVED: readonly string[] = [...OF_PARTS, 'datasets/derived'];

const known = new Map<readonly string[], Promise<string>>();

/** The hash of the code in some folders. */
export function codeHash(folders: readonly string[] = OF_PARTS): Promise<string> {
  const hash = known.get(folders) ?? compute(folders);
  known.set(folders, hash);
  return hash;
}

async function compute(folders: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const folder of folders) {
    const all = await readdir(join(ROOT, folder), {recursive: true});
    const names = all.filter((name) => /\.(ts|sql)$/.test(name)).sort();
    for (const name of names) texts.push(name, await readFile(join(ROOT, folder, name), 'utf8'));
  }
  const manifest: unknown = createRequire(import.meta.url)('../../package.json');
  const {dependencies} = manifest as {dependencies: Record<string, string>};
  // Versions of imported libraries count as well: their behaviour shows in the bytes.
  const libraries = Object.entries(dependencies).filter(([name]) =>
    texts.some((text) => text.includes(` from '${name}`)),
  );
  return hashText([...texts, ...libraries.flat()].join('\n'));
}
