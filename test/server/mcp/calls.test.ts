/** Tool calls: arguments, errors and counting. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {TIERS} from '../../../server/accounts/tiers.ts';
import {handleForAccount} from '../../../server/api/dispatch.ts';
import {toRequest} from '../../../server/mcp/arguments.ts';
import {LISTED_TOOLS} from '../../../server/mcp/listed_tools.ts';
import {exampleRow, exampleTables} from '../../helpers/rows.ts';
import {errorIn, type Reply, type ToolService, toolService} from '../../helpers/tools.ts';

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
  ['search_all', {q: 'north'}, '/search?q=north&scope=all'],
  ['search_grants', {filters: {recipient: 'a'}}, '/grants?recipient=a&limit=20'],
  ['search_grants', {recipient: 'a'}, '/grants?recipient=a&limit=20'],
  [
    'search_grants',
    {dataset: 'federal_grants', recipient: 'a', filters: {min_value: 1}},
    '/grants?recipient=a&min_value=1&limit=20',
  ],
  ['search_contracts', {filters: {vendor: 'x', limit: 2}}, '/contracts?vendor=x&limit=2'],
  ['get_stats', {dataset: 'federal_grants', min_value: 5}, '/grants/stats?min_value=5&limit=20'],
  ['get_stats', {dataset: 'municipal permits', status: 'issued'}, '/permits/stats?status=issued&limit=20'],
  ['get_record', {dataset: 'Subventions de recherche', record_id: 'r'}, '/research_grants/r?'],
  ['list_values', {dataset: 'federal_grants', field: 'program'}, '/values/grants/program?limit=20'],
  ['search_organizations', {dataset: 'building permits'}, '/organizations?dataset=permits&limit=20'],
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

test.each([
  ['search_politicians', {province: 'Québec'}, 'province=QC'],
  ['search_politicians', {province: 'colombie-britannique'}, 'province=BC'],
  ['search_politicians', {province: 'on'}, 'province=ON'],
  ['search_politicians', {current: 'no'}, 'current=false'],
  ['search_contracts', {method: 'Sole source'}, 'method=Non-competitive'],
  ['search_contracts', {method: 'de gré à gré'}, 'method=Non-competitive'],
  ['search_lobbying', {active: 'oui'}, 'active=true'],
  ['search_contracts', {commodity_type: 'services'}, 'commodity_type=S'],
  ['search_contracts', {method: 'non concurrentiel'}, 'method=Non-competitive'],
  ['search_contracts', {min_value: '$1,250,000.50'}, 'min_value=1250000.5'],
  ['search_contracts', {date_from: '2020', date_to: '2021'}, 'date_from=2020-01-01&date_to=2021-12-31'],
  ['search_contracts', {date_from: '2020-02', date_to: '2020-02'}, 'date_from=2020-02-01&date_to=2020-02-29'],
  ['search_permits', {municipality: ['Montréal', 'saint john']}, 'municipality=montreal%2Csaint_john'],
  ['search_permits', {permit_type: 'New construction'}, 'permit_type=new_construction'],
  ['search_bills', {status: 'Royal assent'}, 'status=ROYAL_ASSENT'],
  ['search_grants', {dataset: 'research_grants', source: 'CRSH'}, 'source=SSHRC'],
  ['search_grants', {dataset: 'research_grants', fiscal_year: '2020-2021'}, 'fiscal_year=2020-21'],
  ['search_grants', {dataset: 'research_grants', fiscal_year: '1999/00'}, 'fiscal_year=1999-00'],
  // No year follows itself, nor the one after the next: the API refuses them.
  ['search_grants', {dataset: 'research_grants', fiscal_year: '2020-2022'}, 'fiscal_year=2020-2022'],
  ['get_stats', {dataset: 'permits', group_by: 'municipality,year'}, 'group_by=municipality%2Cyear'],
])('%s takes what people write, %j, as %s', (tool, given, query) => {
  expect(
    hintOf(tool, given)
      .split('?')[1]!
      .replace(/&limit=20$/, ''),
  ).toBe(query);
});

/** The error that a call gets, which counted nothing. */
async function refused(name: string, given: object): Promise<string> {
  const result = await service.call(name, given);
  const error = errorIn(result);
  expect(error.code).toBe('BAD_REQUEST');
  expect(result).toEqual({content: [{type: 'text', text: JSON.stringify({error})}], isError: true});
  expect([await service.used(), service.recorded]).toEqual([0, []]);
  return error.message;
}

