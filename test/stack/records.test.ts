/** Details, lifecycles, sources and health of the running service against the files and the manifest. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {DATASETS as DECLARED, SOURCES} from '../../datasets/index.ts';
import {licenceOf} from '../../datasets/licence_of.ts';
import type {Json} from '../../datasets/types.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {ITEM, type Oracle, openOracle} from '../helpers/oracle.ts';
import type {Values} from '../helpers/oracle_database.ts';
import {makeKey, manifestOf, ROOT, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let dataDir: string;
let server: Server;
let oracle: Oracle;
let api: (target: string) => Promise<Answer>;

beforeAll(async () => {
  dataDir = await sharedData();
  [server, oracle] = await Promise.all([sharedServer(), openOracle(join(dataDir, 'current'))]);
  api = apiClient(overHttp(server.base), makeKey(dataDir));
});
afterAll(async () => {
  oracle?.close();
});

const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What a detail holds besides stored columns, as SQL over the tables of the oracle. */
const COMPUTED: Record<string, string> = {
  vendor_key: '(SELECT name FROM vendors WHERE key = p.vendor_key_text)',
  last_updated: `(SELECT last_changed FROM loads WHERE loads.record_id = p.record_id)`,
  closing_date: `(SELECT closing_date FROM tenders AS t WHERE t.solicitation_folded = p.solicitation_folded
    ORDER BY t.date DESC NULLS LAST, t.record_id LIMIT 1)`,
};

/** Fields of the oracle's tables that no answer shows. */
const HIDDEN = /_folded$|_text$|^vendor_group$/;

test.each([
  ['contracts', ['vendor_key', 'last_updated']],
  ['awards', ['vendor_key', 'last_updated', 'closing_date']],
  ['tenders', ['last_updated']],
] as const)('details of %s hold every stored field and the computed ones', async (dataset, computed) => {
  await oracle.rows(
    `CREATE OR REPLACE VIEW loads AS FROM read_parquet('${join(dataDir, 'current/loads/*.parquet')}')`,
  );
  const more = computed.map((name) => `${COMPUTED[name]} AS ${name}`);
  const rows = await oracle.rows(`SELECT p.*, ${more.join(', ')} FROM ${dataset} AS p
    ORDER BY solicitation_number IS NULL, md5(record_id) LIMIT 60`);
  for (const row of rows) {
    const {data} = await api(`/api/v1/${dataset}/${row['record_id']}`);
    const shown = Object.fromEntries(Object.entries(row).filter(([name]) => !HIDDEN.test(name)));
    const key = shown['vendor_key'];
    // The record of the other publisher has tests of its own.
    const {also_reported_by: _, ...own} = data as Values;
    expect(own).toEqual({
      ...shown,
      ...(typeof key === 'string' ? {vendor_key: encodeURIComponent(key)} : {}),
    });
  }
});

test('a disclosure is the contract of the same id; other ids are not found', async () => {
  const [one] = await oracle.rows('SELECT record_id FROM disclosures ORDER BY md5(record_id) LIMIT 1');
  const [other] = await oracle.rows(`SELECT record_id FROM contracts
    WHERE source_dataset <> 'Proactive Disclosure Contracts' ORDER BY record_id LIMIT 1`);
  const {data} = await api(`/api/v1/contracts/${one!['record_id']}`);
  expect((await api(`/api/v1/disclosures/${one!['record_id']}`)).data).toEqual(data);
  expect(await api(`/api/v1/disclosures/${other!['record_id']}`)).toMatchObject({
    status: 404,
    message: 'Disclosure not found.',
  });
});

interface LoadedSource {
  slug: string;
  label: string;
  dataset: string;
  publisher: string;
  license: string;
  page: string;
  cadence: string;
  fetched_at: string;
}

/** The date field of datasets that have another one than `date`; payments of a year and people have none. */
const DATED: Record<string, string> = {
  zoning: 'NULL::DATE',
  research_grants: 'NULL::DATE',
  infrastructure_projects: 'approved_date',
  lobbying_registrations: 'effective_date',
  bills: 'introduced',
  members: 'NULL::DATE',
  parliamentarians: 'NULL::DATE',
  committee_sessions: 'NULL::DATE',
  bill_analyses: 'NULL::DATE',
};

