/** JSON Schema of tool arguments, from the same declarations as the API's parameters. */
import type {Parameter, Parameters} from '../api/routes/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {parameterSchema, toJsonValue} from '../api/schema/parameter_schema.ts';
import type {ToolArguments, Variant} from './tool_arguments.ts';

/** A parameter of one dataset. */
interface Occurrence {
  dataset: string | null;
  parameter: Parameter;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The keywords that all schemas share; enumerations are merged. */
function common(schemas: readonly Schema[]): Schema {
  const [first = {}, ...rest] = schemas;
  const shared = Object.entries(first).filter(([keyword, value]) =>
    rest.every((schema) => isSame(schema[keyword], value)),
  );
  const schema: Schema = Object.fromEntries(shared);
  const sets = schemas.map((a) => a['enum']);
  if (sets.every(Array.isArray)) schema['enum'] = [...new Set(sets.flat())];
  const lists = schemas.map((a) => (a['items'] as Schema | undefined)?.['enum']);
  if (lists.every(Array.isArray)) schema['items'] = {type: 'string', enum: [...new Set(lists.flat())]};
  return schema;
}

/** The values of a set, which a merged enumeration does not distinguish. */
function values({type, values: all, further = [], default: preset}: Parameter): string {
  if (!all || type === 'names') return '';
  if (preset !== undefined && all.length === 1) return preset;
  return `${[...all, ...further].join(', ')}${preset === undefined ? '' : ` (default ${preset})`}`;
}

/** Each distinct text once, prefixed with its datasets where others differ; empty texts are dropped. */
function describeByDataset(
  occurrences: readonly Occurrence[],
  datasets: number,
  text: (parameter: Parameter) => string,
): string {
  const byText = new Map<string, (string | null)[]>();
  for (const {dataset, parameter} of occurrences) {
    byText.set(text(parameter), [...(byText.get(text(parameter)) ?? []), dataset]);
  }
  byText.delete('');
  return [...byText]
    .map(([a, names]) => (names.length === datasets ? a : `${names.join(', ')}: ${a}`))
    .join('; ');
}

/** A model needs examples of codes and ids only: parts of names and words are whatever a reader asks for. */
const needsExample = ({type, op}: Parameter, schema: Schema): boolean =>
  (type === 'string' && op !== 'partial' && op !== 'terms') ||
  type === 'fiscal_year' ||
  (type === 'set' && !schema['enum']);

/**
 * The schema without what a model does not need, since the API says it in its errors: the length and form of texts, bounds
 * that are obvious, and names of parameters that it has read already.
 */
function shortSchema(parameter: Parameter): Schema {
  const {type} = parameter;
  const {
    maxLength: _,
    pattern: __,
    maxItems: ___,
    'x-added': ____,
    ...schema
  }: Schema = parameterSchema(parameter);
  if (schema['type'] === 'integer') delete schema['minimum'];
  if (type === 'names') schema['items'] = {type: 'string'};
  // What nobody would think to change: a model reads these with every tool.
  if ([0, false, 'both'].includes(schema['default'] as string | number | boolean)) delete schema['default'];
  return schema;
}

function argumentSchema(occurrences: readonly Occurrence[], datasets: number): Schema {
  const schemas = occurrences.map(({parameter}) => shortSchema(parameter));
  const schema = common(schemas);
  const isOne = schemas.every((a) => isSame(a, schemas[0]));
  const [{parameter}] = occurrences as [Occurrence];
  const help = describeByDataset(occurrences, datasets, (a) => a.help);
  const sets = isOne ? '' : describeByDataset(occurrences, datasets, values);
  return {
    ...schema,
    description: [help, sets].filter(Boolean).join('. '),
    ...(needsExample(parameter, schema) ? {examples: [toJsonValue(parameter.example, parameter)]} : {}),
  };
}

/** Longer sets of values are given once, where a filter is described. */
const MAX_REPEATED_VALUES = 6;

/** A filter that is described elsewhere: its type, and the datasets that take it. */
function namedSchema(occurrences: readonly Occurrence[], datasets: number): Schema {
  const {
    minimum: _,
    maximum: __,
    items,
    ...schema
  } = common(occurrences.map(({parameter}) => shortSchema(parameter)));
  if (items) schema['items'] = {type: 'string'};
  if (Array.isArray(schema['enum']) && schema['enum'].length > MAX_REPEATED_VALUES) delete schema['enum'];
  const names = occurrences.map(({dataset}) => dataset);
  return {...schema, description: names.length === datasets ? 'all datasets' : names.join(', ')};
}

/** Members that any of the variants accepts. */
function members(
  variants: readonly Variant[],
  kind: 'query' | 'filters',
  schemaOf: typeof argumentSchema = argumentSchema,
): Record<string, Schema> {
  const names = new Set(variants.flatMap((variant) => Object.keys(variant[kind])));
  return Object.fromEntries(
    [...names].map((name) => {
      const occurrences = variants.flatMap(({dataset, [kind]: parameters}) =>
        Object.hasOwn(parameters, name) ? [{dataset, parameter: parameters[name]!}] : [],
      );
      return [name, schemaOf(occurrences, variants.length)];
    }),
  );
}

const requiredOf = (parameters: Parameters): string[] =>
  Object.keys(parameters).filter((name) => parameters[name]!.required);

/** The schema of a tool's arguments. */
export function inputSchema({tool, variants, datasetArgument: choice}: ToolArguments): Schema {
  const [first] = variants as [Variant];
  const properties: Record<string, Schema> = {};
  for (const [name, {help, example}] of Object.entries(first.identifiers)) {
    properties[name] = {type: 'string', description: help, examples: [example]};
  }
  for (const [name, parameter] of Object.entries(choice)) {
    properties[name] = argumentSchema([{dataset: null, parameter}], 1);
  }
  const filters = members(variants, 'filters', tool.namesFilters ? namedSchema : argumentSchema);
  if (Object.keys(filters).length > 0) {
    const means = tool.namesFilters
      ? 'as in the search over the dataset; each says which datasets take it'
      : 'filters of the dataset; all must hold';
    properties['filters'] = {type: 'object', description: means, properties: filters};
  }
  Object.assign(properties, members(variants, 'query'));
  const inQuery = variants.length === 1 ? requiredOf(first.query) : [];
  const required = [...Object.keys(first.identifiers), ...requiredOf(choice), ...inQuery];
  return {type: 'object', properties, ...(required.length > 0 ? {required} : {})};
}
