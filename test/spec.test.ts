/** The specification, written out by hand in test/specified, against the route table and OpenAPI. */
import {describe, expect, test} from 'vitest';
import {publishedDatasets} from '../datasets/index.ts';
import {BASE_PATH, EXPORTS, ROUTES} from '../server/api/routes/index.ts';
import type {Parameter} from '../server/api/routes/types.ts';
import {openapi} from '../server/docs/openapi.ts';
import {parameterMessages} from '../server/docs/parameter_errors.ts';
import {dereference} from './helpers/dereference.ts';
import {ADDED} from './specified/added.ts';
import {LOGGED} from './specified/changes.ts';
import {GRANTS} from './specified/grants.ts';
import {LOBBYING} from './specified/lobbying.ts';
import {PARLIAMENT} from './specified/parliament.ts';
import {PERMITS} from './specified/permits.ts';
import {PROCUREMENT} from './specified/procurement.ts';
import {SERVICE, UNLISTED_LINKS} from './specified/service.ts';
import type {Row, Specified} from './specified/shapes.ts';
import {UNLISTED, ZONES} from './specified/zone.ts';

const SPECIFIED: Record<string, Specified> = {
  ...PROCUREMENT,
  ...GRANTS,
  ...LOBBYING,
  ...PARLIAMENT,
  ...PERMITS,
  ...ZONES,
  ...SERVICE,
};

const MESSAGES: Record<string, string[]> = {
  vendor: ['vendor must be at most 200 characters.'],
  name: ['name must be at most 300 characters.'],
  min_value: ['min_value must be a number.'],
  date_from: ['date_from must be a date in the form YYYY-MM-DD.'],
  issued_before: ['issued_before must be a date in the form YYYY-MM-DD.'],
  active: ['active must be a valid boolean.'],
  current: ['current must be a valid boolean.'],
  province: ['province must be one of: AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT.'],
  fiscal_year: ['fiscal_year must have the form YYYY-YY.'],
  institution: ['institution must be at most 200 characters.'],
  sort_order: ['sort_order must be one of: asc, desc.'],
  limit: ['limit must be an integer.', 'limit must be at least 1.'],
  offset: ['offset must be an integer.', 'offset must be at least 0.'],
  page: ['page must be an integer.', 'page must be at least 1.'],
  per_page: ['per_page must be an integer.', 'per_page must be at least 1.'],
  cursor: [
    'cursor is not valid.',
    'cursor does not match this query.',
    'cursor cannot be combined with offset or page.',
  ],
  format: ['format must be one of: json, csv, ndjson.'],
  lang: ['lang must be one of: en, fr, both.'],
  excel: ['excel must be one of: true, false, fr.'],
};

const asRow = (name: string, one: Parameter) => [
  name,
  one.type,
  one.op ? [one.op, ...(one.columns ? [one.columns.join()] : [])].join(' ') : null,
  one.default ?? null,
  one.lowest ?? one.between?.[0] ?? null,
  one.highest ?? one.between?.[1] ?? null,
  one.values ?? null,
];
const typedOf = (type: string, text: string) =>
  type === 'integer'
    ? Number(text)
    : type === 'boolean'
      ? text === 'true'
      : type === 'sets'
        ? text.split(',')
        : text;
const filled = (row: Row) => Array.from({length: 7}, (_, i) => row[i] ?? null);

test('the routes are those of the specification', () => {
  expect(ROUTES.map(({path}) => path)).toEqual(Object.keys(SPECIFIED));
});

interface Operation {
  get: {
    'x-added'?: true;
    parameters: {
      name: string;
      in: string;
      schema: Record<string, unknown>;
      example: unknown;
      'x-added'?: true;
    }[];
    responses: Record<string, {description: string; content: Record<string, {example: unknown}>}>;
  };
}
const PATHS = dereference(openapi())['paths'] as unknown as Record<string, Operation>;

