/** Paths and manifest of a build: the only contract between pipeline, engine and server. */
import {join} from 'node:path';
import type {Severity} from '../datasets/types.ts';
import type {BuildChanges, ChangeCount, ChangeLog} from './change_log.ts';

/** Incremented with every change to the layout of a build; a build of another format is refused. */
export const FORMAT = 2;

/**
 * Raised with every change to the sections of an index or their meaning; an index of another version is
 * refused.
 */
export const INDEX_VERSION = 16;

/** Longest text of a refused row in the rejects, in characters. */
export const LONGEST_REJECT = 20_000;

/** Paths under DATA_DIR. */
export function dataPaths(dataDir: string) {
  return {
    raw: (slug: string) => join(dataDir, 'raw', slug),
    parts: (slug: string) => join(dataDir, 'parts', slug),
    builds: join(dataDir, 'builds'),
    build: (id: string) => join(dataDir, 'builds', id),
    current: join(dataDir, 'current'),
    /** The build before it. */
    previous: join(dataDir, 'previous'),
    temporary: join(dataDir, 'tmp'),
    lock: join(dataDir, 'ingest.lock'),
    accounts: join(dataDir, 'accounts.db'),
    /** Messages of a service without a mail server. */
    mail: join(dataDir, 'mail'),
    corpus: (scale: string) => join(dataDir, 'corpus', scale),
  };
}

/** Files of a build, relative to its folder. */
export const inBuild = {
  manifest: 'manifest.json',
  /** What the publisher signed of the build, where it has a key. */
  signature: 'manifest.intoto.jsonl',
  report: 'report.html',
  catalogue: 'catalogue.duckdb',
  part: (dataset: string, slug: string) => `parquet/${dataset}/${slug}.parquet`,
  derived: (name: string) => `parquet/${name}/${name}.parquet`,
  /** The names by which an entity is found. They lie apart, so that a folder of `parquet/` has one schema. */
  names: (name: string) => `names/${name}.parquet`,
  /** Delta Lake log over the Parquet of a dataset or entity, without the endings of its two files. */
  deltaLog: (name: string, version: number) =>
    `parquet/${name}/_delta_log/${String(version).padStart(20, '0')}`,
  loads: (slug: string) => `loads/${slug}.parquet`,
  indexes: 'index',
  index: (name: string) => `index/${name}.idx`,
  values: (name: string) => `index/${name}.values`,
  items: (name: string) => `index/${name}.items`,
  details: (name: string) => `index/${name}.details`,
  search: (name: string) => `index/${name}.found`,
  whole: (name: string) => `export/${name}.parquet`,
  rejects: (slug: string) => `rejects/${slug}.ndjson.zst`,
  /** Where the rows of each record stand; see row_locations.ts. */
  rows: (slug: string) => `rows/${slug}.rows`,
  /** What changed in the records of a dataset, from build to build. */
  changes: (dataset: string) => `changes/${dataset}.parquet`,
};

/** What machines read of a build, at its top: dictionaries of its tables, and the sums of its files. */
export const DICTIONARIES = {
  dataPackage: 'datapackage.json',
  croissant: 'croissant.json',
  dcat: 'dcat.jsonld',
  sums: 'SHA256SUMS',
};

/** Name of the view that says when records of a dataset were first seen and last changed. */
export const loadsOf = (dataset: string) => `loads_of_${dataset}`;

/** Origin of snapshots that came from a drop folder. */
export const DROPPED = 'inbox';

/**
 * A file as fetched: untouched bytes at `raw/<slug>/<sha256>.<ext>`, with these fields in a sidecar beside
 * it.
 */
export interface Snapshot {
  /** Name in the declaration of the source; in a mirror the name of the file. */
  name: string;
  /** Absolute path of the stored bytes. */
  path: string;
  format:
    | 'csv'
    | 'jsonl'
    | 'json'
    | 'geojson'
    | 'shapefile'
    | 'workbook'
    | 'documents'
    | 'xml'
    | 'jsonp'
    | 'html'
    | 'zip';
  sha256: string;
  bytes: number;
  /** Its address; in a mirror its path. */
  url: string;
  /** When these bytes were first fetched, UTC `YYYY-MM-DDTHH:MM:SS`. */
  fetched_at: string;
  /** When the publisher last confirmed that they are current. */
  checked_at: string;
  etag: string | null;
  last_modified: string | null;
  /** `utf-16` by its byte order mark, `windows-1252` if the bytes are not valid UTF-8. */
  encoding: 'utf-8' | 'utf-16' | 'windows-1252' | 'binary';
  /** True for generated files. */
  synthetic: boolean;
  /**
   * Of a source with columns on private persons: those that were taken out before these bytes were stored.
   */
  left_out?: string[];
  /**
   * `live`, `inbox` for a drop folder, or the path of the mirror: row counts are compared with parts of the
   * same origin only.
   */
  origin: string;
}

/** Rows of one source: `read = kept + merged + rejected`, always. */
export interface Counts {
  read: number;
  kept: number;
  merged: number;
  rejected: number;
}

/**
 * Records of a source that have a value, and the days of the first and the last of them; null for none, and
 * without dates.
 */
export interface Covered {
  record_count: number;
  first_date: string | null;
  last_date: string | null;
}

