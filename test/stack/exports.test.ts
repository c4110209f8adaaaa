/**
 * Exports of every dataset: the bytes of a full walk of its list in both text formats, its Parquet file,
 * refusals.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import {DuckDBInstance} from '@duckdb/node-api';
import papaparse from 'papaparse';
import {beforeAll, describe, expect, test} from 'vitest';
import {TEXT_MACROS} from '../../datasets/rules/text.ts';
import {ROUTES} from '../../server/api/routes/index.ts';
import {type Answer, apiClient, type Carrier, overHttp} from '../helpers/api.ts';
import {command, makeKey, manifestOf, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let dataDir: string;
let server: Server;
let key: string;
let carry: Carrier;
let api: (target: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;

beforeAll(async () => {
  dataDir = await sharedData();
  server = await sharedServer();
  key = makeKey(dataDir);
  carry = overHttp(server.base);
  api = apiClient(carry, key);
});

interface Exported {
  order: string;
  queries: string[];
  /** Path of the list, where it is not named like the dataset. */
  list?: string;
  /** Item fields that make the id, joined by `/`. */
  id?: string[];
  /** Lifts what the list leaves out by default. */
  everything?: string;
}

/** Order of the file and some filters, by dataset. */
const DATASETS: Record<string, Exported> = {
  contracts: {
    order: 'date DESC NULLS LAST, record_id',
    queries: ['vendor=inc', 'department=sante&min_value=20000', 'source=proactive%20disclosure%20contracts'],
  },
  disclosures: {
    order: 'date DESC NULLS LAST, record_id',
    queries: ['method=competitive', 'date_to=2020-05-05'],
  },
  awards: {
    order: 'date DESC NULLS LAST, record_id',
    queries: ['max_value=100000', 'vendor=no%20such%20vendor'],
  },
  tenders: {order: 'date DESC NULLS LAST, record_id', queries: ['department=canada']},
  grants: {order: 'date DESC NULLS LAST, record_id', queries: ['recipient=e', 'date_from=2020-01-01']},
  research_grants: {
    order: 'fiscal_year DESC NULLS LAST, record_id',
    queries: ['q=a&source=NSERC', 'province=on', 'fiscal_year=2019-20'],
  },
  infrastructure_projects: {
    order: 'approved_date DESC NULLS LAST, record_id',
    queries: ['q=e&province=BC', 'status=completed'],
  },
  lobbying_registrations: {
    order: 'effective_date DESC NULLS LAST, reg_id',
    queries: ['active=true&institution=canada', 'lobbyist=e&date_from=2020-01-01'],
    list: 'lobbying/registrations',
    id: ['reg_id'],
  },
  lobbying_communications: {
    order: 'date DESC NULLS LAST, com_id',
    queries: ['dpoh=a&subject=e', 'client=no%20such%20client'],
    list: 'lobbying/communications',
    id: ['com_id'],
  },
  bills: {
    order: 'introduced DESC NULLS LAST, bill_id',
    queries: ['law=false&q=act', 'sponsor=e'],
    id: ['session_id', 'number'],
  },
  votes: {
    order: 'date DESC NULLS LAST, vote_id',
    queries: ['q=act&ballots=whole', 'session=44-1&result=failed'],
    id: ['session_id', 'number'],
  },
  ballots: {
    order: 'date DESC NULLS LAST, ballot_id',
    queries: ['against_party=true', 'party=lib&province=on&vote=nay'],
    id: ['ballot_id'],
  },
  politicians: {
    order: 'fold(name), name, slug',
    queries: ['', 'current=false&party=e', 'province=on&current=1'],
    id: ['slug'],
    everything: 'current=false',
  },
  committees: {order: 'fold(name_en), name_en, slug', queries: ['q=comm'], id: ['slug']},
  organizations: {
    order: 'total_value DESC NULLS LAST, organization_key',
    queries: ['q=inc', 'dataset=grants&min_value=1000'],
    id: ['organization_key'],
  },
};

const formsOf = ({id = ['record_id']}: Exported) => ['', 'lang=fr', `fields=${id.join()}`, 'lang=en'];

type Row = Record<string, unknown>;

