/**
 * Profiles of municipalities: zones by category beside a plain count of the rows, with permits, zones, both
 * and neither.
 */
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {valueLabel} from '../../../server/labels/index.ts';
import {permitRows} from '../../helpers/permits_build.ts';
import {seed} from '../../helpers/seed.ts';
import {type TownService, townService} from '../../helpers/town_service.ts';

/** In turn, one of them unknown: the rows of the page must add up all the same. */
const CATEGORIES = ['residential', 'residential', 'mixed_use', null, 'residential', 'open_space'];

const rows = permitRows(230, seed);
const elsewhere = rows.slice(0, 200);
const inTown = rows.slice(200).map((row) => ({...row, municipality: 'calgary', province: 'AB'}));

let both: TownService;
let zonesOnly: TownService;
beforeAll(async () => {
  [both, zonesOnly] = await Promise.all([
    townService([...elsewhere, ...inTown], 4, CATEGORIES),
    townService(elsewhere, 4, CATEGORIES),
  ]);
});
afterAll(() => Promise.all([both?.close(), zonesOnly?.close()]));
beforeEach(() => {
  both.open();
  zonesOnly.open();
});

const page = async (town: TownService, slug: string, language = 'en') => {
  const {status, body} = await town.get(`/${language}/municipalities/${slug}`);
  expect(status).toBe(200);
  return body.toString('utf8');
};

/** All zones of the town, from the engine's own list. */
async function zoneRows({engine}: TownService): Promise<{zone_category: string | null}[]> {
  const query = {dataset: 'zoning', where: [], sort: 'id', order: 'asc', limit: 1000, offset: 0} as const;
  const {items} = await engine.list(query);
  return items.bytes
    .toString()
    .split('\n')
    .slice(0, items.count)
    .map((line) => JSON.parse(line));
}

const zoningOf = (html: string): string => /<section aria-labelledby="zoning">.*?<\/section>/s.exec(html)![0];

/** Label, address and count of each row of the section. */
const rowsOf = (section: string) =>
  [
    ...section.matchAll(
      /<span class="what">(?:<a href="([^"]*)"[^>]*>)?([^<]*).*?<span class="figure">([\d,\u202f\u00a0 ]+)</gs,
    ),
  ].map(([, href, label, count]) => ({href, label, count: Number(count!.replace(/\D/g, ''))}));

describe.each(['en', 'fr'] as const)('%s', (language) => {
  test('zones by category are those of the rows, have names, and lead to the map with that category alone', async () => {
    const rows = await zoneRows(both);
    const expected = new Map<string | null, number>();
    for (const {zone_category: one} of rows) expected.set(one, (expected.get(one) ?? 0) + 1);
    expect(expected.size).toBe(4);
    const html = await page(both, 'calgary', language);
    const shown = rowsOf(zoningOf(html));
    expect(shown).toHaveLength(4);
    expect(shown.reduce((sum, {count}) => sum + count, 0)).toBe(rows.length);
    for (const [category, count] of expected) {
      const row = shown.find(({href}) =>
        category === null ? href === undefined : href?.includes(`zone_category=${category}#`),
      );
      expect([category, row?.count]).toEqual([category, count]);
      if (category !== null) expect(row!.label).toBe(valueLabel('zone_category', category)![language]);
    }
    const {href} = shown.find(({href: one}) => one !== undefined)!;
    const map = await both.get(href!.replaceAll('&amp;', '&').split('#')[0]!);
    expect(map.body.toString()).toMatch(/<option value="residential" selected[^>]*>/);
  });

  test('zones alone, permits alone, and neither are said', async () => {
    const withoutPermits = await page(zonesOnly, 'calgary', language);
    expect(rowsOf(zoningOf(withoutPermits))).toHaveLength(4);
    expect(withoutPermits).toContain(
      language === 'en' ? 'No building permits of Calgary' : 'Aucun permis de construire de Calgary',
    );
    expect(withoutPermits).not.toContain('class="graph"');
    expect(withoutPermits).not.toContain('id="recent"');
    const withoutZones = await page(both, 'toronto', language);
    expect(rowsOf(zoningOf(withoutZones))).toEqual([]);
    expect(zoningOf(withoutZones)).toContain(
      language === 'en' ? 'No zoning file' : 'Aucun fichier de zonage',
    );
    expect(withoutZones).toContain('id="recent"');
    const neither = await page(both, 'regina', language);
    expect(neither).toContain(
      language === 'en' ? 'No building permits of Regina' : 'Aucun permis de construire',
    );
    expect(neither).toContain(language === 'en' ? 'No zoning file' : 'Aucun fichier de zonage');
  });
});

test('no id occurs twice, and hatched bars have the hatching of their own chart', async () => {
  const html = await page(both, 'toronto');
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
  expect(ids.length).toBe(new Set(ids).size);
  const charts = html.split('<figure').slice(1);
  const hatched = charts.filter((chart) => chart.includes('url(#'));
  expect(hatched.length).toBeGreaterThan(1);
  for (const chart of hatched) expect(chart).toContain(`id="${/url\(#([^)]+)\)/.exec(chart)![1]}"`);
});