describe('unknown arguments', () => {
  test.each([
    ['search_contracts', {colour: 'red', format: 'csv'}, 'colour', undefined],
    ['search_contracts', {format: 'csv'}, 'format', undefined],
    ['search_contracts', {vendors: 'x'}, 'vendors', 'vendor'],
    ['search_contracts', {dataset: 'awards'}, 'dataset', undefined],
    ['search_grants', {recipient: 'x', filters: {vendor: 'x', limit: 1}}, 'vendor', undefined],
    ['search_grants', {filters: {minvalue: 1}}, 'minvalue', 'min_value'],
    ['get_vendor_profile', {name: 'x', q: 'y'}, 'q', undefined],
    ['get_record', {dataset: 'grants', record_id: 'x', filters: {vendor: 1}}, 'vendor', undefined],
    ['list_sources', JSON.parse('{"__proto__": 1, "constructor": 2}'), '__proto__', undefined],
    ['list_sources', {constructor: 2}, 'constructor', undefined],
  ])('%s refuses those of %j by name, and lists the known ones', async (name, given, first, nearest) => {
    const message = await refused(name, given);
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}\\?`;
    expect(message).toMatch(new RegExp(`^Unknown argument: ${first}\\. Known: [a-z_, ]+\\.${meant}$`));
    expect(message).toContain('filters');
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
])('%s with %j is no call: %s', async (name, given, message) => {
  const {error} = await service.rpc('tools/call', {name, arguments: given});
  expect(error).toEqual({code: -32602, message});
  expect([await service.used(), service.recorded]).toEqual([0, []]);
});

test.each([
  ['get_bill', {session: '44-1'}, 'Missing argument: number. Known: session, number, '],
  ['get_vendor_profile', {}, 'Missing argument: name. '],
  ['search_grant_recipients', {limit: 1}, 'Missing argument: q. '],
  ['search_all', {}, 'Missing argument: q. '],
  ['lookup_zone', {lat: 43.65}, 'Missing argument: lng. '],
  ['get_stats', {group_by: 'year'}, 'Missing argument: dataset. '],
  ['get_stats', {dataset: ''}, 'Missing argument: dataset. '],
  ['search_contracts', {vendor: null}, 'Argument vendor must be of type string.'],
  ['search_contracts', {limit: 2.5}, 'Argument limit must be of type integer.'],
  ['search_contracts', {min_value: 'five'}, 'Argument min_value must be of type number.'],
  ['search_contracts', {min_value: '1,50'}, 'Argument min_value must be of type number.'],
  ['search_contracts', {limit: '2.5'}, 'Argument limit must be of type integer.'],
  ['search_politicians', {current: 'perhaps'}, 'Argument current must be of type boolean.'],
  ['search_permits', {municipality: [{}]}, 'Argument municipality[0] must be of type string.'],
  ['search_grants', {filters: {min_value: 'x'}}, 'Argument min_value must be of type number.'],
  ['search_grants', {filters: 'x'}, 'Argument filters must be of type object.'],
  ['search_grants', {filters: ['x']}, 'Argument filters must be of type object.'],
  [
    'search_contracts',
    {vendor: 'a', filters: {vendor: 'b'}},
    'Argument vendor is given twice, in filters and beside them.',
  ],
  ['get_stats', {dataset: ['contracts']}, 'Argument dataset must be of type string.'],
  [
    'get_stats',
    {dataset: 'contrats publics'},
    'dataset must be one of: contracts, awards, tenders, grants, ',
  ],
  ['get_stats', {dataset: 'contrcts'}, 'dataset must be one of: contracts, '],
  ['search_contracts', {method: 'Barter'}, 'method must be one of: Competitive, Non-competitive, '],
  ['search_politicians', {province: 'Quebec City'}, 'province must be one of: AB, BC, '],
  ['search_contracts', {max_bytes: 10}, 'max_bytes must be at least 1000.'],
  ['get_bill', {session: '44-1', number: 'C-11', include: 'vote'}, 'include must be one of: readings, '],
  ['get_stats', {dataset: 'contracts', group_by: 'x'}, 'group_by must be one of: department, vendor, year, '],
  ['search_contracts', {date_from: 'yesterday'}, 'date_from must be a date in the form YYYY-MM-DD.'],
  ['search_contracts', {limit: 0}, 'limit must be at least 1.'],
  ['search_contracts', {limit: 1e21}, 'limit must be an integer.'],
  ['search_contracts', {vendor: 'x'.repeat(201)}, 'vendor must be at most 200 characters.'],
  ['search_contracts', {cursor: 'x'}, 'cursor is not valid.'],
  ['search_grant_recipients', {q: ' '}, 'q is required.'],
  ['get_vendor_profile', {name: 'x'.repeat(301)}, 'name must be at most 300 characters.'],
  ['search_permits', {lat: 1, lng: 1}, 'lat, lng and radius_km must be given together.'],
  [
    'search_grants',
    {dataset: 'research_grants', fiscal_year: '2020'},
    'fiscal_year must have the form YYYY-YY.',
  ],
])('%s with %j is refused as a result, and not counted: %s', async (name, given, message) => {
  expect((await refused(name, given)).slice(0, message.length)).toBe(message);
});

test('the nearest value is named', async () => {
  expect(await refused('get_stats', {dataset: 'contrcts'})).toMatch(/ Did you mean contracts\?$/);
});

test('a number beyond JSON has no type', async () => {
  const body =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_contracts","arguments":{"min_value":1e400}}}';
  const {result} = (await (await service.send({body})).json()) as Reply;
  expect(result?.['isError']).toBe(true);
});

test.each([
  [
    'get_vendor_profile',
    {name: 'nobody of this name'},
    'Vendor not found. Browse names with search_vendors.',
  ],
  ['get_vendor_profile', {name: ' '}, 'Vendor not found. Browse names with search_vendors.'],
  [
    'get_department_profile',
    {name: 'nobody of this name'},
    'Department not found. Browse names with list_departments.',
  ],
  [
    'get_procurement_lifecycle',
    {solicitation_number: 'none'},
    'Solicitation number not found. Numbers are listed in search_tenders and search_awards.',
  ],
  ['get_bill', {session: '', number: ''}, 'Requested resource not found.'],
  ['get_committee', {identifier: 'stats'}, 'Requested resource not found.'],
  [
    'list_values',
    {dataset: 'bills', field: 'vendor'},
    'Field not found. A dataset has the fields that facets of its list takes.',
    'Fields of bills: session, status, sponsor, sector, law, private_member.',
  ],
])('%s with %j finds nothing, and counts: %s', async (tool, given, message, detail?: string) => {
  const result = await service.call(tool, given);
  const body = {error: {code: 'NOT_FOUND', message}};
  const texts = [JSON.stringify(body), ...(detail === undefined ? [] : [detail])];
  expect(result).toEqual({
    content: texts.map((text) => ({type: 'text', text})),
    isError: true,
  });
  expect([await service.used(), service.recorded]).toEqual([1, ['tools']]);
});

describe('records without a value', () => {
  const notesOf = async (name: string, given: object) => {
    const {content} = await service.call(name, given);
    return (content as {text: string}[]).slice(1).map(({text}) => text);
  };
  beforeEach(async () => {
    await service.close();
    const methods = ['Competitive', 'Competitive', 'Non-competitive', null, null, null];
    const contracts = methods.map((procurement_method, i) =>
      exampleRow('contracts', {record_id: `c_${i}`, procurement_method, value: i}),
    );
    service = await toolService({...exampleTables(), contracts});
  });

  test.each([
    ['search_contracts', {facets: ['method']}, ['method 3 of 6']],
    ['search_contracts', {facets: 'method,commodity_type', min_value: 2}, ['method 3 of 4']],
    ['list_values', {dataset: 'contracts', field: 'method'}, ['method 3 of 6']],
    // Not known: over the records of all methods, and of some values only.
    ['search_contracts', {facets: ['method'], method: 'Competitive'}, []],
    ['list_values', {dataset: 'contracts', field: 'method', limit: 1}, []],
    ['list_values', {dataset: 'contracts', field: 'method', q: 'comp'}, []],
    ['list_values', {dataset: 'contracts', field: 'vendor'}, []],
  ])('%s with %j says how many there are: %j', async (name, given, parts) => {
    const notes = parts.map((part) => `Records without a value, which are not counted above: ${part}.`);
    expect(await notesOf(name, given)).toEqual(notes);
    expect(await service.used()).toBe(1);
  });
});

test('an empty list says where spellings and years are found', async () => {
  const {content, isError} = await service.call('search_contracts', {vendor: 'nobody of this name'});
  expect(isError).toBeUndefined();
  expect(JSON.stringify(content)).toContain('Nothing matches. list_values tells how values are written');
});

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
  const result = await service.call('list_sources');
  expect(result).not.toHaveProperty('structuredContent');
  expect(result['isError']).toBe(true);
  expect(errorIn(result)).toEqual({code: 'RATE_LIMITED', message});
  expect([await service.used(), service.recorded]).toEqual([1, ['tools']]);
  expect((await service.rpc('tools/call', {name: 'no_tool'})).error?.code).toBe(-32602);
  expect((await service.rpc('tools/list')).result).toHaveProperty('tools');
});

test('a spent quota says when it ends and what the next tier costs', async () => {
  service.store.issue('tester', 'free', makeKey(), new Date(service.context.now()));
  const {minute} = TIERS.free;
  for (let i = 0; i < minute; i++) await service.call('list_sources');
  const {content} = await service.call('list_sources');
  const texts = (content as {text: string}[]).map(({text}) => text).join(' ');
  expect(texts).toContain('This minute ends at 2026-11-21T12:01:00.000Z.');
  const {price, month, day} = TIERS.developer;
  expect(texts).toContain(
    `The tier developer (${price}) allows ${month.toLocaleString('en-CA')} requests a month, ${day.toLocaleString('en-CA')} a day`,
  );
  expect(await service.used()).toBe(minute);
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
  const result = await service.call('list_sources');
  expect(result['isError']).toBe(true);
  expect(errorIn(result)).toEqual({code: 'INTERNAL_ERROR', message: 'Internal error.'});
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
