/** Permits over HTTP: searches by distance, orders, periods, GeoJSON, tiers and exports. */
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Row} from '../../engine/types.ts';
import {openAccountStore} from '../../server/accounts/account_store.ts';
import {makeKey as newKey} from '../../server/accounts/api_key.ts';
import {TIERS, type TierName} from '../../server/accounts/tiers.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {CITIES, metresBetween, permitRows} from '../helpers/permits_build.ts';
import {permitsData} from '../helpers/permits_data.ts';
import {type Server, startServer} from '../helpers/stack.ts';

const rows = permitRows(3000, 7);
const DAY = '2026-11-20';

let dataDir: string;
let server: Server;
const clients = new Map<TierName, (path: string, headers?: Record<string, string>) => Promise<Answer>>();
let api: (path: string, headers?: Record<string, string>) => Promise<Answer>;
beforeAll(async () => {
  dataDir = await permitsData(rows, `${DAY}T06:00:00`);
  const store = openAccountStore(join(dataDir, 'accounts.db'));
  const keys = Object.keys(TIERS).map((tier) => [tier as TierName, newKey()] as const);
  for (const [tier, key] of keys) store.issue(tier, tier, key, new Date());
  store.close();
  server = await startServer(dataDir, {WORKERS: '1'});
  for (const [tier, key] of keys) {
    const client = apiClient(overHttp(server.base), key);
    clients.set(tier, (path, headers) => client(`/api/v1${path}`, headers));
  }
  api = clients.get('enterprise')!;
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, {recursive: true, force: true});
});

const [TORONTO] = CITIES;
const NEAR = `lat=${TORONTO.lat}&lng=${TORONTO.lng}&radius_km=5`;
const refusal = async (path: string) => {
  const {status, message} = await api(path);
  return [status, message];
};
const idsOf = (all: readonly Row[]) => all.map(({record_id}) => record_id);
const within = (km: number) =>
  rows
    .flatMap((row) => {
      if (typeof row['lat'] !== 'number' || typeof row['lng'] !== 'number') return [];
      return [{row, metres: metresBetween(TORONTO, {lat: row['lat'], lng: row['lng']})}];
    })
    .filter(({metres}) => metres <= km * 1000)
    .sort(
      (a, b) => a.metres - b.metres || (String(a.row['record_id']) < String(b.row['record_id']) ? -1 : 1),
    );

describe('searches by distance', () => {
  test('the nearest come first, each with its distance', async () => {
    const {rows: page, meta} = await api(`/permits?${NEAR}&limit=50`);
    const expected = within(5);
    expect(idsOf(page)).toEqual(idsOf(expected.slice(0, 50).map(({row}) => row)));
    expect(page.map(({distance_km}) => distance_km)).toEqual(
      expected.slice(0, 50).map(({metres}) => Math.round(metres) / 1000),
    );
    expect(meta).toMatchObject({
      total: expected.length,
      municipality: null,
      sort_by: 'distance',
      sort_order: 'asc',
      proximity: {lat: TORONTO.lat, lng: TORONTO.lng, radius_km: 5},
    });
  });

  test('a walk by cursor ends after the last row, and a cursor belongs to its point', async () => {
    const walked: Row[] = [];
    let cursor = '';
    for (;;) {
      const {rows: page, meta} = await api(`/permits?${NEAR}&limit=60${cursor}`);
      walked.push(...page);
      if (meta.next_cursor === null) break;
      cursor = `&cursor=${meta.next_cursor}`;
    }
    expect(idsOf(walked)).toEqual(idsOf(within(5).map(({row}) => row)));
    const {meta} = await api(`/permits?${NEAR}&limit=5`);
    const other = `/permits?lat=43.7&lng=-79.4&radius_km=5&cursor=${meta.next_cursor}`;
    expect(await refusal(other)).toEqual([400, 'cursor does not match this query.']);
    expect(await refusal(`/permits?cursor=${meta.next_cursor}`)).toEqual([
      400,
      'cursor does not match this query.',
    ]);
  });

  test('a requested order applies, with its own direction', async () => {
    const dated = await api(`/permits?${NEAR}&sort_by=issued_date&limit=500`);
    expect(dated.meta).toMatchObject({sort_by: 'issued_date', sort_order: 'desc', total: within(5).length});
    const days = dated.rows.map(({issued_date}) => issued_date).filter((day) => day !== null);
    expect(days).toEqual(days.toSorted().toReversed());
    const far = await api(`/permits?${NEAR}&sort_order=desc&limit=500`);
    expect(far.meta).toMatchObject({sort_by: 'distance', sort_order: 'desc'});
    const km = far.rows.map(({distance_km}) => Number(distance_km));
    expect(km).toEqual(km.toSorted((a, b) => b - a));
  });

  test('they combine with filters', async () => {
    const {rows: page, meta} = await api(`/permits?${NEAR}&permit_type=addition&q=erable&limit=500`);
    expect(meta.total).toBe(page.length);
    expect(page.length).toBeGreaterThan(0);
    const expected = within(5).filter(({row}) => {
      const texts = ['address', 'neighbourhood', 'work_description', 'permit_type_raw', 'applicant_name'];
      const all = [...texts, 'contractor_name'].map((name) => String(row[name] ?? '').toLowerCase());
      return row['permit_type'] === 'addition' && all.some((text) => text.includes('érable'));
    });
    expect(idsOf(page)).toEqual(idsOf(expected.map(({row}) => row)));
  });

  test.each([
    ['lat=43.7', 'lat, lng and radius_km must be given together.'],
    ['lat=43.7&lng=-79', 'lat, lng and radius_km must be given together.'],
    ['radius_km=2', 'lat, lng and radius_km must be given together.'],
    ['sort_by=distance', 'sort_by=distance requires lat, lng and radius_km.'],
    ['lat=91&lng=0&radius_km=1', 'lat must be between -90 and 90.'],
    ['lat=9&lng=-180.5&radius_km=1', 'lng must be between -180 and 180.'],
    ['lat=9&lng=0&radius_km=0.09', 'radius_km must be between 0.1 and 100.'],
    ['lat=9&lng=0&radius_km=100.1', 'radius_km must be between 0.1 and 100.'],
    ['lat=x&lng=0&radius_km=1', 'lat must be a number.'],
    ['updated_after=yesterday', 'updated_after must be a date or a time in the form YYYY-MM-DDTHH:MM:SS.'],
    [
      'updated_after=2026-01-01T24:00:00',
      'updated_after must be a date or a time in the form YYYY-MM-DDTHH:MM:SS.',
    ],
    ['format=xml', 'format must be one of: json, csv, ndjson, geojson.'],
  ])('%s is refused', async (query, message) => {
    expect(await refusal(`/permits?${query}`)).toEqual([400, message]);
  });
});

