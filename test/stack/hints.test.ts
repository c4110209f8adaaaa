/** Hints on empty answers, by what the lists of the same service say. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {fold} from '../../datasets/rules/text.ts';
import {openBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import type {Hint} from '../../server/api/routes/hints.ts';
import {ask} from '../../server/site/ask.ts';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {seed} from '../helpers/seed.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

let api: (path: string) => Promise<Answer>;
let page: SiteReader['page'];
let index: Engine;
beforeAll(async () => {
  const dataDir = await sharedData();
  const server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
  ({page} = await siteReader());
  const {current} = dataPaths(dataDir);
  index = await openBuild(current);
}, 600_000);
afterAll(async () => {
  await index?.close();
});

type Filters = Record<string, string>;
const query = (filters: Filters) => new URLSearchParams(filters).toString();
const hintsIn = ({text}: Answer): Hint[] | undefined => JSON.parse(text).meta.hints;
const totalOf = async (path: string, filters: Filters) =>
  Number((await api(`${path}?${query({...filters, limit: '1'})}`)).meta.total);
const without = (filters: Filters, ...names: (string | undefined)[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));

/** Lists, and by filter the field of its values, or a value that nothing matches. */
const LISTS: Record<string, Record<string, string>> = {
  '/contracts': {
    vendor: 'vendor',
    department: 'department',
    method: 'procurement_method',
    date_from: 'date',
    min_value: 'value',
  },
  '/grants': {recipient: 'recipient', department: 'department', date_to: 'date', min_value: 'value'},
  '/lobbying/communications': {
    client: 'client',
    lobbyist: 'lobbyist_name',
    date_from: 'date',
    date_to: 'date',
  },
  '/permits': {
    municipality: 'municipality',
    permit_type: 'permit_type',
    contractor: 'contractor_name',
    issued_after: 'issued_date',
  },
};

/** Values that make lists empty: far days and amounts, and texts with an error in them. */
const wrong = (name: string, value: string, n: number): string => {
  if (/date|issued/.test(name)) return n % 2 === 0 ? '1901-02-03' : '2099-01-01';
  if (name === 'min_value') return '99999999999';
  if (['municipality', 'permit_type'].includes(name)) return value;
  const at = 1 + (n % Math.max(1, value.length - 2));
  return n % 3 === 0 ? 'qzxqzx' : `${value.slice(0, at)}${value.slice(at + 1)}`;
};

/** Questions of a list: two to four filters, each of another row, some of them wrong. */
async function questions(path: string, count: number): Promise<Filters[]> {
  const fields = LISTS[path]!;
  const rows = (await allRows(api, path)).filter((_, i) => i % 7 === seed % 7);
  const valueAt = (name: string, at: number): string | null => {
    const value = rows[at % rows.length]![fields[name]!];
    return value === null || value === undefined || value === ''
      ? null
      : [...String(value)].slice(0, 150).join('');
  };
  return Array.from({length: count}, (_, n) => {
    const names = Object.keys(fields).filter((_, i) => (n >> (i % 4)) % 2 === 0 || i === n % 4);
    return Object.fromEntries(
      names.flatMap((name, i): [string, string][] => {
        const value = valueAt(name, n * 31 + i * (n % 2 === 0 ? 17 : 0));
        return value === null ? [] : [[name, (n + i) % 3 === 0 ? wrong(name, value, n + i) : value]];
      }),
    );
  }).filter((filters) => Object.keys(filters).length > 0);
}

/** What is said of one filter, against lists. */
async function checkHint(path: string, filters: Filters, hint: Hint): Promise<void> {
  const {filter, value, reason, and, nearest, total} = hint;
  const text = `${path}?${query(filters)} ${JSON.stringify(hint)}`;
  expect(fold(filters[filter]!), text).toBe(fold(value));
  if (total !== undefined) expect(await totalOf(path, without(filters, filter, and)), text).toBe(total);
  if (reason === 'no_match' || reason === 'outside_period')
    expect(await totalOf(path, {[filter]: filters[filter]!}), text).toBe(0);
  if (reason === 'no_match')
    for (const one of nearest ?? []) expect(await totalOf(path, {[filter]: one}), text).toBeGreaterThan(0);
  if (reason === 'excludes') expect(total, text).toBeGreaterThan(0);
  if (reason === 'outside_period') {
    const field = LISTS[path]![filter]!;
    const days = (await allRows(api, path))
      .flatMap((row) => (row[field] === null ? [] : [String(row[field])]))
      .sort();
    expect([hint.from, hint.to], text).toEqual([days[0], days.at(-1)]);
  }
  if (reason === 'blank') {
    const rows = await allRows(api, `${path}?municipality=${filters['municipality']}`);
    expect(
      rows.every((row) => row[LISTS[path]![filter]!] === null),
      text,
    ).toBe(true);
  }
}

