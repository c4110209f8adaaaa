/** What a build is, as its manifest says: its identity, its size, and the builds before it. */
import type {Counts, Manifest, SourceEntry} from '../builds/artefacts.ts';
import type {ChangeLog, LoggedBuild, SourceChange} from '../builds/change_log.ts';
import {type Period, periodsOf} from '../builds/coverage.ts';
import {publishedDatasets} from '../datasets/index.ts';
import type {TableMetadata} from './file/section_names.ts';

/** Rows of one source, as the build counted them. */
export interface SourceCounts extends Counts, Pick<SourceEntry, 'coverage'> {
  slug: string;
  /** Day since which the source could not be renewed; null: it is as new as the build. */
  stale_since: string | null;
}

/** Identity and size of a build. */
export interface BuildInfo {
  build_id: string;
  data_as_of: string;
  synthetic: boolean;
  records: Record<string, number>;
  /** Absent where no manifest was read. */
  sources?: readonly SourceCounts[];
  /** By published dataset the days of its records; absent where no manifest was read. */
  periods?: Readonly<Record<string, Period>>;
  /**
   * What it has that the build before had not; null in the first build, absent where no manifest was read.
   */
  changes?: Changes | null;
  /** Which builds its changes reach back to; null in builds of earlier releases, absent where no manifest was read. */
  log?: Line | null;
}

/** The line of builds that a build was made after. */
export interface Line extends Pick<ChangeLog, 'builds' | 'datasets'> {
  /** The build itself. */
  build: LoggedBuild;
}

/** Two builds compared. */
export interface Changes {
  /**
   * When the build before was made, and when this one: new and changed records have this time as
   * `last_updated`. UTC.
   */
  before_built_at: string;
  built_at: string;
  sources: readonly Pick<SourceChange, 'slug' | 'added' | 'changed' | 'removed'>[];
}

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