/** Datasets whose sources are listed with another one, of which their records become part. */
const PART_OF: Record<string, string> = {
  votes: 'bills',
  bill_analyses: 'bills',
  members: 'politicians',
  parliamentarians: 'politicians',
  committee_sessions: 'committees',
};

/** Shown fields that the declaration lets be blank, each counted by itself in the file. */
async function coverageOf({dataset, slug}: LoadedSource, date: string): Promise<Values[]> {
  const file = join(dataDir, 'current/parquet', dataset, `${slug}.parquet`);
  const declared = Object.entries(DECLARED[dataset]!.columns).filter(
    ([, {visibility, nullable, derived, type}]) =>
      !derived && visibility !== 'internal' && (nullable || type === 'text[]'),
  );
  const covered: Values[] = [];
  if (PART_OF[dataset]) return covered;
  for (const [field, {type}] of declared) {
    if (['rows', 'object', 'geometry'].includes(type)) continue;
    const hasValue = type === 'text[]' ? `array_length("${field}") >= 1` : `"${field}" IS NOT NULL`;
    covered.push({
      field,
      ...(
        await oracle.rows(`SELECT count(*) AS record_count, min(${date}) AS first_date, max(${date}) AS last_date
        FROM read_parquet('${file}') WHERE ${hasValue}`)
      )[0],
    });
  }
  return covered;
}

test('sources are those of the manifest, counted in the files, with what their fields have', async () => {
  const expected: Values[] = [];
  const newest = new Map<string, string>();
  for (const one of manifestOf(dataDir).sources as LoadedSource[]) {
    if (one.dataset === 'nil_reports') continue;
    const date = DATED[one.dataset] ?? 'date';
    const [row] =
      await oracle.rows(`SELECT count(*) AS record_count, min(${date}) AS first_date, max(${date}) AS last_date
      FROM read_parquet('${join(dataDir, 'current/parquet', one.dataset, one.slug)}.parquet')`);
    const [last, known] = [row!['last_date'] as string | null, newest.get(one.dataset) ?? ''];
    if (last !== null && !PART_OF[one.dataset] && last > known) newest.set(one.dataset, last);
    const licence = licenceOf(SOURCES[one.slug]!);
    expected.push({
      source_dataset: one.label,
      slug: one.slug,
      dataset: PART_OF[one.dataset] ?? one.dataset,
      publisher: one.publisher,
      license: one.license,
      license_id: licence.id,
      license_url: licence.url.en,
      license_url_fr: licence.url.fr,
      license_open: licence.open,
      license_terms: licence.terms && `${licence.terms.en} | ${licence.terms.fr}`,
      attribution: `${licence.attribution.en} | ${licence.attribution.fr}`,
      source_url: one.page,
      ...row,
      last_updated: one.fetched_at,
      refresh_cadence: one.cadence,
      coverage: await coverageOf(one, date),
      unverified_layouts: (SOURCES[one.slug]?.layouts ?? []).flatMap((layout) =>
        layout.unverified ? [layout.name] : [],
      ),
    });
  }
  expect(expected.length).toBe(43);
  for (const one of expected) one['dataset_last_date'] = newest.get(String(one['dataset'])) ?? null;
  const sorted = (sign: 1 | -1) =>
    expected.toSorted(
      (a, b) =>
        sign * (Number(a['record_count']) - Number(b['record_count'])) ||
        byText(String(a['source_dataset']), String(b['source_dataset'])),
    );
  expect((await api('/api/v1/sources')).rows).toEqual(sorted(-1));
  const some = (await api('/api/v1/sources?sort_order=asc&limit=4&offset=1')).rows;
  expect(some).toEqual(sorted(1).slice(1, 5));
});

