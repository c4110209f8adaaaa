/** What a reader must find in the generated files, counted while they are written. */
import {createHash} from 'node:crypto';
import type {Json, Source} from '../../datasets/types.ts';
import {type Cents, twoPlaces} from './money.ts';

/**
 * `part`: a row of a joined file that belongs to a record; `code`: one of a code table that comes with the
 * source.
 */
const MERGE_KINDS = ['duplicate', 'version', 'language', 'part', 'repeated_part', 'code'] as const;
/**
 * `orphan`: a row of a joined file whose record is not there; `shape`: a geometry that is no area on Earth;
 * `kind`: a row about something else than the dataset holds.
 */
const REJECT_KINDS = ['ragged', 'missing', 'repeated_key', 'orphan', 'shape', 'kind'] as const;
type MergeKind = (typeof MERGE_KINDS)[number];
type RejectKind = (typeof REJECT_KINDS)[number];

/** A record with some of the values that it must have. Money is in CAD. */
export interface Sample {
  /** The quirk that it shows. */
  shows: string;
  /**
   * Null where records share a key: what tells them apart is not for the oracle to name, and the fields find
   * it.
   */
  record_id: string | null;
  fields: Record<string, Json>;
  /** What the publisher calls its rows, in the order of its versions; where the source has such names. */
  rows?: readonly string[];
  /** Earlier versions under `amendments`. */
  earlier_versions: number;
}

/** Of one source: `rows = kept + merged + rejected`. */
export interface Expected {
  dataset: string;
  label: string;
  rows: number;
  kept: number;
  merged: number;
  rejected: number;
  merged_by_kind: Record<MergeKind, number>;
  rejected_by_kind: Record<RejectKind, number>;
  /** Column of the dataset that holds its values; null where it has none. */
  money: string | null;
  /** Sum of the money column over the kept records, two decimals; null where the dataset has no values. */
  value_total: string | null;
  /** Sum of `original_value` likewise. */
  original_total: string | null;
  /** Kept records that have a value. */
  with_value: number;
  with_solicitation_number: number;
  /**
   * By dimension and value: kept records and the sum of their money; `Unknown` for those without the value.
   */
  by: Record<string, Record<string, {records: number; total: string}>>;
  /** Rows by file that is read; those of a zip as `archive.zip!entry.csv`. */
  files: Record<string, number>;
  /** Files beside them that a reader leaves out. */
  left_out: string[];
  quirks: Record<string, number>;
  /** Links to records of other sources that must be found, by what is linked to what. */
  links: Record<string, number>;
  samples: Sample[];
}

/** Samples of one quirk. */
const SAMPLES_EACH = 2;

export interface Oracle {
  readonly kept: number;
  /** A record of `versions` rows; amounts are null where it has none in CAD. */
  keep(record: {
    versions: number;
    value: Cents | null;
    original?: Cents | null;
    solicitation?: boolean;
    /** A list counts the record once in each of its different items. */
    by?: Record<string, string | null | readonly string[]>;
  }): void;
  merge(kind: MergeKind, rows?: number): void;
  reject(kind: RejectKind, rows?: number): void;
  /** A link to a record of another source that must be found. */
  link(of: string): void;
  /** Notes a record as a sample of what it shows, unless there are enough of these. */
  sample(shows: string, make: () => Omit<Sample, 'shows'>): void;
  /** `files`: rows by file, as the writers counted them. Throws where a row is not accounted for. */
  expected(
    files: Record<string, number>,
    quirks: Record<string, number>,
    left_out?: readonly string[],
  ): Expected;
}

/** Identifier of a record: prefix and hash of the source's slug and the publisher's key. */
export function recordId(prefix: string, slug: string, key: readonly string[]): string {
  const hash = createHash('sha256')
    .update(`${slug}\n${key.join('|')}`, 'utf-8')
    .digest('hex');
  return prefix + hash.slice(0, 16);
}

/** Money as the service gives it: a number of CAD. */
export const cad = (cents: Cents | null): number | null => (cents === null ? null : Number(twoPlaces(cents)));

type OracleSource = Pick<Source, 'slug' | 'dataset' | 'label'>;

