/** Writes the report of a build into its folder. */
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type Manifest} from '../../datasets/artefacts.ts';
import {writeWhole} from '../runtime/disk.ts';
import type {Known} from './changes.ts';
import {gather} from './data.ts';
import {page} from './page.ts';

/**
 * `folder` holds all files of the build that `manifest` names; `before` is the build that it replaces, null for the
 * first one. The same build against the same one before gives the same bytes.
 */
export async function writeReport(
  db: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  before: Known | null,
): Promise<void> {
  await writeWhole(join(folder, inBuild.report), page(await gather(db, folder, manifest, before)));
}
