/** Compares a build with the one before by their ledgers: records added, changed and removed. */
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import type {SourceChange} from '../../builds/change_log.ts';
import {literal} from '../../datasets/rules/sql.ts';

/** A build on disk. */
export interface Known {
  folder: string;
  manifest: Manifest;
}

/** Changes of the sources of both builds, in the order of the new one, removed sources last. */
export async function changesOf(
  db: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  before: Known,
): Promise<SourceChange[]> {
  const old = new Map(before.manifest.sources.map((one) => [one.slug, one]));
  const changes: SourceChange[] = [];
  for (const {slug, kept, part_key} of manifest.sources) {
    const known = old.get(slug);
    const base = {slug, before: known?.kept ?? null, after: kept};
    if (known?.part_key === part_key) {
      changes.push({...base, added: 0, changed: 0, removed: 0, same: true});
      continue;
    }
    const ledger = join(folder, inBuild.loads(slug));
    const counted = await counts(db, ledger, known ? join(before.folder, inBuild.loads(slug)) : null);
    changes.push({...base, ...counted, same: false});
  }
  for (const one of before.manifest.sources) {
    if (manifest.sources.some(({slug}) => slug === one.slug)) continue;
    const gone = {added: 0, changed: 0, removed: one.kept, same: false};
    changes.push({slug: one.slug, before: one.kept, after: null, ...gone});
  }
  return changes;
}

async function counts(
  db: DuckDBConnection,
  ledger: string,
  old: string | null,
): Promise<{added: number; changed: number; removed: number}> {
  const none = 'SELECT NULL::VARCHAR AS record_id, NULL::UBIGINT AS content_hash WHERE false';
  const known = old ? `SELECT record_id, content_hash FROM read_parquet(${literal(old)})` : none;
  const reader = await db.runAndReadAll(`SELECT count(*) FILTER (WHERE old.record_id IS NULL),
      count(*) FILTER (WHERE old.content_hash <> new.content_hash), count(*) FILTER (WHERE new.record_id IS NULL)
    FROM (SELECT record_id, content_hash FROM read_parquet(${literal(ledger)})) AS new
    FULL JOIN (${known}) AS old ON old.record_id = new.record_id`);
  const [added, changed, removed] = (reader.getRows()[0] ?? []).map(Number);
  return {added: added ?? 0, changed: changed ?? 0, removed: removed ?? 0};
}
