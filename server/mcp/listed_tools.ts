/** The tools as listed to clients, by name. */
import type {Tool as ToolObject} from '@modelcontextprotocol/sdk/types.js';
import {VIEW_URI} from './app_view.ts';
import {briefSchema} from './brief_schema.ts';
import {outputSchema} from './output_schema.ts';
import {inputSchema} from './schema.ts';
import {type ToolArguments, toolArguments} from './tool_arguments.ts';

export interface ListedTool extends ToolArguments {
  /** All that is said of its arguments, for the documents. */
  described: ReturnType<typeof inputSchema>;
  /** Its entry in `tools/list`. */
  listed: ToolObject & {inputSchema: ReturnType<typeof inputSchema>};
}

/**
 * The title stands in the annotations alone, where clients of all protocol versions look, and what reads only
 * is idempotent without being called so.
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
      outputSchema: outputSchema(one) as ListedTool['listed']['outputSchema'],
      annotations: {title, readOnlyHint: true},
      ...(one.tool.hasView && {_meta: {ui: {resourceUri: VIEW_URI}}}),
    },
  };
}

/** By name, in table order. */
export const LISTED_TOOLS: ReadonlyMap<string, ListedTool> = new Map(
  toolArguments().map((one) => [one.tool.name, listTool(one)]),
);