test('health names build, date and counts, and says that the data is generated', async () => {
  const {build_id, data_as_of} = manifestOf(dataDir);
  const tables = ['contracts', 'disclosures', 'awards', 'tenders'].map((name) => [name, name]);
  const files = [
    'grants',
    'research_grants',
    'infrastructure_projects',
    'lobbying_registrations',
    'lobbying_communications',
    'bills',
  ].map((name) => [name, `read_parquet('${join(dataDir, 'current/parquet', name)}/*.parquet')`]);
  const counts = await Promise.all(
    [...tables, ...files].map(async ([name, from]) => {
      const [row] = await oracle.rows(`SELECT count(*) AS n FROM ${from}`);
      return [name, row!['n']];
    }),
  );
  const response = await fetch(`${server.base}/health`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toMatchObject({
    status: 'ok',
    build_id,
    data_as_of,
    records: Object.fromEntries(counts),
    checks: {store: 'ok'},
    synthetic: true,
  });
  expect((await api('/api/v1/sources')).headers['x-data-as-of']).toBe(data_as_of);
});

const DATASETS = ['tenders', 'awards', 'contracts'] as const;

/** Cents, so that sums are exact. */
const sum = (rows: Values[]) =>
  rows.reduce((cents, {value}) => cents + Math.round(Number(value ?? 0) * 100), 0) / 100;

async function lifecycle(number: string): Promise<Values> {
  const linked = Object.fromEntries(
    await Promise.all(
      DATASETS.map(async (dataset) => [
        dataset,
        await oracle.rows(
          `SELECT ${ITEM[dataset]} FROM ${dataset} WHERE solicitation_folded = $number
          ORDER BY date NULLS LAST, record_id`,
          {number},
        ),
      ]),
    ),
  ) as Record<(typeof DATASETS)[number], Values[]>;
  const rows = DATASETS.flatMap((dataset) => linked[dataset]);
  const dates = rows.flatMap(({date}) => (date === null ? [] : [String(date)])).sort();
  const newest = (among: Values[]) =>
    among.toSorted(
      (a, b) =>
        byText(String(b['date'] ?? ''), String(a['date'] ?? '')) ||
        byText(String(a['record_id']), String(b['record_id'])),
    )[0];
  return {
    solicitation_number: newest(rows)?.['solicitation_number'] ?? null,
    tender: (newest(linked.tenders) as Json | undefined) ?? null,
    ...linked,
    summary: {
      row_count: rows.length,
      first_date: dates[0] ?? null,
      last_date: dates.at(-1) ?? null,
      award_value: sum(linked.awards),
      contract_value: sum(linked.contracts),
    },
  };
}

test('the lifecycle of every solicitation number, in any spelling', async () => {
  const numbers = await oracle.rows(
    DATASETS.map((dataset) => `SELECT solicitation_folded AS number FROM ${dataset}`).join(' UNION '),
  );
  const known = numbers.flatMap(({number}) => (number === null ? [] : [String(number)]));
  expect(known.length).toBeGreaterThan(60);
  expect(known.some((number) => number.includes('/'))).toBe(true);
  for (const number of known) {
    const {data} = await api(`/api/v1/procurement/${encodeURIComponent(number.toUpperCase())}`);
    const {contracts, ...others} = data as Values & {contracts: Values[]};
    const own = contracts.map(({also_reported_by: _, ...contract}) => contract);
    expect({...others, contracts: own}).toEqual(await lifecycle(number));
  }
  expect(await api('/api/v1/procurement/no%2Fsuch')).toMatchObject({status: 404});
});

test('the example of the README is the answer of the service', async () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const target = /curl -H .* 'http:\/\/127\.0\.0\.1:8080(\S+)'/.exec(readme)![1]!;
  const shown = JSON.parse(/```json\n(.*?)```/s.exec(readme)![1]!);
  const answer = JSON.parse((await api(target)).text);
  // The cursor names the build, which differs from load to load: it is shown shortened.
  const cursor = String(shown.meta.next_cursor).replace('...', '');
  expect(answer.meta.next_cursor.startsWith(cursor)).toBe(true);
  expect(answer).toEqual({data: shown.data, meta: {...shown.meta, next_cursor: answer.meta.next_cursor}});
});
