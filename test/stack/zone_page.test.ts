/** The page of a zone and the page of all cities with zones: which zone, which by-law, and what the city publishes. */
import {beforeAll, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import {BY_LAWS} from '../../datasets/zoning/by_laws.ts';
import {ZONING_MUNICIPALITIES} from '../../datasets/zoning/cities.ts';
import type {Row} from '../../engine/types.ts';
import {apiClient, overHttp} from '../helpers/api.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

let page: SiteReader['page'];
let client: ReturnType<typeof apiClient>;
/** Zones by city, and a corner of the first of each. */
let zones: Map<string, Row[]>;
let at: (city: string) => string;
beforeAll(async () => {
  ({page} = await siteReader());
  client = apiClient(overHttp((await sharedServer()).base), makeKey(await sharedData()));
  const {text} = await client('/api/v1/export/zoning');
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  zones = Map.groupBy(rows, ({municipality}) => String(municipality)) as Map<string, Row[]>;
  at = (city) => {
    const {coordinates} = zones.get(city)![0]!['geometry'] as unknown as {coordinates: unknown[]};
    const [lng, lat] = coordinates.flat(4) as number[];
    return `lat=${lat}&lng=${lng}`;
  };
});

test.each(ZONING_MUNICIPALITIES)(
  '%s: a zone names its by-law, and shows the row that the city publishes',
  async (city) => {
    for (const [language, half] of [
      ['en', 0],
      ['fr', 1],
    ] as const) {
      const {status, $} = await page(`/${language}/zone?${at(city)}`);
      expect(status).toBe(200);
      expect($('.facts').text()).toContain(BY_LAWS[city]!.split(' | ')[half]);
      expect($(`.facts a[href^="/${language}/municipalities/${city}"]`).length).toBe(1);
      // What the code and the category were read from is in the row, whatever else there is.
      const columns = $('#published')
        .parent()
        .find('code')
        .map((_, code) => $(code).text().toLowerCase())
        .get();
      expect(new Set(columns).size).toBe(columns.length);
      const category = SOURCES[`${city}_zoning`]!.layouts.flatMap(({fields}) =>
        columnsOf(fields['zone_category']!),
      );
      expect(columns.some((one) => category.some((name) => name.toLowerCase() === one))).toBe(true);
      const published = $('#published').parent().find('tbody').text();
      expect(published).not.toContain('coordinates');
      const row = zones.get(city)!.find(({zone_code}) => $('h1').text().includes(String(zone_code)));
      expect(row).toBeDefined();
      expect($('h1').text()).toContain(String(row!['zone_code']));
    }
  },
);

test('all cities with zones are named with their counts, and home leads to them', async () => {
  const {$} = await page('/en/zone');
  const listed = $('tbody tr')
    .map((_, row) => [[$(row).find('a').attr('href'), digits($(row).find('.figure').text())]])
    .get();
  expect(new Map(listed as unknown as [string, number][])).toEqual(
    new Map([...zones].map(([city, rows]) => [`/en/municipalities/${city}#zoning`, rows.length])),
  );
  const home = (await page('/fr/')).$;
  const row = home('a[href="/fr/zone"]').closest('tr');
  expect(digits(row.find('.figure').text())).toBe([...zones.values()].flat().length);
});

test('a point without a zone is not found, and one that is no point is refused', async () => {
  const nowhere = await page('/fr/zone?lat=0&lng=0');
  expect([nowhere.status, nowhere.$('[role=status]').text()]).toEqual([
    404,
    expect.stringContaining('Le point est hors des'),
  ]);
  expect((await page('/en/zone?lat=43.7')).status).toBe(400);
  expect((await page('/en/zone?lat=91&lng=0')).status).toBe(400);
});

test('what is at a point of the map leads to the page of its zone', async () => {
  const {$} = await page(`/en/map/here?${at('toronto')}`);
  const path = $('.map-zone a').attr('href')!;
  expect(path).toMatch(/^\/en\/zone\?lat=/);
  expect((await page(path)).status).toBe(200);
  expect($('.map-zone').text()).toContain('569-2013');
});

test('an address leads to the zone of its point without a map, and others say what to do', async () => {
  const {text} = await client('/api/v1/permits?municipality=calgary&format=geojson&limit=500');
  const {features} = JSON.parse(text) as {
    features: {properties: {address: string | null}; geometry: {coordinates: [number, number]} | null}[];
  };
  const {properties, geometry} = features.find((one) => one.geometry && one.properties.address)!;
  const address = encodeURIComponent(properties.address!);
  const [lng, lat] = geometry!.coordinates;
  for (const language of ['en', 'fr']) {
    const {status, $} = await page(`/${language}/zone?address=${address}`);
    const links = $('#places').parent().find('li a').get();
    expect(status).toBe(200);
    expect(links.map((link) => $(link).attr('href'))).toContain(`/${language}/zone?lat=${lat}&lng=${lng}`);
    expect($('#zone-address').attr('value')).toBe(properties.address);
  }
  for (const text of ['no+such+street+9999', '%21']) {
    const none = await page(`/en/zone?address=${text}`);
    expect([none.status, none.$.text()]).toEqual([200, expect.stringContaining('No permit with a position')]);
  }
});
