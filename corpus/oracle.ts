/** What a reader must find in the generated files, counted while they are written. */
import {createHash} from 'node:crypto';
import type {Json} from '../datasets/types.ts';
import {type Cents, twoPlaces} from './money.ts';

/** `part`: a row of a joined file that belongs to a record; `code`: one of a code table that comes with the source. */
const MERGE_KINDS = ['duplicate', 'version', 'language', 'part', 'repeated_part', 'code'] as const;
/**
 * `orphan`: a row of a joined file whose record is not there; `shape`: a geometry that is no area on Earth; `kind`: a
 * row about something else than the dataset holds.
 */
const REJECT_KINDS = ['ragged', 'missing', 'repeated_key', 'orphan', 'shape', 'kind'] as const;
type MergeKind = (typeof MERGE_KINDS)[number];
type RejectKind = (typeof REJECT_KINDS)[number];

/** A record with some of the values that it must have. Money is in CAD. */
export interface Sample {
  /** The quirk that it shows. */
  shows: string;
  record_id: string;
  fields: Record<string, Json>;
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
  /** By dimension and value: kept records and the sum of their money; `Unknown` for those without the value. */
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

/** `money`: the column that holds the dataset's values, `value` unless given; its originals are counted only there. */
export function oracle(of: {
  slug: string;
  dataset: string;
  label: string;
  valued: boolean;
  money?: string;
}): Oracle {
  const merged = zeros(MERGE_KINDS);
  const rejected = zeros(REJECT_KINDS);
  const samples: Sample[] = [];
  const shown = new Map<string, number>();
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);
  let kept = 0;
  let total = 0n;
  let originals = 0n;
  let valued = 0;
  let linked = 0;
  const by = new Map<string, Map<string, Group>>();
  const links: Record<string, number> = {};
  return {
    get kept() {
      return kept;
    },
    keep: ({versions, value, original = null, solicitation = false, by: dimensions = {}}) => {
      kept++;
      for (const name in dimensions) {
        const given = dimensions[name] ?? 'Unknown';
        const values = typeof given === 'string' ? [given] : new Set(given.length > 0 ? given : ['Unknown']);
        for (const one of values) add(by, name, one, value ?? 0);
      }
      merged.version += versions - 1;
      if (solicitation) linked++;
      originals += BigInt(original ?? 0);
      if (value === null) return;
      valued++;
      total += BigInt(value);
    },
    merge: (kind, rows = 1) => {
      merged[kind] += rows;
    },
    reject: (kind, rows = 1) => {
      rejected[kind] += rows;
    },
    link: (of) => {
      links[of] = (links[of] ?? 0) + 1;
    },
    sample: (shows, make) => {
      const before = shown.get(shows) ?? 0;
      if (before >= SAMPLES_EACH) return;
      shown.set(shows, before + 1);
      samples.push({shows, ...make()});
    },
    expected: (files, quirks, left_out = []) => {
      const rows = sum(files);
      if (rows !== kept + sum(merged) + sum(rejected)) {
        throw new Error(
          `${of.slug}: ${rows} rows written, but ${kept} kept, ${sum(merged)} merged and ` +
            `${sum(rejected)} rejected: the generator of this source miscounts`,
        );
      }
      return {
        dataset: of.dataset,
        label: of.label,
        rows,
        kept,
        merged: sum(merged),
        rejected: sum(rejected),
        merged_by_kind: merged,
        rejected_by_kind: rejected,
        money: of.valued ? (of.money ?? 'value') : null,
        value_total: of.valued ? decimal(total) : null,
        original_total: of.valued && of.money === undefined ? decimal(originals) : null,
        with_value: valued,
        with_solicitation_number: linked,
        by: Object.fromEntries([...by].map(([name, groups]) => [name, written(groups)])),
        files,
        left_out: [...left_out],
        quirks,
        links,
        samples,
      };
    },
  };
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
