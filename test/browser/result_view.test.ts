/** The view of a result in a client that shows it: a frame without an origin, under a policy that allows no host. */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {Browser, Frame, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {VIEW_URI} from '../../server/mcp/app_view.ts';
import {HAS_BROWSER, openWindow, startBrowser} from '../helpers/browser.ts';
import {exampleRow, exampleTables} from '../helpers/rows.ts';
import {type ToolService, toolService} from '../helpers/tools.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a host allows a view that names no domains. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";

/** A client: it answers the view, gives it a result, and keeps what it hears. */
const HOST = `
  const view = document.querySelector('iframe').contentWindow;
  const send = (message) => view.postMessage({jsonrpc: '2.0', ...message}, '*');
  window.heard = [];
  window.give = (method, params) => send({method, params});
  addEventListener('message', ({source, data}) => {
    if (source !== view) return;
    heard.push(data);
    if (data.method === 'ui/initialize') send({id: data.id, result: {
      protocolVersion: '2026-01-26', hostInfo: {name: 'test', version: '1'},
      hostCapabilities: {openLinks: {}}, hostContext: window.given}});
    else if (data.id !== undefined && data.method) send({id: data.id, result: {}});
  });
  document.querySelector('iframe').srcdoc = window.view;`;

interface Heard {
  method?: string;
  params?: {url?: string; height?: number};
}

let service: ToolService;
let browser: Browser;
let view: string;

const permit = (n: number) =>
  exampleRow('permits', {
    record_id: `p_${n}`,
    address: `${n} Wharf Street`,
  });

/** The rows get places: those in memory have none. */
function withPlaces(result: Record<string, unknown>) {
  const {data, meta} = result['structuredContent'] as {data: object[]; meta: object};
  const rows = data.map((row, n) =>
    n === 0 || !('address' in row) ? row : {...row, lat: 51 + n / 100, lng: -114},
  );
  return {...result, structuredContent: {data: rows, meta}};
}

async function show(context: object, name: string, given: object) {
  const result = withPlaces(await service.call(name, given));
  const {page, complaints} = await openWindow(browser, {viewport: {width: 420, height: 800}});
  await page.route('http://host.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><iframe sandbox="allow-scripts" width="400" height="700"></iframe>',
    }),
  );
  await page.goto('http://host.test/');
  const guarded = view.replace(
    '<meta charset',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta charset`,
  );
  await page.evaluate(([context, text]) => Object.assign(globalThis, {given: context, view: text}), [
    context,
    guarded,
  ] as const);
  await page.evaluate(HOST);
  await page.waitForFunction('heard.some(({method}) => method === "ui/notifications/initialized")');
  await give(page, 'ui/notifications/tool-result', result);
  const frame = page.frames()[1]!;
  await frame.waitForSelector('#result nav, #result p');
  return {page, frame, complaints};
}

const give = (page: Page, method: string, params: object) =>
  page.evaluate(
    ([name, given]) => (globalThis as unknown as {give: (...all: unknown[]) => void}).give(name, given),
    [method, params] as const,
  );

const heardBy = (page: Page) => page.evaluate('heard') as Promise<Heard[]>;

const buttons = (frame: Frame) => frame.locator('nav button').allTextContents();

async function faults(frame: Frame): Promise<string[]> {
  await frame.evaluate(AXE);
  const {violations} = (await frame.evaluate('axe.run()')) as {violations: {id: string}[]};
  return violations.map(({id}) => id);
}

describe.skipIf(!HAS_BROWSER)('the view of a result', () => {
  beforeAll(async () => {
    const permits = [permit(1), permit(2), permit(3)];
    service = await toolService({...exampleTables(), permits});
    const {result} = await service.rpc('resources/read', {uri: VIEW_URI});
    const [contents] = (result as {contents: [{text: string; mimeType: string}]}).contents;
    expect(contents.mimeType).toBe('text/html;profile=mcp-app');
    view = contents.text;
    expect(Buffer.byteLength(view)).toBeLessThan(20_000);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test('draws groups as bars with their numbers, by the measure that is chosen, and as a table', async () => {
    const {page, frame, complaints} = await show({theme: 'light', locale: 'en-CA'}, 'get_stats', {
      dataset: 'contracts',
      group_by: 'department',
    });
    expect(await buttons(frame)).toEqual(['Chart', 'Table']);
    const [first] = await frame.locator('dt').allTextContents();
    expect(first).toMatch(/^(Health|Parks) Canada$/);
    await frame.selectOption('select', 'sum_value');
    expect(await frame.locator('dd').first().textContent()).toMatch(/^\$[\d,]+\.\d\d$/);
    expect(await faults(frame)).toEqual([]);
    await frame.getByRole('button', {name: 'Table'}).press('Enter');
    expect(await frame.locator('tbody tr').count()).toBe(2);
    expect(await frame.evaluate('document.activeElement.textContent')).toBe('Table');
    expect((await heardBy(page)).some(({params}) => (params?.height ?? 0) > 50)).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('draws permits on a map, in French and in the dark, and opens addresses by the client', async () => {
    const {page, frame, complaints} = await show({theme: 'dark', locale: 'fr-CA'}, 'search_permits', {});
    expect(await buttons(frame)).toEqual(['Carte', 'Tableau']);
    expect(await frame.locator('circle').count()).toBe(2);
    expect(await frame.locator('circle title').first().textContent()).toContain('Wharf Street');
    expect(await frame.locator('#result').textContent()).toContain('Sans lieu\u00a0: 1.');
    const ground = await frame.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe('rgb(18, 22, 21)');
    expect(await faults(frame)).toEqual([]);
    await give(page, 'ui/notifications/host-context-changed', {theme: 'light'});
    await expect
      .poll(() => frame.evaluate('getComputedStyle(document.body).backgroundColor'))
      .toBe('rgb(255, 255, 255)');
    await frame.getByRole('button', {name: 'Tableau'}).click();
    expect(await faults(frame)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('says that nothing matches, and what a refused call said', async () => {
    const {page, frame} = await show({locale: 'en'}, 'search_contracts', {vendor: 'nobody'});
    expect(await frame.locator('#result').textContent()).toContain('Nothing matches.');
    await give(page, 'ui/notifications/tool-result', await service.call('search_contracts', {limit: 0}));
    await expect.poll(() => frame.locator('#result').textContent()).toContain('The tool gave no result.');
    const text = '<img src=x onerror=alert(1)>';
    await give(page, 'ui/notifications/tool-result', {
      structuredContent: {data: [{name: text, source_url: 'https://example.org/a'}]},
    });
    await expect.poll(() => frame.locator('td').first().textContent()).toBe(text);
    await frame.getByRole('button', {name: 'example.org'}).click();
    await expect
      .poll(async () => (await heardBy(page)).find(({method}) => method === 'ui/open-link')?.params?.url)
      .toBe('https://example.org/a');
    await page.context().close();
  });
});
