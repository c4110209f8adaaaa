/** Feeds: lists by date as Atom, whatever the names of their records hold. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Row} from '../../../engine/types.ts';
import {nameUuid} from '../../../server/api/formats/name_uuid.ts';
import {escapeXml, textElement} from '../../../server/api/formats/xml.ts';
import type {Tables} from '../../helpers/engine.ts';
import {handle} from '../../helpers/handle.ts';
import {type Service, testService} from '../../helpers/service.ts';
import {type Element, linksOf, named, parseXml, textOf} from '../../helpers/xml_tree.ts';

const CONTRACT: Row = {
  record_id: 'c_00000000000000a1',
  vendor: 'Quarry & Sons <"Ltd">',
  department: 'Fisheries | Pêches',
  description: 'Nets\u0000\u0008 and\uFFFE buoys \ud800 \u{1F41F}',
  value: 1200.5,
  date: '2026-03-04',
  last_updated: '2026-05-06T07:08:09',
  procurement_method: 'Competitive',
  source_url: 'https://example.org/?a=1&b=2',
};
const CONTRACTS: Row[] = [
  CONTRACT,
  {...CONTRACT, record_id: 'c_00000000000000a2', description: null, date: '2026-03-05'},
  {...CONTRACT, record_id: 'c_00000000000000a3', description: 'Third', date: null, value: null},
];

const tables: Tables = {contracts: CONTRACTS};
let service: Service;
beforeAll(async () => {
  service = await testService(tables);
});
afterAll(() => service.close());

async function answer(target: string, headers: Record<string, string> = {}) {
  const {context, key} = service;
  const sent = await handle({method: 'GET', target, headers: {'x-api-key': key, ...headers}}, context);
  return {status: sent.status, headers: sent.headers, text: String(sent.body)};
}
async function feedOf(target: string): Promise<Element> {
  const {status, text} = await answer(target);
  expect([status, text.slice(0, 5)]).toEqual([200, '<?xml']);
  return parseXml(text);
}
const entriesOf = (feed: Element) => named(feed, 'entry');

describe('contracts', () => {
  const TARGET = '/api/v1/contracts?format=atom&vendor=quarry%20%26&limit=2&lang=en';

  test('are this document', async () => {
    const {text, headers} = await answer(TARGET);
    const path = join(import.meta.dirname, 'contracts.atom');
    if (process.env['UPDATE']) writeFileSync(path, text);
    expect(text).toBe(readFileSync(path, 'utf8'));
    expect(headers).toMatchObject({'X-Total-Count': '3', 'X-Limit': '2'});
  });
  test('have titles, dates and links', async () => {
    const [first, second] = entriesOf(await feedOf(TARGET));
    expect(textOf(first!, 'title')).toBe('Quarry & Sons <"Ltd">');
    expect(textOf(first!, 'updated')).toBe('2026-05-06T07:08:09Z');
    expect(textOf(first!, 'published')).toBe('2026-03-05T00:00:00Z');
    expect(textOf(second!, 'title')).toBe('Nets and buoys  \u{1F41F}');
    expect(textOf(second!, 'summary').split('\n')).toContain('Department: Fisheries');
    expect(linksOf(second!)).toEqual({
      'alternate application/json': 'https://data.example.org/api/v1/contracts/c_00000000000000a1',
      via: 'https://example.org/?a=1&b=2',
    });
  });
  test('without a date have when they were changed', async () => {
    const feed = await feedOf('/api/v1/contracts?format=atom&sort_order=asc');
    const last = entriesOf(feed).at(-1)!;
    expect([textOf(last, 'title'), textOf(last, 'updated')]).toEqual(['Third', '2026-05-06T07:08:09Z']);
    expect(named(last, 'published')).toEqual([]);
  });
  test('go on behind the link to the next page', async () => {
    const feed = await feedOf(TARGET);
    const {next, self} = linksOf(feed);
    expect(self).toBe(`https://data.example.org${TARGET}`);
    const rest = await feedOf(next!.slice('https://data.example.org'.length));
    expect(entriesOf(rest).map((one) => textOf(one, 'title'))).toEqual(['Third']);
    expect(linksOf(rest)['next']).toBeUndefined();
    expect(textOf(rest, 'id')).toBe(textOf(feed, 'id'));
  });
  test('keep their ids in another build, at another address and in another language', async () => {
    const idsOf = (feed: Element) => entriesOf(feed).map((one) => textOf(one, 'id'));
    const before = await feedOf(TARGET);
    const {info} = service.engine;
    const {origin} = service.context;
    Object.assign(info, {build_id: 'b2', data_as_of: '2027-01-01T00:00:00'});
    service.context.origin = 'http://127.0.0.1:8080';
    tables['contracts'] = [...CONTRACTS, {...CONTRACT, record_id: 'c_00000000000000b1', date: '2026-12-24'}];
    const after = await feedOf(TARGET);
    const french = await feedOf(TARGET.replace('lang=en', 'lang=fr'));
    Object.assign(info, {build_id: 'b1', data_as_of: '2026-11-20T06:00:00'});
    service.context.origin = origin;
    tables['contracts'] = CONTRACTS;
    expect(idsOf(after)).toContain(idsOf(before)[0]);
    expect(idsOf(french)).toEqual(idsOf(after));
    expect(textOf(after, 'id')).toBe(textOf(before, 'id'));
    expect(textOf(french, 'id')).not.toBe(textOf(before, 'id'));
    expect(french.attributes['xml:lang']).toBe('fr');
    expect(textOf(entriesOf(french)[0]!, 'summary')).toContain('Pêches');
  });
  test('show the fields that are asked for', async () => {
    const feed = await feedOf('/api/v1/contracts?format=atom&fields=value');
    expect(entriesOf(feed).map((one) => textOf(one, 'summary'))).toEqual([
      'Value: 1200.5 CAD',
      'Value: 1200.5 CAD',
      '',
    ]);
  });
  test('of nothing are a feed without entries, as of the data', async () => {
    const feed = await feedOf('/api/v1/contracts?format=atom&vendor=nobody');
    expect(entriesOf(feed)).toEqual([]);
    expect(textOf(feed, 'updated')).toBe('2026-11-20T06:00:00Z');
  });
});

test('what is sorted by something else is refused, and no format for Accept', async () => {
  const target = '/api/v1/contracts?sort_by=value';
  const {status, text} = await answer(`${target}&format=atom`);
  expect([status, JSON.parse(text).error.message]).toEqual([
    400,
    'format=atom needs a list sorted by date: sort_by must be one of: date.',
  ]);
  const accept = {accept: 'application/atom+xml'};
  expect((await answer(target, accept)).text.slice(0, 8)).toBe('{"data":');
  expect((await answer('/api/v1/contracts', accept)).text.slice(0, 5)).toBe('<?xml');
  expect((await answer('/api/v1/contracts?format=atom&facets=method')).status).toBe(400);
  expect((await answer('/api/v1/vendors?format=atom')).status).toBe(400);
});

test('any target gives a document whose own address leads to it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({unit: 'binary', maxLength: 30}), async (text) => {
      const given = text.toWellFormed();
      const query = new URLSearchParams([
        ['vendor', given],
        ['format', 'atom'],
        ['x', '"<&\''],
      ]);
      const target = `/api/v1/contracts?${query}`;
      const sent = await answer(target);
      if (sent.status !== 200) return;
      const {self} = linksOf(parseXml(sent.text));
      expect(new URL(self!).searchParams.get('vendor')).toBe(given);
    }),
  );
});

test('any text is XML that a strict parser reads back, but for what XML cannot hold', () => {
  const kept = (text: string) =>
    text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  const unit = fc.oneof(
    fc.nat(0xffff).map((one) => String.fromCharCode(one)),
    fc.string({unit: 'binary', maxLength: 1}),
  );
  fc.assert(
    fc.property(fc.string({unit}), (text) => {
      expect(parseXml(textElement('a', text)).text).toBe(kept(text));
      expect(parseXml(`<a b="${escapeXml(text)}"/>`).attributes['b']).toBe(kept(text));
    }),
  );
});

test('UUIDs are of version 5 and differ by name', () => {
  const ids = ['contracts/a', 'contracts/b', 'awards/a'].map(nameUuid);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