describe.each(Object.entries(SPECIFIED))('%s', (path, specified) => {
  const {parameters, fields, missing, added, messages, refused = {}, types} = specified;
  const route = ROUTES.find((one) => one.path === path)!;
  const all = Object.entries(route.takes);
  const operation = PATHS[BASE_PATH + path]!.get;

  test('accepts these parameters, in this order', () => {
    expect(all.map(([name, one]) => asRow(name, one))).toEqual(parameters.map(filled));
  });
  test('answers these fields, in this order', () => {
    expect(Object.keys(route.columns)).toEqual(fields);
    expect('missing' in route ? route.missing.en : undefined).toBe(missing);
    expect(route.added).toBe(added);
  });
  test('marks what is no part of the original specification', () => {
    expect(operation['x-added']).toBe(added);
    const marked = operation.parameters.filter((one) => one['x-added']).map(({name}) => name);
    expect(marked).toEqual(ADDED[path] ?? []);
  });
  test('refuses with these messages', () => {
    const expected = {...MESSAGES, ...messages};
    for (const [name, one] of all)
      if (expected[name]) expect(parameterMessages(name, one)).toEqual(expected[name]);
  });
  test('is described the same in the OpenAPI document', () => {
    const query = operation.parameters.filter((one) => one.in === 'query');
    expect(query.map(({name}) => name)).toEqual(parameters.map(([name]) => name));
    for (const [i, [name, type, , preset, lowest, highest, values]] of parameters.entries()) {
      const {schema, example} = query[i]!;
      expect(schema['default'] ?? null).toEqual(preset ? typedOf(type, preset) : null);
      expect([schema['minimum'] ?? null, schema['maximum'] ?? null]).toEqual([
        lowest ?? null,
        highest ?? null,
      ]);
      const further = specified.feed ? ['atom'] : (specified.formats ?? []);
      // `excel` was a flag before it took a language.
      const added = name === 'excel' ? ['1', '0'] : name === 'format' ? further : [];
      if (type === 'set') expect(schema['enum']).toEqual([...values!, ...added]);
      if (type === 'set') expect(schema['x-added'] ?? []).toEqual(added);
      expect(example).not.toBeUndefined();
    }
    const descriptions = Object.values(operation.responses).map(({description}) => description);
    for (const [name, one] of all)
      for (const text of parameterMessages(name, one)) expect(descriptions.join()).toContain(text);
    if (missing) expect(operation.responses['404']!.description).toContain(missing);
    for (const [status, text] of Object.entries(refused))
      expect(operation.responses[status]!.description).toContain(text);
    const {content} = operation.responses['200']!;
    if (types) {
      expect(Object.keys(content)).toEqual(types);
      return;
    }
    const {data} = content['application/json']!.example as {
      data: object | object[];
    };
    expect(Object.keys([data].flat()[0]!)).toEqual(fields);
  });
});

/** Lists of the published datasets, of which each has an export with its filters and item fields. */
const EXPORTED = [
  'contracts',
  'disclosures',
  'awards',
  'tenders',
  'grants',
  'research_grants',
  'infrastructure_projects',
  'lobbying_registrations',
  'lobbying_communications',
  'bills',
  'votes',
  'politicians',
  'committees',
  'ballots',
  'organization_links',
  'organizations',
  'permits',
  'zoning',
];

test('every published dataset with a list can be exported, by the filters of the list', () => {
  expect(publishedDatasets().map(({name}) => name)).toEqual(EXPORTED);
  expect(EXPORTS.map(({path}) => path)).toEqual(EXPORTED.map((name) => `/export/${name}`));
  const operation = PATHS[`${BASE_PATH}/export/{dataset}`]!.get;
  const [dataset] = operation.parameters.filter((one) => one.in === 'path');
  expect(dataset).toMatchObject({name: 'dataset', schema: {enum: EXPORTED}});
  for (const route of EXPORTS) {
    const specified = (SPECIFIED[route.list!.path] ?? {...UNLISTED, ...UNLISTED_LINKS}[route.list!.path])!;
    const {parameters, optional = [], exported = []} = specified;
    const fields = [...specified.fields, ...exported];
    const {own, page, output} = route;
    const since: Row[] = LOGGED.includes(route.list!.dataset) ? [['since', 'since']] : [];
    expect(own.rows.map(({name, parameter}) => asRow(name, parameter))).toEqual([
      // A whole dataset leaves nothing out: filters have no default.
      ...parameters.filter(([, , matches]) => matches).map((row) => filled(row).with(3, null)),
      ...since.map(filled),
    ]);
    expect([Object.keys(page.parameters), Object.keys(output.parameters)]).toEqual([
      [],
      ['format', 'fields', 'lang', 'detail', 'excel'],
    ]);
    expect(route.takes['fields']!.values).toEqual([...fields, ...optional]);
    expect(Object.keys(route.columns)).toEqual(fields);
  }
});
