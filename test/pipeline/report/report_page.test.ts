import {appendFile, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../../builds/artefacts.ts';
import {findDoubtful} from '../../../pipeline/report/doubtful.ts';
import {renderReport} from '../../../pipeline/report/page.ts';
import {writeReport} from '../../../pipeline/report/write.ts';
import {withDatabase} from '../../../pipeline/runtime/database.ts';
import {makeViews} from '../../../pipeline/write/views.ts';
import {HAS_BROWSER, openWindow, startBrowser} from '../../helpers/browser.ts';
import {ingest} from '../../helpers/ingest.ts';
import {buildOf, fileOf, fillMirror, manifestOf} from '../../helpers/mirror.ts';

const SLUGS = ['proactive_contracts', 'canadabuys_awards', 'proactive_contracts_nil'];
const NIL = 'proactive_contracts_nil';
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)></pre>&amp;';

let root = '';
let dataDir = '';
/** The first build's report, then that of the second one with a hostile row and a source that failed. */
let [first, second] = ['', ''];
let manifests: [Manifest, Manifest];
let folders: [string, string];
let closing = '';

const reportOf = (folder: string) => readFile(join(folder, inBuild.report), 'utf8');
const currentFolder = async () => join(dataPaths(dataDir).builds, '..', await buildOf(dataDir));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'report-test-'));
  const mirror = join(root, 'mirror');
  dataDir = join(root, 'data');
  await fillMirror(mirror, SLUGS);
  const run = () => ingest({DATA_DIR: dataDir, MIRROR: mirror});
  expect(await run()).toMatchObject({code: 0});
  const [one, folder] = [await manifestOf(dataDir), await currentFolder()];
  first = await reportOf(folder);
  const awards = fileOf(mirror, 'canadabuys_awards');
  const text = await readFile(awards, 'utf8');
  await writeFile(awards, text.replace('52924.80', '52924.90'));
  await appendFile(awards, `"${HOSTILE}",2\r\n`);
  await writeFile(fileOf(mirror, NIL), '<html>');
  const ran = await run();
  closing = ran.stderr;
  manifests = [one, await manifestOf(dataDir)];
  folders = [folder, await currentFolder()];
  second = await reportOf(folders[1]);
});
afterAll(() => rm(root, {recursive: true, force: true}));

const decoded = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** A section of the page by id. */
function section(page: string, id: string): string {
  const from = page.indexOf(`<section id="${id}"`);
  return page.slice(from, page.indexOf('</section>', from));
}

