/**
 * Files whose cells something else than commas parts: only where the source says so, and only where the file
 * does.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {delimiterOf} from '../../../pipeline/read/dialect.ts';
import {folder} from '../../helpers/pipeline.ts';

async function rowsRead(text: string, delimiter?: ';'): Promise<string> {
  const path = join(await folder(), 'f.csv');
  await writeFile(path, text);
  return delimiterOf(delimiter ? {delimiter} : {}, path);
}

test('a source without a declared delimiter has commas', async () => {
  expect(await rowsRead('a;b\n1;2\n')).toBe(',');
});

test('the line of a spreadsheet names it', async () => {
  expect(await rowsRead('sep=;\r\na;b\r\n1;2\r\n')).toBe(';');
  expect(await rowsRead('\ufeffsep=,\na,b\n1,"2;3"\n', ';')).toBe(',');
});

test.each([
  ['semicolons, commas inside cells', 'a;b\n1;"x, y"\n', ';'],
  ['a mark and blank lines in front', '\ufeff\r\na;b\r\n1;2\r\n', ';'],
  ['a copy that was saved with commas', 'a,b\n1,x;y\n', ','],
  ['an empty file', '', ','],
])('%s', async (_, text, expected) => {
  expect(await rowsRead(text, ';')).toBe(expected);
});
