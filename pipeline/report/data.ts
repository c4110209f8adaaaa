/** Gathers everything that a report shows from the files of its build and of the one before. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Manifest, SourceChange} from '../../builds/artefacts.ts';
import {changesOf, type Known} from './changes.ts';
import type {DoubtfulRecord} from './doubtful.ts';
import {type Samples, samplesOf} from './samples.ts';
import {type Years, yearsOf} from './years.ts';

export interface ReportData {
  manifest: Manifest;
  /** Null for the first build. */
  before: Manifest | null;
  changes: SourceChange[];
  /** By slug; null for a source without a dataset, or whose records have no date. */
  years: Map<string, Years | null>;
  samples: Map<string, Samples>;
  /** The largest of them. */
  doubtful: readonly DoubtfulRecord[];
}

/** `folder` holds the files of the build; its manifest need not be written yet. */
export async function gatherReportData(
  db: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  before: Known | null,
  doubtful: readonly DoubtfulRecord[],
): Promise<ReportData> {
  const data: ReportData = {
    manifest,
    before: before?.manifest ?? null,
    changes: manifest.changes?.sources ?? (await changesOf(db, folder, manifest, before)),
    years: new Map(),
    samples: new Map(),
    doubtful,
  };
  for (const source of manifest.sources) {
    data.years.set(source.slug, await yearsOf(db, folder, source));
    data.samples.set(source.slug, await samplesOf(folder, source));
  }
  return data;
}
