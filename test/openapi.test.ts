/** The OpenAPI document keeps the rules of OpenAPI 3.1 that a client generator and a try-it form rely on. */
import {describe, expect, test} from 'vitest';
import {emptyForm} from '../server/docs/empty_form.ts';
import {jsonText} from '../server/docs/json_text.ts';
import {expandedOpenapi, openapi} from '../server/docs/openapi.ts';
import {dereference} from './helpers/dereference.ts';

type Parts = Record<string, unknown>;
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Parts;
  example?: unknown;
}
interface Answer {
  description: string;
  headers?: Record<string, Parts>;
  content?: Record<string, {schema: Parts; example?: unknown; examples?: Record<string, {value: unknown}>}>;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, Answer>;
}

const compact = openapi();
const document = dereference(compact);
const operationsOf = (from: object): [string, Operation][] =>
  Object.entries((from as {paths: Record<string, {get: Operation}>}).paths).map(([path, {get}]) => [
    path,
    get,
  ]);
const operations = operationsOf(document);

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};
const numbers = (value: unknown): string => (value === 'integer' ? 'number' : String(value));

/** Keywords that `misfits` understands; another one in the document fails the test that uses it. */
const KEYWORDS = new Set(
  [
    'type enum items maxItems properties required pattern format minimum maximum maxLength description default',
    'examples additionalProperties x-added',
  ]
    .join(' ')
    .split(' '),
);

/** Where a value breaks its schema, as texts; none when it fits. */
function misfits(value: unknown, schema: Parts, at: string): string[] {
  const unknown = Object.keys(schema).filter((name) => !KEYWORDS.has(name));
  if (unknown.length > 0) return [`${at}: keyword ${unknown.join(', ')}`];
  const {type, properties, items, pattern, minimum, maximum, maxLength, maxItems, required} = schema;
  const types = [type ?? []].flat();
  const kind = typeOf(value);
  if (types.length > 0 && !types.includes(kind) && !types.includes(numbers(kind)))
    return [`${at}: is ${kind}`];
  if (value === null) return [];
  const wrong = [
    Array.isArray(schema['enum']) && !schema['enum'].includes(value),
    typeof pattern === 'string' && !new RegExp(pattern).test(String(value)),
    schema['format'] === 'date' && !/^\d{4}-\d\d-\d\d$/.test(String(value)),
    typeof minimum === 'number' && Number(value) < minimum,
    typeof maximum === 'number' && Number(value) > maximum,
    typeof maxLength === 'number' && String(value).length > maxLength,
    typeof maxItems === 'number' && (value as unknown[]).length > maxItems,
  ].some(Boolean);
  if (wrong) return [`${at}: ${JSON.stringify(value)} does not fit ${JSON.stringify(schema)}`];
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => misfits(item, (items ?? {}) as Parts, `${at}[${i}]`));
  }
  if (kind !== 'object') return [];
  const fields = (properties ?? {}) as Record<string, Parts>;
  const lacking = ((required ?? []) as string[]).filter((name) => !Object.hasOwn(value as object, name));
  return [
    ...lacking.map((name) => `${at}: lacks ${name}`),
    ...Object.entries(value as Parts).flatMap(([name, one]) =>
      fields[name] ? misfits(one, fields[name], `${at}.${name}`) : [],
    ),
  ];
}

