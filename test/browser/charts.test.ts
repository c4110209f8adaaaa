/** Charts under fingers and keys, in a frame of another site, and on paper. */
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer, type Server as HttpServer} from 'node:http';
import {createRequire} from 'node:module';
import type {AddressInfo} from 'node:net';
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, openWindow, startBrowser} from '../helpers/browser.ts';
import {type Server, sharedServer} from '../helpers/stack.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server: Server;
let browser: Browser;
let other: HttpServer;
/** A page of another origin; `framed` is the path in its frame. */
const pageOf = (framed: string): string =>
  `http://localhost:${(other.address() as AddressInfo).port}/?${encodeURIComponent(framed)}`;

describe.skipIf(!HAS_BROWSER)('a chart', () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([sharedServer(), startBrowser()]);
    other = createServer(({url = ''}, response) => {
      const framed = decodeURIComponent(url.slice(2)).replaceAll('&', '&amp;');
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<!doctype html><title>x</title><iframe src="${server.base}${framed}" width="600" height="480">`,
      );
    }).listen(0);
    await once(other, 'listening');
  });
  afterAll(async () => {
    other?.close();
    await browser?.close();
  });

  test('shows in a frame of another site, its list does not', async () => {
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(pageOf('/en/contracts.embed?chart=year'));
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('.plot a').count()).toBeGreaterThan(3);
    expect(await frame.locator('h1').textContent()).toContain('by year');
    // A link opens beside the page: the list may not stand in the frame.
    const [opened] = await Promise.all([context.waitForEvent('page'), frame.locator('.onward a').click()]);
    expect(new URL(opened.url()).pathname).toBe('/en/contracts');
    expect(complaints).toEqual([]);
    await page.goto(pageOf('/en/contracts'));
    expect(await frame.locator('h1').count()).toBe(0);
    await context.close();
  });

  test.each([
    '/en/contracts.embed',
    '/fr/contracts.embed?chart=department',
    '/en/contracts?chart=year,department',
  ])('%s: axe has no complaint, in both colour schemes, on a narrow window', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const {context, page} = await openWindow(browser, {viewport: {width: 390, height: 844}, colorScheme});
      await page.goto(server.base + path);
      await page.evaluate(AXE);
      expect(
        await page.evaluate(
          "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map(({id, nodes}) => id + ' ' + nodes[0].html.slice(0, 160)))",
        ),
      ).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await context.close();
    }
  });

  test('a finger reads a bar first, and follows it then', async () => {
    const {context, page, complaints} = await openWindow(browser, {
      viewport: {width: 390, height: 844},
      hasTouch: true,
    });
    await page.goto(`${server.base}/en/contracts`);
    const bar = page.locator('.plot a').nth(2);
    const name = await bar.getAttribute('aria-label');
    const href = await bar.getAttribute('href');
    await bar.scrollIntoViewIfNeeded();
    const {x, y, width, height} = (await bar.locator('.place').boundingBox())!;
    const tap = () => page.touchscreen.tap(x + width / 2, y + height / 4);
    await tap();
    await page.locator('.reading').waitFor();
    expect([await page.locator('.reading').textContent(), new URL(page.url()).search]).toEqual([name, '']);
    await Promise.all([page.waitForURL((url) => url.search !== ''), tap()]);
    expect(href).toBe(`/en/contracts${new URL(page.url()).search}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the keyboard reaches one bar, and the others by arrows', async () => {
    const {context, page} = await openWindow(browser);
    await page.goto(`${server.base}/fr/contracts`);
    const bars = page.locator('.plot a');
    expect(await page.locator('.plot a[tabindex="0"]').count()).toBe(1);
    await page.locator('.plot a[tabindex="0"]').focus();
    for (const [key, at] of [
      ['ArrowLeft', -2],
      ['ArrowRight', -1],
      ['Home', 0],
      ['End', -1],
    ] as const) {
      await page.keyboard.press(key);
      const name = await bars.nth(at).getAttribute('aria-label');
      expect([key, await page.locator('.reading').textContent()]).toEqual([key, name]);
      expect(await page.locator('.plot a[tabindex="0"]').getAttribute('aria-label')).toBe(name);
    }
    await context.close();
  });

  test.each(['/en/contracts?department=a', '/fr/municipalities/calgary', '/en/about'])(
    '%s: on paper there is the address, and nothing to press',
    async (path) => {
      const {context, page} = await openWindow(browser, {viewport: {width: 794, height: 1123}});
      await page.goto(server.base + path);
      expect(await page.locator('.paper').isVisible()).toBe(false);
      await page.emulateMedia({media: 'print'});
      expect(await page.locator('.paper').textContent()).toContain(path);
      expect(await page.locator('.paper').isVisible()).toBe(true);
      for (const one of ['button', 'input', 'select', '.open', '.tools', '.share', '.x', '.clear', '.arrow'])
        expect([one, await page.locator(`${one} >> visible=true`).count()]).toEqual([one, 0]);
      // What is wider than the paper would be cut.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(794);
      await context.close();
    },
  );
});
