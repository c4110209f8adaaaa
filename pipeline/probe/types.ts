/** What a probe learns of files and sources. */
import type {Source} from '../../datasets/types.ts';
import type {FileHead} from '../read/head_columns.ts';

export interface FileProbe {
  name: string;
  bytes: number | null;
  /** Of tables. */
  rows: number | null;
  /** Against the newest stored snapshot; null where the publisher says nothing of it. */
  changed: 'new' | 'changed' | 'unchanged' | null;
  /** Layouts that read it; empty where its content was not looked into. */
  layouts: string[];
  /** Columns that no layout declares, and declared ones that may be absent and are. */
  unknown: string[];
  missing: string[];
  /** What was left open, such as `not looked into: a shapefile`. */
  note: string | null;
  /** Its first rows as files of their own, to be tried; none where they cannot be parted from the rest. */
  samples: readonly FileHead[];
  /** Why an ingest would fail; null where nothing speaks for it. */
  problem: string | null;
}

/** What was found of a source; `absent`: why there is no file to look at. */
export interface SourceProbe {
  source: Source;
  files: FileProbe[];
  absent: string | null;
  /** `alive`, or what is wrong with the link; null where a mirror replaces the network. */
  licence: string | null;
  /** Layouts that no real file has confirmed yet. */
  unverified: string[];
}

/** A probe of a file that is there, and of which nothing else is known. */
export const reachable = (name: string): FileProbe => ({
  name,
  bytes: null,
  rows: null,
  changed: null,
  layouts: [],
  unknown: [],
  missing: [],
  note: null,
  samples: [],
  problem: null,
});
