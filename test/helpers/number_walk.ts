/** A walk over numbers of pages that lead to lists: each has as many records behind it, with the same sum. */
import {DATASETS} from '../../datasets/index.ts';
import type {Row} from '../../engine/types.ts';
import {LISTS, STATISTICS} from '../../server/site/paths.ts';
import {type NumberLink, numberLinks} from './number_links.ts';
import type {SiteReader} from './site_reader.ts';

/** What a walk checked, and the numbers that lead elsewhere than they say. */
export interface Walked {
  checked: number;
  faults: unknown[];
}

/** Most numbers that are followed from a list. */
const MOST = 14;
const MOST_OF_PROFILE = 30;

const routeOf = (pathname: string) =>
  [...LISTS.values()].find(({path}) => path === pathname.replace(/^\/(en|fr)/, ''));

/** Facets of which a link finds more than it counts: further values of a set add to those that are chosen. */
function isInexact({part}: NumberLink, from: URL): boolean {
  const name = part.startsWith('facet-') ? part.slice('facet-'.length) : '';
  return routeOf(from.pathname)?.parameters[name]?.type === 'sets' && from.searchParams.has(name);
}

/** Entities with profiles: a list whose rows name them, their path, and the field that does. */
export const PROFILES = [
  ['vendors', '/vendors?limit=200', '/vendors', 'vendor_key'],
  ['departments', '/departments?limit=200', '/departments', 'department_key'],
  ['recipients', '/grants/recipients?q=a&limit=200', '/grants/recipients', 'recipient_key'],
  ['clients', '/lobbying/communications?limit=200', '/clients', 'client'],
  ['lobbyists', '/lobbying/registrations?limit=200', '/lobbyists', 'lobbyist_id'],
  ['politicians', '/politicians?limit=200', '/politicians', 'slug'],
  ['organizations', '/organizations?limit=200', '/organizations', 'organization_key'],
] as const;

/** Walks by random numbers in [0, 1). */
export function numberWalk({page, api}: SiteReader, random: () => number) {
  const sample = <T>(all: readonly T[], most: number): T[] =>
    all
      .map((one) => ({one, at: random()}))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, most)
      .map(({one}) => one);

  /**
   * The list behind a link, and its sum where it has one: over all groups by year, a page of which holds all.
   */
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
    const groups = await api(
      `${statistics.path}?${query}&group_by=${year ? 'year' : 'fiscal_year'}&limit=200`,
    );
    const cents = groups.data.reduce((all, row) => all + Math.round(Number(row['sum_value']) * 100), 0);
    return {count: meta.total, sum: cents / 100};
  }

  /** The links of a page that lead elsewhere than they say, and all its links. */
  async function faultsOf(path: string, most: number): Promise<Walked & {links: NumberLink[]}> {
    const {status, $} = await page(path);
    if (status !== 200) return {checked: 0, faults: [{path, status}], links: []};
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

  /** Lists, their facets and charts, then pages that their own links lead to: their filters add up. */
  async function lists(): Promise<Walked> {
    const all: Walked = {checked: 0, faults: []};
    for (const [dataset, {path, parameters}] of LISTS) {
      if (Object.values(parameters).some(({required}) => required)) continue;
      const groups = Object.keys(DATASETS[dataset]?.stats?.groups ?? {year: null});
      for (const group of sample(groups, 3)) {
        let target: string | undefined = `/en${path}?chart=${group}`;
        for (let step = 0; step < 3 && target !== undefined; step++) {
          const one = await faultsOf(target, MOST);
          all.checked += one.checked;
          all.faults.push(...one.faults);
          target = sample(one.links, 1)[0]?.href;
        }
      }
    }
    return all;
  }

  /** Profiles of some records of a list: figures, tables, charts and lists. */
  async function profiles(list: string, entity: string, key: string): Promise<Walked> {
    const {data} = await api(list);
    const keys = data.map((row: Row) => row[key]).filter((value) => value !== null);
    const all: Walked = {checked: 0, faults: []};
    for (const value of sample([...new Set(keys.map(String))], 8)) {
      const one = await faultsOf(`/en${entity}/${encodeURIComponent(value)}`, MOST_OF_PROFILE);
      all.checked += one.checked;
      all.faults.push(...one.faults);
    }
    return all;
  }

  return {lists, profiles};
}
