/** What a build says of itself, as its manifest has it. */
import type {Manifest} from '../builds/artefacts.ts';
import {periodsOf} from '../builds/coverage.ts';
import {publishedDatasets} from '../datasets/index.ts';
import type {BuildInfo, Changes, Line, SourceCounts} from './build_info.ts';
import type {TableMetadata} from './file/section_names.ts';

/** What the build is, with the rows of its datasets in declared order; views are compiled last. */
export function buildInfo(
  manifest: Manifest,
  tables: readonly {dataset: string; facts: TableMetadata}[],
): BuildInfo {
  const {build_id, data_as_of, synthetic} = manifest;
  const rows = new Map(tables.map(({dataset, facts}) => [dataset, facts.rows]));
  const records = publishedDatasets().map(({name}) => [name, rows.get(name) ?? 0]);
  return {
    build_id,
    data_as_of,
    synthetic,
    records: Object.fromEntries(records),
    sources: sourceCounts(manifest),
    periods: periodsOf(manifest),
    changes: changesOf(manifest),
    log: lineOf(manifest),
  };
}

/** Rows by source; of a manifest without them nothing. */
const sourceCounts = ({sources}: Manifest): SourceCounts[] =>
  sources
    .map(({slug, read, kept, merged, rejected, stale, coverage}) => ({
      slug,
      coverage,
      read,
      kept,
      merged,
      rejected,
      stale_since: stale?.since ?? null,
    }))
    .filter(({read, rejected}) => Number.isInteger(read) && Number.isInteger(rejected));

const changesOf = ({changes, built_at}: Manifest): Changes | null =>
  changes
    ? {
        before_built_at: changes.before.built_at,
        built_at,
        sources: changes.sources.map(({slug, added, changed, removed}) => ({slug, added, changed, removed})),
      }
    : null;

const lineOf = ({log, build_id, built_at}: Manifest): Line | null =>
  log ? {build: {build_id, built_at, number: log.number}, builds: log.builds, datasets: log.datasets} : null;
