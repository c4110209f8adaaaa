/** Hash of the code that turns bytes into parts: changed code rebuilds them. */
import {readdir, readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {hashText} from '../runtime/disk.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = [
  'datasets/codes',
  'datasets/rules',
  'pipeline/geometry',
  'pipeline/read',
  'pipeline/normalise',
  'pipeline/write',
];

let known: Promise<string> | undefined;

export function codeHash(): Promise<string> {
  known ??= compute();
  return known;
}

async function compute(): Promise<string> {
  const texts: string[] = [];
  for (const folder of FOLDERS) {
    const all = await readdir(join(ROOT, folder), {recursive: true});
    const names = all.filter((name) => name.endsWith('.ts')).sort();
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