/** Texts of the cells of every row of a piece of markup. */
const rowsIn = (markup: string): string[][] =>
  [...markup.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map((row) =>
    [...(row[1] ?? '').matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map((cell) => decoded(cell[1] ?? '')),
  );
const number = (text: string | undefined): number =>
  Number((text ?? '').replace(/[,+]/g, '').replace('−', '-'));

describe('figures', () => {
  test('of sources equal those of the manifest', () => {
    for (const [page, manifest] of [
      [first, manifests[0]],
      [second, manifests[1]],
    ] as const) {
      const rows = rowsIn(section(page, 'sources'));
      for (const {label, slug, read, kept, merged, rejected} of manifest.sources) {
        const row = rows.find((cells) => cells[0] === `${label} ${slug}`);
        expect(row?.slice(1, 5).map(number)).toEqual([read, kept, merged, rejected]);
      }
      expect(decoded(page)).toContain(`Build ${manifest.build_id} data as of`);
    }
  });

  test('by year add up to the records kept', () => {
    for (const {label, kept} of manifests[1].sources) {
      const figures = section(second, 'years').split('<figure>');
      const figure = figures.find((one) => one.includes(`<h3>${label}</h3>`)) ?? '';
      const counted = rowsIn(figure)
        .slice(1)
        .reduce((sum, [, n]) => sum + number(n), 0);
      const undated = number(/; ([\d,]+) without one/.exec(decoded(figure))?.[1] ?? '0');
      expect(counted + undated).toBe(kept);
    }
  });

  test('of changes compare with the previous build', () => {
    expect(decoded(section(first, 'changes'))).toContain('first build here');
    const rows = rowsIn(section(second, 'changes'));
    const cellsOf = (slug: string) => {
      const label = manifests[1].sources.find((one) => one.slug === slug)?.label;
      return rows.find((row) => row[0] === label);
    };
    const [old, now] = manifests.map(
      (one) => one.sources.find(({slug}) => slug === 'canadabuys_awards')?.kept,
    );
    expect(cellsOf('canadabuys_awards')?.slice(1)).toEqual([
      String(old),
      String(now),
      '0',
      '1',
      '0',
      'renewed',
    ]);
    expect(cellsOf('proactive_contracts')?.at(-1)).toBe('unchanged');
    for (const [name, {rows: size}] of Object.entries(manifests[1].datasets)) {
      expect(number(rows.find((row) => row[0] === name)?.[2])).toBe(size);
    }
  });

  test('of reasons, checks and files are complete', () => {
    const rejects = decoded(section(second, 'rejects'));
    const cells = decoded(section(second, 'cells'));
    const files = decoded(section(second, 'files'));
    for (const source of manifests[1].sources) {
      for (const [reason, n] of Object.entries(source.rejected_by_reason))
        expect(rejects).toContain(`${reason} ${n} (`);
      for (const [note, n] of Object.entries(source.notes))
        expect(cells).toContain(`${note.replace(': ', ' ')} ${n} (`);
      for (const {sha256} of source.files) expect(files).toContain(sha256);
    }
    for (const {sha256, path} of Object.values(manifests[1].datasets).flatMap((one) => one.files))
      expect(files).toMatch(new RegExp(`${path} [\\d.]+ k?B SHA-256 ${sha256}`));
    const failed = manifests[1].checks.filter((one) => !one.passed);
    for (const {name} of failed) expect(decoded(section(second, 'checks'))).toContain(name);
  });

  test('a failed source is named with its error and keeps its counts', () => {
    const error = manifests[1].sources.find((one) => one.slug === NIL)?.stale?.error ?? 'none';
    expect(decoded(section(second, 'sources'))).toContain(error);
    expect(decoded(section(second, 'look'))).toMatch(/^.*stale .* could not be renewed since/);
    expect(first).not.toContain('>stale<');
  });
});

test('layouts that no real file was seen of are a finding', () => {
  const look = decoded(section(second, 'look'));
  expect(look).toContain('no real file has confirmed yet: CanadaBuys Awards (buyandsell).');
});

test('a tile says how many rows were merged, warnings about files are findings', () => {
  const merged = manifests[1].sources.reduce((sum, one) => sum + one.merged, 0);
  expect(decoded(second)).toContain(`of rows merged into other records: ${merged}`);
  expect(decoded(section(wide(), 'look'))).toMatch(/about its files a b\.csv: passed over .*2 more warnings/);
});

/** The second report with many reasons, long names and warnings. */
function wide(): string {
  const [before, manifest] = manifests;
  const reasons = Object.fromEntries(
    Array.from({length: 20}, (_, at) => [`reason_with_a_long_name_${at}`, at]),
  );
  const sources = manifest.sources.map((one) => ({
    ...one,
    merged: 190,
    merged_by_reason: reasons,
    warnings: Array.from({length: 5}, () => 'a b.csv: passed over'),
    files: one.files.map((file) => ({
      ...file,
      name: 'long_name_of_a_file'.repeat(8),
      url: 'mirror:folder/'.repeat(20),
    })),
  }));
  const doubtful = [
    {
      dataset: 'contracts',
      record_id: 'c_0123456789abcdef',
      source_url: '#',
      value: -123_456_789.5,
      rows: 12,
      joins: ['two rows of kind C', 'two vendors'],
      names: ['Long Name of a Vendor '.repeat(6), 'Unbroken'.repeat(20)],
      rules: ['amendment of the same number, date and original value'],
    },
  ];
  const none = {changes: [], years: new Map(), samples: new Map(), doubtful};
  return renderReport({...none, manifest: {...manifest, sources}, before});
}

describe('the page', () => {
  test('hostile cells are escaped', () => {
    expect(decoded(section(second, 'rejects'))).toContain(HOSTILE);
    expect(second).not.toMatch(/<script|<img|onerror=alert\(2\)>/i);
  });

  test('loads nothing: no script, no link, no address', () => {
    expect(second).toContain(`content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"`);
    expect(second).not.toMatch(
      /<(script|link|iframe|object|embed|img|video|audio|form|base)\b|<[^>]*\ssrc=|@import|url\(/i,
    );
    // What leads out of the page is the records that a person should look at.
    const elsewhere = second.replace(section(second, 'doubtful'), '').matchAll(/href="([^"]*)"/g);
    expect([...elsewhere].filter(([, to]) => !to?.startsWith('#'))).toEqual([]);
  });

  test('is well formed: tags close, ids are unique, references hold', () => {
    for (const page of [first, second]) {
      const open: string[] = [];
      const body = page.replace(/<style>.*?<\/style>/s, '');
      for (const [, close, name, self] of body.matchAll(/<(\/?)([a-z][a-z\d]*)\b[^>]*?(\/?)>/g)) {
        if (close) expect(open.pop()).toBe(name);
        else if (!self && !['meta', 'br', 'hr'].includes(name ?? '')) open.push(name ?? '');
      }
      expect(open).toEqual([]);
      const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? '');
      expect(new Set(ids).size).toBe(ids.length);
      const named = [...body.matchAll(/(?:href="#|aria-labelledby=")([^"]+)"/g)].flatMap((match) =>
        (match[1] ?? '').split(' '),
      );
      expect(named.filter((name) => !ids.includes(name))).toEqual([]);
      expect(body.match(/role="img"/g)?.length).toBe(body.match(/role="img" aria-label="[^"]+"/g)?.length);
      expect(body.match(/<table/g)?.length).toBe(body.match(/<caption>/g)?.length);
      expect(page).toMatch(/^<!doctype html>\n<html lang="en-CA">/);
      expect(page).not.toMatch(/NaN|undefined|\[object/);
    }
  });

  test('is reproducible, and named by the closing table', async () => {
    const next = folders[1];
    const files = Object.entries(manifests[1].datasets).map(([name, one]): [string, string[]] => [
      name,
      one.files.map(({path}) => join(next, path)),
    ]);
    await withDatabase({dataDir, memoryMb: 256}, 'again', async (db) => {
      await makeViews(db, Object.fromEntries(files));
      const {counts, largest} = await findDoubtful(db);
      expect(counts).toEqual(manifests[1].doubtful);
      await writeReport(db, next, manifests[1], manifests[0], largest);
    });
    expect(await reportOf(next)).toBe(second);
    expect(closing).toContain(join(dataPaths(dataDir).current, inBuild.report));
  });
});

/** A page wider than its window scrolls sideways; what is wide scrolls by itself. */
describe.skipIf(!HAS_BROWSER)('in a window', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test.each([390, 1280])('of %i px the page is no wider, in light and dark', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const {context, page} = await openWindow(browser, {viewport: {width, height: 800}, colorScheme});
      await page.setContent(wide());
      const widths = await page.evaluate<[number, number]>(
        '{for (const one of document.querySelectorAll("details")) one.open = true; [document.documentElement.scrollWidth, window.innerWidth]}',
      );
      expect(widths[0]).toBe(widths[1]);
      await context.close();
    }
  });

  test('the keyboard reaches what scrolls and opens a hash, visibly', async () => {
    const {context, page} = await openWindow(browser, {viewport: {width: 1280, height: 800}});
    await page.setContent(wide());
    const merged = page.getByRole('region', {name: 'Merged rows by reason.'});
    await merged.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => merged.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
    const summary = page.locator('#files summary').first();
    await page.keyboard.press('Tab');
    await summary.focus();
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    expect(await page.locator('#files .hash').first().isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    expect(await page.locator('#files .hash').first().isVisible()).toBe(true);
    await context.close();
  });

  test('sections and charts are drawn, nothing else is requested, no cell became markup', async () => {
    const requested: string[] = [];
    const server = createServer((request, answer) => {
      requested.push(request.url ?? '');
      answer.writeHead(request.url === '/' ? 200 : 404, {'content-type': 'text/html; charset=utf-8'});
      answer.end(request.url === '/' ? second : '');
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const {port} = server.address() as AddressInfo;
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(`http://127.0.0.1:${port}/`);
    const dom = await page.content();
    expect(dom.match(/<section id=/g)).toHaveLength(11);
    // One chart of years and one bar of rows a source.
    expect(dom.match(/role="img"/g)).toHaveLength(2 * SLUGS.length);
    const smallest = await page.evaluate(
      'Math.min(...[...document.querySelectorAll("i[class]:not([class=\'\'])")].flatMap((one) => [one.offsetWidth, one.offsetHeight]))',
    );
    expect(smallest).toBeGreaterThanOrEqual(1);
    expect(dom).not.toMatch(/<script|<img/);
    expect(requested.filter((path) => path !== '/' && path !== '/favicon.ico')).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
    server.close();
  });
});
