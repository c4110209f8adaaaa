/** What a build changed in one list after another: asked of both builds, about the changed records alone. */
import type {AskAmong, Engine} from '../../engine/types.ts';
import {
  ALERT_KINDS,
  type AlertCounts,
  type AlertKind,
  type ListChanges,
  MOST_RECORDS,
  type SearchGroup,
} from '../accounts/search_changes.ts';
import {ApiError} from '../api/errors.ts';
import {type ChangedRecords, changedRecords, madeAfter} from './changed_records.ts';
import {type Followed, followed} from './followed.ts';

/** A dataset between two builds. */
interface Between {
  records: ChangedRecords;
  /** About those that the new build has. */
  now: AskAmong;
  /** About those that were changed or removed; null where the build before is not open. */
  before: AskAmong | null;
}

const ALL = Number.MAX_SAFE_INTEGER;

const idsOf = (records: ChangedRecords, kinds: readonly AlertKind[]): string[] =>
  [...records].flatMap(([id, kind]) => (kinds.includes(kind) ? [id] : []));

const hasTable = ({info}: Engine, dataset: string): boolean => info.records[dataset] !== undefined;

/** Compares lists of the newest build with earlier ones; what lists of one dataset have in common is done once. */
export class ListComparison {
  readonly #engine: Engine;
  readonly #earlier: (build: string) => Engine | null;
  readonly #between = new Map<string, Between | null>();

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
    const asked = this.#followed(list);
    const between = asked && this.#of(asked.route.dataset, since);
    if (!asked || !between || between.records.size === 0) return null;
    const happened = this.#happened(asked, between);
    const counts: Partial<Record<AlertKind, number>> = {};
    const records: [AlertKind, string][] = [];
    for (const kind of ALERT_KINDS) {
      const ids = happened.get(kind) ?? [];
      if (ids.length > 0) counts[kind] = ids.length;
      for (const id of ids) if (records.length < MOST_RECORDS) records.push([kind, id]);
    }
    if (records.length === 0) return null;
    const {info} = this.#engine;
    const built_at = madeAfter(this.#engine, since) ?? info.data_as_of;
    return {list, since, build: info.build_id, built_at, counts: counts satisfies AlertCounts, records};
  }

  #happened({where, near}: Followed, {records, now, before}: Between): Map<AlertKind, string[]> {
    const found = new Map<AlertKind, string[]>();
    const add = (kind: AlertKind, id: string): void => {
      const ids = found.get(kind);
      if (ids) ids.push(id);
      else found.set(kind, [id]);
    };
    const here = now(where, near, ALL).ids;
    for (const id of here) add(records.get(id)!, id);
    if (before) {
      const isHere = new Set(here);
      for (const id of before(where, near, ALL).ids)
        if (records.get(id) === 'removed') add('removed', id);
        else if (!isHere.has(id)) add('left', id);
    } else if (where.length === 0 && !near) for (const id of idsOf(records, ['removed'])) add('removed', id);
    return found;
  }

  #followed(list: string): Followed | null {
    try {
      return followed(list);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
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
    const old = this.#earlier(since);
    return {
      records,
      now: engine.among(dataset, idsOf(records, ['added', 'changed', 'returned'])),
      before:
        old && hasTable(old, dataset) ? old.among(dataset, idsOf(records, ['changed', 'removed'])) : null,
    };
  }
}