/** A value as the cell of a CSV file. */
const cellOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Path below which single records lie; undefined where there are none. */
const detailPath = (dataset: string): string | undefined =>
  ROUTES.find((route) => route.kind === 'detail' && route.dataset === dataset)?.path.replace(/\/\{.*$/, '');

/** Fields of some datasets, not in their order. */
const FIELDS: Record<string, string> = {
  contracts: 'lang=en&fields=department,value,record_id,source_dataset',
  disclosures: 'fields=date,department,record_id',
  research_grants: 'fields=keywords,award_amount,source',
};

/** A list from its first page to its last: the header row once, all lines, and how many. */
async function walked(path: string, format: string): Promise<{text: string; total: string}> {
  let [text, cursor] = ['', ''];
  for (;;) {
    const {status, headers, text: page} = await api(`${path}&limit=200&format=${format}${cursor}`);
    expect(status).toBe(200);
    const head = text !== '' && format === 'csv' ? page.indexOf('\r\n') + 2 : 0;
    text += page.slice(head);
    const next = headers['x-next-cursor'];
    if (next === undefined) return {text, total: headers['x-total-count']!};
    cursor = `&cursor=${next}`;
  }
}

/**
 * Their exports have more than a list: test/stack/permits.test.ts, test/stack/zones.test.ts; no list:
 * test/stack/organizations.test.ts.
 */
const MORE = ['permits', 'zoning', 'organization_links'];

test('every published dataset is tested here', () => {
  const {index, datasets} = manifestOf(dataDir);
  expect([...Object.keys(DATASETS), ...MORE].sort()).toEqual(
    Object.keys(index)
      .filter((name) => index[name].whole)
      .sort(),
  );
  for (const name of Object.keys(DATASETS)) expect(datasets[name].rows).toBeGreaterThan(0);
});

describe.each(Object.entries(DATASETS))('%s', (dataset, exported) => {
  const {order, queries, list = dataset, id = ['record_id'], everything = ''} = exported;
  const target = `/api/v1/export/${dataset}`;
  const forms = [...formsOf(exported), FIELDS[dataset] ?? 'lang=both'];

  test.each(['ndjson', 'csv'])('%s has the whole list', async (format) => {
    for (const form of forms) {
      const whole = await walked(`/api/v1/${list}?${everything}&${form}`, format);
      const got = await api(`${target}?${form}&format=${format}`);
      expect(got.text === whole.text, form).toBe(true);
      expect(got.headers['x-total-count']).toBe(whole.total);
      expect(got.headers).not.toHaveProperty('x-next-cursor');
    }
  });

  test('filters are those of the list', async () => {
    for (const query of queries)
      for (const format of ['ndjson', 'csv']) {
        const whole = await walked(`/api/v1/${list}?${everything}&${query}`, format);
        const got = await api(`${target}?${query}&format=${format}`);
        expect(got.text === whole.text, query).toBe(true);
        expect(got.headers['x-total-count']).toBe(whole.total);
      }
  });

  test('detail=full has the fields of single records, and the same records', async () => {
    const lines = async (query: string) =>
      (await api(`${target}?${query}`)).text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
    const full = await lines('detail=full');
    const idOf = (row: Row) => id.map((field) => row[field]).join('/');
    expect(full.map(idOf)).toEqual((await lines(`fields=${id.join()}`)).map(idOf));
    const csv = papaparse.parse<Row>((await api(`${target}?detail=Full&format=csv`)).text, {header: true});
    const cells = full.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, cellOf(v)])));
    expect(csv.data.slice(0, -1)).toEqual(cells);
    const single = detailPath(dataset);
    for (const lang of ['both', 'en', 'fr']) {
      const rows = lang === 'both' ? full : await lines(`detail=full&lang=${lang}`);
      expect(rows.map(idOf)).toEqual(full.map(idOf));
      if (!single) continue;
      for (const row of rows.slice(0, 5)) {
        const path = id.map((field) => encodeURIComponent(String(row[field]))).join('/');
        const target = `/api/v1${single}/${path}?lang=${lang}`;
        expect(JSON.parse((await api(target)).text).data).toEqual(row);
      }
    }
  });

  test('the Parquet file is that of the build, all rows in the default order', async () => {
    const {headers, body} = await carry({
      method: 'GET',
      target: `${target}?format=parquet`,
      headers: {'x-api-key': key, 'accept-encoding': 'br'},
    });
    const file = join(dataDir, 'current/export', `${dataset}.parquet`);
    expect((body as Buffer).equals(readFileSync(file))).toBe(true);
    expect(headers['content-type']).toBe('application/vnd.apache.parquet');
    expect(headers['content-length']).toBe(String(body!.length));
    expect(headers).not.toHaveProperty('content-encoding');
    const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
    const connection = await instance.connect();
    const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows().flat();
    for (const macro of TEXT_MACROS) await connection.run(macro);
    const name = id.join(" || '/' || ");
    const ids = await read(`SELECT ${name} FROM read_parquet('${file}', file_row_number = true)
      ORDER BY file_row_number`);
    expect(ids).toEqual(await read(`SELECT ${name} FROM read_parquet('${file}') ORDER BY ${order}`));
    connection.closeSync();
    instance.closeSync();
    expect(headers['x-total-count']).toBe(String(ids.length));
    const lines = (await api(`${target}?${everything}&fields=${id.join()}`)).text.trim().split('\n');
    expect(lines.map((line) => id.map((field) => JSON.parse(line)[field]).join('/'))).toEqual(ids);
  });

  test('headers, entity tags and HEAD', async () => {
    const date = manifestOf(dataDir).data_as_of.slice(0, 10);
    for (const format of ['ndjson', 'csv', 'parquet']) {
      const query = `${target}?format=${format}`;
      const id = {'x-request-id': 'one'};
      const head = await api(query, id, 'HEAD');
      expect(head.headers).toMatchObject({
        // The corpus is synthetic; the names of real files end with the date.
        'content-disposition': `attachment; filename="${dataset}-${date}-synthetic.${format}"`,
        'cache-control': 'private, max-age=60',
        vary: 'Accept, Accept-Encoding, X-API-Key',
        'x-data-as-of': manifestOf(dataDir).data_as_of,
      });
      const get = await api(query, id);
      const {date: _, 'transfer-encoding': __, connection: ___, ...same} = get.headers;
      expect(head.headers).toMatchObject(same);
      const bare = head.headers['etag']!.slice(1, -1);
      for (const tag of [`"${bare}"`, `"${bare}-br"`, '*']) {
        const {status, headers} = await api(query, {'if-none-match': tag});
        expect([tag, status, headers['x-data-as-of']]).toEqual([tag, 304, head.headers['x-data-as-of']]);
      }
    }
  });
});

