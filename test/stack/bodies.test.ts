/**
 * Public bodies in filters over HTTP: found by acronym, in the other language and by former names, and named.
 */
import {beforeAll, expect, test} from 'vitest';
import {bodiesMatching, bodyOf} from '../../datasets/rules/bodies.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Row} from '../../engine/types.ts';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

interface Matched {
  key: string;
  name: string;
  matched_by: string;
}

let api: (path: string) => Promise<Answer>;
beforeAll(async () => {
  const dataDir = await sharedData();
  const server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
});

const matchedOf = ({meta}: Answer) => (meta as unknown as {matched?: Matched[]}).matched;

/** Lists with such a filter: the field of the names, one by one. */
const LISTS: [path: string, filter: string, names: (row: Row) => string[]][] = [
  ...['/contracts', '/disclosures', '/awards', '/tenders', '/grants'].map((path): (typeof LISTS)[number] => [
    path,
    'department',
    ({department}) => [department ?? []].flat().map(String),
  ]),
  ['/research_grants', 'institution', ({institution}) => [institution ?? []].flat().map(String)],
  ['/lobbying/registrations', 'institution', ({institutions}) => institutions as string[]],
  ['/lobbying/communications', 'institution', ({institution}) => String(institution ?? '').split('; ')],
];

const TEXTS = [
  'RCMP',
  'GRC',
  'DND',
  'défense nationale',
  'IC',
  'industry canada',
  'santé canada',
  'environment',
  'transport',
];

test.each(LISTS)(
  '%s: names that contain the text, and those of the bodies that it finds',
  async (path, filter, names) => {
    const all = await allRows(api, path);
    let further = 0;
    for (const text of TEXTS) {
      const bodies = bodiesMatching(text);
      const contains = (name: string) => fold(name).includes(fold(text));
      const isOf = (name: string) => bodies.some((body) => body === bodyOf(name));
      const expected = all.filter((row) => names(row).some((name) => contains(name) || isOf(name)));
      const rows = await allRows(api, `${path}?${filter}=${encodeURIComponent(text)}`);
      expect(rows, text).toEqual(expected);
      further += expected.filter((row) => !names(row).some(contains)).length;
    }
    // Universities of the corpus have no acronyms among the texts.
    if (path !== '/research_grants') expect(further).toBeGreaterThan(0);
  },
);

/** Keys of the bodies whose names stand in the records that a text finds. */
const keysIn = (rows: readonly Row[], names: (row: Row) => string[], text: string): Set<string> => {
  const found = new Set(bodiesMatching(text).map(({key}) => key));
  const keys = rows.flatMap(names).map((name) => bodyOf(name)?.key ?? '');
  return new Set(keys.filter((key) => found.has(key)));
};

test('several bodies are named in lists and statistics, one or none is not', async () => {
  let several = 0;
  for (const [path, filter, names] of LISTS) {
    for (const text of TEXTS) {
      const query = `${filter}=${encodeURIComponent(text)}`;
      const keys = keysIn(await allRows(api, `${path}?${query}`), names, text);
      const expected = keys.size > 1 ? keys : new Set();
      for (const target of [`${path}?${query}&limit=1`, `${path}/stats?${query}&limit=1`]) {
        if (target.includes('/stats') && /disclosures|awards|tenders/.test(path)) continue;
        const answer = await api(target);
        expect(new Set(matchedOf(answer)?.map(({key}) => key)), target).toEqual(expected);
      }
      if (keys.size > 1) several++;
    }
  }
  expect(several).toBeGreaterThan(3);
});

test('each is told with its name and how it was found; the surest first', async () => {
  const matched = matchedOf(await api('/contracts?department=transport&limit=1'))!;
  const order = ['acronym', 'name', 'other name'];
  const ranks = matched.map(({matched_by}) => order.indexOf(matched_by));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  for (const {key, name} of matched) expect(bodyOf(name)?.key).toBe(key);
});

test('the key beside each selects its records alone', async () => {
  let checked = 0;
  for (const [path, filter, names] of LISTS)
    for (const text of TEXTS) {
      const answer = await api(`${path}?${filter}=${encodeURIComponent(text)}&limit=1`);
      for (const one of matchedOf(answer) ?? []) {
        const exact = encodeURIComponent(String((one as unknown as Row)[`${filter}_key`]));
        const rows = await allRows(api, `${path}?${filter}_key=${exact}`);
        expect(rows.length, `${path} ${one.key}`).toBeGreaterThan(0);
        const others = rows.filter((row) => names(row).every((name) => bodyOf(name)?.key !== one.key));
        expect(others, `${path} ${one.key}`).toEqual([]);
        checked++;
      }
    }
  expect(checked).toBeGreaterThan(6);
});
