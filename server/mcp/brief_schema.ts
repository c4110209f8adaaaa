/** The schemas of arguments as they are listed: a model reads all of them before it calls anything. */

import {WHOLE_NAMES} from '../api/routes/keys.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import type {ToolArguments} from './tool_arguments.ts';

/** Arguments that are taken but not listed: the instructions of the server say which tools take them. */
export const UNLISTED: ReadonlySet<string> = new Set([
  'lang',
  'offset',
  'ids',
  'updated_after',
  'updated_before',
  'max_bytes',
  'sort_order',
  'include',
  // Groups and facets give them by these names.
  ...WHOLE_NAMES,
]);

/** Arguments that say what they are by their names, or that the instructions explain once. */
const KNOWN: ReadonlySet<string> = new Set([
  'limit',
  'cursor',
  'facets',
  'sort_by',
  'include',
  'q',
  'dataset',
  'date_from',
  'date_to',
  'issued_after',
  'issued_before',
  'min_value',
  'max_value',
  'vendor',
  'department',
  'recipient',
  'client',
  'lobbyist',
  'lobbyist_id',
  'institution',
  'subject',
  'sponsor',
  'program',
  'party',
  'applicant',
  'contractor',
  'neighbourhood',
  'building_type',
  'researcher_name',
  'province',
  'municipality',
  'permit_type',
  'status',
  'session',
  'number',
  'lat',
  'lng',
  'median',
  'law',
  'private_member',
]);

/** Arguments that take exact keys, and what else the names of arguments say. */
const isKnown = (name: string): boolean => name.endsWith('_key') || KNOWN.has(name);

/** Longer enumerations are left to the errors, which name all values. */
const LONGEST_ENUM = 400;

/** A schema without what the instructions or the errors say, and without long enumerations. */
function brief(name: string, schema: Schema): Schema {
  // A year or month is taken for a date, too, which its format would refuse.
  const {description, examples, default: _, maximum: __, minimum: ___, format: ____, ...rest} = schema;
  const {enum: values, ...open} = rest;
  const isLong = JSON.stringify(values ?? []).length > LONGEST_ENUM;
  const isCode = schema['type'] === 'string' && examples !== undefined;
  return {
    ...(isLong ? open : rest),
    ...(isKnown(name) ? {} : {description}),
    ...((isCode || isLong) && {examples}),
  };
}

const isChoice = ({enum: values}: Schema): boolean => !Array.isArray(values) || values.length > 1;

const briefMembers = (properties: unknown, listed: readonly string[] = []): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, schema]) =>
      (UNLISTED.has(name) && !listed.includes(name)) || !isChoice(schema)
        ? []
        : [[name, brief(name, schema)]],
    ),
  );

/** The listed form of a described schema. */
export function briefSchema({tool}: ToolArguments, described: Schema): Schema {
  const properties = briefMembers(described['properties'], tool.lists);
  const {filters} = properties;
  if (filters) {
    const {properties: inside, ...named} = filters;
    properties['filters'] = tool.namesFilters ? named : {...named, properties: briefMembers(inside)};
  }
  return {...described, properties};
}
