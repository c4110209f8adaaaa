/** Feeds of the running server: every list by date, its entries against the rows of JSON. */
import {beforeAll, describe, expect, test} from 'vitest';
import type {Row} from '../../engine/types.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';
import {type Element, linksOf, named, parseXml, textOf} from '../helpers/xml_tree.ts';

let base: string;
let key: string;
let api: (target: string) => Promise<Answer>;

beforeAll(async () => {
  const dataDir = await sharedData();
  ({base} = await sharedServer());
  key = makeKey(dataDir);
  api = apiClient(overHttp(base), key);
});

/** By list, the column of its sort key, and what its ids are. */
const FEEDS = [
  ['/contracts?vendor=e', 'date', 'record_id'],
  ['/disclosures?sort_order=asc', 'date', 'record_id'],
  ['/awards?q=a', 'date', 'record_id'],
  ['/tenders?lang=fr', 'date', 'record_id'],
  ['/grants?department=a&lang=en', 'date', 'record_id'],
  ['/infrastructure_projects?', 'approved_date', 'record_id'],
  ['/lobbying/registrations?', 'effective_date', 'reg_id'],
  ['/lobbying/communications?', 'date', 'com_id'],
  ['/bills?lang=fr', 'introduced', 'number'],
  ['/permits?sort_by=last_updated&municipality=toronto,calgary', 'last_updated', 'record_id'],
  ['/permits?sort_by=application_date', 'application_date', 'record_id'],
  ['/organizations?sort_by=last_activity', 'last_activity', 'organization_key'],
] as const;

const instant = (text: unknown): string | null =>
  text === null ? null : `${String(text).slice(0, 10)}T${String(text).slice(11) || '00:00:00'}Z`;

const lastSegment = (address: string): string =>
  decodeURIComponent(new URL(address).pathname.split('/').at(-1)!);

describe.each(FEEDS)('%s', (path, column, id) => {
  const target = `/api/v1${path}&limit=60`;
  let feed: Element;
  let entries: Element[];
  let rows: Row[];
  beforeAll(async () => {
    const [atom, json] = await Promise.all([api(`${target}&format=atom`), api(target)]);
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(atom.headers['x-total-count']).toBe(String(json.meta.total));
    feed = parseXml(atom.text);
    entries = named(feed, 'entry');
    ({rows} = json);
  });

  test('has the rows of JSON in their order, with their dates', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(entries.map((one) => named(one, 'published')[0]?.text ?? null)).toEqual(
      rows.map((row) => instant(row[column] ?? null)),
    );
    const paths = entries.map((one) => lastSegment(linksOf(one)['alternate application/json']!));
    expect(paths).toEqual(rows.map((row) => String(row[id]).split('/').at(-1)));
  });
  test('has what Atom requires, and links that lead to records', async () => {
    const ids = entries.map((one) => textOf(one, 'id'));
    expect(new Set(ids).size).toBe(rows.length);
    const times = entries.map((one) => textOf(one, 'updated'));
    for (const time of times) expect(new Date(time).toISOString().replace('.000', '')).toBe(time);
    expect(textOf(feed, 'updated')).toBe(times.toSorted().at(-1));
    for (const one of entries) expect(textOf(one, 'title').trim()).not.toBe('');
    const {['alternate application/json']: json, ['alternate text/html']: page} = linksOf(entries[0]!);
    const record = await api(json!.slice(base.length));
    expect(record.status).toBe(200);
    const shown = await fetch(page!);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(linksOf(feed)['alternate text/html']!)).status).toBe(200);
  });
  test('goes on where the page ends', async () => {
    const {next} = linksOf(feed);
    const {meta, rows: later} = await api(`${target.replace('limit=60', 'limit=1')}&offset=${rows.length}`);
    expect(next !== undefined).toBe(meta.total > rows.length);
    if (!next) return;
    const rest = parseXml((await api(next.slice(base.length))).text);
    const [first] = named(rest, 'entry');
    expect(lastSegment(linksOf(first!)['alternate application/json']!)).toBe(
      String(later[0]![id]).split('/').at(-1),
    );
  });
});

test('a disclosure and its contract are one entry', async () => {
  const {rows} = await api('/api/v1/disclosures?limit=1');
  const id = String(rows[0]!['record_id']);
  const idOf = async (list: string) =>
    textOf(named(parseXml((await api(`/api/v1/${list}?ids=${id}&format=atom`)).text), 'entry')[0]!, 'id');
  expect(await idOf('disclosures')).toBe(await idOf('contracts'));
});
