/** What a build is: its identity, its size, and the builds before it. */
import type {Counts, SourceEntry} from '../builds/artefacts.ts';
import type {ChangeLog, LoggedBuild, SourceChange} from '../builds/change_log.ts';
import type {Period} from '../builds/coverage.ts';

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