test('names of operations are unique', () => {
  const names = operations.map(([, {operationId}]) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(operations)('%s', (path, {parameters = [], responses}) => {
  test('declares every path parameter once, as required, and no other', () => {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = parameters.filter((one) => one.in === 'path');
    expect(declared.map(({name}) => name)).toEqual(parts);
    expect(declared.every(({required}) => required)).toBe(true);
    const names = parameters.map((one) => `${one.in} ${one.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('has valid examples and defaults of parameters', () => {
    for (const {name, schema, example} of parameters) {
      expect(misfits(example, schema, name)).toEqual([]);
      if (schema['default'] !== undefined) expect(misfits(schema['default'], schema, name)).toEqual([]);
    }
  });

  test('has responses with a description and valid examples', () => {
    for (const [status, {description, content = {}}] of Object.entries(responses)) {
      expect(description, status).not.toBe('');
      for (const {schema, example, examples = {}} of Object.values(content)) {
        const all = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map((one) => one.value),
        ];
        expect(all.flatMap((one) => misfits(one, schema, status))).toEqual([]);
      }
    }
  });
});

test('the checker detects invalid values', () => {
  const schema = {type: 'object', required: ['a'], properties: {a: {type: ['integer', 'null'], minimum: 1}}};
  expect(misfits({a: null}, schema, 'x')).toEqual([]);
  expect(misfits({a: 2}, schema, 'x')).toEqual([]);
  for (const bad of [{}, {a: 0}, {a: 1.5}, {a: '1'}, []]) expect(misfits(bad, schema, 'x')).toHaveLength(1);
  expect(misfits(1, {oneOf: []}, 'x')).toEqual(['x: keyword oneOf']);
});

describe('shared components', () => {
  const components = (compact as unknown as {components: Record<string, Parts>}).components;
  const text = JSON.stringify(compact);

  test('say the same as the document with everything written out', () => {
    const written = dereference(expandedOpenapi());
    expect(document['paths']).toEqual(written['paths']);
    expect(document).toMatchObject({...written, components: {}});
    const {schemas, headers, securitySchemes} = written['components'] as typeof components;
    expect(document['components']).toMatchObject({schemas, headers, securitySchemes});
  });

  test('have valid OpenAPI names, and each is referenced', () => {
    const {securitySchemes: _, ...kinds} = components;
    for (const [kind, all] of Object.entries(kinds))
      for (const name of Object.keys(all)) {
        expect(name).toMatch(/^[\w.-]+$/);
        if (name !== 'list_sources') expect(text, name).toContain(`"#/components/${kind}/${name}"`);
      }
  });

  test('of parameters have the name of the parameter', () => {
    for (const [name, one] of Object.entries(components['parameters']!)) expect(one).toMatchObject({name});
  });

  test('have what several operations share', () => {
    for (const kind of ['parameters', 'responses', 'examples', 'headers', 'schemas'])
      expect(Object.keys(components[kind]!).length, kind).toBeGreaterThan(5);
    const used = (pointer: string) => text.split(`"${pointer}"`).length - 1;
    expect(used('#/components/parameters/lang')).toBeGreaterThan(40);
    expect(used('#/components/responses/unauthorized')).toBeGreaterThan(40);
  });

  test('keep the committed file below 18,200 lines, of at most 120 columns except for long texts', () => {
    const lines = jsonText(compact).split('\n');
    expect(lines.length).toBeLessThan(18_200);
    // A long line holds one text that cannot be broken.
    for (const line of lines.filter((one) => one.length > 120))
      expect(line).toMatch(/^ *("[^"]*": )?("|(\{"[^"]*": )+"[^"]*"(, "[^"]*": "[^"]*")?\}+,?$)/);
    expect(JSON.parse(lines.join('\n'))).toEqual(compact);
  });
});

test('the try-it form starts without filters and paging, and keeps what a path needs', () => {
  const forms = operationsOf(dereference(emptyForm(compact))).map(([, {parameters = []}]) => parameters);
  for (const one of forms.flat()) {
    if (one.in === 'path') expect(one.example).toBeDefined();
    else expect([one.example, one.schema['default']]).toEqual([undefined, undefined]);
  }
  const [limit] = forms[0]!.filter(({name}) => name === 'limit');
  expect(limit).toMatchObject({
    description: 'rows of a page; a larger value is lowered to the maximum; default `50`; e.g. `20`',
    schema: {type: 'integer', minimum: 1, maximum: 200},
  });
});
