/**
 * The table of what changed in saved searches: one row for each list and build, whoever follows it, and who
 * is looking for it.
 */
import type {Database} from './database.ts';

/** What happened to a record of a list; `left`: it changed and is no longer in the list. */
export const ALERT_KINDS = ['added', 'changed', 'removed', 'returned', 'left'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** How many records each happened to. */
export type AlertCounts = Readonly<Partial<Record<AlertKind, number>>>;

/** Records by what happened to them, at most so many. */
export const MOST_RECORDS = 50;

/** What a build changed in a list. */
export interface ListChanges {
  list: string;
  /** Id of the build that it was compared with, and of the build itself. */
  since: string;
  build: string;
  /** Start of the load of the first build after `since`: ISO 8601, UTC. */
  built_at: string;
  counts: AlertCounts;
  /** The first `MOST_RECORDS`: kind and id. */
  records: readonly (readonly [AlertKind, string])[];
}

export type StoredChanges = ListChanges & {id: number};

/** Searches of one list that were compared with the same build last. */
export interface SearchGroup {
  list: string;
  build: string;
  searches: number;
}

type Row = Omit<StoredChanges, 'counts' | 'records'> & {counts: string; records: string};

/** Records as they are stored: ids by what happened to them. */
type RecordIds = Partial<Record<AlertKind, string[]>>;

function idsByKind(records: ListChanges['records']): RecordIds {
  const groups = Map.groupBy(records, ([kind]) => kind);
  return Object.fromEntries([...groups].map(([kind, all]) => [kind, all.map(([, id]) => id)]));
}

function changesOf({counts, records, ...row}: Row): StoredChanges {
  const ids: RecordIds = JSON.parse(records);
  const all = ALERT_KINDS.flatMap((kind) => (ids[kind] ?? []).map((id): [AlertKind, string] => [kind, id]));
  return {...row, counts: JSON.parse(counts), records: all};
}

const COLUMNS = 'id, list, since, build, built_at, counts, records';

/** Daily and weekly messages leave in the early morning of Canada, weekly ones on Monday. */
const HOUR_UTC = 11;
const DAY_MS = 86_400_000;

/** When a message about changes that are found now leaves, by cadence. */
export function dueTimes(now: Date): Record<'build' | 'day' | 'week', Date> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR_UTC);
  const day = today > now.getTime() ? today : today + DAY_MS;
  const week = day + ((8 - new Date(day).getUTCDay()) % 7) * DAY_MS;
  return {build: now, day: new Date(day), week: new Date(week)};
}

/** A list that was compared; null: nothing changed. */
export interface ComparedGroup {
  group: SearchGroup;
  changes: ListChanges | null;
}

/** Of a build and some lists, as JSON: one statement is run for all of them. */
const OF_LISTS = `WHERE state = 'on' AND build = ? AND list IN (SELECT value FROM json_each(?))`;

export const searchChangesTable = ({get, all, run, transaction}: Database) => ({
  /** Whether any search is to be compared with a build. */
  anyWaits: (build: string) =>
    get(`SELECT 1 FROM searches WHERE state = 'on' AND build <> ? LIMIT 1`, build) !== undefined,
  /** What is to be compared with a build. */
  groups: (build: string) =>
    all<SearchGroup>(
      `SELECT list, build, count(*) AS searches FROM searches
       WHERE state = 'on' AND build <> ? GROUP BY list, build ORDER BY list, build`,
      build,
    ),
  /**
   * Searches of these lists were compared with `build`: those whose lists changed have something to tell. All
   * or nothing is stored; what is stored twice is stored once, and what somebody else compared meanwhile, or nobody
   * follows any more, not at all.
   */
  store: (found: readonly ComparedGroup[], build: string, now: Date) =>
    transaction(() => {
      const due = dueTimes(now);
      for (const {changes} of found)
        if (changes)
          run(
            `INSERT INTO search_changes (list, since, build, built_at, counts, records, made_at)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (
               SELECT 1 FROM searches WHERE state = 'on' AND list = ?1 AND build = ?2)
             ON CONFLICT DO NOTHING`,
            changes.list,
            changes.since,
            changes.build,
            changes.built_at,
            JSON.stringify(changes.counts),
            JSON.stringify(idsByKind(changes.records)),
            now,
          );
      for (const [since, all] of Map.groupBy(found, ({group}) => group.build)) {
        const lists = (isChanged: boolean): string =>
          JSON.stringify(
            all.flatMap(({group, changes}) => ((changes !== null) === isChanged ? [group.list] : [])),
          );
        run(`UPDATE searches SET build = ? ${OF_LISTS}`, build, since, lists(false));
        run(
          `UPDATE searches SET build = ?, due_at = CASE WHEN channel = 'feed' THEN NULL ELSE
             coalesce(due_at, CASE cadence WHEN 'build' THEN ? WHEN 'day' THEN ? ELSE ? END) END ${OF_LISTS}`,
          build,
          due.build,
          due.day,
          due.week,
          since,
          lists(true),
        );
      }
    }),
  /** Changes of a list after some and up to others, oldest first. */
  between: (list: string, after: number, upTo: number) =>
    all<Row>(
      `SELECT ${COLUMNS} FROM search_changes WHERE list = ? AND id > ? AND id <= ? ORDER BY id`,
      list,
      after,
      upTo,
    ).map(changesOf),
  /** Changes of a list after some, newest first, at most `most` builds. */
  latest: (list: string, after: number, most: number) =>
    all<Row>(
      `SELECT ${COLUMNS} FROM search_changes WHERE list = ? AND id > ? ORDER BY id DESC LIMIT ?`,
      list,
      after,
      most,
    ).map(changesOf),
  /** The newest changes of a list; null without any. */
  newest: (list: string) =>
    get<{id: number | null}>('SELECT max(id) AS id FROM search_changes WHERE list = ?', list)?.id ?? null,
  /** Builds that somebody compared with after a time. */
  comparedSince: (time: Date) =>
    all<{build: string}>('SELECT build FROM search_runs WHERE until > ?', time).map(({build}) => build),
  /** Whether this one may look for the changes of a build until then: one at a time does. */
  begin: (build: string, owner: string, now: Date, until: Date) =>
    run(
      `INSERT INTO search_runs (build, owner, until) VALUES (?1, ?2, ?4)
       ON CONFLICT (build) DO UPDATE SET owner = ?2, until = ?4 WHERE until < ?3 OR owner = ?2`,
      build,
      owner,
      now,
      until,
    ) > 0,
});
