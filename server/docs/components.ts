/** Moves what several operations of an OpenAPI document share to its `components`. */
import type {Json} from '../../datasets/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';

type Kind = 'parameters' | 'responses' | 'examples' | 'headers' | 'schemas';

export const reference = (kind: Kind, name: string): Schema => ({$ref: `#/components/${kind}/${name}`});

/** A member of the document that may be replaced by a reference: `holder[key]`. */
interface Slot {
  holder: Schema | Json[];
  key: string | number;
  /** Name of the component. */
  name: string;
  /** Name for a less common value under the same name; without it such values stay where they are. */
  variant?: string;
}

/** Names of shared responses; statuses that are not listed stay in their operations. */
const RESPONSE_NAMES: Record<string, string> = {
  '304': 'not_modified',
  '400': 'bad_request',
  '401': 'unauthorized',
  '404': 'not_found',
  '405': 'method_not_allowed',
  '429': 'rate_limited',
  '500': 'internal_error',
  '503': 'unavailable',
};

/**
 * A field whose schema is shorter than this many characters of JSON is clearer in place than as a reference.
 */
const SHORTEST_FIELD = 80;

export const membersOf = (value: Json | undefined): Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** The `get` operations of the document. */
const operationsOf = (document: Schema): Schema[] =>
  Object.values(membersOf(document['paths'])).map((item) => membersOf(membersOf(item)['get']));

const responsesOf = (operation: Schema): [string, Schema][] =>
  Object.entries(membersOf(operation['responses'])).map(([status, one]) => [status, membersOf(one)]);

/** `law must be a valid boolean.` as `law_must_be_a_valid_boolean`; lists of allowed values are left out. */
const slug = (text: string): string =>
  text.replace(/:.*/, '').toLowerCase().replace(/\W+/g, '_').replace(/^_|_$/g, '');

/** The examples of error messages. */
function exampleSlots(document: Schema): Slot[] {
  const responses = operationsOf(document).flatMap(responsesOf);
  return responses.flatMap(([, {content}]) => {
    const examples = membersOf(membersOf(membersOf(content)['application/json'])['examples']);
    return Object.keys(examples).map((key) => {
      const {error} = membersOf(membersOf(examples[key])['value']);
      return {holder: examples, key, name: slug(String(membersOf(error)['message']))};
    });
  });
}

function responseSlots(document: Schema): Slot[] {
  return operationsOf(document).flatMap(({responses, operationId}) =>
    Object.keys(membersOf(responses)).flatMap((key) => {
      const name = RESPONSE_NAMES[key];
      const variant = `${name}_${operationId}`;
      return name === undefined ? [] : [{holder: membersOf(responses), key, name, variant}];
    }),
  );
}

/** A shared parameter is named after itself, so that its name can be read off the reference. */
function parameterSlots(document: Schema): Slot[] {
  return operationsOf(document).flatMap(({parameters}) => {
    const all = Array.isArray(parameters) ? parameters : [];
    return all.map((one, key) => ({holder: all, key, name: String(membersOf(one)['name'])}));
  });
}

/** The fields of records that lists, details and statistics have in common. */
function fieldSlots(document: Schema): Slot[] {
  const schemas = membersOf(membersOf(document['components'])['schemas']);
  return Object.entries(schemas).flatMap(([record, schema]) => {
    const fields = membersOf(membersOf(schema)['properties']);
    const long = Object.keys(fields).filter((key) => JSON.stringify(fields[key]).length >= SHORTEST_FIELD);
    return long.map((key) => ({holder: fields, key, name: `field_${key}`, variant: `${record}_${key}`}));
  });
}

const sharedValue = ({holder, key}: Slot): Json => (holder as Record<string | number, Json>)[key]!;

/** Replaces values that occur more than once by references, and returns what they refer to by name. */
function share(kind: Kind, slots: readonly Slot[]): Schema {
  const shared: Schema = {};
  for (const group of Map.groupBy(slots, ({name}) => name).values()) {
    const equal = [...Map.groupBy(group, (slot) => JSON.stringify(sharedValue(slot))).values()];
    const repeated = equal.filter((same) => same.length > 1).sort((a, b) => b.length - a.length);
    for (const [rank, same] of repeated.entries()) {
      const [first] = same as [Slot, ...Slot[]];
      const name = rank === 0 ? first.name : first.variant;
      if (name === undefined) break;
      shared[name] = sharedValue(first);
      for (const {holder, key} of same)
        (holder as Record<string | number, Json>)[key] = reference(kind, name);
    }
  }
  return shared;
}

/** A copy of the document that says the same; examples go first, since equal responses then stay equal. */
export function shareComponents(document: Schema): Schema {
  const copy = structuredClone(document);
  const {securitySchemes, headers, schemas} = membersOf(copy['components']);
  const examples = share('examples', exampleSlots(copy));
  const responses = share('responses', responseSlots(copy));
  const parameters = share('parameters', parameterSlots(copy));
  const fields = share('schemas', fieldSlots(copy));
  copy['components'] = {
    securitySchemes: securitySchemes!,
    parameters,
    headers: headers!,
    responses,
    examples,
    schemas: {...membersOf(schemas), ...fields},
  };
  return copy;
}
