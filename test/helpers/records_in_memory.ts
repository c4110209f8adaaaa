/**
 * Turns a publisher's rows into records in memory: typing and grouping only, for tests with many small
 * inputs.
 */
import {DATASETS} from '../../datasets/index.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {makeRecords} from '../../pipeline/normalise/records.ts';
import {memoryDatabase, typeCells} from './pipeline.ts';

/** Types and groups rows of the newest layout; returns `select` of the records, by id. */
export async function recordsInMemory(
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
    const records = await makeRecords(db, dataset, source, typed, {tables: [], files: []});
    await db.run(`CREATE TABLE records AS ${records.select}`);
    const made = await db.runAndReadAll(`SELECT ${select} FROM records ORDER BY record_id`);
    return made.getRowObjectsJson() as Json[];
  } finally {
    close();
  }
}
