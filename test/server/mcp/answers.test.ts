/** Every tool over HTTP with the official client, compared with its API operation. */
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {Ajv2020} from 'ajv/dist/2020.js';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import type {Json} from '../../../datasets/types.ts';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';
import {keysTable} from '../../../server/accounts/keys.ts';
import {grantsTable} from '../../../server/accounts/tool_clients.ts';
import {usageTable} from '../../../server/accounts/usage.ts';
import {MAX_BYTES} from '../../../server/mcp/arguments.ts';
import {LISTED_TOOLS} from '../../../server/mcp/listed_tools.ts';
import {TOOLS} from '../../../server/mcp/tools.ts';
import {type Server, sharedData, startServer} from '../../helpers/stack.ts';
import {errorIn, grantToken, PAGE} from '../../helpers/tools.ts';

let database: Database;
let server: Server;
let account: number;
let client: Client;
let key: string;

beforeAll(async () => {
  const dataDir = await sharedData();
  database = openDatabase(dataPaths(dataDir).accounts);
  const now = new Date();
  account = accountsTable(database).add(`tools-${process.pid}-${now.getTime()}`, 'enterprise', now).id;
  key = makeKey();
  keysTable(database).replace(account, key, now);
  server = await startServer(dataDir, {TOOL_ORIGINS: PAGE, WORKERS: '1'});
  const Authorization = `Bearer ${grantToken(database, account, server.base)}`;
  client = new Client({name: 'test', version: '1'});
  const url = new URL('/mcp', server.base);
  await client.connect(new StreamableHTTPClientTransport(url, {requestInit: {headers: {Authorization}}}));
});
afterAll(async () => {
  await client?.close();
  await server?.stop();
  database?.close();
});

interface Body {
  data: Record<string, Json> & Record<string, Json>[];
  meta: {total: number; matched?: {name: string}[]};
}

/** The body of the API. */
async function rest(path: string): Promise<Body> {
  const response = await fetch(`${server.base}/api/v1${path}`, {headers: {'X-API-Key': key}});
  return (await response.json()) as Body;
}

/** What a tool answers for a list of permits: its rows with their places, which the API gives as GeoJSON. */
async function placed(path: string): Promise<Body> {
  const {features, meta} = (await rest(`${path}&format=geojson`)) as unknown as {
    features: {geometry: {coordinates: [number, number]} | null; properties: object}[];
    meta: Body['meta'];
  };
  const {data} = await rest(path);
  expect(features.map(({properties}) => properties)).toEqual(data);
  const rows = features.map(({geometry}, i) => {
    const [lng, lat] = geometry?.coordinates ?? [null, null];
    return {...data[i], lat, lng};
  });
  expect(rows.some(({lat}) => lat !== null)).toBe(true);
  return {data: rows, meta} as unknown as Body;
}

/** A field of the first item of a list that has it. */
async function first(path: string, field: string): Promise<string> {
  const {data} = await rest(path);
  const match = data.find((item) => item[field] !== null);
  if (!match) throw new Error(`${path} has no ${field}`);
  return String(match[field]);
}

const q = encodeURIComponent;

/** Arguments, and the request that they mean, written out by hand. */
type Case = () => Promise<[given: Record<string, unknown>, path: string]>;

const byName =
  (path: string, list: string, field: string): Case =>
  async () => {
    const name = await first(list, field);
    return [{name}, `${path}/_?name=${q(name)}`];
  };

/** All but what a resource has. */
const FIELDS_OF_SOURCES =
  'source_dataset,slug,dataset,publisher,license,license_open,attribution,source_url,record_count,first_date,last_date,dataset_last_date,last_updated,refresh_cadence,unverified_layouts';

