/** The different values of a column as SQL. */
import {datasetOrEntity} from '../../datasets/index.ts';
import type {Values, ValuesQuery} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {countedValues, valuesOf} from './facets.ts';
import type {Database} from './pool.ts';

/**
 * Values that contain the folded text; those that begin with it come first. Throws on a column that is no
 * facet.
 */
export async function values(
  database: Database,
  {dataset, column, text, limit}: ValuesQuery,
): Promise<Values> {
  const binder = new Binder();
  const counted = countedValues(datasetOrEntity(dataset), column, [], undefined, binder);
  const wanted = binder.bind(text);
  const sql = `WITH matching AS (SELECT * FROM (${counted}) WHERE contains(fold(value), ${wanted}))
    SELECT (SELECT count(*) FROM matching) AS total, value, n FROM matching
    ORDER BY starts_with(fold(value), ${wanted}) DESC, n DESC, fold(value), value
    LIMIT ${binder.bind(BigInt(limit))}`;
  return valuesOf(await database.rows(sql, binder.values));
}
