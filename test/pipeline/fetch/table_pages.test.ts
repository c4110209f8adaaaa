/** The page journal: pages of a killed run are resumed or dropped, never mixed. */
import {appendFile, stat, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Head} from '../../../pipeline/fetch/journal.ts';
import {openPageJournal} from '../../../pipeline/fetch/page_journal.ts';
import {folder} from '../../helpers/fetching.ts';

const HEAD: Head = {begun: '2026-03-04T05:06:07', declared: 'https://example.org/0', state: '{"count":4}'};
const target = {source: 'example', file: 'rows.jsonl', url: HEAD.declared};
const row = (key: string) => ({key, line: `{"id":"${key}"}\n`});

/** Two pages of a run that did not end. */
async function unfinished(): Promise<string> {
  const path = join(await folder(), 'rows.jsonl');
  const pages = await openPageJournal(target, path, HEAD);
  await pages.add({rows: [row('a'), row('b')], next: '2'});
  await pages.add({rows: [row('b'), row('c')], next: '4'});
  await pages.close();
  return path;
}

/** What the next run finds. */
async function openPages(path: string, head: Partial<Head> = {}) {
  const pages = await openPageJournal(target, path, {...HEAD, ...head});
  const {count, repeated, next} = pages.at();
  const {dropped} = pages;
  const complete = pages.isComplete();
  await pages.add({rows: [row('c'), row('d')], next: null});
  const chunks: Buffer[] = [];
  await pages.copyTo({write: async (chunk) => void chunks.push(Buffer.from(chunk))});
  await pages.close();
  const text = Buffer.concat(chunks).toString();
  return {
    count,
    repeated,
    next,
    complete,
    dropped,
    rows: text.replace(/\n/g, '').replace(/\{"id":"(.)"\}/g, '$1'),
  };
}

test('pages are kept, and their rows are known', async () => {
  expect(await openPages(await unfinished())).toEqual({
    ...{count: 3, repeated: 1, next: '4', complete: false, dropped: null},
    rows: 'abcd',
  });
});

test('a truncated line of the journal is dropped with its rows', async () => {
  const path = await unfinished();
  await appendFile(`${path}.journal`, '{"next":"6","repeated":0,"rows":[{"key":"x"');
  expect(await openPages(path)).toMatchObject({count: 3, next: '4', rows: 'abcd'});
});

test('a page with missing rows is dropped', async () => {
  const path = await unfinished();
  await truncate(`${path}.journal`, (await stat(`${path}.journal`)).size - 25);
  expect(await openPages(path)).toMatchObject({count: 2, next: '2', rows: 'abcd'});
});

test('pages of another table, state or day are dropped with the reason', async () => {
  for (const [head, reason] of [
    [{declared: 'https://example.org/1'}, 'the declaration changed'],
    [{state: '{"count":5}'}, 'the table changed since'],
    [{begun: '2026-03-06T05:06:07'}, 'it began at 2026-03-04T05:06:07'],
  ] as const) {
    expect(await openPages(await unfinished(), head)).toEqual({
      ...{count: 0, repeated: 0, next: null, complete: false},
      dropped: `2 pages of an unfinished run not used: ${reason}`,
      rows: 'cd',
    });
  }
});

test('an invalid journal is started over', async () => {
  const path = await unfinished();
  await writeFile(`${path}.journal`, 'words');
  expect(await openPages(path)).toMatchObject({count: 0, next: null, dropped: null, rows: 'cd'});
});