const CASES: Record<string, Case[]> = {
  search_contracts: [
    async () => [{}, '/contracts?limit=20'],
    async () => [
      {vendor: 'inc', min_value: 10000.5, date_from: '2015-01-01', sort_by: 'value', limit: 7, lang: 'fr'},
      '/contracts?vendor=inc&min_value=10000.5&date_from=2015-01-01&sort_by=value&limit=7&lang=fr',
    ],
  ],
  search_vendors: [async () => [{q: 'in', limit: 1000}, '/vendors?q=in&limit=200']],
  get_vendor_profile: [byName('/vendors', '/vendors?limit=1', 'vendor')],
  list_departments: [async () => [{q: 'a', limit: 5}, '/departments?q=a&limit=5']],
  get_department_profile: [byName('/departments', '/departments?limit=1', 'department')],
  search_tenders: [async () => [{department: 'canada'}, '/tenders?department=canada&limit=20']],
  search_awards: [async () => [{offset: 5, limit: 5}, '/awards?offset=5&limit=5']],
  get_procurement_lifecycle: [
    async () => {
      const number = await first('/tenders?limit=200', 'solicitation_number');
      return [{solicitation_number: number}, `/procurement/${q(number)}`];
    },
  ],
  search_grants: [
    async () => [{}, '/grants?limit=20'],
    async () => [
      {dataset: 'federal_grants', filters: {min_value: 1000}, sort_by: 'value', sort_order: 'asc'},
      '/grants?min_value=1000&sort_by=value&sort_order=asc&limit=20',
    ],
    async () => [
      {dataset: 'research_grants', filters: {source: 'NSERC', province: 'ON'}, limit: 3},
      '/research_grants?source=NSERC&province=ON&limit=3',
    ],
    async () => [
      {dataset: 'infrastructure_projects', filters: {issued_after: '2010-01-01'}},
      '/infrastructure_projects?issued_after=2010-01-01&limit=20',
    ],
  ],
  search_grant_recipients: [
    async () => [{q: 'a', sort_by: 'grant_count'}, '/grants/recipients?q=a&sort_by=grant_count&limit=20'],
  ],
  get_grant_recipient_profile: [byName('/grants/recipients', '/grants/recipients?q=a&limit=1', 'recipient')],
  search_lobbying: [async () => [{active: true}, '/lobbying/registrations?active=true&limit=20']],
  get_lobbying_communications: [
    async () => [{institution: 'canada'}, '/lobbying/communications?institution=canada&limit=20'],
  ],
  get_client_profile: [byName('/clients', '/lobbying/registrations?limit=1', 'client')],
  search_bills: [async () => [{law: false}, '/bills?law=false&limit=20']],
  search_politicians: [async () => [{current: false}, '/politicians?current=false&limit=20']],
  get_politician_profile: [
    async () => {
      const slug = await first('/politicians?limit=1', 'slug');
      return [{slug}, `/politicians/${q(slug)}`];
    },
  ],
  search_permits: [
    async () => [{municipality: ['calgary', 'laval']}, '/permits?municipality=calgary,laval&limit=20'],
    async () => {
      const id = await first('/permits?municipality=calgary&limit=1', 'record_id');
      const {data} = await rest(`/permits/${id}`);
      const [lat, lng] = [data['lat'], data['lng']];
      return [{lat, lng, radius_km: 10}, `/permits?lat=${lat}&lng=${lng}&radius_km=10&limit=20`];
    },
  ],
  lookup_zone: [
    async () => {
      const response = await fetch(`${server.base}/api/v1/export/zoning?municipality=toronto`, {
        headers: {'X-API-Key': key},
      });
      const [line = ''] = (await response.text()).split('\n');
      const [lng, lat] = JSON.parse(line).geometry.coordinates.flat(4);
      return [{lat, lng}, `/zone?lat=${lat}&lng=${lng}`];
    },
  ],
  lookup_zones: [
    async () => [{points: '43.65,-79.38;49.26,-123.1;0,0'}, '/zones?points=43.65,-79.38;49.26,-123.1;0,0'],
  ],
  get_record: [
    async () => {
      const record_id = await first('/awards', 'record_id');
      return [{dataset: 'awards', record_id}, `/awards/${record_id}`];
    },
  ],
  get_bill: [
    async () => {
      const [session, number] = [
        await first('/bills?limit=1', 'session_id'),
        await first('/bills?limit=1', 'number'),
      ];
      return [{session, number}, `/bills/${session}/${number}`];
    },
  ],
  get_lobbyist_profile: [
    async () => {
      const id = await first('/lobbying/registrations?limit=50', 'lobbyist_id');
      return [{lobbyist_id: id}, `/lobbyists/${id}`];
    },
  ],
  get_committee: [
    async () => {
      const acronym = await first('/committees?limit=1', 'acronym');
      return [{identifier: acronym}, `/committees/${acronym}`];
    },
  ],
  get_stats: [
    async () => [{dataset: 'contracts'}, '/contracts/stats?limit=20'],
    async () => [
      {dataset: 'grants', group_by: 'year', filters: {min_value: 5}},
      '/grants/stats?group_by=year&min_value=5&limit=20',
    ],
    async () => [{dataset: 'research_grants', limit: 2}, '/research_grants/stats?limit=2'],
    async () => [
      {dataset: 'infrastructure_projects', group_by: 'status'},
      '/infrastructure_projects/stats?group_by=status&limit=20',
    ],
    async () => [
      {dataset: 'permits', group_by: 'permit_type', filters: {municipality: ['toronto', 'calgary']}},
      '/permits/stats?group_by=permit_type&municipality=toronto,calgary&limit=20',
    ],
    async () => [
      {dataset: 'lobbying_registrations', filters: {active: false}},
      '/lobbying/registrations/stats?active=false&limit=20',
    ],
    async () => [
      {dataset: 'lobbying_communications', group_by: 'client', offset: 1},
      '/lobbying/communications/stats?group_by=client&offset=1&limit=20',
    ],
  ],
  search_all: [
    async () => [{q: 'services', results_per_domain: 2}, '/search?q=services&results_per_domain=2&scope=all'],
  ],
  list_values: [
    async () => [
      {dataset: 'contracts', field: 'method', q: 'comp', limit: 3},
      '/values/contracts/method?q=comp&limit=3',
    ],
  ],
  search_organizations: [
    async () => [
      {q: 'surveying', dataset: 'grants', sort_by: 'record_count'},
      '/organizations?q=surveying&dataset=grants&sort_by=record_count&limit=20',
    ],
  ],
  get_organization_profile: [
    async () => {
      const organization = await first('/organizations?limit=1', 'organization_key');
      return [{key: organization}, `/organizations/${q(organization)}`];
    },
  ],
  list_sources: [async () => [{}, `/sources?limit=20&fields=${FIELDS_OF_SOURCES}`]],
};

