/** Tool calls: arguments, errors and counting. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {handleForAccount} from '../../../server/api/dispatch.ts';
import {toRequest} from '../../../server/mcp/arguments.ts';
import {LISTED_TOOLS} from '../../../server/mcp/listed_tools.ts';
import {type ToolService, toolService} from '../../helpers/tools.ts';

let service: ToolService;
beforeEach(async () => {
  service = await toolService();
});
afterEach(() => service.close());

/** Path and query below `/api/v1` that arguments mean. */
const hintOf = (tool: string, given: object): string =>
  toRequest(LISTED_TOOLS.get(tool)!, given as Record<string, unknown>).target.replace(/^\/api\/v1/, '');

test.each([
  ['search_contracts', {}, '/contracts?limit=20'],
  ['search_contracts', {limit: 3, offset: 6}, '/contracts?limit=3&offset=6'],
  [
    'search_contracts',
    {min_value: 10000.1, max_value: -0},
    '/contracts?min_value=10000.1&max_value=0&limit=20',
  ],
  ['search_contracts', {min_value: 1e-7}, '/contracts?min_value=0.00000010000000000000&limit=20'],
  ['search_contracts', {max_value: 1e21}, '/contracts?max_value=1000000000000000000000&limit=20'],
  ['search_contracts', {vendor: 'a+b & c/d%20é'}, '/contracts?vendor=a%2Bb+%26+c%2Fd%2520%C3%A9&limit=20'],
  ['search_contracts', {vendor: 'a\ud800'}, '/contracts?vendor=a%EF%BF%BD&limit=20'],
  ['get_vendor_profile', {name: 'A & B'}, '/vendors/%20?name=A+%26+B'],
  ['get_procurement_lifecycle', {solicitation_number: 'WS/44 %2F'}, '/procurement/WS%2F44%20%252F?'],
  ['get_procurement_lifecycle', {solicitation_number: '\udc00'}, '/procurement/%EF%BF%BD?'],
  ['get_bill', {session: '44-1', number: 'C-11', lang: 'fr'}, '/bills/44-1/C-11?lang=fr'],
  ['get_record', {dataset: 'bills', record_id: '44-1/C-11'}, '/bills/44-1/C-11?'],
  ['get_record', {dataset: 'bills', record_id: 'C-11', lang: 'en'}, '/bills/%20/%20?lang=en'],
  ['get_record', {dataset: 'contracts', record_id: 'c_1/2'}, '/contracts/c_1%2F2?'],
  ['get_record', {dataset: 'lobbying_communications', record_id: '9-1'}, '/lobbying/communications/9-1?'],
  ['get_record', {dataset: 'politicians', record_id: 'a-b'}, '/politicians/a-b?'],
  ['search_politicians', {current: false}, '/politicians?current=false&limit=20'],
  ['search_permits', {municipality: ['calgary', 'laval']}, '/permits?municipality=calgary%2Claval&limit=20'],
  ['search_permits', {municipality: []}, '/permits?municipality=&limit=20'],
  ['lookup_zone', {lat: 43.65, lng: -79.38}, '/zone?lat=43.65&lng=-79.38'],
  ['lookup_zones', {points: '43.65,-79.38;49,-123'}, '/zones?points=43.65%2C-79.38%3B49%2C-123'],
  ['search_all', {q: 'north'}, '/search?q=north'],
  ['search_grants', {filters: {recipient: 'a'}}, '/grants?recipient=a&limit=20'],
  ['search_grants', {dataset: '', filters: {}}, '/grants?limit=20'],
  [
    'search_grants',
    {dataset: 'Research_Grants', filters: {source: 'NSERC'}, sort_by: 'value'},
    '/research_grants?source=NSERC&sort_by=value&limit=20',
  ],
  [
    'get_stats',
    {dataset: 'permits', group_by: 'status', filters: {municipality: ['laval'], period: '1y'}, limit: 5},
    '/permits/stats?municipality=laval&period=1y&group_by=status&limit=5',
  ],
])('%s with %j asks %s', (tool, given, target) => {
  expect(hintOf(tool, given)).toBe(target);
});

describe('unknown arguments', () => {
  test.each([
    [
      'search_contracts',
      {colour: 'red', format: 'csv', fields: 'vendor', page: 2, per_page: 1},
      'colour,format,fields,page,per_page',
    ],
    ['search_contracts', {filters: {vendor: 'x'}, dataset: 'awards'}, 'filters,dataset'],
    [
      'search_grants',
      {recipient: 'x', filters: {vendor: 'x', limit: 1}},
      'recipient,filters.vendor,filters.limit',
    ],
    ['get_vendor_profile', {name: 'x', q: 'y'}, 'q'],
    ['get_record', {dataset: 'grants', record_id: 'x', filters: {}}, 'filters'],
    [
      'list_sources',
      JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}'),
      '__proto__,constructor,toString',
    ],
  ])('%s refuses those of %j by name, and lists the known ones', async (name, given, names) => {
    const {error} = await service.rpc('tools/call', {name, arguments: given});
    const first = names.split(',')[0];
    expect(error?.message).toMatch(
      new RegExp(
        `^Unknown argument: ${first}\\. Known: [a-z_, ]+\\.$|^Unknown argument: ${first}\\. Known: \\.$`,
      ),
    );
    expect(await service.used()).toBe(0);
  });
});

