/** The schemas of what tools answer: brief, since clients read all of them before they call anything. */
import type {Columns} from '../../datasets/types.ts';
import {type Schema, typesOnly} from '../api/schema/column_schema.ts';
import {hasItems} from '../api/schema/operations.ts';
import {pointColumns} from './places.ts';
import type {ToolArguments, Variant} from './tool_arguments.ts';

const META: Schema = {
  type: 'object',
  properties: {total: {type: 'integer'}, next_cursor: {type: ['string', 'null']}},
};

/** Columns of one operation; those of several datasets differ, and `coverage` and the records tell them. */
const columnsOf = (variants: readonly Variant[], leaves: readonly string[]): Columns => {
  const [first] = variants as [Variant];
  if (variants.length > 1) return {};
  const {route} = first.operation;
  const columns = {...route.columns, ...pointColumns(route)};
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !leaves.includes(name)));
};

/**
 * The schema of `structuredContent`. Errors have none, so that it holds for every result that has one. No
 * member but `data` is required: long answers have shorter members, and say so in `cut`.
 */
export function outputSchema({tool, variants}: ToolArguments): Schema {
  const [first] = variants as [Variant];
  const {route} = first.operation;
  const item = typesOnly(columnsOf(variants, tool.leaves ?? []));
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
