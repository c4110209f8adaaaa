/** Loads the votes of a politician: how many, with and against the own party, the newest, and by session. */
import type {Engine, Row} from '../../../engine/types.ts';
import {ask} from '../ask.ts';
import {LISTS, type Pairs} from '../paths.ts';

/** Newest votes that the page of a politician has. */
const NEWEST = '10';

/** More sessions than anyone has sat in since votes are published. */
const MOST_SESSIONS = '50';

export interface MemberVotes {
  /** The filter by which the list of ballots finds them. */
  filter: Pairs;
  total: number;
  /** With and against the majority of the caucus; the others have none. */
  withParty: number;
  againstParty: number;
  newest: readonly Row[];
  /** Voting records, the newest session first. */
  sessions: readonly Row[];
}

/**
 * The votes of a politician; null of other records, and of people without loaded votes who do not sit in the
 * House today.
 */
export function loadMemberVotes(engine: Engine, owner: string | null, row: Row): MemberVotes | null {
  if (owner !== 'politicians') return null;
  const filter: Pairs = [['politician_slug', String(row['slug'])]];
  const {path} = LISTS.get('ballots')!;
  const count = (against: string): number =>
    ask(engine, path, [...filter, ['against_party', against], ['limit', '1']]).meta.total;
  const {data: newest, meta} = ask(engine, path, [...filter, ['limit', NEWEST]]);
  const records = LISTS.get('voting_records')!.path;
  const {data: sessions} = ask(engine, records, [
    ...filter,
    ['sort_order', 'desc'],
    ['limit', MOST_SESSIONS],
  ]);
  if (meta.total === 0 && row['current'] !== true) return null;
  return {
    filter,
    total: meta.total,
    withParty: count('false'),
    againstParty: count('true'),
    newest,
    sessions,
  };
}
