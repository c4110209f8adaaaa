/** Compiles a view: which rows of its base it selects, its sort orders and its statistics. */
import {join} from 'node:path';
import {ident} from '../../datasets/rules/sql.ts';
import {wholeOf, writeGroupAggregates} from '../columns/groups_writer.ts';
import {allRows} from '../columns/sort_rows.ts';
import {IndexWriter, type WrittenFile} from '../file/index_file.ts';
import {SECTIONS, type TableMetadata} from '../file/section_names.ts';
import type {TableLayout} from '../file/table_layout.ts';
import {bitAt} from '../rowset/bitmap.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {bitmapOf} from '../sql/row_order.ts';
import type {Compiled} from './table.ts';

/** Writes `<name>.idx` into `folder`. */
export async function compileView(
  db: CompileDb,
  layout: TableLayout,
  base: Compiled,
  folder: string,
): Promise<WrittenFile> {
  const located = `SELECT CAST(_file AS INTEGER), CAST(_row AS INTEGER) FROM ${ident(layout.declaration.name)}`;
  const bitmap = await bitmapOf(db, base.order, located);
  const has = (row: number) => bitAt(bitmap, row) === 1;
  const rows = allRows(base.order.rows).filter(has);
  const index = new IndexWriter(join(folder, `${layout.declaration.name}.idx`));
  try {
    index.write(SECTIONS.view_rows, rows);
    index.write(SECTIONS.view_bitmap, bitmap);
    const known: Record<string, number> = {};
    for (const {key} of layout.orders) {
      const order = base.orders.get(key) ?? allRows(base.order.rows);
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
      whole: wholeOf(base.summed, rows),
    };
    return index.finish(layout.declaration.name, metadata);
  } catch (error) {
    index.abandon();
    throw error;
  }
}
