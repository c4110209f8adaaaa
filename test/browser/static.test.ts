/** A site without a server in Chromium: installed by the first visit, then read, changed below the reader, offline. */

import {hash} from 'node:crypto';
import {once} from 'node:events';
import {cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gunzipSync, gzipSync} from 'node:zlib';
import type {Browser, BrowserContext, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {makeSite} from '../../static/make_site.ts';
import {staticServer} from '../../static/serve.ts';
import {HAS_BROWSER, startBrowser} from '../helpers/browser.ts';
import {sharedData} from '../helpers/stack.ts';

/** A link from a list to one of its records. */
const RECORD = '#results a[href^="/en/contracts/c_"]';

describe.skipIf(!HAS_BROWSER)('a site without a server', () => {
  const out = mkdtempSync(join(tmpdir(), 'static-site-'));
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let server: Server;
  let base: string;
  let build: string;
  beforeAll(async () => {
    const {current} = dataPaths(await sharedData());
    ({build} = await makeSite({
      build: current,
      out,
      origin: '',
      contact: null,
      ocidPrefix: '',
      pageBytes: 400_000,
    }));
    server = staticServer(out).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await startBrowser();
    context = await browser.newContext();
    page = await context.newPage();
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(out, {recursive: true, force: true});
  });

  test('the first visit installs the worker and shows the list that was asked for', async () => {
    await page.goto(`${base}/en/contracts?vendor=north`);
    await page.waitForSelector(RECORD);
    expect(await page.locator('input[name="vendor"]').first().inputValue()).toBe('north');
    const api = await page.evaluate(async () => (await fetch('/api/v1/contracts?vendor=north')).json());
    const rows = api as {data: {vendor: string}[]; meta: {total: number}};
    expect(rows.meta.total).toBeGreaterThan(0);
    expect(rows.data.every(({vendor}) => /north/i.test(vendor))).toBe(true);
  }, 120_000);

  test('list, record, profile, French and back work as on a server; a list is downloaded', async () => {
    await page.locator(RECORD).first().click();
    await page.waitForURL(/\/en\/contracts\/c_/);
    await page.locator('a[href^="/en/departments/"], a[href^="/en/vendors/"]').first().click();
    await page.waitForURL(/\/en\/(departments|vendors)\//);
    await page.locator('.languages a').first().click();
    await page.waitForURL(/\/fr\//);
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await page.goBack();
    await page.goBack();
    expect(page.url()).toMatch(/\/en\/contracts\/c_/);
    const csv = await page.evaluate(async () => (await fetch('/en/contracts.csv?vendor=north')).text());
    expect(csv.split('\r\n')[0]).toContain('vendor');
  }, 120_000);

  test('a build that is pruned below a reader leads to the new one', async () => {
    const next = build.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f'));
    const [from, to] = [join(out, 'builds', build), join(out, 'builds', next)];
    const pointer = JSON.parse(readFileSync(join(out, 'current.json'), 'utf8'));
    cpSync(from, to, {recursive: true});
    const told = JSON.parse(gunzipSync(readFileSync(join(to, pointer.description))).toString());
    told.build.info.build_id = next;
    const packed = gzipSync(JSON.stringify(told));
    writeFileSync(join(to, pointer.description), packed);
    const changed = {...pointer, build: next, sha256: hash('sha256', packed, 'hex')};
    writeFileSync(join(out, 'current.json'), JSON.stringify(changed));
    renameSync(from, `${from}.gone`);
    // Nothing of it was read from the build before.
    await page.goto(`${base}/en/research_grants?limit=7`);
    expect(await page.locator('body').getAttribute('data-build')).toBe(next);
  }, 120_000);

  test('without a connection pages that were seen are shown, and others say why not', async () => {
    const seen = `${base}/en/research_grants?limit=7`;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await page.goto(seen);
    expect(await page.locator('h1').first().textContent()).not.toContain('offline');
    const other = await page.goto(`${base}/en/ballots?limit=3`);
    expect(other?.status()).toBe(503);
    expect(await page.locator('h1').textContent()).toContain('offline');
  }, 120_000);
});