export interface SourceEntry extends Counts {
  slug: string;
  dataset: string;
  label: string;
  publisher: string;
  license: string;
  page: string;
  cadence: string;
  part_key: string;
  /** Records that keep an id of the build before though their key gives another one; absent: none. */
  kept_ids?: number;
  /** Hash of code and declarations that made the part; absent in builds of before. */
  rules?: string;
  merged_by_reason: Record<string, number>;
  rejected_by_reason: Record<string, number>;
  /** Notes on cells, by field and message: cells that became null, polygons that were repaired. */
  notes: Record<string, number>;
  /** Layouts declared as unverified -> the real file that fits; kept from build to build. */
  verified?: Record<string, string>;
  /** Warnings about files, such as ones passed over; `name: text`. */
  warnings?: string[];
  files: {
    name: string;
    url: string;
    sha256: string;
    bytes: number;
    fetched_at: string;
    rows: number;
    layout: string;
    encoding: string;
    unknown_columns: string[];
    missing_columns: string[];
    /** Whether its dates with slashes have the day first; absent where it has none, or they do not say. */
    day_first?: boolean;
  }[];
  first_date: string | null;
  last_date: string | null;
  /** By column that may be blank the records with a value; absent in builds of before. */
  coverage?: Record<string, Covered>;
  fetched_at: string;
  synthetic: boolean;
  origin: string;
  /** The gate warned of its files: they are fetched again even where the publisher calls them current. */
  doubted?: true;
  /** Set if this run could not update the source and kept its last good part. */
  stale: {since: string; error: string} | null;
}

export interface CheckResult {
  dataset: string;
  name: string;
  severity: Severity;
  passed: boolean;
  reason: string;
  /** What the check measured, where it judges figures of its own. */
  figures?: Record<string, number>;
  /**
   * Hash of all that the outcome depends on: a later build with an equal one takes it over. Absent in builds
   * of before.
   */
  key?: string;
}

/** Links of one kind that one rule made, or that one reason prevented. */
export interface LinkCount {
  /** The entity that declares the links. */
  entity: string;
  link: string;
  rule: string;
  count: number;
}

/** Records of a dataset whose rows differ in what the rows of one record seldom differ in. */
export interface DoubtfulCount {
  dataset: string;
  /** What such a record joins, e.g. `two vendors`. */
  joins: string;
  records: number;
  /** CAD, the sum of their values. */
  value: number;
}

/** A section of a file of the index. */
export interface SectionSize {
  name: string;
  bytes: number;
  /** Whether every reader needs it; other sections are read by range. */
  opening: boolean;
}

/** A file of a build. */
export interface StoredFile {
  /** Relative to the build folder. */
  path: string;
  bytes: number;
  sha256: string;
  /**
   * Index files: the SHA-256 of what follows the sections. It has the checksums of all blocks, and so stands
   * for the file.
   */
  footer?: string;
  /** Files of the index: what they consist of. */
  sections?: SectionSize[];
  /** By block of 64 KiB its CRC-32, in base64, where no other file has them. */
  checksums?: string;
  /** Rows of one of several files of an entity. */
  rows?: number;
  /** Hash of all that the file was computed from, of one of several files of an entity. */
  key?: string;
}

/** The compiled form of a dataset or entity. */
export interface IndexEntry {
  /** Hash of the declarations, the compiler and the input files: equal keys mean equal bytes. */
  key: string;
  index: StoredFile;
  /**
   * Stored rows: what they share, the fields of list items, and those that single records add. A view uses
   * those of its base.
   */
  values?: StoredFile;
  items?: StoredFile;
  details?: StoredFile;
  /** Words and labels for the search over all datasets. */
  found?: StoredFile;
  /** The dataset as one Parquet file in its default order. */
  whole?: StoredFile;
}

/** Files of a compiled table. */
export const indexFiles = ({index, values, items, details, found, whole}: IndexEntry): StoredFile[] =>
  [index, values, items, details, found, whole].filter((file) => file !== undefined);

/** Files that a table is opened from. */
export const openedFiles = ({whole: _, ...entry}: IndexEntry): StoredFile[] => indexFiles(entry);

export interface Manifest {
  /** Of all that follows in the file; see manifest_text.ts. */
  checksum?: string;
  format: number;
  build_id: string;
  /** Hash of the declarations and of all part keys: equal input has an equal hash. */
  definition: string;
  /** Start of the load that produced the build, UTC. */
  built_at: string;
  /** Newest fetch among the loaded sources. */
  data_as_of: string;
  synthetic: boolean;
  sources: SourceEntry[];
  /** Absent in the first build, and in builds of before. */
  changes?: BuildChanges;
  /** Hash of all code and declarations that make records; absent in builds of before. */
  rules?: string;
  /** Absent in builds of before. */
  log?: ChangeLog;
  /** What this build added to the log; absent in builds of before. */
  logged?: ChangeCount[];
  /**
   * Rows and files of every dataset and derived entity; of the latter a hash of all that it was computed
   * from.
   */
  datasets: Record<string, {rows: number; files: StoredFile[]; key?: string}>;
  /** Ledgers, rejects and locations of rows of the sources. */
  others?: StoredFile[];
  /** Compiled datasets and entities. */
  index: Record<string, IndexEntry>;
  checks: CheckResult[];
  /** By entity and link, most frequent rule first. */
  links: LinkCount[];
  /**
   * By dataset and what is joined. A record that joins several things is in each count. Absent in builds of
   * before.
   */
  doubtful?: DoubtfulCount[];
}
