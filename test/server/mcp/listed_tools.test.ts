/** The tools as clients see them: names, schemas, and that both come from the tables. */
import {ToolSchema} from '@modelcontextprotocol/sdk/types.js';
import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect, test} from 'vitest';
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Schema} from '../../../server/api/schema/column_schema.ts';
import {openapi} from '../../../server/docs/openapi.ts';
import {UNLISTED} from '../../../server/mcp/brief_schema.ts';
import {LISTED_TOOLS} from '../../../server/mcp/listed_tools.ts';
import {dereference} from '../../helpers/dereference.ts';

/** Tools and operations as test/specified lists them. */
const SPECIFIED: Record<string, string | Record<string, string>> = {
  search_contracts: '/contracts',
  search_vendors: '/vendors',
  get_vendor_profile: '/vendors/{name}',
  list_departments: '/departments',
  get_department_profile: '/departments/{name}',
  search_tenders: '/tenders',
  search_awards: '/awards',
  get_procurement_lifecycle: '/procurement/{solicitation_number}',
  search_grants: {
    grants: '/grants',
    research_grants: '/research_grants',
    infrastructure_projects: '/infrastructure_projects',
  },
  search_grant_recipients: '/grants/recipients',
  get_grant_recipient_profile: '/grants/recipients/{name}',
  search_lobbying: '/lobbying/registrations',
  get_lobbying_communications: '/lobbying/communications',
  get_client_profile: '/clients/{name}',
  search_bills: '/bills',
  search_politicians: '/politicians',
  get_politician_profile: '/politicians/{slug}',
  search_permits: '/permits',
  lookup_zone: '/zone',
  lookup_zones: '/zones',
  get_record: {
    contracts: '/contracts/{record_id}',
    disclosures: '/disclosures/{record_id}',
    awards: '/awards/{record_id}',
    tenders: '/tenders/{record_id}',
    grants: '/grants/{record_id}',
    research_grants: '/research_grants/{record_id}',
    infrastructure_projects: '/infrastructure_projects/{record_id}',
    lobbying_registrations: '/lobbying/registrations/{reg_id}',
    lobbying_communications: '/lobbying/communications/{com_id}',
    bills: '/bills/{session}/{number}',
    votes: '/votes/{session}/{number}',
    politicians: '/politicians/{slug}',
    committees: '/committees/{identifier}',
    permits: '/permits/{record_id}',
    organizations: '/organizations/{key}',
  },
  get_bill: '/bills/{session}/{number}',
  get_lobbyist_profile: '/lobbyists/{lobbyist_id}',
  get_committee: '/committees/{identifier}',
  get_stats: {
    contracts: '/contracts/stats',
    awards: '/awards/stats',
    tenders: '/tenders/stats',
    grants: '/grants/stats',
    research_grants: '/research_grants/stats',
    infrastructure_projects: '/infrastructure_projects/stats',
    lobbying_registrations: '/lobbying/registrations/stats',
    lobbying_communications: '/lobbying/communications/stats',
    bills: '/bills/stats',
    votes: '/votes/stats',
    permits: '/permits/stats',
  },
  search_all: '/search',
  list_values: '/values/{dataset}/{field}',
  search_organizations: '/organizations',
  get_organization_profile: '/organizations/{key}',
  list_sources: '/sources',
};

const all = [...LISTED_TOOLS.values()];

