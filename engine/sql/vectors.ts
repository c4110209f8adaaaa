/** Columns of a DuckDB chunk as typed arrays and bytes, without an object for each value. */
import {DuckDBBlobVector, type DuckDBDataChunk} from '@duckdb/node-api';

/** A column of INTEGER, UINTEGER or DOUBLE without nulls: the typed array inside the client's vector, undocumented. */
export function numericVector(
  chunk: DuckDBDataChunk,
  column: number,
): Uint32Array | Int32Array | Float64Array {
  const vector = chunk.getColumnVector(column);
  const items: unknown = Reflect.get(vector, 'items');
  if (items instanceof Int32Array || items instanceof Uint32Array || items instanceof Float64Array) {
    return items;
  }
  throw new Error(`column ${column} is not INTEGER, UINTEGER or DOUBLE but ${vector.type.toString()}`);
}

/** Longest value that DuckDB stores inline in the vector; its memory is reused. */
const MAX_INLINE = 12;

/** A column of BLOB without nulls: the bytes of a row, which the caller may keep. */
export function blobVector(chunk: DuckDBDataChunk, column: number): (row: number) => Uint8Array {
  const vector = chunk.getColumnVector(column);
  if (!(vector instanceof DuckDBBlobVector)) {
    throw new Error(`column ${column} is not BLOB but ${vector.type.toString()}`);
  }
  return (row) => {
    const bytes = vector.getItemBytes(row);
    if (!bytes) throw new Error(`column ${column} has a null in row ${row} of a chunk`);
    return bytes.length <= MAX_INLINE ? bytes.slice() : bytes;
  };
}