/** What an oracle counts for. `money`: the column that holds the dataset's values, `value` unless given. */
export interface OracleOptions extends OracleSource {
  /** Whether the dataset has values; originals are counted only beside `value`. */
  valued: boolean;
  money?: string;
}

export const oracle = (
  {slug, dataset, label}: OracleSource,
  how: Omit<OracleOptions, keyof OracleSource>,
): Oracle => new Counter({slug, dataset, label, ...how});

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

class Counter implements Oracle {
  readonly #options: OracleOptions;
  readonly #merged = zeros(MERGE_KINDS);
  readonly #rejected = zeros(REJECT_KINDS);
  readonly #samples: Sample[] = [];
  readonly #shown = new Map<string, number>();
  readonly #by = new Map<string, Map<string, Group>>();
  readonly #links: Record<string, number> = {};
  #kept = 0;
  #total = 0n;
  #originals = 0n;
  #valued = 0;
  #linked = 0;

  constructor(options: OracleOptions) {
    this.#options = options;
  }

  get kept(): number {
    return this.#kept;
  }

  keep({
    versions,
    value,
    original = null,
    solicitation = false,
    by = {},
  }: Parameters<Oracle['keep']>[0]): void {
    this.#kept++;
    for (const name in by) {
      const given = by[name] ?? 'Unknown';
      const values = typeof given === 'string' ? [given] : new Set(given.length > 0 ? given : ['Unknown']);
      for (const one of values) add(this.#by, name, one, value ?? 0);
    }
    this.#merged.version += versions - 1;
    if (solicitation) this.#linked++;
    this.#originals += BigInt(original ?? 0);
    if (value === null) return;
    this.#valued++;
    this.#total += BigInt(value);
  }

  merge(kind: MergeKind, rows = 1): void {
    this.#merged[kind] += rows;
  }

  reject(kind: RejectKind, rows = 1): void {
    this.#rejected[kind] += rows;
  }

  link(of: string): void {
    this.#links[of] = (this.#links[of] ?? 0) + 1;
  }

  sample(shows: string, make: () => Omit<Sample, 'shows'>): void {
    const before = this.#shown.get(shows) ?? 0;
    if (before >= SAMPLES_EACH) return;
    this.#shown.set(shows, before + 1);
    this.#samples.push({shows, ...make()});
  }

  expected(
    files: Record<string, number>,
    quirks: Record<string, number>,
    left_out: readonly string[] = [],
  ): Expected {
    const {slug, dataset, label, valued, money} = this.#options;
    const [rows, merged, rejected] = [sum(files), sum(this.#merged), sum(this.#rejected)];
    if (rows !== this.#kept + merged + rejected) {
      throw new Error(
        `${slug}: ${rows} rows written, but ${this.#kept} kept, ${merged} merged and ${rejected} rejected: ` +
          'the generator of this source miscounts',
      );
    }
    return {
      dataset,
      label,
      rows,
      kept: this.#kept,
      merged,
      rejected,
      merged_by_kind: this.#merged,
      rejected_by_kind: this.#rejected,
      money: valued ? (money ?? 'value') : null,
      value_total: valued ? decimal(this.#total) : null,
      original_total: valued && money === undefined ? decimal(this.#originals) : null,
      with_value: this.#valued,
      with_solicitation_number: this.#linked,
      by: Object.fromEntries([...this.#by].map(([name, groups]) => [name, written(groups)])),
      files,
      left_out: [...left_out],
      quirks,
      links: this.#links,
      samples: this.#samples,
    };
  }
}

const zeros = <Kind extends string>(kinds: readonly Kind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;

interface Group {
  records: number;
  /** Sums of a national corpus stay far below 2^53 cents. */
  cents: Cents;
}

function add(by: Map<string, Map<string, Group>>, name: string, value: string, cents: Cents): void {
  const groups = by.get(name) ?? new Map<string, Group>();
  by.set(name, groups);
  const group = groups.get(value);
  if (group) {
    group.records++;
    group.cents += cents;
  } else {
    groups.set(value, {records: 1, cents});
  }
}

function written(groups: Map<string, Group>): Record<string, {records: number; total: string}> {
  const inOrder = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    inOrder.map(([value, {records, cents}]) => [value, {records, total: twoPlaces(cents)}]),
  );
}

function decimal(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
