/** The map in a browser: its counts are those of the API after every move, and all of it works by keyboard. */
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, startBrowser} from '../helpers/browser.ts';
import {drawn, type MapService, mapService, openMap, type Permit, said} from '../helpers/map_service.ts';

let service: MapService;
let browser: Browser;

describe.skipIf(!HAS_BROWSER)('the map', () => {
  beforeAll(async () => {
    [service, browser] = await Promise.all([mapService(), startBrowser()]);
  });
  afterAll(() => browser?.close());

  test('counts what the API counts after filter, zoom and pan by keyboard; the address and back say the same', async () => {
    const {context, page, complaints} = await openMap(browser);
    await page.goto(`${service.server.base}/en/map`);
    const all = await service.agrees(page, '');
    expect(all.total).toBeGreaterThan(0);
    await page.click('.map-section > summary');
    await page.selectOption('#filter-permit_type', 'renovation');
    await page.waitForURL('**/map?permit_type=renovation#**');
    const view = new URL(page.url()).hash;
    const period = page.locator('#map-filters .presets a').nth(1);
    await period.click();
    await page.waitForURL(/permit_type=renovation&issued_after=\d{4}-\d\d-\d\d#/);
    expect([new URL(page.url()).hash, await period.getAttribute('aria-current')]).toEqual([view, 'true']);
    await page.goBack();
    await page.waitForURL('**/map?permit_type=renovation#**');
    await expect.poll(() => period.getAttribute('aria-current')).toBe(null);
    const few = await service.agrees(page, 'permit_type=renovation');
    expect(few.total).toBeLessThan(all.total);
    await page.locator('#map-zoom-in').focus();
    // The map lies before its two links to the sources of the ground.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+Tab');
    expect(await page.locator('.map-cross').isVisible()).toBe(true);
    await page.keyboard.press('Equal');
    const near = await service.agrees(page, 'permit_type=renovation', few.box);
    await page.keyboard.press('ArrowUp');
    await service.agrees(page, 'permit_type=renovation', near.box);
    const other = await openMap(browser);
    await other.page.goto(page.url());
    expect((await service.agrees(other.page, 'permit_type=renovation')).total).toBe(
      Number((await said(page)).total),
    );
    await page.goBack();
    await expect.poll(() => page.locator('#filter-permit_type').inputValue()).toBe('');
    await service.agrees(page, '');
    expect([...complaints, ...other.complaints]).toEqual([]);
    await Promise.all([context.close(), other.context.close()]);
  });

  test('a click on a point opens its record, Enter says what is at the centre, and a close look has points', async () => {
    const {context, page, complaints} = await openMap(browser);
    const {id, hash} = await service.somewhere(17);
    await page.goto(`${service.server.base}/en/map${hash}`);
    await service.agrees(page, '');
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
    const {lat, lng} = await service.somewhere(14);
    await page.goto(`${service.server.base}/fr/map`);
    await service.agrees(page, '');
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
    const answer = await fetch(`${service.server.base}/api/v1/permits?${asked}`, {
      headers: {'X-API-Key': service.key},
    });
    const {meta} = (await answer.json()) as {meta: {total: number}};
    expect(meta.total).toBeGreaterThan(0);
    const total = () => page.locator('#map-circle [data-total]').getAttribute('data-total');
    await expect.poll(total).toBe(String(meta.total));
    const counted = (await page.locator('#map-circle strong').textContent())!;
    expect(counted).toContain('dans un rayon de 4');
    // The heading counts the circle, and what is in sight beside it.
    const heading = () => page.locator('#map-total strong').allTextContents();
    await expect.poll(heading).toEqual([counted, expect.stringContaining('en vue')]);
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
    expect(await heading()).toEqual([expect.stringContaining('en vue')]);
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
      `${service.server.base}/api/v1/permits?municipality=calgary&format=geojson&limit=500`,
      {
        headers: {'X-API-Key': service.key},
      },
    );
    const {features} = (await answer.json()) as {features: Permit[]};
    const {record_id: id, address} = features.find(
      ({geometry, properties}) => geometry && properties.address,
    )!.properties;
    await page.goto(`${service.server.base}/en/map`);
    await service.agrees(page, '');
    await page.selectOption('#map-city', 'calgary');
    await page.fill('#map-coordinates', address!.toLowerCase());
    await page.press('#map-coordinates', 'Enter');
    const first = page.locator('#map-found button').first();
    await first.waitFor();
    // However long an address is, its city is read, and the panel is not moved sideways.
    const sideways = (text: string) =>
      page.evaluate(
        `{document.querySelector('#map-found button').append(${JSON.stringify(text)}); const {scrollWidth, clientWidth} = document.querySelector('#map-found'); scrollWidth - clientWidth}`,
      );
    expect([await sideways(' Long Road'.repeat(20)), await sideways('x'.repeat(200))]).toEqual([0, 0]);
    await first.press('Enter');
    await page.locator(`#map-here a[href="/en/permits/${id}"]`).waitFor();
    expect(await page.locator('#map-found button').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.id')).toBe('map-here');
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
    await page.goto(`${service.server.base}/en/map`);
    await service.agrees(page, '');
    await drawn(page);
    await page.evaluate(
      "(window.graphics = document.querySelector('.maplibregl-canvas').getContext('webgl2').getExtension('WEBGL_lose_context')).loseContext()",
    );
    await page.locator('#map-lost').waitFor();
    await page.click('.map-section > summary');
    await page.selectOption('#filter-permit_type', 'renovation');
    await service.agrees(page, 'permit_type=renovation');
    const tile = page.waitForRequest(/tiles\/permits\/.*permit_type=renovation/);
    await page.evaluate('window.graphics.restoreContext()');
    await tile;
    await drawn(page);
    expect(await page.locator('#map-lost').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('zones of one category: chosen, kept in the address, taken back, and led to by the profile of the city', async () => {
    const {context, page, complaints} = await openMap(browser);
    await page.goto(`${service.server.base}/en/municipalities/calgary`);
    await page.locator('#zoning ~ .bars a', {hasText: 'Residential'}).click();
    await page.waitForURL('**/map?municipality=calgary&zone_category=residential#13**');
    await service.agrees(page, 'municipality=calgary');
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
});
