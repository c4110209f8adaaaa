/** JSON Schema of tool arguments, from the same declarations as the API's parameters. */
import {LISTS} from '../api/routes/index.ts';
import type {Parameter, Parameters} from '../api/routes/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {parameterSchema, toJsonValue} from '../api/schema/parameter_schema.ts';
import type {ToolArguments, Variant} from './tool_arguments.ts';
import type {Tool} from './types.ts';

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

/**
 * The values of a set, which a merged enumeration does not distinguish; those in `common` are said once for
 * all.
 */
function values(
  {type, values: all, further = [], default: preset}: Parameter,
  common: ReadonlySet<string>,
): string {
  if (!all || type === 'names') return '';
  if (preset !== undefined && all.length === 1) return preset;
  const own = [...all, ...further].filter((value) => !common.has(value));
  return `${own.join(', ')}${preset === undefined ? '' : ` (default ${preset})`}`;
}

/** Values of sets that all but one of the datasets have, if any. */
function commonValues(parameters: readonly Parameter[]): string[] {
  const sets = parameters.map(({values: all = [], further = []}) => [...all, ...further]);
  const counts = [...new Set(sets.flat())].map(
    (value) => [value, sets.filter((set) => set.includes(value)).length] as const,
  );
  const most = Math.max(2, sets.length - 2);
  return counts.flatMap(([value, count]) => (count >= most ? [value] : []));
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
 * The schema without what a model does not need, since the API says it in its errors: the length and form of
 * texts, bounds that are obvious, and names of parameters that it has read already.
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
  const parameters = occurrences.map(({parameter}) => parameter);
  const schemas = parameters.map(shortSchema);
  const schema = common(schemas);
  const isOne = schemas.every((a) => isSame(a, schemas[0]));
  const [parameter] = parameters as [Parameter];
  const help = describeByDataset(occurrences, datasets, (a) => a.help);
  const shared = isOne ? [] : commonValues(parameters);
  const most = shared.length === 0 ? '' : `most: ${shared.join(', ')}; `;
  const sets = isOne ? '' : describeByDataset(occurrences, datasets, (a) => values(a, new Set(shared)));
  return {
    ...schema,
    description: [help, sets && most + sets].filter(Boolean).join('. '),
    ...(needsExample(parameter, schema) && {examples: [toJsonValue(parameter.example, parameter)]}),
  };
}

/** Members that any of the variants accepts. */
function members(variants: readonly Variant[], kind: 'query' | 'filters' | 'answer'): Record<string, Schema> {
  const names = new Set(variants.flatMap((variant) => Object.keys(variant[kind])));
  return Object.fromEntries(
    [...names].map((name) => {
      const occurrences = variants.flatMap(({dataset, [kind]: parameters}) =>
        Object.hasOwn(parameters, name) ? [{dataset, parameter: parameters[name]!}] : [],
      );
      return [name, argumentSchema(occurrences, variants.length)];
    }),
  );
}

const requiredOf = (parameters: Parameters): string[] =>
  Object.keys(parameters).filter((name) => parameters[name]!.required);

/** The schema of a tool's arguments, with all that is said of them. */
export function inputSchema({tool, variants, datasetArgument: choice}: ToolArguments): Schema {
  const [first] = variants as [Variant];
  const one = (parameters: Parameters): Record<string, Schema> =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [
        name,
        argumentSchema([{dataset: null, parameter}], 1),
      ]),
    );
  const filters = members(variants, 'filters');
  const inFilters: Record<string, Schema> =
    Object.keys(filters).length === 0
      ? {}
      : {filters: {type: 'object', description: filtersHelp(tool, variants), properties: filters}};
  const properties = {
    ...one(first.identifiers),
    ...one(choice),
    ...inFilters,
    ...members(variants, 'query'),
    ...members(variants, 'answer'),
  };
  const inQuery = variants.length === 1 ? requiredOf(first.query) : [];
  const required = [...Object.keys(first.identifiers), ...requiredOf(choice), ...inQuery];
  return {type: 'object', properties, ...(required.length > 0 && {required})};
}

/**
 * What the filters are; of a tool that only names them, where they are described, and those that only it has.
 */
function filtersHelp({namesFilters}: Tool, variants: readonly Variant[]): string {
  if (!namesFilters) return 'filters of the dataset; all must hold';
  const own = variants.flatMap(({dataset, operation, filters}) => {
    const list = 'dataset' in operation.route ? LISTS.get(operation.route.dataset) : undefined;
    const names = Object.keys(filters).filter((name) => !list?.parameters[name]);
    return names.length > 0 ? [`; ${dataset} also ${names.join(', ')}`] : [];
  });
  return `those of the search over the dataset${own.join('')}`;
}
