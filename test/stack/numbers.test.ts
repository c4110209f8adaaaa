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

test.each([
  ['vendors', 'A vendor spans the contracts'],
  ['clients', 'A client spans the lobbying'],
  ['recipients', 'A recipient spans the grants'],
])('profiles of %s say what they span, and lead to their organization and back', async (entity, said) => {
  const [, list, path, key] = PROFILES.find(([name]) => name === entity)!;
  const {data} = await api(list.replace('limit=200', 'limit=30'));
  let linked = 0;
  for (const row of data) {
    const name = row[key] ?? null;
    if (name === null) continue;
    const own = `/en${path}/${encodeURIComponent(String(name))}`;
    const {$} = await page(own);
    expect([own, $('#spans').text()]).toEqual([own, expect.stringContaining(said)]);
    const href = $('#spans a').attr('href');
    if (href === undefined) continue;
    linked++;
    const other = await page(href);
    expect([href, other.status, other.$('#spans').text()]).toEqual([
      href,
      200,
      expect.stringContaining('An organization joins all names'),
    ]);
    const back = other.$(`#spans a[href^="/en${path}/"]`).attr('href');
    expect([href, (await page(back!)).status]).toEqual([href, 200]);
  }
  expect(linked).toBeGreaterThan(8);
});
