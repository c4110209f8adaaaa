/** The files of the compiler: what it imports changes the keys of its tables, other code does not. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {importedFiles} from '../../../engine/compile/imported_files.ts';
import {ROOT} from '../../helpers/stack.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'imported-'));
});
afterAll(() => rmSync(dir, {recursive: true}));

test('files are those that are imported at run time or read as WebAssembly, to any depth', () => {
  mkdirSync(join(dir, 'deep'));
  const files: Record<string, string> = {
    'a.ts': `import {readFileSync} from 'node:fs';
import fast from 'fast';
import type {T} from './types.ts';
import {
  b,
  type B,
} from './deep/b.ts';
export type {U} from './types.ts';
export {c} from './c.ts';
const lazy = () => import('./lazy.ts');
const folder = new URL('..', import.meta.url);
`,
    'deep/b.ts': `import '../leaf.ts';
export const b = readFileSync(new URL('b.wasm', import.meta.url));
`,
    'deep/b.wasm': '\0asm',
    'c.ts': "import {a} from './a.ts';\n",
    'lazy.ts': '',
    'leaf.ts': "import {other} from './other.ts';\n",
    'other.ts': '',
    'types.ts': '',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const found = importedFiles([join(dir, 'a.ts')], new Set([join(dir, 'leaf.ts')]));
  const expected = ['a.ts', 'c.ts', 'deep/b.ts', 'deep/b.wasm', 'lazy.ts', 'leaf.ts'];
  expect([...found.files.keys()]).toEqual(expected.map((name) => join(dir, name)));
  expect(found.packages).toEqual(['fast']);
});

test('the compiler of tables does not consist of code that answers queries, nor of its commands', () => {
  const modules = ['engine/compile/families.ts', 'engine/sql/compile_db.ts'].map((path) => join(ROOT, path));
  const {files} = importedFiles(modules, new Set([join(ROOT, 'datasets/index.ts')]));
  const names = [...files.keys()].map((path) => path.slice(ROOT.length).replace(/^\//, ''));
  expect(names).toContain('engine/rows/row_encoder.ts');
  expect(names).toContain('datasets/rules/text.ts');
  expect(names.filter((name) => /^engine\/(query|cli|reference)\//.test(name))).toEqual([]);
});
