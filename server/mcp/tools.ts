/** The tools as clients see them, and as calls find them. */
import type {Tool as ToolObject} from '@modelcontextprotocol/sdk/types.js';
import {inputSchema} from './schema.ts';
import {type Taken, taken} from './takes.ts';

export interface Offered extends Taken {
  /** Its entry in `tools/list`. */
  listed: ToolObject & {inputSchema: ReturnType<typeof inputSchema>};
}

/**
 * No tool has an `outputSchema`: a result may hold the body of an error, which clients would refuse by it, and the
 * schemas of all answers are many times what the tools themselves take of a model's attention.
 */
function offer(one: Taken): Offered {
  const {name, title, description} = one.tool;
  return {
    ...one,
    listed: {
      name,
      title,
      description,
      inputSchema: inputSchema(one) as Offered['listed']['inputSchema'],
      annotations: {title, readOnlyHint: true, idempotentHint: true, openWorldHint: false},
    },
  };
}

/** By name, in the order of the table. */
export const OFFERED: ReadonlyMap<string, Offered> = new Map(
  taken().map((one) => [one.tool.name, offer(one)]),
);
