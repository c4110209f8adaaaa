/** A site in a bucket: what is sent, in which order, and what a failure leaves. */
import {hash} from 'node:crypto';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {publishSite} from '../../static/publish.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';

const [FIRST, SECOND, THIRD] = ['1'.repeat(16), '2'.repeat(16), '3'.repeat(16)] as const;

let out: string;
let store: MemoryStore;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'static-publish-'));
  store = memoryStore('s3://memory/site');
});
afterEach(() => rmSync(out, {recursive: true, force: true}));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(out, path)), {recursive: true});
  writeFileSync(join(out, path), text);
}

/** What `make static` leaves of a build; its older ones stay in the folder. */
function site(build: string): void {
  const rows = `rows of ${build}`;
  const file = {path: 'index/contracts.idx', bytes: rows.length, sha256: hash('sha256', rows, 'hex')};
  write(`builds/${build}/${file.path}`, rows);
  const manifest = {build_id: build, datasets: {}, index: {}, others: [file]};
  write(`builds/${build}/manifest.json`, manifestText(manifest as unknown as Manifest));
  write(`builds/${build}/site-abc.json.gz`, 'description');
  write('site/0f/site.css', 'body {}');
  write('en/contracts/index.html', `<p>${build}</p>`);
  write('sw.js', `// ${build}`);
  write('404.html', '<p>shell</p>');
  write('current.json', JSON.stringify({build, description: 'site-abc.json.gz', sha256: 'x'}));
}

const written = (): string[] =>
  store.calls.filter((call) => call.startsWith('write ')).map((call) => call.slice('write static/'.length));
const keys = (): string[] => [...store.objects.keys()].sort();
const pointed = (): string => JSON.parse(store.objects.get('static/current.json')!.body.toString()).build;

test('files of the build go first, then pages, and the pointer last; each with its type and how long it may be kept', async () => {
  site(FIRST);
  expect(await publishSite(store, out)).toMatchObject({files: 8, removed: 0});
  const order = written();
  expect(order.slice(0, 4).sort()).toEqual([
    `builds/${FIRST}/index/contracts.idx`,
    `builds/${FIRST}/manifest.json`,
    `builds/${FIRST}/site-abc.json.gz`,
    'site/0f/site.css',
  ]);
  expect(order.at(-1)).toBe('current.json');
  const headers = Object.fromEntries(
    [...store.objects].map(([key, one]) => [key.replace(/^static.(builds.\w+.)?/, ''), one.headers]),
  );
  const ever = 'public, max-age=31536000, immutable';
  expect(headers).toEqual({
    'index/contracts.idx': {contentType: 'application/octet-stream', cacheControl: ever},
    'manifest.json': {contentType: 'application/json', cacheControl: ever},
    'site-abc.json.gz': {contentType: 'application/gzip', cacheControl: ever},
    'site/0f/site.css': {contentType: 'text/css; charset=utf-8', cacheControl: ever},
    'en/contracts/index.html': {
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'public, max-age=300',
    },
    '404.html': {contentType: 'text/html; charset=utf-8', cacheControl: 'public, max-age=300'},
    'sw.js': {contentType: 'text/javascript; charset=utf-8', cacheControl: 'no-cache'},
    'current.json': {contentType: 'application/json', cacheControl: 'no-cache'},
  });
});

test('a next build sends what is new and keeps the one before; a third removes the first', async () => {
  site(FIRST);
  await publishSite(store, out);
  site(SECOND);
  store.calls.length = 0;
  expect(await publishSite(store, out)).toMatchObject({files: 7, removed: 0});
  expect(written()).not.toContain('site/0f/site.css');
  expect(written().filter((path) => path.includes(FIRST))).toEqual([]);
  expect(keys().filter((key) => key.includes(FIRST))).toHaveLength(3);
  site(THIRD);
  expect(await publishSite(store, out)).toMatchObject({removed: 3});
  expect(keys().filter((key) => key.includes(FIRST))).toEqual([]);
  expect(keys().filter((key) => key.includes(SECOND))).toHaveLength(3);
});

test('a failure leaves the pointer, and the next run goes on', async () => {
  site(FIRST);
  await publishSite(store, out);
  site(SECOND);
  store.before = (call) => {
    if (call.includes('sw.js')) throw new Error('s3://memory/site: the store is gone');
  };
  await expect(publishSite(store, out)).rejects.toThrow('the store is gone');
  expect(pointed()).toBe(FIRST);
  store.before = () => {};
  store.calls.length = 0;
  await publishSite(store, out);
  expect(written().filter((path) => path.startsWith('builds/'))).toEqual([]);
  expect(pointed()).toBe(SECOND);
});

test('a file that is not what the manifest says is not sent, whatever its size', async () => {
  site(FIRST);
  write(`builds/${FIRST}/index/contracts.idx`, `rows of ${SECOND}`);
  await expect(publishSite(store, out)).rejects.toThrow(/contracts\.idx is damaged/);
  expect(keys().filter((key) => key.endsWith('.idx') || key.endsWith('current.json'))).toEqual([]);
});

test('without the manifest of its build nothing is sent', async () => {
  site(FIRST);
  rmSync(join(out, `builds/${FIRST}/manifest.json`));
  await expect(publishSite(store, out)).rejects.toThrow(/has no whole build 1+: run `make static` again/);
  expect(keys()).toEqual([]);
});