interface Documented {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

const documented = dereference(openapi())['paths'] as unknown as Record<
  string,
  {get: {parameters: Documented[]}}
>;

/** What tools give by themselves, or only links. */
const LEFT_OUT = [
  'format',
  'fields',
  'excel',
  'page',
  'per_page',
  'prefix',
  'provenance',
  'scope',
  'search',
  'contribution',
  'riding',
];

/** Parameters of an operation that are arguments, by name. */
function parametersOf(path: string): Map<string, Documented> {
  const {parameters} = documented[`/api/v1${path}`]!.get;
  const left = parameters.filter(({name}) => !LEFT_OUT.includes(name));
  // A profile by name has the name twice: in the path and in the query, which wins.
  return new Map(left.map((one) => [one.name, one]));
}

const propertiesOf = (schema: Schema) => (schema['properties'] ?? {}) as Record<string, Schema>;

/** Without descriptions. */
const bare = ({description: _, examples: __, ...rest}: Schema): Schema => rest;

/**
 * What a model reads of a declared schema: types, sets and ranges, but no lengths, patterns, obvious bounds
 * and names of filters.
 */
function short({maxLength: _, pattern: __, maxItems: ___, ...rest}: Schema, isNames: boolean): Schema {
  const {minimum, default: preset, ...others} = rest;
  const {enum: names, ...items} = (rest['items'] ?? {}) as Schema;
  return {
    ...others,
    ...(isNames && names ? {items} : {}),
    ...(minimum === undefined || rest['type'] === 'integer' ? {} : {minimum}),
    ...(preset === undefined || [0, false, 'both'].includes(preset as string) ? {} : {default: preset}),
  };
}

test('names and operations are those written out by hand', () => {
  expect(Object.fromEntries(all.map(({tool}) => [tool.name, tool.path]))).toEqual(SPECIFIED);
  expect(all).toHaveLength(30);
});

describe.each(all.map(({tool, listed}) => [tool.name, listed] as const))('%s', (_, listed) => {
  const schema = listed.inputSchema as Schema;

  test('is a read-only tool of the protocol', () => {
    expect(ToolSchema.parse(listed)).toEqual(listed);
    expect(listed.annotations).toEqual({
      title: LISTED_TOOLS.get(listed.name)!.tool.title,
      readOnlyHint: true,
    });
  });

  test('has a valid JSON Schema that accepts its own examples', () => {
    const ajv = new Ajv2020({strict: true, strictRequired: true, formats: {date: /^\d{4}-\d\d-\d\d$/}});
    const check = (one: Schema) => {
      const accepts = ajv.compile(one);
      for (const example of (one['examples'] ?? []) as unknown[]) expect(accepts(example)).toBe(true);
      for (const member of Object.values(propertiesOf(one))) check(member);
    };
    check(schema);
  });

  test('describes every argument, in the documents at least', () => {
    const valuesOf = (one: Schema): unknown[] =>
      Object.values(propertiesOf(one)).flatMap((member) => [member['description'], ...valuesOf(member)]);
    expect(valuesOf(describedOf(listed.name)).every((text) => String(text ?? '').length > 3)).toBe(true);
    expect(listed.description!.length).toBeGreaterThan(60);
  });

  test('lists what it takes, but for what the instructions name', () => {
    const described = propertiesOf(describedOf(listed.name));
    const left = Object.keys(described).filter((argument) => !Object.hasOwn(propertiesOf(schema), argument));
    const unnamed = left.filter((argument) => !UNLISTED.has(argument));
    // A set of one value leaves no choice.
    for (const argument of unnamed) expect(described[argument]!['enum'], argument).toHaveLength(1);
    for (const [argument, member] of Object.entries(propertiesOf(schema))) {
      expect(described[argument]).toMatchObject(argument === 'filters' ? {type: 'object'} : bare(member));
    }
  });
});

const describedOf = (name: string): Schema => LISTED_TOOLS.get(name)!.described;

const schemaOf = (name: string): Schema => LISTED_TOOLS.get(name)!.listed.inputSchema as Schema;

test.each(
  Object.entries(SPECIFIED).flatMap(([name, path]) =>
    typeof path === 'string' ? [[name, path] as const] : [],
  ),
)('%s takes what %s takes, with limit 20', (name, path) => {
  const {max_bytes, include, ...own} = propertiesOf(describedOf(name));
  const parameters = parametersOf(path);
  expect(Object.keys(own).sort()).toEqual([...parameters.keys()].sort());
  for (const [argument, {in: location, schema: declared}] of parameters) {
    const expected =
      argument === 'limit'
        ? {...short(declared, false), default: 20}
        : short(declared, argument === 'facets');
    const {enum: values, ...got} = bare(own[argument]!);
    const {enum: known, ...rest} = expected;
    expect(got, argument).toEqual(location === 'path' ? {type: 'string'} : rest);
    if (known) expect(values, argument).toEqual(known);
  }
  const required = [...parameters.values()].filter((one) => one.required || one.name === 'name');
  expect(schemaOf(name)['required'] ?? []).toEqual(required.map((one) => one.name));
  expect(max_bytes?.['type'] ?? 'none').toBe(path === '/zone' ? 'none' : 'integer');
  expect(include === undefined || path.includes('{')).toBe(true);
});

test.each([
  ['search_contracts', 'contracts', 'method', 'procurement_method'],
  ['search_awards', 'awards', 'method', 'procurement_method'],
  ['search_bills', 'bills', 'status', 'status_code'],
])('%s lists the values that the schema of %s declares for %s', (name, dataset, argument, column) => {
  const values = datasetOrEntity(dataset).columns[column]!.values!;
  expect(propertiesOf(describedOf(name))[argument]!['enum']).toEqual(values);
});

test('get_record takes a dataset and the id that search results have', () => {
  expect(schemaOf('get_record')).toMatchObject({
    properties: {dataset: {enum: Object.keys(SPECIFIED['get_record']!)}, record_id: {type: 'string'}},
    required: ['record_id', 'dataset'],
  });
  expect(Object.keys(propertiesOf(describedOf('get_record'))).sort()).toEqual([
    'dataset',
    'include',
    'lang',
    'max_bytes',
    'record_id',
  ]);
});

test.each(
  Object.entries(SPECIFIED).flatMap(([name, paths]) =>
    typeof paths === 'string' || name === 'get_record' ? [] : [[name, paths] as const],
  ),
)('%s takes the filters of all its datasets', (name, paths) => {
  const {dataset, filters, max_bytes: _, ...others} = propertiesOf(describedOf(name));
  expect(dataset!['enum']).toEqual(Object.keys(paths));
  const names = Object.values(paths).flatMap((path) => [...parametersOf(path).keys()]);
  const toolArguments = [...Object.keys(propertiesOf(filters!)), ...Object.keys(others)];
  expect(toolArguments.sort()).toEqual([...new Set(names)].sort());
  expect(others['limit']).toMatchObject({default: 20, maximum: 200});
  for (const path of Object.values(paths)) {
    for (const [argument, {schema: declared}] of parametersOf(path)) {
      const member = propertiesOf(filters!)[argument] ?? others[argument]!;
      expect(member['type'], argument).toBe(declared['type']);
    }
  }
});

test('different sets of values are merged, and distinguished in the description', () => {
  const {group_by} = propertiesOf(schemaOf('get_stats'));
  expect(group_by!['items']).toEqual({
    type: 'string',
    enum: expect.arrayContaining(['vendor', 'permit_type', 'client', 'month']),
  });
  expect(group_by).not.toHaveProperty('default');
  expect(group_by!['description']).toMatch(/most: year, quarter, month.*; contracts: department, vendor/);
  expect(group_by!['description']).toMatch(/permits: municipality, .*\(default municipality\)/);
});

test('get_stats leaves the filters to other tools, and names its own', () => {
  const {filters} = propertiesOf(schemaOf('get_stats'));
  expect(filters).not.toHaveProperty('properties');
  expect(filters!['description']).toBe('those of the search over the dataset; permits also period');
  const described = propertiesOf(propertiesOf(describedOf('get_stats'))['filters']!);
  expect(described['period']).toMatchObject({enum: ['1y', '6m', '3m', '30d']});
  expect(described['min_value']!['description']).toContain('research_grants: smallest amount');
});

test('what a model reads of the list stays within its size limit, and so do the schemas of answers', () => {
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  const read = all.map(({listed: {outputSchema: _, _meta: __, ...one}}) => one);
  expect(sizeOf(read)).toBeLessThanOrEqual(24_000);
  expect(sizeOf(all.map(({listed}) => listed.outputSchema))).toBeLessThanOrEqual(17_000);
});

test('no text names a path of the API', () => {
  expect(JSON.stringify(all.map(({listed: {_meta: _, ...read}}) => read))).not.toMatch(/(?<![a-z])\/[a-z]/);
});