/** Asks for all of an answer. */
const WHOLE = {max_bytes: 1_000_000};

test('every tool of the table is called here', () => {
  expect(Object.keys(CASES)).toEqual(TOOLS.map(({name}) => name));
});

test.each(Object.entries(CASES).flatMap(([name, cases]) => cases.map((one, i) => [name, i, one] as const)))(
  '%s answers what the API answers (%i)',
  async (name, _, make) => {
    const [given, path] = await make();
    const whole = await client.callTool({
      name,
      arguments: {...given, ...(name === 'lookup_zone' ? {} : WHOLE)},
    });
    const expectedOf = name === 'search_permits' ? placed : rest;
    expect(whole.structuredContent).toEqual(await expectedOf(path));
    const result = await client.callTool({name, arguments: given});
    const {data, meta, cut} = result.structuredContent as {
      data: unknown;
      meta?: {limit?: number};
      cut?: object;
    };
    const content = result.content as {text: string}[];
    const isCut = /^(Cut to|Not whole)/.test(content[1]?.text ?? '');
    if (isCut) expect(Buffer.byteLength(content[0]!.text)).toBeLessThanOrEqual(MAX_BYTES);
    expect(cut !== undefined).toBe(isCut && !Array.isArray(data));
    if (cut) return;
    const expected = await expectedOf(isCut ? path.replace(/limit=\d+/, `limit=${meta!.limit}`) : path);
    expect(expected).toHaveProperty('data');
    if (expected.meta?.total !== undefined) expect(expected.meta.total).toBeGreaterThan(0);
    expect(result.isError).toBeUndefined();
    expect(result['_meta']).toEqual({synthetic: true});
    expect(result.structuredContent).toEqual(expected);
    const schema = new Ajv2020({strict: false}).compile(LISTED_TOOLS.get(name)!.listed.outputSchema!);
    for (const one of [whole, result]) {
      schema(one.structuredContent);
      expect(schema.errors).toBeNull();
    }
    const [block, ...others] = result.content as {type: string; text: string}[];
    const notes = (isCut ? 1 : 0) + (expected.meta?.matched ? 1 : 0);
    expect([block?.type, others.length]).toEqual(['text', notes + 1]);
    expect(others.at(-1)?.text).toContain('no government published it');
    expect(JSON.parse(block!.text)).toEqual(expected);
  },
);