test.each([
  ['search_contracts', {limit: '3', min_value: '10.5'}, {limit: 3, min_value: 10.5}],
  ['search_contracts', {vendor: 5}, {vendor: '5'}],
  ['search_politicians', {current: 'false'}, {current: false}],
  ['search_permits', {municipality: 'toronto'}, {municipality: ['toronto']}],
  ['search_grants', {filters: {min_value: '1'}}, {filters: {min_value: 1}}],
])('%s takes %j for %j', async (tool, given, meant) => {
  const answers = await Promise.all([given, meant].map((one) => service.call(tool, one)));
  expect(answers[0]).toEqual(answers[1]);
});

test('synthetic data is said in the instructions and in every answer', async () => {
  const started = async () =>
    String(
      (
        await service.rpc('initialize', {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: {name: 'x', version: '1'},
        })
      ).result?.['instructions'],
    );
  Object.assign(service.engine.info, {synthetic: true});
  expect(await started()).toMatch(/^The data of this service is generated/);
  for (const given of [{}, {limit: 0}]) {
    const result = await service.call('search_contracts', given);
    expect(result['_meta']).toEqual({synthetic: true});
    expect(JSON.stringify(result['content'])).toContain('no government published it');
  }
  Object.assign(service.engine.info, {synthetic: false});
  expect(await started()).toMatch(/^Canadian public data/);
  expect(await service.call('search_contracts', {})).not.toHaveProperty('_meta');
});

test.each([
  ['no_tool', {}, 'Unknown tool: no_tool.'],
  ['constructor', {}, 'Unknown tool: constructor.'],
  ['get_bill', {session: '44-1'}, 'Missing argument: number.'],
  ['get_vendor_profile', {}, 'Missing argument: name.'],
  ['search_grant_recipients', {limit: 1}, 'Missing argument: q.'],
  ['search_all', {}, 'Missing argument: q.'],
  ['lookup_zone', {lat: 43.65}, 'Missing argument: lng.'],
  ['get_stats', {group_by: 'year'}, 'Missing argument: dataset.'],
  ['search_contracts', {vendor: null}, 'Argument vendor must be of type string.'],
  ['search_contracts', {limit: 2.5}, 'Argument limit must be of type integer.'],
  ['search_contracts', {min_value: 'five'}, 'Argument min_value must be of type number.'],
  ['search_contracts', {limit: '2.5'}, 'Argument limit must be of type integer.'],
  ['search_politicians', {current: 'no'}, 'Argument current must be of type boolean.'],
  ['search_permits', {municipality: [{}]}, 'Argument municipality[0] must be of type string.'],
  ['search_grants', {filters: {min_value: 'x'}}, 'Argument filters.min_value must be of type number.'],
  ['search_grants', {filters: 'x'}, 'Argument filters must be of type object.'],
  ['search_grants', {filters: ['x']}, 'Argument filters must be of type object.'],
  ['get_stats', {dataset: ['contracts']}, 'Argument dataset must be of type string.'],
])('%s with %j is no call: %s', async (name, given, message) => {
  const {error} = await service.rpc('tools/call', {name, arguments: given});
  expect(error).toEqual({code: -32602, message});
  expect([await service.used(), service.recorded]).toEqual([0, []]);
});

test('a number beyond JSON has no type', async () => {
  const body =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_contracts","arguments":{"min_value":1e400}}}';
  expect(await (await service.send({body})).json()).toMatchObject({error: {code: -32602}});
});

