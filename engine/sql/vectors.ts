/** Columns of a DuckDB chunk as typed arrays and bytes, without an object for each value. */
import {DuckDBBlobVector, type DuckDBDataChunk} from '@duckdb/node-api';
import binding from '@duckdb/node-bindings';
import {runOf, type TextRun} from '../file/text_run.ts';

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

/** Bytes of a value in the vector: its length, and the value itself or four bytes of it and where all of it lies. */
const ITEM_BYTES = 16;

/** The values of a column of BLOB, and where they lie. */
interface Blobs {
  items: DataView;
  rows: number;
  /** The bytes of a row that are inline, or of any row by a call of its own. */
  bytesOf(row: number): Uint8Array;
}

function blobsOf(chunk: DuckDBDataChunk, column: number): Blobs {
  const vector = chunk.getColumnVector(column);
  if (!(vector instanceof DuckDBBlobVector)) {
    throw new Error(`column ${column} is not BLOB but ${vector.type.toString()}`);
  }
  const items: unknown = Reflect.get(vector, 'dataView');
  if (!(items instanceof DataView)) throw new Error(`column ${column} does not show its values`);
  return {
    items,
    rows: vector.itemCount,
    bytesOf: (row) => {
      const bytes = vector.getItemBytes(row);
      if (!bytes) throw new Error(`column ${column} has a null in row ${row} of a chunk`);
      return bytes;
    },
  };
}

const lengthOf = (items: DataView, row: number): number => items.getUint32(row * ITEM_BYTES, true);

/** Bytes from where the value of a row lies, which is not inline. */
const fetchFrom = (items: DataView, row: number, length: number): Uint8Array =>
  binding.get_data_from_pointer(items.buffer as ArrayBuffer, items.byteOffset + row * ITEM_BYTES + 8, length);

/**
 * A column of BLOB without nulls: the bytes of a row, which the caller may keep. DuckDB writes long values one behind the other: all that
 * lie so are fetched by one call, since a call costs more than the bytes.
 */
export function blobVector(chunk: DuckDBDataChunk, column: number): (row: number) => Uint8Array {
  const {items, rows, bytesOf} = blobsOf(chunk, column);
  let fetched: Uint8Array = new Uint8Array();
  let [begin, end] = [-1, -1];
  return (row) => {
    const length = lengthOf(items, row);
    if (length <= MAX_INLINE) return bytesOf(row).slice();
    const at = addressOf(items, row);
    if (at < begin || at + length > end) {
      [begin, end] = [at, endOfNeighbours(items, row, rows)];
      fetched = fetchFrom(items, row, end - begin);
    }
    return fetched.subarray(at - begin, at - begin + length);
  };
}

/** Shorter runs are not worth a call each. */
const FEW = 8;

/**
 * A column of BLOB without nulls: the bytes of the rows from `row` on, but not of `end`, that lie one behind the other, or of this one; `bytesOf`
 * gives those of a row. The caller may keep them.
 */
export function blobRuns(
  chunk: DuckDBDataChunk,
  column: number,
  bytesOf: (row: number) => Uint8Array,
): (row: number, end: number) => TextRun {
  const {items} = blobsOf(chunk, column);
  return (row, end) => {
    const from = addressOf(items, row);
    let [next, bytes] = [row, 0];
    for (; next < end; next++) {
      const own = lengthOf(items, next);
      if (own <= MAX_INLINE || addressOf(items, next) !== from + bytes) break;
      bytes += own;
    }
    if (next - row < FEW) return runOf(bytesOf(row));
    const lengths = new Uint32Array(next - row);
    for (let i = 0; i < lengths.length; i++) lengths[i] = lengthOf(items, row + i);
    return {bytes: fetchFrom(items, row, bytes), lengths};
  };
}

/** Where a value that is not inline lies, without a big integer for each. */
const addressOf = (items: DataView, row: number): number =>
  items.getUint32(row * ITEM_BYTES + 8, true) + items.getUint32(row * ITEM_BYTES + 12, true) * 2 ** 32;

/** Where the values end that lie one behind the other from that of a row on. */
function endOfNeighbours(items: DataView, row: number, rows: number): number {
  let end = addressOf(items, row) + items.getUint32(row * ITEM_BYTES, true);
  for (let next = row + 1; next < rows; next++) {
    const length = items.getUint32(next * ITEM_BYTES, true);
    if (length <= MAX_INLINE) continue;
    if (addressOf(items, next) !== end) break;
    end += length;
  }
  return end;
}
