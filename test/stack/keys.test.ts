/** Filters by key over an ingested corpus: facets, groups and lists count the same records under one key. */
import {beforeAll, describe, expect, test} from 'vitest';
import {DATASETS} from '../../datasets/index.ts';
import {LISTS, STATISTICS} from '../../server/site/paths.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';

let api: SiteReader['api'];
beforeAll(async () => {
  ({api} = await siteReader());
});

interface Facet {
  total: number;
  values: {value: string; label: string; count: number}[];
}

async function facetOf(path: string, filter: string, query = ''): Promise<Facet> {
  const {meta} = await api(`${path}?facets=${filter}&limit=1${query}`);
  return (meta as unknown as {facets: Record<string, Facet>}).facets[filter]!;
}

const totalOf = async (path: string, query: string): Promise<number> =>
  (await api(`${path}?limit=1&${query}`)).meta.total;

const KEYED = [...LISTS.values()].flatMap((route) =>
  Object.entries(route.parameters).flatMap(([filter, {key}]) => (key ? [{route, filter, key}] : [])),
);

test('lists have these filters by key', () => {
  expect(KEYED.map(({route, filter}) => `${route.dataset} ${filter}`)).toEqual(
    expect.arrayContaining([
      'contracts vendor_key',
      'disclosures vendor_key',
      'awards vendor_key',
      'tenders vendor_key',
      'contracts department_key',
      'grants department_key',
      'grants recipient_key',
      'lobbying_communications client_key',
      'lobbying_registrations lobbyist_id',
      'research_grants institution_key',
      'lobbying_registrations institution_key',
      'contracts organization_key',
      'awards organization_key',
      'grants organization_key',
      'research_grants organization_key',
      'infrastructure_projects organization_key',
      'lobbying_registrations organization_key',
      'lobbying_communications organization_key',
      'permits organization_key',
      'permits contractor_key',
    ]),
  );
});

describe.each(KEYED.map((one) => ({...one, path: one.route.path})))(
  '$path by $filter',
  ({path, filter, key}) => {
    test('each value of the facet finds the records that it counts, as key, as name and among several', async () => {
      const {values} = await facetOf(path, filter, '&lang=both');
      // Few notices of tenders name a vendor.
      if (path !== '/tenders') expect(values.length).toBeGreaterThan(0);
      for (const {value, label, count} of values.slice(0, 6)) {
        const encoded = encodeURIComponent(value);
        expect([value, await totalOf(path, `${filter}=${encoded}`)]).toEqual([value, count]);
        expect(await totalOf(path, `${filter}=${encoded},no%2520such%2520key`)).toBe(count);
        const once = key.form === 'id' ? value : decodeURIComponent(value);
        const isSplit = /,\S/.test(once);
        if (!isSplit)
          expect([once, await totalOf(path, `${filter}=${encodeURIComponent(once)}`)]).toEqual([once, count]);
        if (key.form !== 'id') expect(label).toBe(once);
        else expect(label).not.toBe('');
      }
      const [first, second] = values;
      if (!first || !second) return;
      const both = await totalOf(path, `${filter}=${encodeURIComponent(`${second.value},${first.value}`)}`);
      expect(both).toBeLessThanOrEqual(first.count + second.count);
      expect(both).toBeGreaterThanOrEqual(Math.max(first.count, second.count));
    });

    test('nothing else is found: neither other letters nor a part of a key', async () => {
      const [first] = (await facetOf(path, filter)).values;
      if (!first) return;
      expect(await totalOf(path, `${filter}=${encodeURIComponent(first.value.slice(0, -1))}_`)).toBe(0);
      expect(await totalOf(path, `${filter}=%2525`)).toBe(0);
    });

    test('is refused with too many keys', async () => {
      const many = Array.from({length: 101}, (_, i) => `k${i}`).join(',');
      const answer = (await api(`${path}?${filter}=${many}`)) as unknown as {error: {message: string}};
      expect(answer.error.message).toBe(`${filter} takes at most 100 values.`);
    });
  },
);

describe.each([...STATISTICS].map(([dataset, route]) => ({dataset, path: route.path})))(
  '$path',
  ({dataset, path}) => {
    const {groups, sum} = DATASETS[dataset]!.stats!;
    const keyed = Object.entries(groups).filter(([, {key}]) => key);

    test.each(keyed)('the key of a group by %s finds its records and its sum', async (group, {key}) => {
      const {data} = await api(`${path}?group_by=${group}&limit=200`);
      const known = data.filter((row) => row['group_key'] !== null);
      expect(known.length).toBeGreaterThan(0);
      expect(Object.keys(data[0]!).slice(0, 3)).toEqual(['group_by', 'group_value', 'group_key']);
      expect(data.filter((row) => row['group_key'] === null).map((row) => row['group_value'])).toEqual(
        data.some((row) => row['group_value'] === 'Unknown') ? ['Unknown'] : [],
      );
      for (const {group_key, group_value, record_count, sum_value} of [
        ...known.slice(0, 8),
        ...known.slice(-4),
      ]) {
        const query = `${key}=${encodeURIComponent(String(group_key))}`;
        expect([group_key, await totalOf(LISTS.get(dataset)!.path, query)]).toEqual([
          group_key,
          record_count,
        ]);
        if (sum === null || groups[group]!.list) continue;
        const again = await api(`${path}?group_by=${group}&${query}`);
        expect(again.data.map((row) => [row['group_value'], row['sum_value']])).toEqual([
          [group_value, sum_value],
        ]);
      }
    });

    test.each(Object.keys(groups).filter((group) => !groups[group]!.key))(
      'groups by %s have no key',
      async (group) => {
        const {data} = await api(`${path}?group_by=${group}&limit=1`);
        expect(Object.keys(data[0]!)).not.toContain('group_key');
      },
    );
  },
);

test('names as published and vendors are counted by facets of their own', async () => {
  const published = await facetOf('/contracts', 'vendor');
  const vendors = await facetOf('/contracts', 'vendor_key');
  expect(vendors.total).toBeLessThan(published.total);
  const {data} = await api('/vendors?limit=1&sort_by=contract_count');
  expect(vendors.values[0]).toEqual({
    value: data[0]!['vendor_key'],
    label: data[0]!['vendor'],
    count: data[0]!['contract_count'],
  });
});
