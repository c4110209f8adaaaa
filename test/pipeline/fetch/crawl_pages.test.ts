/** Pages that rows lead to: what the templates make of cells, and which rows lead nowhere. */
import {expect, test} from 'vitest';
import type {CrawlPage, Layout} from '../../../datasets/types.ts';
import {knownPages, linksIn, type Page} from '../../../pipeline/fetch/crawl_pages.ts';

const layout = (name: string): Layout => ({
  name,
  help: '',
  header: [],
  optional: [],
  aliases: {},
  fields: {},
});
const [LIST, OTHER] = [layout('list'), layout('other')];

const page = (more: Partial<CrawlPage>): CrawlPage => ({
  kind: 'bill',
  from: {layout: 'list'},
  name: 'bill/{id}',
  url: 'https://example.org/{id}',
  mustMatch: /./,
  ...more,
});

/** What one row of the list leads to. */
const linksOf = (more: Partial<CrawlPage>, cells: Record<string, string | null>) =>
  linksIn([page(more)], [{layout: LIST, cells}]);

test.each<[string, Partial<CrawlPage>, Record<string, string | null>, Partial<Page>]>([
  ['cells are trimmed', {}, {id: ' C-1\n'}, {name: 'bill/C-1', url: 'https://example.org/C-1'}],
  [
    'addresses are encoded, names are not',
    {},
    {id: 'É/1 ?'},
    {name: 'bill/É/1 ?', url: 'https://example.org/%C3%89%2F1%20%3F'},
  ],
  [
    'in lower case',
    {url: 'https://x/{id:lower}', name: 'bill/{id:lower}'},
    {id: 'C-É'},
    {name: 'bill/c-é', url: 'https://x/c-%C3%A9'},
  ],
  [
    'paths as columns',
    {name: 'bill/{../@session}/{a[@l=en]/b}'},
    {id: '1', '../@session': '44-1', 'a[@l=en]/b': 'x'},
    {name: 'bill/44-1/x'},
  ],
  [
    'a column of the document',
    {name: 'bill/{document:name}'},
    {id: '1', 'document:name': 'list/1'},
    {name: 'bill/list/1'},
  ],
  ['a stamp', {changeStamp: 'at'}, {id: '1', at: ' 2024 '}, {stamp: '2024'}],
  ['a blank stamp', {changeStamp: 'at'}, {id: '1', at: ' '}, {stamp: null}],
  ['no stamp', {changeStamp: 'at'}, {id: '1', at: null}, {stamp: null}],
  [
    'a part of a cell',
    {from: {layout: 'list', captures: {n: {column: 'href', pattern: /id=(\d+)/}}}, url: 'https://x/{n}'},
    {id: '1', href: '/a?id=17&b'},
    {url: 'https://x/17'},
  ],
])('%s', (_, more, cells, expected) => {
  const {pages, lacking} = linksOf(more, cells);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatchObject(expected);
  expect(lacking).toEqual({});
});

test('rows that lack what a page needs are counted, rows for which `when` does not hold are not', () => {
  expect(linksOf({}, {id: null})).toEqual({pages: [], lacking: {'bill: id': 1}});
  const take = {layout: 'list', captures: {n: {column: 'id', pattern: /(\d+)/}}};
  expect(linksOf({from: take, url: 'https://x/{n}'}, {id: 'C'})).toEqual({
    pages: [],
    lacking: {'bill: n': 1},
  });
  // A sticky pattern must not keep its lastIndex between rows.
  const when = {column: 'id', pattern: /^C/g};
  for (let row = 0; row < 3; row++) {
    expect(linksOf({from: {layout: 'list', when}}, {id: 'C-1'}).pages).toHaveLength(1);
    expect(linksOf({from: {layout: 'list', when}}, {id: null})).toEqual({pages: [], lacking: {}});
  }
  const both = [when, {column: 'open', pattern: /true/}];
  expect(linksOf({from: {layout: 'list', when: both}}, {id: 'C-1', open: 'false'}).pages).toEqual([]);
  expect(linksOf({from: {layout: 'list', when: both}}, {id: 'C-1', open: 'true'}).pages).toHaveLength(1);
});

test('one row may lead to pages of several kinds; other layouts and refused rows lead nowhere', () => {
  const pages = [page({}), page({kind: 'text', name: 'text/{id}'}), page({from: {layout: 'other'}})];
  const rows = [
    {layout: LIST, cells: {id: '1'}},
    {layout: LIST, refused: 'NUL byte in a cell', raw: ''},
    {layout: OTHER, cells: {id: '2'}},
  ];
  expect(linksIn(pages, rows).pages.map(({kind, name}) => [kind, name])).toEqual([
    [0, 'bill/1'],
    [1, 'text/1'],
    [2, 'bill/2'],
  ]);
});

test('known pages come once, in the order of kinds and names', () => {
  const known = knownPages({source: 's', file: 'f', url: ''});
  const one = (kind: number, name: string, stamp: string | null = null) =>
    known.add({kind, name, url: `https://x/${name}`, stamp});
  for (const name of ['b', 'a', 'b']) one(1, name, 'x');
  one(0, 'z', 'x');
  one(0, 'z', 'y');
  expect(known.next().map(({name, stamp}) => [name, stamp])).toEqual([
    ['z', null],
    ['a', 'x'],
    ['b', 'x'],
  ]);
  one(1, 'a', 'later');
  one(1, 'c');
  expect(known.next().map(({name}) => name)).toEqual(['c']);
  expect(known.next()).toEqual([]);
  expect(known.size()).toBe(4);
  expect(() => known.add({kind: 1, name: 'a', url: 'https://y/a', stamp: null})).toThrow(/page a is at/);
});
