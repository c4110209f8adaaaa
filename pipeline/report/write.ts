/** Gathers what the report of a build shows from its files, and writes it into its folder. */
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {writeFileAtomic} from '../../builds/durable.ts';
import type {DoubtfulRecord} from './doubtful.ts';
import {renderReport} from './page.ts';
import {type Samples, samplesOf} from './samples.ts';
import {type Years, yearsOf} from './years.ts';

/**
 * `folder` holds all files of the build that `manifest` names; `before`: the replaced build, null for the
 * first one; `doubtful`: the records that it lists. Equal inputs give equal bytes.
 */
export async function writeReport(
  db: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  before: Manifest | null,
  doubtful: readonly DoubtfulRecord[],
): Promise<void> {
  const years = new Map<string, Years | null>();
  const samples = new Map<string, Samples>();
  for (const source of manifest.sources) {
    years.set(source.slug, await yearsOf(db, folder, source));
    samples.set(source.slug, await samplesOf(folder, source));
  }
  const changes = manifest.changes?.sources ?? [];
  const page = renderReport({manifest, before, changes, years, samples, doubtful});
  await writeFileAtomic(join(folder, inBuild.report), page);
}
