/** Entity tags change with the code that makes answers, wherever it lies. */
import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {entityTag} from '../../../server/http/entity_tag.ts';
import {codeHash} from '../../../server/process/code_hash.ts';

const root = mkdtempSync(join(tmpdir(), 'code-hash-'));
afterAll(() => rmSync(root, {recursive: true}));

const FILES: Record<string, string> = {
  'datasets/index.ts': 'a',
  'engine/open.ts': 'b',
  'server/site/style.css': 'c',
  'package.json': '{}',
  'docs/API.md': 'd',
};

function checkout(name: string, changed: Record<string, string> = {}): string {
  const folder = join(root, name);
  for (const [path, text] of Object.entries({...FILES, ...changed})) {
    mkdirSync(join(folder, path, '..'), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('it is the same for the same code in other places, and for other documents', () => {
  const one = codeHash(checkout('one'));
  expect(one).toMatch(/^[0-9a-f]{16}$/);
  cpSync(join(root, 'one'), join(root, 'copy'), {recursive: true});
  expect(codeHash(join(root, 'copy'))).toBe(one);
  expect(codeHash(checkout('documents', {'docs/API.md': 'other'}))).toBe(one);
});

test.each<[string, Record<string, string>]>([
  ['a changed file', {'server/site/style.css': 'other'}],
  ['a new file', {'engine/more.ts': ''}],
  ['another version of a package', {'package.json': '{"x":1}'}],
  ['bytes that move from one file to the next', {'datasets/index.ts': 'ab', 'engine/open.ts': ''}],
])('%s changes it, and the entity tag of every answer', (name, changed) => {
  const [before, after] = [codeHash(checkout('base')), codeHash(checkout(name, changed))];
  expect(after).not.toBe(before);
  expect(entityTag('build', after, '/contracts')).not.toBe(entityTag('build', before, '/contracts'));
});

test('this checkout has one', () => expect(codeHash()).toMatch(/^[0-9a-f]{16}$/));
