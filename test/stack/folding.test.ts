/**
 * Texts are found however typography, Unicode or a keyboard spells them: in the data, in the question or in
 * both.
 */
import {beforeAll, expect, test} from 'vitest';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

let api: (path: string) => Promise<Answer>;
beforeAll(async () => {
  const dataDir = await sharedData();
  const server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
});

/** As a keyboard has it. */
const plain = (text: string): string =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[œŒ]/g, 'oe')
    .replace(/[æÆ]/g, 'ae');

const wide = (text: string): string =>
  text.replace(/[!-~]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0));

/** Spellings of one text. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  plain,
  (text) => plain(text).replaceAll("'", '’').replaceAll('-', '–'),
  (text) => plain(text).replaceAll("'", '‘').replaceAll('-', '\u2011').replaceAll('"', '“'),
  (text) => plain(text).replaceAll('oe', 'œ').replaceAll('ae', 'Æ').replaceAll('fi', 'ﬁ'),
  (text) => wide(plain(text)),
  (text) => `\ufeff${[...text].join('\u200b')}\u200e`,
  (text) => text.replaceAll(' ', '\u3000').replaceAll('e', 'e\u00ad'),
];

const LISTS: readonly [path: string, field: string, parameter: string][] = [
  ['/contracts', 'vendor', 'vendor'],
  ['/grants', 'recipient', 'recipient'],
  ['/lobbying/registrations', 'client', 'client'],
  ['/research_grants', 'institution', 'q'],
  ['/infrastructure_projects', 'title_en', 'q'],
  ['/permits', 'address', 'q'],
  ['/tenders', 'description', 'q'],
  ['/vendors', 'vendor', 'q'],
  ['/politicians', 'name', 'q'],
  ['/bills', 'name_en', 'q'],
];

/** Texts with what has several spellings before others. */
const tellingFirst = (texts: readonly string[]): string[] => {
  const telling = (text: string) => Number(/[’œŒæÆ–—«“]/.test(text)) * 2 + Number(/['-]|oe|ae/.test(text));
  return [...new Set(texts)].sort((a, b) => telling(b) - telling(a));
};

test.each(LISTS)('%s: every spelling of %s finds the same records', async (path, field, parameter) => {
  const texts = (await allRows(api, path)).flatMap((row) =>
    row[field] === null ? [] : [String(row[field])],
  );
  const chosen = tellingFirst(texts)
    .map((text) => text.split(' ').slice(0, 8).join(' '))
    .slice(0, 6);
  expect(chosen.length).toBeGreaterThan(0);
  for (const text of chosen) {
    const ask = async (q: string) =>
      (await api(`${path}?limit=3&${parameter}=${encodeURIComponent(q)}`)).meta.total;
    const total = await ask(text);
    expect(total, text).toBeGreaterThan(0);
    for (const spell of SPELLINGS) expect(await ask(spell(text)), spell(text)).toBe(total);
  }
});

test('the data has typographic signs, and plain ones find them', async () => {
  const vendors = (await allRows(api, '/vendors')).map((row) => String(row['vendor']));
  for (const sign of ['’', 'œ']) {
    const name = vendors.find((one) => one.toLowerCase().includes(sign));
    expect(name, sign).toBeDefined();
    const {rows} = await api(`/vendors?q=${encodeURIComponent(plain(name!))}`);
    expect(rows.map((row) => row['vendor'])).toContain(name);
    const {data} = await api(`/search?q=${encodeURIComponent(wide(plain(name!)))}`);
    const {results} = data['contracts'] as {results: {label: string}[]};
    expect(results.map(({label}) => plain(label).toLowerCase())).toContain(plain(name!).toLowerCase());
  }
});
