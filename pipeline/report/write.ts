/** Writes the report of a build into its folder. */
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {writeFileAtomic} from '../../builds/durable.ts';
import type {Known} from './changes.ts';
import {gatherReportData} from './data.ts';
import type {DoubtfulRecord} from './doubtful.ts';
import {renderReport} from './page.ts';

/**
 * `folder` holds all files of the build that `manifest` names; `before`: the replaced build, null for the
 * first one; `doubtful`: the records that it lists. Equal inputs give equal bytes.
 */
export async function writeReport(
  db: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  before: Known | null,
  doubtful: readonly DoubtfulRecord[],
): Promise<void> {
  await writeFileAtomic(
    join(folder, inBuild.report),
    renderReport(await gatherReportData(db, folder, manifest, before, doubtful)),
  );
}