test('an answer over several public bodies says so, one over the whole name of one of them does not', async () => {
  const ask = async (department: string) => {
    const {structuredContent, content} = await client.callTool({
      name: 'search_contracts',
      arguments: {department, limit: 1},
    });
    const told = (content as {text: string}[]).some(({text}) =>
      text.startsWith('Several public bodies match'),
    );
    return {...(structuredContent as Body).meta, told};
  };
  const {matched, total, told} = await ask('RCMP');
  expect([matched?.length, told]).toEqual([2, true]);
  const each = await Promise.all(matched!.map(({name}) => ask(name)));
  expect(each.map((one) => one.told)).toEqual([false, false]);
  expect(each.reduce((sum, one) => sum + one.total, 0)).toBe(total);
});

test('the official client reads server and tools and gets errors as results', async () => {
  expect(client.getServerVersion()).toMatchObject({name: 'federal-public-data'});
  expect(client.getServerCapabilities()).toEqual({
    tools: {},
    resources: {},
    prompts: {},
    completions: {},
  });
  const {tools} = await client.listTools();
  expect(tools.map(({name}) => name)).toEqual(TOOLS.map(({name}) => name));
  const missing = await client.callTool({name: 'get_bill', arguments: {session: '44-1', number: 'C-9999'}});
  expect(missing.isError).toBe(true);
  expect(errorIn(missing)).toEqual({code: 'NOT_FOUND', message: 'Bill not found.'});
  const refused = await client.callTool({name: 'get_bill', arguments: {session: 44}});
  expect(refused.isError).toBe(true);
  expect(errorIn(refused)).toEqual({code: 'BAD_REQUEST', message: expect.stringContaining('number')});
  await expect(client.callTool({name: 'no_tool'})).rejects.toThrow('-32602');
  const {resources} = await client.listResources();
  const {contents} = await client.readResource({uri: resources[0]!.uri});
  expect(contents).toHaveLength(1);
});

test('calls are counted together with those by key, under tools', async () => {
  const used = async () => ((await rest('/usage')).data['month'] as {used: number}).used;
  const before = await used();
  await client.listTools();
  await client.ping();
  expect(await used()).toBe(before);
  await client.callTool({name: 'list_sources'});
  expect(await used()).toBe(before + 1);
  await rest('/sources');
  expect(await used()).toBe(before + 2);
  const tools = () =>
    usageTable(database)
      .since(account, '2000-01-01')
      .filter(({group}) => group === 'tools');
  await expect.poll(tools).not.toEqual([]);
});

/** Status of a ping. */
async function pinged(token: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${server.base}/mcp`, {
    method: 'POST',
    headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers},
    body: JSON.stringify({jsonrpc: '2.0', id: 1, method: 'ping'}),
  });
  await response.arrayBuffer();
  return response.status;
}

test('pages of the configured origins may call, others may not', async () => {
  const token = grantToken(database, account, server.base);
  const from = (Origin: string) => pinged(token, {Origin});
  expect(await from(server.base)).toBe(200);
  expect(await from(PAGE)).toBe(200);
  expect(await from('https://other.example.org')).toBe(403);
});

test('a revoked grant is refused at once', async () => {
  const token = grantToken(database, account, server.base);
  expect(await pinged(token)).toBe(200);
  const grants = grantsTable(database);
  const [newest] = grants.connected(account, new Date());
  expect(grants.revoke(newest!.grant, account, new Date())).toBe(true);
  expect(await pinged(token)).toBe(401);
});
