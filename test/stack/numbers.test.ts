/** Every number that leads to a list leads to as many records with the same sum: a walk over pages of an ingested corpus. */
import {beforeAll, expect, test} from 'vitest';
import {DATASETS} from '../../datasets/index.ts';
import type {Row} from '../../engine/types.ts';
import {LISTS, STATISTICS} from '../../server/site/paths.ts';
import {type NumberLink, numberLinks} from '../helpers/number_links.ts';
import {seed} from '../helpers/seed.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  ({page, api} = await siteReader());
});

const random = seededRandom(seed);
const sample = <T>(all: readonly T[], most: number): T[] =>
  all
    .map((one) => ({one, at: random()}))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({one}) => one);

const routeOf = (pathname: string) =>
  [...LISTS.values()].find(({path}) => path === pathname.replace(/^\/(en|fr)/, ''));

/** The list behind a link, and its sum where it has one: over all groups by year, a page of which holds all. */
async function behind({href, sum}: NumberLink): Promise<{count: number; sum: number | null}> {
  const {pathname, searchParams} = new URL(href, 'http://host');
  const route = routeOf(pathname);
  if (!route) throw new Error(`${href} leads to no list`);
  const query = new URLSearchParams([...searchParams].filter(([name]) => route.parameters[name]));
  const {meta} = await api(`${route.path}?${query}&limit=1`);
  const statistics = STATISTICS.get(route.dataset);
  if (sum === null || !statistics || !DATASETS[route.dataset]!.stats!.sum)
    return {count: meta.total, sum: null};
  const {year} = DATASETS[route.dataset]!.stats!.groups;
  const {data} = await api(`${statistics.path}?${query}&group_by=${year ? 'year' : 'fiscal_year'}&limit=200`);
  const cents = data.reduce((all, row) => all + Math.round(Number(row['sum_value']) * 100), 0);
  return {count: meta.total, sum: cents / 100};
}

/** Facets of which a link finds more than it counts: further values of a set add to those that are chosen. */
function isInexact({part}: NumberLink, from: URL): boolean {
  const name = part.startsWith('facet-') ? part.slice('facet-'.length) : '';
  return routeOf(from.pathname)?.parameters[name]?.type === 'sets' && from.searchParams.has(name);
}

/** The links of a page that lead elsewhere than they say. */
async function faultsOf(
  path: string,
  most: number,
): Promise<{checked: number; faults: unknown[]; links: NumberLink[]}> {
  const {status, $} = await page(path);
  expect([path, status]).toEqual([path, 200]);
  const from = new URL(path, 'http://host');
  const links = numberLinks($).filter((link) => !isInexact(link, from));
  const chosen = sample(links, most);
  const faults: unknown[] = [];
  for (const link of chosen) {
    const found = await behind(link);
    const sameSum = link.sum === null || found.sum === null || Math.abs(link.sum - found.sum) < 0.005;
    if (found.count !== link.count || !sameSum) faults.push({path, ...link, found});
  }
  return {checked: chosen.length, faults, links};
}

/** Most numbers that are followed from a page. */
const MOST = 14;

test(`lists: facets and charts, under filters that links of pages set (SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const faults: unknown[] = [];
  let checked = 0;
  for (const [dataset, {path, parameters}] of LISTS) {
    if (Object.values(parameters).some(({required}) => required)) continue;
    const groups = Object.keys(DATASETS[dataset]?.stats?.groups ?? {year: null});
    for (const group of sample(groups, 3)) {
      // A page, then pages that its own links lead to: their filters add up.
      let target: string | undefined = `/en${path}?chart=${group}`;
      for (let step = 0; step < 3 && target !== undefined; step++) {
        const one = await faultsOf(target, MOST);
        checked += one.checked;
        faults.push(...one.faults);
        target = sample(one.links, 1)[0]?.href;
      }
    }
  }
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(700);
});

/** Keys of some records of a list. */
async function profilePaths(list: string, entity: string, key: string): Promise<string[]> {
  const {data} = await api(list);
  const keys = data.map((row: Row) => row[key]).filter((value) => value !== null);
  return sample([...new Set(keys.map(String))], 8).map(
    (value) => `/en${entity}/${encodeURIComponent(value)}`,
  );
}

test.each([
  ['vendors', '/vendors?limit=200', '/vendors', 'vendor_key'],
  ['departments', '/departments?limit=200', '/departments', 'department_key'],
  ['recipients', '/grants/recipients?q=a&limit=200', '/grants/recipients', 'recipient_key'],
  ['clients', '/lobbying/communications?limit=200', '/clients', 'client'],
  ['lobbyists', '/lobbying/registrations?limit=200', '/lobbyists', 'lobbyist_id'],
  ['organizations', '/organizations?limit=200', '/organizations', 'organization_key'],
])(`profiles of %s: figures, tables, charts and lists (SEED=${seed})`, async (_, list, entity, key) => {
  const faults: unknown[] = [];
  let checked = 0;
  for (const path of await profilePaths(list, entity, key)) {
    const one = await faultsOf(path, 30);
    checked += one.checked;
    faults.push(...one.faults);
  }
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(8);
});

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
