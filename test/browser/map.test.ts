/**
 * The map in a browser: its counts are those of the API after every move, and all of it works by keyboard, in
 * French, without script.
 */
import {readFileSync} from 'node:fs';
import {createServer, type Server as HttpServer} from 'node:http';
import {createRequire} from 'node:module';
import type {AddressInfo} from 'node:net';
import type {Browser, BrowserContextOptions, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import {COARSE, HAS_BROWSER, openWindow, startBrowser, type Window} from '../helpers/browser.ts';
import {makeKey, type Server, sharedData, sharedServer, startServer} from '../helpers/stack.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server: Server;
let browser: Browser;
let key: string;

const WIDE = {width: 1280, height: 900};

const openMap = (on: Browser, options: BrowserContextOptions = {}): Promise<Window> =>
  openWindow(on, {...COARSE, viewport: WIDE, ...options});

type Permit = {
  properties: {record_id: string; address: string | null};
  geometry: {coordinates: [number, number]} | null;
};

/** Permits with a point under a query, from the API. */
async function permitsOf(query: string): Promise<{id: string; lng: number; lat: number}[]> {
  const found = [];
  for (let offset = 0; ; offset += 500) {
    const answer = await fetch(
      `${server.base}/api/v1/permits?format=geojson&limit=500&offset=${offset}&${query}`,
      {headers: {'X-API-Key': key}},
    );
    const {features} = (await answer.json()) as {features: Permit[]};
    for (const {properties, geometry} of features)
      if (geometry)
        found.push({
          id: properties.record_id,
          lng: geometry.coordinates[0],
          lat: geometry.coordinates[1],
        });
    if (features.length < 500) return found;
  }
}

/** What the map says is in sight, and the box it asked about. */
const said = (page: Page): Promise<{total?: string; box?: string}> =>
  page.evaluate("({...document.getElementById('map-total').dataset})");

/**
 * Waits until the map's count is that of the API's permits in the map's box, and another box than `before`.
 */
async function agrees(page: Page, query: string, before?: string): Promise<{total: number; box: string}> {
  const permits = await permitsOf(query);
  let now = {total: -1, box: ''};
  await expect
    .poll(
      async () => {
        const {total = '-1', box = ''} = await said(page);
        const [west, south, east, north] = box.split(',').map(Number) as [number, number, number, number];
        const inside = permits.filter(
          ({lng, lat}) => lng >= west && lng < east && lat >= south && lat < north,
        );
        now = {total: Number(total), box};
        return box !== before && Number(total) === inside.length;
      },
      {timeout: 30_000},
    )
    .toBe(true);
  return now;
}

/** How far north a latitude is on the map. */
const mercator = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

/** Waits until all that is in sight is drawn. */
const drawn = (page: Page) => page.locator('#map:not([aria-busy]) canvas').waitFor();

const violations = (page: Page): Promise<string[]> =>
  page.evaluate(
    "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map(({id, nodes}) => id + ' ' + nodes[0].html.slice(0, 160)))",
  );

/** A place with permits: `zoom/lat/lng` behind the address. */
async function somewhere(zoom: number) {
  const [permit] = await permitsOf('municipality=calgary');
  return {...permit!, hash: `#${zoom}/${permit!.lat}/${permit!.lng}`};
}

describe.skipIf(!HAS_BROWSER)('the map', () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([sharedServer(), startBrowser()]);
    key = makeKey(await sharedData());
  });
  afterAll(() => browser?.close());

  test('counts what the API counts after filter, zoom and pan by keyboard; the address and back say the same', async () => {
    const {context, page, complaints} = await openMap(browser);
    await page.goto(`${server.base}/en/map`);
    const all = await agrees(page, '');
    expect(all.total).toBeGreaterThan(0);
    await page.click('.map-section > summary');
    await page.selectOption('#filter-permit_type', 'renovation');
    await page.waitForURL('**/map?permit_type=renovation#**');
    const few = await agrees(page, 'permit_type=renovation');
    expect(few.total).toBeLessThan(all.total);
    await page.locator('#map-zoom-in').focus();
    await page.keyboard.press('Shift+Tab');
    expect(await page.locator('.map-cross').isVisible()).toBe(true);
    await page.keyboard.press('Equal');
    const near = await agrees(page, 'permit_type=renovation', few.box);
    await page.keyboard.press('ArrowUp');
    await agrees(page, 'permit_type=renovation', near.box);
    const other = await openMap(browser);
    await other.page.goto(page.url());
    expect((await agrees(other.page, 'permit_type=renovation')).total).toBe(Number((await said(page)).total));
    await page.goBack();
    await expect.poll(() => page.locator('#filter-permit_type').inputValue()).toBe('');
    await agrees(page, '');
    expect([...complaints, ...other.complaints]).toEqual([]);
    await Promise.all([context.close(), other.context.close()]);
  });

  test('a click on a point opens its record, Enter says what is at the centre, and a close look has points', async () => {
    const {context, page, complaints} = await openMap(browser);
    const {id, hash} = await somewhere(17);
    await page.goto(`${server.base}/en/map${hash}`);
    await agrees(page, '');
    await drawn(page);
    const canvas = page.locator('.maplibregl-canvas');
    await canvas.click();
    await page.locator(`#map-here a[href="/en/permits/${id}"]`).waitFor();
    await page.click('#map-here [data-close]');
    await expect.poll(() => page.locator('#map-here').innerHTML()).toBe('');
    await canvas.click({button: 'right'});
    await page.locator('#map-here-title').waitFor();
    await page.click('#map-here [data-close]');
    await canvas.press('Enter');
    const link = page.locator(`#map-here a[href="/en/permits/${id}"]`);
    await link.waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('map-here');
    await link.press('Enter');
    await page.waitForURL(`**/en/permits/${id}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a circle by keyboard has the total of the API and survives in the address; coordinates and location lead there', async () => {
    const {context, page, complaints} = await openMap(browser, {locale: 'fr-CA'});
    const {lat, lng} = await somewhere(14);
    await page.goto(`${server.base}/fr/map`);
    await agrees(page, '');
    await page.fill('#map-coordinates', '91, 0');
    await page.press('#map-coordinates', 'Enter');
    await expect.poll(() => page.textContent('#map-place-error')).toContain('Écrivez une adresse');
    await page.fill('#map-coordinates', 'nulle part');
    await page.press('#map-coordinates', 'Enter');
    await expect.poll(() => page.textContent('#map-found')).toContain('Aucun permis');
    await page.fill('#map-coordinates', `${String(lat).replace('.', ',')}; ${String(lng).replace('.', ',')}`);
    await page.press('#map-coordinates', 'Enter');
    await page.locator('#map-here-title').waitFor();
    await page.press('#map-here [data-circle]', 'Enter');
    await page.locator('#map-circle [data-total]').waitFor();
    await page.fill('#map-metres', '4000');
    await page.press('#map-metres', 'Enter');
    await page.waitForURL('**radius_km=4**');
    const asked = new URL(page.url()).searchParams;
    const answer = await fetch(`${server.base}/api/v1/permits?${asked}`, {headers: {'X-API-Key': key}});
    const {meta} = (await answer.json()) as {meta: {total: number}};
    expect(meta.total).toBeGreaterThan(0);
    const total = () => page.locator('#map-circle [data-total]').getAttribute('data-total');
    await expect.poll(total).toBe(String(meta.total));
    expect(await page.locator('#map-circle strong').textContent()).toContain('dans un rayon de 4');
    await page.reload();
    await expect.poll(total).toBe(String(meta.total));
    const handle = (await page.locator('.map-handle').boundingBox())!;
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(handle.x + 60, handle.y + 40, {steps: 4});
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).searchParams.get('lng')).not.toBe(asked.get('lng'));
    expect(new URL(page.url()).searchParams.get('radius_km')).toBe('4');
    await page.click('#map-radius-remove');
    await expect.poll(() => page.url()).not.toContain('radius_km');
    await page.click('#map-locate');
    await expect.poll(() => page.textContent('#map-place-error')).toContain('votre position');
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({latitude: lat, longitude: lng});
    await page.click('#map-locate');
    await expect.poll(() => page.locator('#map-here .note').textContent()).toContain(lat.toFixed(5));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('an address leads to its permits by keyboard, and a city without positions to its list', async () => {
    const {context, page, complaints} = await openMap(browser);
    const answer = await fetch(
      `${server.base}/api/v1/permits?municipality=calgary&format=geojson&limit=500`,
      {
        headers: {'X-API-Key': key},
      },
    );
    const {features} = (await answer.json()) as {features: Permit[]};
    const {record_id: id, address} = features.find(
      ({geometry, properties}) => geometry && properties.address,
    )!.properties;
    await page.goto(`${server.base}/en/map`);
    await agrees(page, '');
    await page.selectOption('#map-city', 'calgary');
    await page.fill('#map-coordinates', address!.toLowerCase());
    await page.press('#map-coordinates', 'Enter');
    await page.locator('#map-found button').first().press('Enter');
    await page.locator(`#map-here a[href="/en/permits/${id}"]`).waitFor();
    expect(page.url()).toContain('#17');
    await page.selectOption('#map-city', 'regina');
    await page.locator('#map-empty a[href="/en/permits?municipality=regina"]').waitFor();
    expect(await page.textContent('#map-city option[value=regina]')).toContain('no positions');
    await page.locator('#map-total button').press('Enter');
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toContain(
      'municipality=regina',
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a lost picture is said; filters count meanwhile, and are drawn when it is back', async () => {
    const {context, page, complaints} = await openMap(browser);
    await page.goto(`${server.base}/en/map`);
    await agrees(page, '');
    await drawn(page);
    await page.evaluate(
      "(window.graphics = document.querySelector('.maplibregl-canvas').getContext('webgl2').getExtension('WEBGL_lose_context')).loseContext()",
    );
    await page.locator('#map-lost').waitFor();
    await page.click('.map-section > summary');
    await page.selectOption('#filter-permit_type', 'renovation');
    await agrees(page, 'permit_type=renovation');
    const tile = page.waitForRequest(/tiles\/permits\/.*permit_type=renovation/);
    await page.evaluate('window.graphics.restoreContext()');
    await tile;
    await drawn(page);
    expect(await page.locator('#map-lost').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a finger that rests asks what is here, even over a count; one that moves moves the map', async () => {
    const {context, page, complaints} = await openWindow(browser, {
      viewport: {width: 390, height: 844},
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(`${server.base}/en/map${(await somewhere(11)).hash}`);
    await agrees(page, '');
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
    await agrees(page, '', before.box);
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
    await page.goto(`${server.base}/en/map`);
    await agrees(page, '');
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

  test('zones of one category: chosen, kept in the address, taken back, and led to by the profile of the city', async () => {
    const {context, page, complaints} = await openMap(browser);
    await page.goto(`${server.base}/en/municipalities/calgary`);
    await page.locator('#zoning ~ .bars a', {hasText: 'Residential'}).click();
    await page.waitForURL('**/map?municipality=calgary&zone_category=residential#13**');
    await agrees(page, 'municipality=calgary');
    await drawn(page);
    expect(await page.inputValue('#map-zone-category')).toBe('residential');
    expect(await page.inputValue('#map-city')).toBe('calgary');
    await page.selectOption('#map-zone-category', '');
    await page.waitForURL((url) => !url.searchParams.has('zone_category'));
    await page.goBack();
    await expect.poll(() => page.inputValue('#map-zone-category')).toBe('residential');
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
      await page.goto(`${server.base}/${language}/map?municipality=calgary#13/51.03/-114.09`);
      await agrees(page, 'municipality=calgary');
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
    const {hash, lat, lng} = await somewhere(15);
    await page.goto(`${server.base}/${language}/map?lat=${lat}&lng=${lng}&radius_km=1${hash}`);
    await agrees(page, '');
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
    await page.goto(`${server.base}/fr/map`);
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
    await page.goto(`${server.base}/en/map`);
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