test('fields of single records can be selected with detail=full alone', async () => {
  const target = '/api/v1/export/contracts?fields=record_id,comments_en';
  const refused = await api(target);
  expect(refused.status).toBe(400);
  const {status, text} = await api(`${target}&detail=full`);
  expect([status, Object.keys(JSON.parse(text.split('\n')[0]!))]).toEqual([
    200,
    ['record_id', 'comments_en'],
  ]);
});

test('excel=true is for CSV, and each form has an entity tag of its own', async () => {
  const target = '/api/v1/export/awards';
  const [plain, excel] = [await api(`${target}?format=csv`), await api(`${target}?format=csv&excel=true`)];
  // The corpus has no formulas and no long texts; digits that spreadsheets would change are formulas of texts.
  const digits = (_: string, text: string) => (text.startsWith('0') ? `"${text}"` : text);
  expect(excel.text.replace(/^\uFEFF/, '').replace(/"=""(\d+)"""/g, digits)).toBe(plain.text);
  const {body} = await carry({
    method: 'GET',
    target: `${target}?format=csv&excel=1`,
    headers: {'x-api-key': key},
  });
  expect((body as Buffer).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect((await api(`${target}?excel=true`)).text).toBe((await api(target)).text);
  const tags = [];
  for (const query of [
    '',
    '?detail=full',
    '?format=csv',
    '?format=csv&excel=true',
    '?format=csv&excel=fr',
    '?format=csv&detail=full',
  ])
    tags.push((await api(target + query, {}, 'HEAD')).headers['etag']);
  expect(new Set(tags).size).toBe(tags.length);
});

const DECODE = {br: brotliDecompressSync, gzip: gunzipSync};

test.each(['br', 'gzip'] as const)(
  'streams and short answers are compressed on request: %s',
  async (coding) => {
    for (const query of ['', '?format=csv&vendor=inc', '?vendor=inc&department=sante']) {
      const target = `/api/v1/export/contracts${query}`;
      const plain = await carry({method: 'GET', target, headers: {'x-api-key': key}});
      const headers = {'x-api-key': key, 'accept-encoding': coding};
      const small = await carry({method: 'GET', target, headers});
      expect(small.headers['content-encoding']).toBe(coding);
      expect(small.headers['etag']).toBe(plain.headers['etag']!.replace(/"$/, `-${coding}"`));
      expect(DECODE[coding](small.body as Buffer).equals(plain.body as Buffer)).toBe(true);
      expect((await carry({method: 'HEAD', target, headers})).headers['content-encoding']).toBe(coding);
    }
  },
);

test('NDJSON is the default; Accept is ignored', async () => {
  for (const [query, accept, type] of [
    ['', 'text/csv', 'application/x-ndjson'],
    ['?format=%20CSV', 'application/json', 'text/csv'],
    ['?format=', 'image/png', 'application/x-ndjson'],
  ])
    expect((await api(`/api/v1/export/tenders${query}`, {accept: accept!})).headers['content-type']).toBe(
      `${type}; charset=utf-8`,
    );
});

test('an empty export is the header row or empty', async () => {
  const none = '/api/v1/export/awards?vendor=no%20such%20vendor';
  const csv = await api(`${none}&format=csv&fields=value,date`);
  expect([csv.text, csv.headers['x-total-count']]).toEqual(['value,date\r\n', '0']);
  const lines = await api(none);
  expect([lines.text, lines.headers['content-length']]).toEqual(['', '0']);
});

test('paging and sort are ignored and named', async () => {
  const plain = await api('/api/v1/export/awards');
  const odd = await api(
    '/api/v1/export/awards?limit=x&cursor=1&sort_by=value&page=0&sort_order=asc&facets=vendor',
  );
  expect(odd.headers['x-ignored-parameters']).toBe('limit, cursor, sort_by, page, sort_order, facets');
  expect([odd.text === plain.text, odd.headers['etag']]).toEqual([true, plain.headers['etag']]);
});

test.each([
  ['nope', 404, 'Dataset not found.'],
  ['vendors', 404, 'Dataset not found.'],
  ['nil_reports', 404, 'Dataset not found.'],
  ['Contracts', 404, 'Dataset not found.'],
  ['nope?fields=x&min_value=x', 404, 'Dataset not found.'],
  ['nope?format=x', 400, 'format must be one of: ndjson, csv, parquet.'],
  ['stats', 404, 'Requested resource not found.'],
  ['', 404, 'Requested resource not found.'],
  ['contracts/x', 404, 'Requested resource not found.'],
  ['contracts?format=xlsx', 400, 'format must be one of: ndjson, csv, parquet.'],
  ['contracts?format=json', 400, 'format must be one of: ndjson, csv, parquet.'],
  ['contracts?lang=de&format=x&min_value=x', 400, 'min_value must be a number.'],
  ['contracts?lang=de', 400, 'lang must be one of: en, fr, both.'],
  ['contracts?format=parquet&vendor=a', 400, 'filters cannot be combined with format=parquet.'],
  ['contracts?format=parquet&fields=value', 400, 'filters cannot be combined with format=parquet.'],
  ['contracts?detail=more', 400, 'detail must be one of: list, full.'],
  ['contracts?excel=maybe&format=csv', 400, 'excel must be one of: true, false, fr.'],
  ['contracts?format=parquet&detail=full', 400, 'filters cannot be combined with format=parquet.'],
  ['contracts?format=parquet&lang=both', 400, 'filters cannot be combined with format=parquet.'],
  ['contracts?format=parquet&vendor=%20&limit=1', 200, ''],
  [
    'disclosures?fields=description',
    400,
    /^fields has an unknown name: description\. Allowed: record_id, .+\.$/,
  ],
  ['research_grants?source=cihr', 400, 'source must be NSERC or SSHRC.'],
  ['contracts/?vendor=x', 200, ''],
])('%s is %i', async (path, status, message) => {
  const answer = await api(`/api/v1/export/${path}`);
  expect(answer.status).toBe(status);
  expect(answer.message).toMatch(message);
});

test('Pro may export; other tiers are refused after the route and before their parameters', async () => {
  const ask = async (tier: string, path: string) => {
    const {stdout} = await command('server/admin/make_key.ts', {DATA_DIR: dataDir, TIER: tier});
    return apiClient(carry, stdout.trim())(`/api/v1/export/${path}`);
  };
  const refused = {status: 403, message: 'Export is available on the Pro and Enterprise tiers.'};
  expect(await ask('free', 'contracts?format=x')).toMatchObject(refused);
  expect(await ask('developer', 'nope')).toMatchObject(refused);
  expect(await ask('free', 'contracts/x')).toMatchObject({status: 404});
  expect(await ask('pro', 'tenders')).toMatchObject({status: 200});
});
