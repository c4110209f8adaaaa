/** Rows of a publisher's file -> records, without files: typing and folding alone, for tests that make many. */
import {DATASETS} from '../../datasets/index.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {makeRecords} from '../../pipeline/normalise/records.ts';
import {memoryDatabase, typeCells} from './pipeline.ts';

/** Runs typing and folding over rows of the newest layout; rows of the Parquet as `select` says, by id. */
export async function piped(
  source: Source,
  rows: readonly Record<string, string>[],
  select: string,
): Promise<Json[]> {
  const dataset = DATASETS[source.dataset];
  const layout = source.layouts[0];
  if (!dataset || !layout) throw new Error(`${source.slug} has no dataset or no layout`);
  const {db, close} = await memoryDatabase();
  try {
    const typed = await typeCells(db, dataset.columns, source.layouts, layout, rows);
    const records = await makeRecords(db, dataset, source, typed, {tables: []});
    await db.run(`CREATE TABLE records AS ${records.select}`);
    const made = await db.runAndReadAll(`SELECT ${select} FROM records ORDER BY record_id`);
    return made.getRowObjectsJson() as Json[];
  } finally {
    close();
  }
}
