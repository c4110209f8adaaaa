/** The schemas of what tools answer: brief, since clients read all of them before they call anything. */
import type {Column, Columns, ColumnType} from '../../datasets/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {hasItems} from '../api/schema/operations.ts';
import type {ToolArguments, Variant} from './tool_arguments.ts';

/** JSON types of columns; those that are not named are texts. */
const TYPES: Partial<Record<ColumnType, string>> = {
  integer: 'integer',
  money: 'number',
  number: 'number',
  boolean: 'boolean',
  'text[]': 'array',
  rows: 'array',
  object: 'object',
  geometry: 'object',
};

function typeOf({type, nullable}: Column): Schema {
  const name = TYPES[type] ?? 'string';
  return {type: nullable ? [name, 'null'] : name};
}

const record = (columns: Columns): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, typeOf(column)])),
});

const META: Schema = {
  type: 'object',
  properties: {total: {type: 'integer'}, next_cursor: {type: ['string', 'null']}},
};

/** Columns of one operation; those of several datasets differ, and `coverage` and the records tell them. */
const columnsOf = (variants: readonly Variant[], leaves: readonly string[]): Columns => {
  const [first] = variants as [Variant];
  if (variants.length > 1) return {};
  const {columns} = first.operation.route;
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !leaves.includes(name)));
};

/**
 * The schema of `structuredContent`. Errors have none, so that it holds for every result that has one. No
 * member but `data` is required: long answers have shorter members, and say so in `cut`.
 */
export function outputSchema({tool, variants}: ToolArguments): Schema {
  const [first] = variants as [Variant];
  const {route} = first.operation;
  const item = record(columnsOf(variants, tool.leaves ?? []));
  const isList = hasItems(route);
  return {
    type: 'object',
    properties: {
      data: isList ? {type: 'array', items: item} : item,
      meta: 'limit' in route ? META : {type: 'object'},
      ...(!isList && {cut: {type: 'object'}}),
    },
    required: ['data'],
  };
}
