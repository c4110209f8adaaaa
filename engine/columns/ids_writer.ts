/** Writes record ids by row and in order: two numbers where every id is a prefix and 16 hex digits, else strings. */
import {literal} from '../../datasets/rules/sql.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import {StringArrayBuilder} from '../text/string_array.ts';

/** Writes the ids, of which `byId` has the rows in order; returns the prefix where they are packed, else null. */
export async function writeIds(
  db: CompileDb,
  index: IndexWriter,
  {table, rows}: RowOrder,
  prefix: string | null,
  byId: Uint32Array,
): Promise<string | null> {
  index.write(SECTIONS.id_order, byId);
  if (prefix !== null && prefix !== '' && (await allHex(db, table, prefix))) {
    const high = await writeHex(db, index, table, rows, prefix);
    index.write(
      SECTIONS.id_keys,
      byId.map((row) => high[row]!),
    );
    return prefix;
  }
  const ids = new StringArrayBuilder();
  for await (const chunk of db.stream(`SELECT encode(id) FROM ${table} ORDER BY row_id`)) {
    const id = blobVector(chunk, 0);
    for (let i = 0; i < chunk.rowCount; i++) ids.add(id(i));
  }
  const {bytes, offsets} = ids.build();
  index.write(SECTIONS.id_text, bytes);
  index.write(SECTIONS.id_offsets, offsets);
  return null;
}

async function allHex(db: CompileDb, table: string, prefix: string): Promise<boolean> {
  const hex = `starts_with(id, ${literal(prefix)}) AND regexp_full_match(substr(id, ${prefix.length + 1}), '[0-9a-f]{16}')`;
  const sql = `SELECT CAST(count(*) FILTER (WHERE NOT (${hex})) AS INTEGER) FROM ${table}`;
  for await (const chunk of db.stream(sql)) return numericVector(chunk, 0)[0] === 0;
  return false;
}

async function writeHex(
  db: CompileDb,
  index: IndexWriter,
  table: string,
  rows: number,
  prefix: string,
): Promise<Uint32Array> {
  const half = (skip: number) => `CAST('0x' || substr(id, ${prefix.length + 1 + skip}, 8) AS UINTEGER)`;
  const [high, low] = [new Uint32Array(rows), new Uint32Array(rows)];
  let row = 0;
  for await (const chunk of db.stream(`SELECT ${half(0)}, ${half(8)} FROM ${table} ORDER BY row_id`)) {
    high.set(numericVector(chunk, 0), row);
    low.set(numericVector(chunk, 1), row);
    row += chunk.rowCount;
  }
  index.write(SECTIONS.id_high, high);
  index.write(SECTIONS.id_low, low);
  return high;
}
