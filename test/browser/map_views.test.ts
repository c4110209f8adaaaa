/**
 * What the map looks like in a browser: its ground and names, on phones, on paper, without a script, and under
 * the rules of accessibility.
 */
import {readFileSync} from 'node:fs';
import {createServer, type Server as HttpServer} from 'node:http';
import {createRequire} from 'node:module';
import type {AddressInfo} from 'node:net';
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import {GROUND} from '../../server/site/map/colours.ts';
import {HAS_BROWSER, openWindow, startBrowser} from '../helpers/browser.ts';
import {drawn, type MapService, mapService, openMap, said} from '../helpers/map_service.ts';
import {type Server, sharedData, startServer} from '../helpers/stack.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let service: MapService;
let browser: Browser;

/** How far north a latitude is on the map. */
const mercator = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

const violations = (page: Page): Promise<string[]> =>
  page.evaluate(
    "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map(({id, nodes}) => id + ' ' + nodes[0].html.slice(0, 160)))",
  );

/** Shares of the picture of the map that have, nearly, the colours of its ground and of its names. */
async function coloursOf(page: Page): Promise<Record<string, number>> {
  const {land, water, text} = GROUND.light;
  // Thin strokes of letters mix with what is behind them.
  const wanted = [
    ['land', land, 12],
    ['water', water, 12],
    ['text', text, 45],
  ];
  return page.evaluate(
    `(() => {
      dispatchEvent(new Event('beforeprint'));
      const canvas = document.getElementById('map-print');
      const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      dispatchEvent(new Event('afterprint'));
      const wanted = ${JSON.stringify(wanted)}.map(([name, hex, far]) => [name, far, [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))]);
      const counts = {};
      for (let i = 0; i < data.length; i += 4)
        for (const [name, far, colour] of wanted)
          if (colour.every((value, k) => Math.abs(value - data[i + k]) <= far)) counts[name] = (counts[name] ?? 0) + 1;
      return Object.fromEntries(wanted.map(([name]) => [name, (counts[name] ?? 0) / (data.length / 4)]));
    })()`,
  );
}

