/** The tools as listed to clients, by name. */
import type {Tool as ToolObject} from '@modelcontextprotocol/sdk/types.js';
import {briefSchema} from './brief_schema.ts';
import {inputSchema} from './schema.ts';
import {type ToolArguments, toolArguments} from './tool_arguments.ts';

export interface ListedTool extends ToolArguments {
  /** All that is said of its arguments, for the documents. */
  described: ReturnType<typeof inputSchema>;
  /** Its entry in `tools/list`. */
  listed: ToolObject & {inputSchema: ReturnType<typeof inputSchema>};
}

/**
 * Tools have no `outputSchema`: results may hold error bodies, which clients would reject, and the schemas of
 * all responses would take far more of a model's context than the tools themselves. The title stands in the
 * annotations alone, where clients of both protocol versions look, and what reads only is idempotent without
 * being called so.
 */
function listTool(one: ToolArguments): ListedTool {
  const {name, title, description} = one.tool;
  const described = inputSchema(one);
  return {
    ...one,
    described,
    listed: {
      name,
      description,
      inputSchema: briefSchema(one, described) as ListedTool['listed']['inputSchema'],
      annotations: {title, readOnlyHint: true},
    },
  };
}

/** By name, in table order. */
export const LISTED_TOOLS: ReadonlyMap<string, ListedTool> = new Map(
  toolArguments().map((one) => [one.tool.name, listTool(one)]),
);
