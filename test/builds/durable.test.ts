/** Durable writes: what is left where one fails, and which entries of a tree are flushed. */
import {mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {makeFolder, renameDurably, syncTree, writeFileAtomic} from '../../builds/durable.ts';

let root = '';
let folder = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'durable-'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'));
});
afterAll(() => rm(root, {recursive: true, force: true}));

test('a file is replaced as a whole; one that cannot be renamed leaves the old one and nothing else', async () => {
  const path = join(folder, 'a.json');
  await writeFileAtomic(path, 'old');
  await writeFileAtomic(path, 'new');
  expect(await readFile(path, 'utf8')).toBe('new');
  await mkdir(join(folder, 'taken', 'inner'), {recursive: true});
  await expect(writeFileAtomic(join(folder, 'taken'), 'text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect((await readdir(folder)).sort()).toEqual(['a.json', 'taken']);
});

test('a tree is flushed with every file and folder; links are not followed', async () => {
  await makeFolder(join(folder, 'tree', 'a', 'b'));
  for (const name of ['1', '2', '3', '4', '5', 'a/6', 'a/b/7'])
    await writeFile(join(folder, 'tree', name), name);
  await symlink('/nowhere', join(folder, 'tree', 'link'));
  expect(await syncTree(join(folder, 'tree'))).toBe(7 + 3);
});

test('a folder that is there is left as it is; missing parents are made', async () => {
  const deep = join(folder, 'x', 'y', 'z');
  await makeFolder(deep);
  await makeFolder(deep);
  expect(await readdir(deep)).toEqual([]);
});

test('what does not exist is refused before anything is renamed', async () => {
  await writeFile(join(folder, 'kept'), 'kept');
  await expect(renameDurably(join(folder, 'missing'), join(folder, 'kept'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('kept');
});