describe('lists', () => {
  test('municipalities are a comma list in any case; meta has them as used', async () => {
    const {rows: page, meta} = await api(
      '/permits?municipality=Vancouver,%20,toronto&municipality=TORONTO&limit=500',
    );
    expect(meta).toMatchObject({municipality: 'vancouver,toronto', sort_by: 'date', sort_order: 'desc'});
    expect(new Set(page.map(({municipality}) => municipality))).toEqual(new Set(['vancouver', 'toronto']));
    const count = rows.filter(({municipality}) => municipality !== 'mississauga').length;
    expect(meta.total).toBe(count);
    expect(await refusal('/permits?municipality=toronto,atlantis')).toMatchObject([
      400,
      /^municipality must be one of: toronto, /,
    ]);
  });

  test('a neighbourhood is also searched in the ward', async () => {
    const {meta} = await api('/permits?neighbourhood=ward%203&limit=1');
    expect(meta.total).toBe(rows.filter(({ward}) => ward === 'Ward 3').length);
  });

  test('`updated` is another name of `last_updated`, and shares its tag', async () => {
    const one = await api('/permits?sort_by=Updated&limit=40');
    const other = await api('/permits?sort_by=last_updated&limit=40');
    expect(one.text).toBe(other.text);
    expect(one.headers['etag']).toBe(other.headers['etag']);
    expect(one.meta).toMatchObject({sort_by: 'last_updated', sort_order: 'desc'});
  });

  test('a day as bound of changes includes all of it', async () => {
    const days = rows.map((row) => String(row['last_changed']));
    const day = days.toSorted()[1500]!.slice(0, 10);
    const on = await api(`/permits?updated_after=${day}&updated_before=${day}&limit=1`);
    expect(on.meta.total).toBe(days.filter((one) => one.startsWith(day)).length);
    const exact = days.find((one) => one.startsWith(day))!;
    const at = await api(`/permits?updated_after=${exact}Z&updated_before=${exact}&limit=1`);
    expect(at.meta.total).toBe(days.filter((one) => one === exact).length);
  });

  test('the largest `limit` is that of the tier', async () => {
    for (const [tier, {permits}] of Object.entries(TIERS)) {
      const {rows: page, meta} = await clients.get(tier as TierName)!('/permits?limit=9999');
      expect([tier, meta.limit, page.length]).toEqual([tier, permits, permits]);
    }
    const {meta} = await clients.get('free')!('/permits?per_page=150&page=2');
    expect(meta).toMatchObject({limit: 100, offset: 100});
  });

  test('fields may include the distance, which exists only in searches by distance', async () => {
    const near = await api(`/permits?${NEAR}&limit=3&fields=distance_km,record_id`);
    expect(near.rows.map(Object.keys)).toEqual(Array(3).fill(['record_id', 'distance_km']));
    const {text} = await api('/permits?limit=1&fields=record_id');
    expect(Object.keys(JSON.parse(text).data[0])).toEqual(['record_id']);
  });

  test('CSV and NDJSON have the distance as last field', async () => {
    const csv = await api(`/permits?${NEAR}&limit=2&format=csv`);
    expect(csv.text.split('\r\n')[0]).toMatch(/,last_updated,distance_km$/);
    const ndjson = await api(`/permits?${NEAR}&limit=2&format=ndjson`);
    const json = await api(`/permits?${NEAR}&limit=2`);
    expect(
      ndjson.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(json.rows);
  });
});

describe('GeoJSON', () => {
  test('a list is a FeatureCollection of its items', async () => {
    const json = await api('/permits?limit=40');
    for (const answer of [
      api('/permits?limit=40&format=geojson'),
      api('/permits?limit=40', {accept: 'application/geo+json'}),
    ]) {
      const {text, headers} = await answer;
      expect(headers['content-type']).toMatch(/^application\/geo\+json\b/);
      const {type, features, meta} = JSON.parse(text);
      expect([type, meta.total, meta.proximity]).toEqual(['FeatureCollection', rows.length, null]);
      expect(features.map(({properties}: {properties: Row}) => properties)).toEqual(json.rows);
      const points = new Map(rows.map((row) => [row['record_id'], [row['lng'], row['lat']]]));
      for (const {id, geometry} of features) {
        const [lng, lat] = points.get(id)!;
        expect(geometry).toEqual(lng === null ? null : {type: 'Point', coordinates: [lng, lat]});
      }
    }
  });

  test('distances and chosen fields are properties', async () => {
    const {text} = await api(`/permits?${NEAR}&limit=2&format=geojson&fields=address,distance_km`);
    for (const {geometry, properties} of JSON.parse(text).features) {
      expect(geometry.type).toBe('Point');
      expect(Object.keys(properties)).toEqual(['address', 'distance_km']);
    }
  });

  test('a record is a Feature, with the geometry outside its properties', async () => {
    const {rows: page} = await api(`/permits?${NEAR}&limit=1`);
    const path = `/permits/${page[0]!['record_id']}`;
    const {data} = await api(path);
    const {text, headers} = await api(`${path}?format=geojson`);
    const {geometry, ...properties} = data;
    expect(JSON.parse(text)).toEqual({type: 'Feature', id: data['record_id'], geometry, properties});
    expect(headers['content-type']).toMatch(/^application\/geo\+json\b/);
    expect(await refusal('/permits/p_0000000000000000')).toEqual([404, 'Permit not found.']);
  });
});

describe('statistics', () => {
  test.each([
    ['1y', 365],
    ['6m', 182],
    ['3m', 91],
    ['30d', 30],
  ])('%s are the %i days that end with the data date', async (period, days) => {
    const {rows: groups, meta} = await api(`/permits/stats?period=${period}&group_by=province`);
    expect(meta).toMatchObject({municipality: null, period, as_of: DAY, proximity: null});
    const from = new Date(Date.parse(DAY) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    const kept = rows.filter(({issued_date}) => {
      const day = String(issued_date);
      return issued_date !== null && day >= from && day <= DAY;
    });
    expect(groups.reduce((sum, {record_count}) => sum + Number(record_count), 0)).toBe(kept.length);
  });

  test('they accept points and filters', async () => {
    const {rows: groups, meta} = await api(
      `/permits/stats?${NEAR}&municipality=toronto&group_by=permit_type`,
    );
    expect(meta).toMatchObject({municipality: 'toronto', proximity: {radius_km: 5}, period: null});
    const kept = within(5).filter(({row}) => row['municipality'] === 'toronto');
    expect(groups.reduce((sum, {record_count}) => sum + Number(record_count), 0)).toBe(kept.length);
    expect(await refusal('/permits/stats?lat=1')).toEqual([
      400,
      'lat, lng and radius_km must be given together.',
    ]);
    expect(await refusal('/permits/stats?period=2y')).toEqual([
      400,
      'period must be one of: 1y, 6m, 3m, 30d.',
    ]);
  });
});

describe('exports', () => {
  test('records have their point after the item', async () => {
    const points = new Map(rows.map((row) => [row['record_id'], [row['lat'], row['lng']]]));
    const {text, headers} = await api('/export/permits?municipality=toronto');
    const lines = text
      .trim()
      .split('\n')
      .map((line): Row => JSON.parse(line));
    expect(headers['x-total-count']).toBe(String(lines.length));
    expect(lines.length).toBe(rows.filter(({municipality}) => municipality === 'toronto').length);
    for (const line of lines)
      expect([line['lat'], line['lng']]).toEqual(points.get(String(line['record_id'])));
    expect(Object.keys(lines[0]!).slice(-3)).toEqual(['last_updated', 'lat', 'lng']);
    const csv = await api('/export/permits?municipality=mississauga&format=csv');
    expect(csv.text.split('\r\n')[0]).toMatch(/,last_updated,lat,lng$/);
  });

  test('an export near a point has distances too', async () => {
    const {text} = await api(`/export/permits?${NEAR}`);
    const lines = text
      .trim()
      .split('\n')
      .map((line): Row => JSON.parse(line));
    expect(lines.length).toBe(within(5).length);
    for (const line of lines) expect(Number(line['distance_km'])).toBeLessThanOrEqual(5);
  });
});
