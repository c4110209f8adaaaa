/**
 * Every number that leads to a list leads to as many records with the same sum: a walk over pages of an
 * ingested corpus.
 */
import {beforeAll, expect, test} from 'vitest';
import {numberWalk, PROFILES} from '../helpers/number_walk.ts';
import {seed} from '../helpers/seed.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
let walk: ReturnType<typeof numberWalk>;
beforeAll(async () => {
  const reader = await siteReader();
  ({page, api} = reader);
  walk = numberWalk(reader, seededRandom(seed));
});

test(`lists: facets and charts, under filters that links of pages set (SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const {checked, faults} = await walk.lists();
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(700);
});

test.each(PROFILES)(
  `profiles of %s: figures, tables, charts and lists (SEED=${seed})`,
  async (_, list, entity, key) => {
    const {checked, faults} = await walk.profiles(list, entity, key);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(8);
  },
);

test('vendors and organizations say what they span, and each leads to the other', async () => {
  const {data} = await api('/vendors?limit=30');
  let linked = 0;
  for (const {vendor_key, vendor} of data) {
    const {$} = await page(`/en/vendors/${encodeURIComponent(String(vendor_key))}`);
    expect([vendor, $('#spans').text()]).toEqual([
      vendor,
      expect.stringContaining('A vendor spans the contracts'),
    ]);
    const href = $('#spans a').attr('href');
    if (href === undefined) continue;
    linked++;
    const other = await page(href);
    expect([href, other.status, other.$('#spans').text()]).toEqual([
      href,
      200,
      expect.stringContaining('An organization spans all names'),
    ]);
    expect(other.$('#spans a').attr('href')).toMatch(/^\/en\/vendors\//);
    expect((await page(other.$('#spans a').attr('href')!)).status).toBe(200);
  }
  expect(linked).toBeGreaterThan(10);
});