test.each(Object.keys(LISTS))('%s: empty lists and statistics say why, others nothing', async (path) => {
  const reasons = new Set<string>();
  for (const filters of await questions(path, 40)) {
    const answer = await api(`${path}?${query(filters)}`);
    const hints = hintsIn(answer);
    if (answer.meta.total > 0) {
      expect(hints).toBeUndefined();
      continue;
    }
    expect(JSON.stringify(hints ?? '')).not.toMatch(/\/api\/|\?/);
    for (const hint of hints ?? []) {
      reasons.add(hint.reason);
      await checkHint(path, filters, hint);
    }
    const told = new Set(hints?.map(({filter}) => filter));
    for (const [name, value] of Object.entries(filters)) {
      if (!told.has(name))
        expect(await totalOf(path, {[name]: value}), `${name}=${value}`).toBeGreaterThan(0);
      if (!told.has(name)) expect(await totalOf(path, without(filters, name))).toBe(0);
    }
    expect(hintsIn(await api(`${path}/stats?${query(filters)}`))).toEqual(hints);
  }
  expect(reasons).toContain('excludes');
  expect(reasons).toContain(path === '/permits' ? 'outside_period' : 'no_match');
});

test.each([
  ['sole source', 'Non-competitive'],
  ['sole-source', 'Non-competitive'],
  ['Sole-sourced', 'Non-competitive'],
  ['non compétitif', 'Non-competitive'],
  ['gré à gré', 'Non-competitive'],
  ['non concurrentiel', 'Non-competitive'],
  ['competitive bid', 'Competitive'],
  ['compétitif', 'Competitive'],
  ['Competitve', 'Competitive'],
  ['ACAN', 'Advance contract award notice'],
])('method=%s means %s; the other methods follow', async (method, meant) => {
  const [hint] = hintsIn(await api(`/contracts?method=${encodeURIComponent(method)}`))!;
  const methods = new Set((await allRows(api, '/contracts')).map((row) => row['procurement_method']));
  methods.delete(null);
  expect(hint).toMatchObject({filter: 'method', reason: 'no_match'});
  if (methods.has(meant)) expect(hint!.nearest![0]).toBe(meant);
  expect(new Set(hint!.nearest)).toEqual(methods);
});

test('a misspelt name has the nearest one, in the language asked for', async () => {
  const [health] = hintsIn(await api('/contracts?department=Helth%20Canda&lang=en'))!;
  expect(health!.nearest).toContain('Health Canada');
  const [sante] = hintsIn(await api('/contracts?department=Sant%C3%A9%20Cannada&lang=fr'))!;
  expect(sante!.nearest).toContain('Santé Canada');
});

test('a name with its words in another order is a name that there is', async () => {
  const {data} = JSON.parse((await api('/values/lobbying_communications/dpoh')).text);
  const names = data
    .map(({value}: {value: string}) => value)
    .filter((name: string) => /^\S+ \S{4,}$/.test(name));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const [first, last] = name.split(' ');
    const answer = await api(`/lobbying/communications?dpoh=${encodeURIComponent(`${last}, ${first}`)}`);
    expect(hintsIn(answer)?.[0]?.nearest?.[0], name).toBe(name);
  }
});

test('two filters that must go together are told as a pair', async () => {
  const filters = {vendor: 'a', date_from: '2099-01-01', date_to: '1901-01-01'};
  const hints = hintsIn(await api(`/contracts?${query(filters)}`))!;
  expect(hints.map(({filter, reason}) => [filter, reason])).toEqual([
    ['date_from', 'outside_period'],
    ['date_to', 'outside_period'],
    ['date_from', 'excludes'],
  ]);
  expect(hints[2]).toMatchObject({and: 'date_to', total: await totalOf('/contracts', {vendor: 'a'})});
});

