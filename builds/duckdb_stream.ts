/** Rows of a statement as DuckDB makes them, for results that are larger than memory. */
import {type DuckDBConnection, type DuckDBDataChunk, ResultReturnType} from '@duckdb/node-api';

/** Characters of a statement that an error shows. */
const SHOWN = 160;

/**
 * Chunks of a SELECT in its order; DuckDB works on the next one while the caller works on this one. Throws
 * where the statement fails. Where it fails midway, the binding for Node.js ends the stream as if there were
 * no more rows: only the type of the result is gone then, and no text says why.
 */
export async function* chunksOf(
  connection: DuckDBConnection,
  sql: string,
): AsyncGenerator<DuckDBDataChunk, void, undefined> {
  const result = await connection.stream(sql);
  let pending = result.fetchChunk();
  try {
    for (;;) {
      const chunk = await pending;
      if (!chunk || chunk.rowCount === 0) break;
      pending = result.fetchChunk();
      yield chunk;
    }
  } finally {
    // A caller that wants no more leaves a chunk under way.
    await pending.catch(() => undefined);
  }
  if (result.returnType !== ResultReturnType.INVALID) return;
  throw new Error(
    `DuckDB gave up a statement before its last row, for lack of memory or disk or over a damaged file: make room for it, or run \`make verify\`, then run again (${sql.replace(/\s+/g, ' ').slice(0, SHOWN)})`,
  );
}