test.each([
  [
    'search_contracts',
    {date_from: 'yesterday'},
    'BAD_REQUEST',
    'date_from must be a date in the form YYYY-MM-DD.',
  ],
  ['search_contracts', {limit: 0}, 'BAD_REQUEST', 'limit must be at least 1.'],
  ['search_contracts', {limit: 1e21}, 'BAD_REQUEST', 'limit must be an integer.'],
  ['search_contracts', {vendor: 'x'.repeat(201)}, 'BAD_REQUEST', 'vendor must be at most 200 characters.'],
  ['search_contracts', {cursor: 'x'}, 'BAD_REQUEST', 'cursor is not valid.'],
  ['search_grant_recipients', {q: ' '}, 'BAD_REQUEST', 'q is required.'],
  ['get_vendor_profile', {name: 'x'.repeat(301)}, 'BAD_REQUEST', 'name must be at most 300 characters.'],
  [
    'get_stats',
    {dataset: 'contracts', group_by: 'x'},
    'BAD_REQUEST',
    'group_by must be one of: department, vendor, year.',
    'group_by also takes: quarter, month, bucket, method, commodity_type; and two values separated by a comma.',
  ],
  ['get_stats', {dataset: ''}, 'BAD_REQUEST', 'dataset is required.'],
  [
    'search_grants',
    {dataset: 'grants'},
    'BAD_REQUEST',
    'dataset must be one of: federal_grants, research_grants, infrastructure_projects.',
  ],
  ['search_permits', {lat: 1, lng: 1}, 'BAD_REQUEST', 'lat, lng and radius_km must be given together.'],
  [
    'get_vendor_profile',
    {name: 'nobody of this name'},
    'NOT_FOUND',
    'Vendor not found. Browse names with /api/v1/vendors?q=.',
  ],
  ['get_vendor_profile', {name: ' '}, 'NOT_FOUND', 'Vendor not found. Browse names with /api/v1/vendors?q=.'],
  ['get_bill', {session: '', number: ''}, 'NOT_FOUND', 'Requested resource not found.'],
  ['get_committee', {identifier: 'stats'}, 'NOT_FOUND', 'Requested resource not found.'],
])(
  '%s with %j is refused as the API does, and counts: %s %s',
  async (tool, given, code, message, detail?: string) => {
    const result = await service.call(tool, given);
    const body = {error: {code, message}};
    const texts = [JSON.stringify(body), ...(detail === undefined ? [] : [detail])];
    expect(result).toEqual({
      content: texts.map((text) => ({type: 'text', text})),
      structuredContent: body,
      isError: true,
    });
    expect([await service.used(), service.recorded]).toEqual([1, ['tools']]);
  },
);

test('a call counts once in each window, under tools', async () => {
  await service.call('search_contracts', {limit: 2});
  await service.call('list_sources');
  const principal = service.store.find(service.key)!;
  const {minute, day, month} = await service.context.limits.peek(principal, service.context.now());
  expect([minute.used, day.used, month.used]).toEqual([2, 2, 2]);
  expect(service.recorded).toEqual(['tools', 'tools']);
});

test.each([
  [{minute: 1}, 'Burst limit exceeded.'],
  [{day: 1}, 'Daily request limit exceeded.'],
  [{month: 1}, 'Monthly request limit exceeded.'],
])('with %j used up calls are refused and not counted', async (quotas, message) => {
  service.setQuotas(quotas);
  expect(await service.call('list_sources')).not.toHaveProperty('isError');
  for (const [tool, given] of [
    ['list_sources', {}],
    ['search_contracts', {limit: 0}],
    ['search_grants', {dataset: 'x'}],
  ] as const) {
    expect(await service.call(tool, given)).toMatchObject({
      structuredContent: {error: {code: 'RATE_LIMITED', message}},
      isError: true,
    });
  }
  expect([await service.used(), service.recorded]).toEqual([1, ['tools']]);
  expect((await service.rpc('tools/call', {name: 'no_tool'})).error?.code).toBe(-32602);
  expect((await service.rpc('tools/list')).result).toHaveProperty('tools');
});

test('the largest page of permits is that of the tier', async () => {
  service.store.issue('tester', 'free', makeKey(), new Date(service.context.now()));
  expect(await service.call('search_permits', {limit: 500})).toMatchObject({
    structuredContent: {meta: {limit: 100}},
  });
});

test('calls that the service cannot answer are refunded', async () => {
  service.context.builds = {
    ...service.context.builds,
    acquire() {
      throw new Error('broken');
    },
  };
  expect(await service.call('list_sources')).toMatchObject({
    structuredContent: {error: {code: 'INTERNAL_ERROR', message: 'Internal error.'}},
    isError: true,
  });
  expect([await service.used(), service.recorded]).toEqual([0, []]);
});

test('a result is the body of the operation, as object and as text', async () => {
  const principal = {...service.store.find(service.key)!, shown: null};
  const request = {method: 'GET', target: '/api/v1/contracts?vendor=vendor&limit=2', headers: {}};
  const {body} = await handleForAccount(principal, request, service.context);
  const result = await service.call('search_contracts', {vendor: 'vendor', limit: 2});
  expect(result).toEqual({
    content: [{type: 'text', text: String(body)}],
    structuredContent: JSON.parse(String(body)),
  });
});

test('a list continues by its cursor', async () => {
  const first = await service.call('search_contracts', {limit: 2});
  const {meta} = first['structuredContent'] as {meta: {next_cursor: string}};
  const [next, skipped] = [
    await service.call('search_contracts', {limit: 2, cursor: meta.next_cursor}),
    await service.call('search_contracts', {limit: 2, offset: 2}),
  ].map(({structuredContent}) => structuredContent as {data: object[]});
  expect(next!.data).toEqual(skipped!.data);
});
