/** Compiles a view: which rows of its base it selects, its sort orders and its statistics. */
import {join} from 'node:path';
import {ident} from '../../datasets/rules/sql.ts';
import {writeGroupAggregates} from '../columns/groups_writer.ts';
import {IndexWriter, type WrittenFile} from '../file/index_file.ts';
import {SECTIONS, type TableMetadata} from '../file/section_names.ts';
import type {TableLayout} from '../file/table_layout.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {numericVector} from '../sql/vectors.ts';
import type {Compiled} from './table.ts';

/** Writes `<name>.idx` into `folder`. */
export async function compileView(
  db: CompileDb,
  layout: TableLayout,
  base: Compiled,
  folder: string,
): Promise<WrittenFile> {
  const rows = await selectRows(db, layout, base);
  const bitmap = new Uint32Array((base.order.rows + 31) >>> 5);
  for (const row of rows) bitmap[row >>> 5]! |= 1 << (row & 31);
  const has = (row: number) => ((bitmap[row >>> 5]! >>> (row & 31)) & 1) === 1;
  const index = new IndexWriter(join(folder, `${layout.declaration.name}.idx`));
  try {
    index.write(SECTIONS.view_rows, rows);
    index.write(SECTIONS.view_bitmap, bitmap);
    const known: Record<string, number> = {};
    for (const {key} of layout.orders) {
      const order = base.orders.get(key) ?? Uint32Array.from({length: base.order.rows}, (_, row) => row);
      const withKey = order.subarray(0, base.metadata.known[key]);
      known[key] = withKey.reduce((count, row) => count + Number(has(row)), 0);
      if (base.orders.has(key)) index.write(SECTIONS.order(key), order.filter(has));
    }
    if (base.metadata.wide_sums.length === 0) {
      for (const group of base.groups) writeGroupAggregates(index, group, base.summed, rows);
    }
    const metadata: TableMetadata = {
      ...base.metadata,
      rows: rows.length,
      base: base.layout.declaration.name,
      known,
    };
    return index.finish(layout.declaration.name, metadata);
  } catch (error) {
    index.abandon();
    throw error;
  }
}

/** Row ids of the view, ascending. */
async function selectRows(db: CompileDb, layout: TableLayout, base: Compiled): Promise<Uint32Array> {
  const rows: number[] = [];
  const sql = `SELECT row_order.row_id FROM ${ident(layout.declaration.name)} AS r
    JOIN ${base.order.table} AS row_order ON row_order._file = r._file AND row_order._row = r._row
    ORDER BY row_order.row_id`;
  for await (const chunk of db.stream(sql)) {
    const rowIds = numericVector(chunk, 0);
    for (let i = 0; i < chunk.rowCount; i++) rows.push(rowIds[i]!);
  }
  return Uint32Array.from(rows);
}
