/**
 * /docs in a real browser, if Chromium is installed: every operation is shown, nothing is fetched from
 * elsewhere.
 */
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {BASE_PATH, ROUTES} from '../../../server/api/routes/index.ts';
import {documents} from '../../../server/docs/documents.ts';
import {HAS_BROWSER, openWindow, startBrowser} from '../../helpers/browser.ts';

describe.skipIf(!HAS_BROWSER)('the page in Chromium', () => {
  let server: Server;
  let browser: Browser;
  let dom: string;
  const requested: string[] = [];

  beforeAll(async () => {
    const texts = await documents();
    server = createServer((request, answer) => {
      const path = request.url ?? '';
      requested.push(path);
      const document = texts[path];
      answer
        .writeHead(document ? 200 : 404, {'content-type': document?.type ?? 'text/plain'})
        .end(document?.text ?? '');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    browser = await startBrowser();
    const {context, page} = await openWindow(browser);
    const {port} = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/docs`);
    await page
      .locator(`[data-path="${BASE_PATH}${ROUTES.at(-1)!.path}"]`)
      .first()
      .waitFor();
    dom = await page.content();
    await context.close();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test('every operation is rendered with its summary', () => {
    const drawn = dom.slice(dom.indexOf('opblock'));
    for (const route of ROUTES) {
      expect(drawn).toContain(`data-path="${BASE_PATH}${route.path}"`);
      expect(drawn).toContain(route.summary);
    }
  });

  test('a key can be entered', () => {
    expect(dom).toMatch(/class="[^"]*\bauthorize\b/);
  });

  test('nothing but the page and the documents is requested', () => {
    const others = requested.filter((path) => !['/docs', '/openapi.json', '/favicon.ico'].includes(path));
    expect(others).toEqual([]);
  });
});
