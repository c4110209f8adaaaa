/** Counts the links between records of a build by rule, unresolved ones included. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {LinkCount} from '../../builds/artefacts.ts';
import {DERIVED} from '../../datasets/index.ts';

/** Counts for all entities that declare links, in declaration order; reads the views of `db`. */
export async function countLinks(db: DuckDBConnection): Promise<LinkCount[]> {
  const all: LinkCount[] = [];
  for (const {name, links} of Object.values(DERIVED)) {
    if (!links) continue;
    const rows = await db.runAndReadAll(
      `SELECT link, rule, CAST(count AS DOUBLE) AS count FROM (${links}) ORDER BY link, count DESC, rule`,
    );
    for (const {link, rule, count} of rows.getRowObjectsJS())
      all.push({entity: name, link: String(link), rule: String(rule), count: Number(count)});
  }
  return all;
}
