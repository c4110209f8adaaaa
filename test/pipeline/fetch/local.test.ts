/**
 * Files below DATA_DIR written by another program: complete lines only, absent without any, never mixed with
 * generated ones.
 */
import {appendFile, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {bench, folder, ofKind, single} from '../../helpers/fetching.ts';

const FILES: SourceFile[] = [
  {name: 'notes.jsonl', format: 'jsonl', via: {portal: 'local', path: 'written/notes.jsonl'}},
];
const LINES = '{"id":"1","text":"é"}\n{"id":"2","text":"b"}\n';

async function written(text: string | null, settings = {}) {
  const made = await bench(settings);
  const path = join(made.dataDir, 'written');
  await mkdir(path);
  if (text !== null) await writeFile(join(path, 'notes.jsonl'), text);
  return {...made, folder: path, path: join(path, 'notes.jsonl')};
}

test('a file is copied, and the same lines are the same snapshot', async () => {
  const {fetch, path, events} = await written(LINES);
  const {snapshot, body} = await single(fetch(FILES));
  expect(body.toString()).toBe(LINES);
  expect(snapshot).toMatchObject({
    name: 'notes.jsonl',
    format: 'jsonl',
    url: 'local:written/notes.jsonl',
    origin: 'local',
    synthetic: false,
  });
  expect((await single(fetch(FILES))).snapshot.sha256).toBe(snapshot.sha256);
  await appendFile(path, '{"id":"3","text":"c"}\n');
  expect((await single(fetch(FILES))).body.toString()).toBe(`${LINES}{"id":"3","text":"c"}\n`);
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false, true]);
});

test('a line that is still being written is not read, however long it is', async () => {
  for (const rest of ['{', '{"id":"3"', `{"id":"${'x'.repeat(200_000)}`]) {
    const {fetch} = await written(LINES + rest);
    expect((await single(fetch(FILES))).body.toString()).toBe(LINES);
  }
});

test('no file, an empty one and one without a whole line: the source is absent', async () => {
  for (const text of [null, '', '{"id":"1"']) {
    const {fetch, events} = await written(text);
    expect(await fetch(FILES)).toBe('absent');
    expect(ofKind(events, 'failed')).toEqual([]);
  }
});

test('an unreadable file is an error with its path', async () => {
  const {fetch, dataDir} = await bench();
  await writeFile(join(dataDir, 'written'), '');
  await expect(fetch(FILES)).rejects.toThrow(/cannot use \S+written\/notes.jsonl.*DATA_DIR/);
});

test('a mirror replaces the network: its file comes first, else the local one', async () => {
  const mirror = await folder();
  const {fetch} = await written(LINES, {MIRROR: mirror});
  expect((await single(fetch(FILES))).snapshot.origin).toBe('local');
  await mkdir(join(mirror, 'example'));
  await writeFile(join(mirror, 'example/other.jsonl'), '{"id":"9"}\n');
  expect((await single(fetch(FILES))).snapshot.name).toBe('other.jsonl');
});

test('a file made from generated rows is not read with real ones, nor the other way round', async () => {
  const mirror = await folder();
  await writeFile(join(mirror, 'mirror.json'), '{"synthetic": true}');
  const real = await written(LINES, {MIRROR: mirror});
  expect(await real.fetch(FILES)).toBe('absent');
  expect(ofKind(real.events, 'warning').map((event) => event.text)).toEqual([
    'passed over: it was made from real rows and the run reads generated ones',
  ]);
  await writeFile(join(real.folder, 'mirror.json'), '{"synthetic": true}');
  expect((await single(real.fetch(FILES))).snapshot.synthetic).toBe(true);
  const generated = await written(LINES);
  await writeFile(join(generated.folder, 'mirror.json'), '{"synthetic": true}');
  expect(await generated.fetch(FILES)).toBe('absent');
  expect(ofKind(generated.events, 'warning')[0]?.text).toContain('made from generated rows');
});