describe.skipIf(!HAS_BROWSER)('the map', () => {
  beforeAll(async () => {
    [service, browser] = await Promise.all([mapService(), startBrowser()]);
  });
  afterAll(() => browser?.close());

  test.each(['en', 'fr'] as const)(
    'has land, water and names of this server alone, in %s',
    async (language) => {
      const {context, page, complaints} = await openMap(browser, {deviceScaleFactor: 1});
      const tiles: string[] = [];
      const others: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(service.server.base)) others.push(request.url());
      });
      page.on('response', (response) => {
        if (response.url().includes('/tiles/ground/')) tiles.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(`${service.server.base}/${language}/map`);
      await service.agrees(page, '');
      await drawn(page);
      expect(tiles.length).toBeGreaterThan(1);
      for (const tile of tiles) expect(tile).toMatch(/^200 .*\.mvt\?v=\w+$/);
      const whole = await coloursOf(page);
      expect(whole['land']).toBeGreaterThan(0.2);
      expect(whole['water']).toBeGreaterThan(0.1);
      expect(whole['text']).toBeGreaterThan(0.0003);
      // Mid-lake and mid-prairie.
      await page.goto(`${service.server.base}/${language}/map#9/47.7/-87.6`);
      await page.reload();
      await drawn(page);
      expect((await coloursOf(page))['water']).toBeGreaterThan(0.9);
      await page.goto(`${service.server.base}/${language}/map#9/50.9/-106.9`);
      await page.reload();
      await drawn(page);
      expect((await coloursOf(page))['land']).toBeGreaterThan(0.85);
      expect(others).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('a finger that rests asks what is here, even over a count; one that moves moves the map', async () => {
    const {context, page, complaints} = await openWindow(browser, {
      viewport: {width: 390, height: 844},
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(`${service.server.base}/en/map${(await service.somewhere(11)).hash}`);
    await service.agrees(page, '');
    await drawn(page);
    const {x, y, width, height} = (await page.locator('.maplibregl-canvas').boundingBox())!;
    const middle = {x: x + width / 2, y: y + height / 2};
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: {x: number; y: number}[]) =>
      devtools.send('Input.dispatchTouchEvent', {type, touchPoints: points});
    const before = await said(page);
    await touch('touchStart', [middle]);
    for (let i = 1; i <= 8; i++) await touch('touchMove', [{x: middle.x + i * 12, y: middle.y}]);
    await touch('touchEnd', []);
    await service.agrees(page, '', before.box);
    expect(await page.locator('#map-here').innerHTML()).toBe('');
    await touch('touchStart', [middle]);
    await touch('touchMove', [{x: middle.x + 2, y: middle.y + 1}]);
    await page.locator('#map-here-title').waitFor();
    await touch('touchEnd', []);
    expect(await page.locator('#map-sheet').getAttribute('open')).not.toBeNull();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('on a phone the cities of the country lie in the middle half of the first view', async () => {
    const {context, page, complaints} = await openWindow(browser, {viewport: {width: 390, height: 844}});
    await page.goto(`${service.server.base}/en/map`);
    await service.agrees(page, '');
    const boxes = Object.values(MUNICIPALITIES).map(({box}) => box);
    const places = boxes.map(([, south, , north]) => mercator((south + north) / 2));
    const [, south = 0, , north = 0] = (await said(page)).box!.split(',').map(Number);
    // From 0 at the top of the map to 1 at its bottom.
    const shares = places.map((place) => (mercator(north) - place) / (mercator(north) - mercator(south)));
    expect(Math.min(...shares)).toBeGreaterThan(1 / 4);
    expect(Math.max(...shares)).toBeLessThan(3 / 4);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    ['light', 'en'],
    ['dark', 'fr'],
  ] as const)(
    'on paper: title, total, address, the map that was shown, legend; %s, %s',
    async (colorScheme, language) => {
      const {context, page, complaints} = await openMap(browser, {colorScheme});
      await page.goto(`${service.server.base}/${language}/map?municipality=calgary#13/51.03/-114.09`);
      await service.agrees(page, 'municipality=calgary');
      await drawn(page);
      await page.emulateMedia({media: 'print'});
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      for (const shown of ['h1', '#map-total', '#map-address', '#map-print', '#map-legend'])
        expect([shown, await page.locator(shown).first().isVisible()]).toEqual([shown, true]);
      for (const hidden of ['.map-buttons', '#map-filters', '#map-place', '#map-sight'])
        expect([hidden, await page.locator(hidden).isVisible()]).toEqual([hidden, false]);
      expect(await page.textContent('#map-address')).toBe(page.url());
      expect(await page.locator('#map-legend li').first().isVisible()).toBe(true);
      const colours = await page.evaluate(`(() => {
      const canvas = document.getElementById('map-print');
      const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()`);
      // One colour would be an empty picture.
      expect(colours).toBeGreaterThan(3);
      await page.emulateMedia({media: 'screen'});
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await page.locator('#map-print').isVisible()).toBe(false);
      expect(await page.locator('#map').isVisible()).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  // Both widths, schemes and languages occur, each with another of the others.
  test.each([
    [1280, 'light', 'en'],
    [390, 'dark', 'fr'],
  ] as const)('breaks no rule of accessibility at %i px, %s, %s', async (width, colorScheme, language) => {
    const {context, page, complaints} = await openMap(browser, {viewport: {width, height: 844}, colorScheme});
    await page.addInitScript({content: AXE});
    const {hash, lat, lng} = await service.somewhere(15);
    await page.goto(`${service.server.base}/${language}/map?lat=${lat}&lng=${lng}&radius_km=1${hash}`);
    await service.agrees(page, '');
    await page.locator('#map-circle [data-total]').waitFor({state: 'attached'});
    // What is still loading is dimmed.
    const settled = () => page.locator('#map-sight:not([aria-busy])').waitFor({state: 'attached'});
    await settled();
    expect(await violations(page)).toEqual([]);
    if (width === 390) await page.click('#map-sheet > summary');
    await page.locator('.maplibregl-canvas').press('Enter');
    await page.locator('#map-here-title').waitFor();
    await settled();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    if (language === 'fr')
      expect(await page.locator('.map-page').innerText()).not.toMatch(
        /\b(the|permits|zone here|filters|legend|close|radius|remove|any)\b/i,
      );
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('without a script it lists the municipalities, filters them by its form and leads to their permits', async () => {
    const {context, page} = await openWindow(browser, {javaScriptEnabled: false});
    await page.goto(`${service.server.base}/fr/map`);
    expect(await page.locator('.map-cities .warning').first().isVisible()).toBe(true);
    expect(await page.locator('#map, #map-locate').first().isVisible()).toBe(false);
    const first = page.locator('.map-cities li').first();
    const all = await first.innerText();
    await page.click('.map-section > summary');
    await page.selectOption('#filter-permit_type', 'demolition');
    await page.click('#map-filters button');
    expect(await first.innerText()).not.toBe(all);
    await first.locator('a').click();
    expect(new URL(page.url()).searchParams.get('permit_type')).toBe('demolition');
    await context.close();
  });

  test('a browser that cannot draw has the municipalities', async () => {
    const {context, page} = await openWindow(browser);
    await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
    await page.goto(`${service.server.base}/en/map`);
    await page.locator('#map-failed').waitFor();
    expect(await page.locator('.map-cities li').first().isVisible()).toBe(true);
    await context.close();
  });
});

describe.skipIf(!HAS_BROWSER)('the ground of the operator', () => {
  let maps: HttpServer;
  let own: Server;
  const asked: string[] = [];
  beforeAll(async () => {
    maps = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(200, {'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*'});
      const layers = [{id: 'water', type: 'background', paint: {'background-color': '#aaccee'}}];
      response.end(JSON.stringify({version: 8, sources: {}, layers}));
    });
    await new Promise<void>((resolve) => maps.listen(0, '127.0.0.1', resolve));
    const {port} = maps.address() as AddressInfo;
    own = await startServer(await sharedData(), {
      SITE_PER_MINUTE: '0',
      WORKERS: '1',
      BASEMAP_STYLE_URL: `http://127.0.0.1:${port}/style.json`,
    });
  });
  afterAll(async () => {
    await own?.stop();
    maps?.close();
  });

  test('is drawn below the permits; where it fails, the map has its own', async () => {
    browser = await startBrowser();
    const {context, page, complaints} = await openMap(browser);
    await page.goto(`${own.base}/en/map`);
    await page.locator('#map-total[data-total]').waitFor();
    await drawn(page);
    expect(asked).toEqual(['/style.json']);
    expect(complaints).toEqual([]);
    await page.route('**/style.json', (route) => route.abort());
    await page.reload();
    await page.locator('#map-total[data-total]').waitFor();
    await drawn(page);
    expect(await page.locator('#map-failed').isVisible()).toBe(false);
    await context.close();
    await browser.close();
  });
});
