/** Compiles a view: which rows of its base belong to it, its orders and its statistics. */
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
  shop: CompileDb,
  plan: TableLayout,
  base: Compiled,
  folder: string,
): Promise<{facts: TableMetadata; index: WrittenFile}> {
  const ranks: number[] = [];
  const sql = `SELECT ranks.rank FROM ${ident(plan.of.name)} AS r
    JOIN ${base.order.table} AS ranks ON ranks._file = r._file AND ranks._row = r._row ORDER BY ranks.rank`;
  for await (const chunk of shop.stream(sql)) {
    const found = numericVector(chunk, 0);
    for (let i = 0; i < chunk.rowCount; i++) ranks.push(found[i]!);
  }
  const own = Uint32Array.from(ranks);
  const bits = new Uint32Array((base.order.rows + 31) >>> 5);
  for (const rank of own) bits[rank >>> 5]! |= 1 << (rank & 31);
  const has = (rank: number) => ((bits[rank >>> 5]! >>> (rank & 31)) & 1) === 1;
  const index = new IndexWriter(join(folder, `${plan.of.name}.idx`));
  try {
    index.write(SECTIONS.view_rows, own);
    index.write(SECTIONS.view_bitmap, bits);
    const known: Record<string, number> = {};
    for (const {key} of plan.orders) {
      const order = base.orders.get(key) ?? Uint32Array.from({length: base.order.rows}, (_, rank) => rank);
      known[key] = order.subarray(0, base.facts.known[key]).reduce((n, rank) => n + Number(has(rank)), 0);
      if (base.orders.has(key)) index.write(SECTIONS.order(key), order.filter(has));
    }
    if (base.facts.wide_sums.length === 0) {
      for (const group of base.groups) writeGroupAggregates(index, group, base.summed, own);
    }
    const facts: TableMetadata = {...base.facts, rows: own.length, base: base.layout.of.name, known};
    return {facts, index: index.finish(plan.of.name, facts)};
  } catch (error) {
    index.abandon();
    throw error;
  }
}
