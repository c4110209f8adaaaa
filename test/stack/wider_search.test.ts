/** The wider search over HTTP: its groups, and that each leads to exactly as many records as it counts. */
import {beforeAll, describe, expect, test} from 'vitest';
import {SEARCH} from '../../datasets/global_search.ts';
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import {fold} from '../../datasets/rules/text.ts';
import {MAX_FACET_VALUES, type Row} from '../../engine/types.ts';
import {pagesNamed} from '../../server/api/operations/site_pages.ts';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

interface Group {
  total: number;
  results: Record<string, string>[];
  lists: {dataset: string; total: number; url: string}[];
}

let api: (path: string) => Promise<Answer>;
let base: string;
beforeAll(async () => {
  const dataDir = await sharedData();
  const server = await sharedServer();
  base = server.base;
  const client = apiClient(overHttp(base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
});

const encoded = encodeURIComponent;
const find = async (q: string, more = ''): Promise<Record<string, Group>> =>
  (await api(`/search?q=${encoded(q)}&scope=all${more}`)).data as unknown as Record<string, Group>;
const groupsOf = async (q: string): Promise<Record<string, Group>> =>
  (await api(`/search?q=${encoded(q)}`)).data as unknown as Record<string, Group>;
const below = (url: string): string => url.replace('/api/v1', '');

/**
 * Texts of every kind that people look for: names, words of descriptions, numbers, addresses, places, bills.
 */
async function texts(): Promise<string[]> {
  const some = async (path: string, ...fields: string[]) =>
    (await api(`${path}${path.includes('?') ? '&' : '?'}limit=6`)).rows.flatMap((row) =>
      fields.flatMap((field) => (typeof row[field] === 'string' ? [row[field]] : [])),
    );
  const all = [
    ...(await some('/contracts', 'vendor', 'description', 'solicitation_number')),
    ...(await some('/awards', 'vendor', 'solicitation_number')),
    ...(await some('/grants', 'recipient')),
    ...(await some('/research_grants', 'researcher_name', 'institution')),
    ...(await some('/infrastructure_projects', 'title_en', 'recipient_name')),
    ...(await some('/lobbying/registrations', 'client')),
    ...(await some('/bills', 'number', 'name_en')),
    ...(await some('/politicians?current=false', 'name', 'current_riding')),
    ...(await some('/committees', 'name_en', 'acronym')),
    ...(await some('/permits', 'permit_number_raw', 'address', 'neighbourhood')),
    ...(await some('/organizations', 'name')),
    ...(await some('/permits?municipality=calgary', 'permit_number_raw', 'address')),
    ...[
      'Calgary',
      'québec',
      'map',
      'carte',
      'permits',
      'canada',
      'services 2',
      '2',
      'Bill C-11',
      'inc',
      'xqzxqz',
    ],
  ];
  return [...new Set(all.map((one) => one.split(' ').slice(0, 6).join(' ').slice(0, 200)))];
}

test('without scope the answer is what it was: five groups without lists', async () => {
  for (const q of ['services', 'harbour', 'c11']) {
    const groups = await groupsOf(q);
    expect(Object.keys(groups)).toEqual(Object.keys(SEARCH));
    for (const group of Object.values(groups)) expect(Object.keys(group)).toEqual(['total', 'results']);
  }
});

test('the five groups are those of the narrow search where a text has no digit and names no bill', async () => {
  for (const q of (await texts()).filter((one) => !/\d/.test(one))) {
    const [narrow, wide] = [await groupsOf(q), await find(q)];
    for (const [group, {total, results}] of Object.entries(narrow))
      expect([wide[group]!.total, wide[group]!.results], `${group} of ${q}`).toEqual([total, results]);
  }
});

test('every number leads to exactly as many results, and every result to a record', {
  timeout: 120_000,
}, async () => {
  const seen = new Map<string, number>();
  for (const q of await texts()) {
    for (const [name, {total, results, lists}] of Object.entries(await find(q))) {
      expect(
        lists.reduce((sum, one) => sum + one.total, 0),
        `${name} of ${q}`,
      ).toBe(total);
      expect(results.length, `${name} of ${q}`).toBe(Math.min(5, total));
      for (const {dataset, total: counted, url} of lists) {
        seen.set(dataset, (seen.get(dataset) ?? 0) + 1);
        const {status, meta, data} = await api(below(url));
        expect(status, url).toBe(200);
        const listed =
          name === 'pages' ? (data as unknown as Record<string, Group>)['pages']!.total : meta.total;
        expect(listed, `${url} for ${q}`).toBe(counted);
      }
      for (const {url} of results)
        if (name !== 'pages') expect((await api(below(url!))).status, url).toBe(200);
    }
  }
  const members = Object.values(SEARCH).flatMap((all) => all.map(({table}) => table));
  const more = ['permits', 'organizations', 'votes', 'municipalities', 'neighbourhoods', 'ridings', 'pages'];
  expect([...seen.keys()].sort()).toEqual([...new Set([...members, ...more])].sort());
});

test('the records of a group are those of its lists', async () => {
  for (const q of ['services', 'canada', 'act']) {
    const wide = await find(q, '&results_per_domain=25');
    for (const group of Object.keys(SEARCH)) {
      const {results, lists} = wide[group]!;
      const ids = new Set<string>();
      for (const {dataset, url} of lists) {
        for (const row of await allRows(api, below(url))) {
          const id = row['record_id'] ?? row['reg_id'] ?? row['com_id'] ?? row['slug'];
          ids.add(`${dataset} ${dataset === 'bills' ? `${row['session_id']}/${row['number']}` : id}`);
        }
      }
      for (const {dataset, record_id} of results) expect(ids, q).toContain(`${dataset} ${record_id}`);
    }
  }
});

describe('by number and place', () => {
  test('a bill however its number is written, and it comes first', async () => {
    const bills = (await allRows(api, '/bills')).filter((one) => /^[CS]-\d+$/.test(String(one['number'])));
    for (const {number} of bills.slice(0, 8)) {
      const [letter, digits] = String(number).split('-') as [string, string];
      const same = bills.filter((one) => one['number'] === number).length;
      for (const q of [
        `Bill ${number}`,
        `${letter}${digits}`,
        `${letter} ${digits}`,
        String(number),
        `projet de loi ${number}`,
      ]) {
        const {total, results} = (await find(q, '&results_per_domain=25'))['parliament']!;
        expect(total, q).toBeGreaterThanOrEqual(same);
        for (const {record_id} of results.slice(0, same)) expect(record_id!.split('/')[1], q).toBe(number);
      }
    }
  });

  test('contracts by numbers that only their lists search', async () => {
    for (const path of ['/contracts', '/awards']) {
      for (const {record_id} of (await api(`${path}?limit=20`)).rows) {
        const number = (await api(`${path}/${record_id}`)).data['contract_number'];
        if (typeof number !== 'string' || !/\d/.test(number)) continue;
        const {results} = (await find(number, '&results_per_domain=25'))['contracts']!;
        expect(
          results.map((one) => one['record_id']),
          number,
        ).toContain(record_id);
      }
    }
  });

  test('permits by number and address, with the zone that the lookup gives', async () => {
    const permits = await allRows(api, '/permits');
    const sampled = [...new Map(permits.map((one) => [one['municipality'], one])).values()];
    let zones = 0;
    for (const {record_id, permit_number_raw, address} of [...sampled, ...permits.slice(0, 30)]) {
      const found = (await find(String(permit_number_raw), '&results_per_domain=25'))['permits']!;
      expect(
        found.results.map((one) => one['record_id']),
        String(permit_number_raw),
      ).toContain(record_id);
      if (typeof address !== 'string') continue;
      const {results} = (await find(address.split(' ').slice(0, 16).join(' '), '&results_per_domain=25'))[
        'permits'
      ]!;
      expect(
        results.map((one) => one['record_id']),
        address,
      ).toContain(record_id);
      expect(fold(results[0]!['label']!)).toContain(fold(address));
      for (const {record_id: id, zone} of results as unknown as Row[]) {
        const {lat, lng, municipality} = (await api(`/permits/${id}`)).data;
        if (lat === null) {
          expect(zone).toBeNull();
          continue;
        }
        const looked = await api(`/zone?lat=${lat}&lng=${lng}&municipality=${municipality}`);
        if (looked.status !== 200) expect(zone).toBeNull();
        else {
          zones++;
          expect(zone).toMatchObject({
            record_id: looked.data['record_id'],
            zone_code: looked.data['zone_code'],
          });
          expect((await api(below(String((zone as Row)['url'])))).data['record_id']).toBe(
            looked.data['record_id'],
          );
        }
      }
    }
    expect(zones).toBeGreaterThan(0);
  });

  test('municipalities, neighbourhoods and ridings by name', async () => {
    // One facet counts them all.
    expect(Object.keys(MUNICIPALITIES).length).toBeLessThanOrEqual(MAX_FACET_VALUES);
    const has = async (q: string, kind: string) =>
      (await find(q, '&results_per_domain=25'))
        ['places']!.results.filter(({dataset}) => dataset === kind)
        .map(({record_id}) => record_id);
    for (const [slug, {name}] of Object.entries(MUNICIPALITIES))
      expect(await has(name.toUpperCase(), 'municipalities')).toContain(slug);
    const {rows} = await api('/permits?limit=100');
    const hood = rows.find(({neighbourhood}) => neighbourhood !== null)!['neighbourhood'];
    expect(await has(String(hood), 'neighbourhoods')).toContain(hood);
    const {rows: people} = await api('/politicians?limit=20');
    const riding = people.find(({current_riding}) => current_riding !== null)!['current_riding'];
    expect(await has(String(riding), 'ridings')).toContain(riding);
  });

  test('pages in either language, all of which an answer has room for', async () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      expect([letter, pagesNamed(letter).length]).toEqual([letter, expect.toSatisfy((n: number) => n <= 25)]);
    for (const [q, lang, label] of [
      ['map', 'en', 'Map'],
      ['cart', 'fr', 'Carte'],
      ['zonage', 'en', 'Map'],
    ] as const) {
      const {results} = (await find(q, `&lang=${lang}`))['pages']!;
      expect(
        results.map((one) => one['label']),
        q,
      ).toContain(label);
      for (const {url} of results) expect((await fetch(base + url)).status, url).toBe(200);
    }
  });
});

test('prefix suggests as without scope', async () => {
  const [wide, narrow] = [
    await api('/search?q=ser&prefix=true&scope=all'),
    await api('/search?q=ser&prefix=true'),
  ];
  expect(wide.data).toEqual(narrow.data);
});

describe('typing errors', () => {
  const meantBy = async (q: string) => {
    const {text} = await api(`/search?q=${encoded(q)}&scope=all`);
    return JSON.parse(text).meta as {domains_with_results: number; did_you_mean?: string; hints?: object[]};
  };
  /** The word with two of its letters swapped; the first stays. */
  const swapped = (word: string, at: number): string =>
    word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);

  test('one in words of four letters or more, two in words of eight or more, lead to words that find something', async () => {
    const {rows} = await api('/organizations?limit=60');
    const words = [...new Set(rows.flatMap(({name}) => fold(String(name)).split(' ')))].filter((word) =>
      /^[a-z]{4,}$/.test(word),
    );
    let [corrected, twice] = [0, 0];
    for (const word of words) {
      const one = swapped(word, 1);
      const two = word.length >= 8 ? swapped(one, word.length - 3) : one;
      for (const [typed, errors] of [
        [one, 1],
        [two, 2],
      ] as const) {
        const {domains_with_results: groups, did_you_mean: meant} = await meantBy(typed);
        if (groups > 0) {
          expect(meant).toBeUndefined();
          continue;
        }
        if (meant === undefined) continue;
        expect((await meantBy(meant)).domains_with_results, `${typed}: ${meant}`).toBeGreaterThan(0);
        if (meant === word && typed !== word) errors === 1 ? corrected++ : twice++;
      }
    }
    expect(corrected).toBeGreaterThan(5);
    expect(twice).toBeGreaterThan(1);
  });

  test('other words stay, and what no word is near has none', async () => {
    const {rows} = await api('/organizations?limit=60');
    const named = rows
      .map(({name}) => fold(String(name)).split(' '))
      .find(([first, second]) => /^[a-z]{6,}$/.test(first!) && /^[a-z]{4,}$/.test(second ?? ''))!;
    const [first, second] = named as [string, string];
    const {did_you_mean: meant} = await meantBy(`${swapped(first, 1)} ${second}`);
    expect(meant).toBe(`${first} ${second}`);
    for (const nothing of ['xqzxqzxq', 'xqz', '99999999999']) {
      const {did_you_mean, hints} = await meantBy(nothing);
      expect([did_you_mean, hints!.length]).toEqual([undefined, 1]);
    }
  });
});
