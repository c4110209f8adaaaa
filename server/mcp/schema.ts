/** The arguments of a tool as JSON Schema, from the same declarations as the parameters of the API. */

import type {Parameter, Parameters} from '../api/routes/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {parameterSchema, typed} from '../api/schema/parameter_schema.ts';
import type {Taken, Variant} from './takes.ts';

/** A parameter as one dataset takes it. */
interface Taking {
  dataset: string | null;
  parameter: Parameter;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What all schemas say; sets of values are united. */
function common(schemas: readonly Schema[]): Schema {
  const [first = {}, ...rest] = schemas;
  const kept = Object.entries(first).filter(([keyword, value]) =>
    rest.every((schema) => isSame(schema[keyword], value)),
  );
  const schema: Schema = Object.fromEntries(kept);
  const sets = schemas.map((one) => one['enum']);
  if (sets.every(Array.isArray)) schema['enum'] = [...new Set(sets.flat())];
  return schema;
}

/** The values of a set, which the united one does not tell apart. */
function values({values: all, default: preset}: Parameter): string {
  if (!all) return '';
  return `${all.join(', ')}${preset === undefined ? '' : ` (default ${preset})`}`;
}

/** Each text once, with the datasets that it holds for where there are others; empty ones are left out. */
function told(takings: readonly Taking[], datasets: number, text: (parameter: Parameter) => string): string {
  const byText = new Map<string, (string | null)[]>();
  for (const {dataset, parameter} of takings) {
    byText.set(text(parameter), [...(byText.get(text(parameter)) ?? []), dataset]);
  }
  byText.delete('');
  return [...byText]
    .map(([one, of]) => (of.length === datasets ? one : `${of.join(', ')}: ${one}`))
    .join('; ');
}

function argumentSchema(takings: readonly Taking[], datasets: number): Schema {
  const schemas = takings.map(({parameter}) => parameterSchema(parameter));
  const schema = common(schemas);
  const isOne = schemas.every((one) => isSame(one, schemas[0]));
  const [{parameter}] = takings as [Taking];
  const help = told(takings, datasets, (one) => one.help);
  const sets = isOne ? '' : told(takings, datasets, values);
  return {
    ...schema,
    description: [help, sets].filter(Boolean).join('. '),
    examples: [typed(parameter.example, parameter)],
  };
}

/** Members of an object that any of the variants takes. */
function members(variants: readonly Variant[], of: 'query' | 'filters'): Record<string, Schema> {
  const names = new Set(variants.flatMap((variant) => Object.keys(variant[of])));
  return Object.fromEntries(
    [...names].map((name) => {
      const takings = variants.flatMap(({dataset, [of]: parameters}) =>
        Object.hasOwn(parameters, name) ? [{dataset, parameter: parameters[name]!}] : [],
      );
      return [name, argumentSchema(takings, variants.length)];
    }),
  );
}

const requiredOf = (parameters: Parameters): string[] =>
  Object.keys(parameters).filter((name) => parameters[name]!.required);

/** The schema of the arguments. */
export function inputSchema({variants, choice}: Taken): Schema {
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
