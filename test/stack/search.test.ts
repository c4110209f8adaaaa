/** The search over HTTP, by what the lists and details of the same service say. */
import {beforeAll, expect, test} from 'vitest';
import {fold} from '../../datasets/rules/text.ts';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let server: Server;
let api: (path: string) => Promise<Answer>;
const all = (path: string) => allRows(api, path);
beforeAll(async () => {
  const dataDir = await sharedData();
  server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
});

const LISTS: [group: string, path: string, name: string][] = [
  ['contracts', '/contracts', 'vendor'],
  ['contracts', '/tenders', 'description'],
  ['lobbying', '/lobbying/registrations', 'client'],
  ['grants', '/research_grants', 'institution'],
  ['contributions', '/infrastructure_projects', 'title_en'],
  ['parliament', '/bills', 'name_en'],
  ['parliament', '/politicians?current=false', 'name'],
  ['parliament', '/committees', 'name_en'],
];
const groupOf = (answer: Answer, name: string) =>
  answer.data[name] as {total: number; results: Record<string, string>[]};

test.each(LISTS)(
  '%s: records of %s are found by their %s, and their addresses lead to them',
  async (group, path, name) => {
    const rows = (await all(path)).filter((row) => row[name] !== null && String(row[name]).length <= 200);
    for (const row of rows.slice(0, 6)) {
      // A search takes sixteen words.
      const q = String(row[name]).split(' ').slice(0, 16).join(' ');
      const {total, results} = groupOf(await api(`/search?q=${encodeURIComponent(q)}`), group);
      expect(total, q).toBeGreaterThan(0);
      expect(results.length).toBe(Math.min(5, total));
      for (const {url, record_id} of results) {
        const {status, text} = await api(url!.replace('/api/v1', ''));
        expect(status, url).toBe(200);
        expect(decodeURIComponent(url!).endsWith(record_id!)).toBe(true);
        for (const term of fold(q).split(' ')) if (!/["\\]/.test(term)) expect(fold(text)).toContain(term);
      }
    }
  },
);

test('equal names rank before prefixes, prefixes before substrings', async () => {
  for (const row of (await all('/committees')).slice(0, 10)) {
    const q = fold(String(row['name_en']));
    const {results} = groupOf(
      await api(`/search?q=${encodeURIComponent(q)}&results_per_domain=25`),
      'parliament',
    );
    expect(fold(results[0]!['label']!)).toBe(q);
    const near = results.map(({label}) => {
      const folded = fold(label!);
      return folded === q ? 0 : folded.startsWith(q) ? 1 : folded.includes(q) ? 2 : 3;
    });
    expect(near).toEqual(near.toSorted());
  }
});

test('grants and contributions partition the grants', async () => {
  const grants = await all('/grants');
  const kinds = new Map<string, number>();
  for (const {record_id} of grants.slice(0, 60)) {
    const kind = String((await api(`/grants/${record_id}`)).data['agreement_type']);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const answer = await api(
      `/search?q=${encodeURIComponent(String(grants.find((one) => one['record_id'] === record_id)!['recipient']).slice(0, 200))}&results_per_domain=25`,
    );
    const [other, own] = [groupOf(answer, 'grants'), groupOf(answer, 'contributions')];
    const results = (kind === 'Contribution' ? own : other).results;
    if (results.length < 25) expect(results.map((one) => one['record_id'])).toContain(record_id);
    expect((kind === 'Contribution' ? other : own).results.map((one) => one['record_id'])).not.toContain(
      record_id,
    );
  }
  expect(kinds.size).toBeGreaterThan(1);
});
