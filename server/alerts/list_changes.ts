/** What a build changed in one list after another: asked of both builds, about the changed records alone. */
import type {AmongRecords, Engine} from '../../engine/types.ts';
import {
  ALERT_KINDS,
  type AlertKind,
  type ListChanges,
  MOST_RECORDS,
  type SearchGroup,
} from '../accounts/search_changes.ts';
import {ApiError} from '../api/errors.ts';
import {type ChangedRecords, changedRecords, type Happened, madeAfter} from './changed_records.ts';
import {type Followed, followedOrError} from './followed.ts';

/** A set of records: as `AmongRecords`. */
type Bits = Uint32Array;

/** A dataset between two builds. */
interface Between {
  /** The changed records, in the order of the list; those that are gone last. */
  ids: readonly string[];
  /** By what happened to them. */
  kinds: Readonly<Record<Happened, Bits>>;
  now: AmongRecords;
  /** Null where the build before is not open. */
  before: AmongRecords | null;
}

function countOf(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++)
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The places of the first members, at most `most`. */
function firstOf(bits: Bits, most: number): number[] {
  const places: number[] = [];
  for (let word = 0; word < bits.length && places.length < most; word++)
    for (let rest = bits[word]! | 0; rest !== 0 && places.length < most; rest &= rest - 1)
      places.push((word << 5) + 31 - Math.clz32(rest & -rest));
  return places;
}

const HAPPENED = ['added', 'changed', 'removed', 'returned'] as const satisfies readonly Happened[];

/** The ids of some records by what happened to them, and in the order of their list. */
function ordered(records: ChangedRecords, order: Uint32Array): Pick<Between, 'ids' | 'kinds'> {
  const all = [...records.keys()];
  const there = Array.from(order, (place) => all[place]!);
  const isThere = new Set(there);
  const ids = [...there, ...all.filter((id) => !isThere.has(id))];
  const words = (ids.length + 31) >>> 5;
  const kinds = Object.fromEntries(HAPPENED.map((kind) => [kind, new Uint32Array(words)]));
  ids.forEach((id, place) => {
    kinds[records.get(id)!]![place >>> 5]! |= 1 << (place & 31);
  });
  return {ids, kinds: kinds as Between['kinds']};
}

const hasTable = ({info}: Engine, dataset: string): boolean => info.records[dataset] !== undefined;

/** Compares lists of the newest build with earlier ones; what lists of one dataset have in common is done once. */
export class ListComparison {
  readonly #engine: Engine;
  readonly #earlier: (build: string) => Engine | null;
  readonly #between = new Map<string, Between | null>();
  /** Reused by each question. */
  #work: Bits = new Uint32Array(0);

  /** `earlier` gives builds that are still open. */
  constructor(engine: Engine, earlier: (build: string) => Engine | null) {
    this.#engine = engine;
    this.#earlier = earlier;
  }

  /**
   * What changed in the list of some searches since they were compared last; null where nothing did, and where
   * nobody knows: a build that is no longer in the line, a list that there is no more.
   */
  changes({list, build: since}: Pick<SearchGroup, 'list' | 'build'>): ListChanges | null {
    const asked = followedOrError(list);
    if (asked instanceof ApiError) return null;
    const between = this.#of(asked.route.dataset, since);
    if (!between || between.ids.length === 0) return null;
    const {counts, records} = this.#happened(asked, between);
    if (records.length === 0) return null;
    const {info} = this.#engine;
    const built_at = madeAfter(this.#engine, since) ?? info.data_as_of;
    return {list, since, build: info.build_id, built_at, counts, records};
  }

  #happened({where, near}: Followed, {ids, kinds, now, before}: Between) {
    const counts: Partial<Record<AlertKind, number>> = {};
    const records: [AlertKind, string][] = [];
    const here = now.matching(where, near);
    // Without the build before, only of a whole dataset one knows that what is gone was in it.
    const isWhole = where.length === 0 && !near;
    const there = before?.matching(where, near) ?? (isWhole ? kinds.removed : null);
    const some: Readonly<Record<AlertKind, (word: number) => number>> = {
      added: (word) => here[word]! & kinds.added[word]!,
      changed: (word) => here[word]! & kinds.changed[word]!,
      removed: (word) => (there?.[word] ?? 0) & kinds.removed[word]!,
      returned: (word) => here[word]! & kinds.returned[word]!,
      left: (word) => (there?.[word] ?? 0) & kinds.changed[word]! & ~here[word]!,
    };
    const bits = this.#bits(here.length);
    for (const kind of ALERT_KINDS) {
      let any = 0;
      for (let word = 0; word < bits.length; word++) {
        bits[word] = some[kind](word);
        any |= bits[word]!;
      }
      if (any === 0) continue;
      counts[kind] = countOf(bits);
      for (const place of firstOf(bits, MOST_RECORDS - records.length)) records.push([kind, ids[place]!]);
    }
    return {counts, records};
  }

  #bits(words: number): Bits {
    if (this.#work.length < words) this.#work = new Uint32Array(words);
    return this.#work.subarray(0, words);
  }

  /** Null where the line of builds does not reach back, or the build has no such records. */
  #of(dataset: string, since: string): Between | null {
    const key = `${dataset} ${since}`;
    const known = this.#between.get(key);
    if (known !== undefined) return known;
    const made = this.#open(dataset, since);
    this.#between.set(key, made);
    return made;
  }

  #open(dataset: string, since: string): Between | null {
    const engine = this.#engine;
    if (!hasTable(engine, dataset) || madeAfter(engine, since) === null) return null;
    const records = changedRecords(engine, dataset, since);
    const {ids, kinds} = ordered(records, engine.among(dataset, [...records.keys()]).order());
    const old = this.#earlier(since);
    return {
      ids,
      kinds,
      now: engine.among(dataset, ids),
      before: old && hasTable(old, dataset) ? old.among(dataset, ids) : null,
    };
  }
}
