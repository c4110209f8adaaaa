/** What is told of a saved search: how many records changed, and the first of them with what they are called. */
import {loggedAs} from '../../datasets/index.ts';
import type {Engine, Row} from '../../engine/types.ts';
import {
  ALERT_KINDS,
  type AlertCounts,
  type AlertKind,
  MOST_RECORDS,
  type StoredChanges,
} from '../accounts/search_changes.ts';
import type {SavedSearch} from '../accounts/searches.ts';
import {ApiError} from '../api/errors.ts';
import {feedEntry, hasDetails} from '../api/formats/feed_entry.ts';
import {type Call, parseCall} from '../api/request/call.ts';
import {pathOfId, recordPath} from '../api/routes/record_path.ts';
import type {Language} from '../site/language.ts';
import {TRANSLATE} from '../site/messages.ts';
import {type Pairs, withQuery} from '../site/paths.ts';
import {type Followed, followedOrError} from './followed.ts';
import {HAPPENED_TO} from './words.ts';

export interface AlertRecord {
  kind: AlertKind;
  id: string;
  /** What it is called; of one that is gone its id, since its publisher may have withdrawn all else. */
  title: string;
  /** Facts in lines; empty for one that is gone. */
  summary: string;
  /** Path of its page below the language, and of its data below the API. */
  path: string;
}

export interface Alert {
  counts: AlertCounts;
  records: readonly AlertRecord[];
  /** Whether all records are among these. */
  isComplete: boolean;
  /** Path with the filters of the list: of the records that are new or changed where the list can tell. */
  more: string;
  /** Ids of the builds between which it changed. */
  since: string;
  build: string;
}

/** Tells of records of a list in a language, as the build has them now. */
export function recordTeller(
  engine: Engine,
  {route, pairs}: Followed,
  language: Language,
): (kind: AlertKind, id: string) => AlertRecord {
  const {dataset} = route;
  const asked: Pairs = [...pairs, ['lang', language]];
  const call: Call = parseCall({route, path: {}}, asked, undefined, 'free');
  return (kind, id) => {
    const json = hasDetails(dataset) ? engine.detail(dataset, id) : null;
    if (!json) return {kind, id, title: id, summary: '', path: pathOfId(loggedAs(dataset), id) ?? route.path};
    const row: Row = JSON.parse(json.toString());
    const {title, summary} = feedEntry(call, dataset, row, engine.info.data_as_of);
    return {kind, id, title, summary, path: recordPath(dataset, row) ?? route.path};
  };
}

interface Together extends Pick<Alert, 'counts' | 'isComplete'> {
  records: [AlertKind, string][];
}

/** What happened to each record last, in the order of kinds, and to how many: of one in several builds each. */
function together(all: readonly StoredChanges[]): Together {
  const counts: Partial<Record<AlertKind, number>> = {};
  const last = new Map<string, AlertKind>();
  for (const one of all) {
    for (const kind of ALERT_KINDS) {
      const n = one.counts[kind];
      if (n) counts[kind] = (counts[kind] ?? 0) + n;
    }
    for (const [kind, id] of one.records) last.set(id, kind);
  }
  const records = ALERT_KINDS.flatMap((kind) =>
    [...last].flatMap(([id, its]): [AlertKind, string][] => (its === kind ? [[kind, id]] : [])),
  );
  const isComplete =
    records.length <= MOST_RECORDS && all.every((one) => countOf(one.counts) === one.records.length);
  return {counts, records: records.slice(0, MOST_RECORDS), isComplete};
}

/** The alert about changes of a search, oldest first; null without any, and where its list is none any more. */
export function alertOf(
  engine: Engine,
  {list, language}: Pick<SavedSearch, 'list' | 'language'>,
  all: readonly StoredChanges[],
): Alert | null {
  const [first, latest] = [all[0], all.at(-1)];
  if (!first || !latest) return null;
  const asked = followedOrError(list);
  if (asked instanceof ApiError) return null;
  const {route, pairs} = asked;
  const {counts, records, isComplete} = together(all);
  const tell = recordTeller(engine, asked, language);
  const isTimed = route.parameters['updated_after'] && !pairs.some(([name]) => name === 'updated_after');
  const since: Pairs = isTimed ? [['updated_after', first.built_at]] : [];
  return {
    counts,
    records: records.map(([kind, id]) => tell(kind, id)),
    isComplete,
    more: withQuery(route.path, [...pairs, ...since]),
    since: first.since,
    build: latest.build,
  };
}

/** `2 new records, 1 changed`. */
export function countsText(counts: AlertCounts, language: Language): string {
  const t = TRANSLATE[language];
  return ALERT_KINDS.flatMap((kind) => {
    const n = counts[kind];
    return n ? [t(HAPPENED_TO[kind], {n})] : [];
  }).join(', ');
}

export const countOf = (counts: AlertCounts): number =>
  Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
