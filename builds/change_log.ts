/** What a manifest says of changes: since the build before, and in the line of builds. */

/** Records of a source compared with those of the build before, by id. */
export interface SourceChange {
  slug: string;
  /** Records before and after; null where the source is not in that build. */
  before: number | null;
  after: number | null;
  added: number;
  /** Records with new content under an existing id. */
  changed: number;
  removed: number;
  /** Both builds contain the same part. */
  same: boolean;
}

/** What a build has that the one before had not. */
export interface BuildChanges {
  /** The build that it is compared with. */
  before: {build_id: string; built_at: string};
  /** Sources of both builds. */
  sources: SourceChange[];
}

/** A build in the line of builds that one was made after. */
export interface LoggedBuild {
  build_id: string;
  built_at: string;
  /** Its place in the line. */
  number: number;
}

/** Which builds the changes of a build reach back to. */
export interface ChangeLog {
  /** The place of this build in the line of builds, from 1. */
  number: number;
  /** Earlier builds, oldest first, as far back as changes are kept. */
  builds: LoggedBuild[];
  /**
   * By dataset the number of the first build from which on its records and their changes give those of this
   * build, and a hash of its columns: other columns are another table.
   */
  datasets: Record<string, {since: number; columns: string}>;
}

/** Changes of the records of a dataset in one build, by kind and cause. */
export interface ChangeCount {
  dataset: string;
  kind: string;
  cause: string;
  count: number;
}
