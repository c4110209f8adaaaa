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
function values({values: all, further = [], default: preset}: Parameter): string {
  if (!all) return '';
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

/** Types of which every value looks like the next: a model needs an example of other texts only. */
const needsExample = ({type}: Parameter, schema: Schema): boolean =>
  type === 'string' || type === 'fiscal_year' || (type === 'set' && !schema['enum']);

function argumentSchema(occurrences: readonly Occurrence[], datasets: number): Schema {
  const schemas = occurrences.map(({parameter}) => parameterSchema(parameter));
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

/** Members that any of the variants accepts. */
function members(variants: readonly Variant[], kind: 'query' | 'filters'): Record<string, Schema> {
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

/** The schema of a tool's arguments. */
export function inputSchema({variants, datasetArgument: choice}: ToolArguments): Schema {
  const [first] = variants as [Variant];
  const properties: Record<string, Schema> = {};
  for (const [name, {help, example}] of Object.entries(first.identifiers)) {
    properties[name] = {type: 'string', description: help, examples: [example]};
  }
  for (const [name, parameter] of Object.entries(choice)) {
    properties[name] = argumentSchema([{dataset: null, parameter}], 1);
  }
  if (first.dataset !== null) {
    const filters = members(variants, 'filters');
    properties['filters'] = {
      type: 'object',
      description: 'filters of the dataset; all must hold',
      properties: filters,
    };
  }
  Object.assign(properties, members(variants, 'query'));
  const inQuery = variants.length === 1 ? requiredOf(first.query) : [];
  const required = [...Object.keys(first.identifiers), ...requiredOf(choice), ...inQuery];
  return {type: 'object', properties, ...(required.length > 0 ? {required} : {})};
}