test('a field that a municipality leaves blank in all permits is told', async () => {
  const rows = await allRows(api, '/permits');
  const contractor = rows.find(({contractor_name}) => contractor_name !== null)!['contractor_name'];
  const cities = [...new Set(rows.map(({municipality}) => String(municipality)))];
  const named = (city: string) =>
    rows.some((row) => row['municipality'] === city && row['contractor_name'] !== null);
  const blank = cities.filter((city) => !named(city));
  expect(blank.length).toBeGreaterThan(0);
  for (const municipality of blank) {
    const hints = hintsIn(await api(`/permits?${query({municipality, contractor: String(contractor)})}`))!;
    expect(hints.find(({filter}) => filter === 'contractor')?.reason, municipality).toBe('blank');
  }
});

test('words of the search that are nowhere are named, with names that they nearly are', async () => {
  const vendor = String((await allRows(api, '/vendors'))[0]!['vendor']);
  const word = fold(vendor)
    .split(' ')
    .sort((a, b) => b.length - a.length)[0]!;
  const wrongly = `${word.slice(0, 2)}${word.slice(3)}`;
  const answer = await api(`/search?q=${encodeURIComponent(`${wrongly} qzxqzx`)}`);
  const hints = hintsIn(answer)!;
  expect(hints.map(({value}) => value)).toEqual([wrongly, 'qzxqzx']);
  expect(hints[0]!.nearest!.some((name) => fold(name).includes(word))).toBe(true);
  expect(hints[1]!.nearest).toBeUndefined();
  expect(hintsIn(await api(`/search?q=${encodeURIComponent(word)}`))).toBeUndefined();
});

test('any filters cost a bounded number of questions', async () => {
  let asked = 0;
  const counting = new Proxy(index, {
    get(engine, name: keyof Engine) {
      const member = engine[name];
      if (typeof member !== 'function') return member;
      return (...given: never[]) => {
        asked++;
        return (member as (...all: never[]) => unknown).apply(engine, given);
      };
    },
  });
  const filters = {
    vendor: 'qzxqzx',
    department: 'a',
    method: 'sole source',
    source: 'nothing',
    min_value: '1',
    max_value: '2',
    date_from: '2020-01-01',
    date_to: '2021-01-01',
    q: 'qzx qzx',
    updated_after: '2020-01-01',
  };
  const {meta} = ask(counting, '/contracts', Object.entries(filters));
  expect(meta['hints']).toBeDefined();
  expect(asked).toBeLessThan(60);
});

test.each([
  ['en', 'Nothing at all matches “sole source”', 'Non-competitive'],
  ['fr', 'Rien du tout ne correspond à', 'Non concurrentiel'],
])('the page of an empty list says so (%s), with links to what there is', async (language, text, method) => {
  const {$} = await page(`/${language}/contracts?method=sole+source&department=a`);
  const empty = $('.empty');
  expect(empty.text()).toContain(text);
  const links = empty
    .find('a')
    .map((_, a) => [[$(a).text(), $(a).attr('href')!]])
    .get() as unknown as [string, string][];
  const [, href] = links.find(([name]) => name === method) ?? [];
  expect(href).toBe(`/${language}/contracts?department=a&method=Non-competitive`);
  expect(links.some(([, to]) => to === `/${language}/contracts?department=a`)).toBe(true);
});

test.each([
  ['en', 'You asked for', 'shown is'],
  ['fr', 'Vous avez demandé', 'voici'],
])(
  'the page of a profile says what was asked for where another name is shown (%s)',
  async (language, asked, shown) => {
    const [vendor] = await allRows(api, '/vendors');
    const name = String(vendor!['vendor']);
    const part = await page(`/${language}/vendors/${encodeURIComponent([...name].slice(0, 2).join(''))}`);
    const note = part.$('.profile [role=status]').text();
    expect(note).toContain(asked);
    expect(note).toContain(shown);
    expect(part.$('.profile [role=status] ~ ul').first().find('a').length).toBeLessThanOrEqual(10);
    const whole = await page(`/${language}/vendors/${encodeURIComponent(name)}`);
    expect(whole.$('.profile [role=status]').length).toBe(0);
  },
);
