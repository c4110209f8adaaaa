/** Generates the divisions of the House: lists in both languages, ballots, files of single members, the older list. */
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import {oracle} from '../oracle.ts';
import {schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {type Ballot, ballots, type Division, divisions, resultOf, totalsOf} from './divisions.ts';
import {type Page, writeBundle, writeDocument} from './documents.ts';
import {house} from './markup.ts';
import {fullName} from './people.ts';
import {politicians} from './politicians.ts';
import {
  type Counted,
  englishList,
  frenchList,
  memberVote,
  olderList,
  participant,
  type Quirks,
} from './vote_pages.ts';

const SLUG = 'commons_votes';
const LABEL = 'House of Commons Votes';
const MEMBERS = 'https://www.ourcommons.ca/members';

export const VOTES_BUNDLE = 'synthetic-votes.documents.ndjson';
const OLDER_LIST = 'synthetic-divisions_42-1.xml';
const FRENCH_LIST = 'synthetic-divisions-fr_45-1.xml';
/** The session whose English list has the form of before 2021 only. */
const OLDER = '42-1';
/** The session whose French list was saved by hand. */
const BY_HAND = '45-1';
/** The session of the files of single members. */
const OF_MEMBERS = '44-1';

const RESULTS: Record<string, string> = {
  'Agreed To': 'Passed',
  'Agreed to': 'Passed',
  Negatived: 'Failed',
  Tie: 'Tie',
};

export const commons_votes: Generate = async (task) => {
  const {folder, seed, plan, tell} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const counted = oracle({slug: SLUG, dataset: 'votes', label: LABEL, valued: false});
  const files: Record<string, number> = {[VOTES_BUNDLE]: 0, [FRENCH_LIST]: 0, [OLDER_LIST]: 0};
  const count = (file: string, rows = 1) => {
    files[file] = (files[file] ?? 0) + rows;
  };

  const all = divisions(plan, seed);
  const sessions = Map.groupBy(all, ({session}) => session.id);
  const pages: Page[] = [];
  /** Ballots that stand without the number of their member. */
  const nameless = new Set<string>();
  for (const [id, of] of sessions) {
    const known = of.map((one) => tallied(one, ballots(plan, seed, one), id === OLDER, quirks));
    const url = (language: string) => `${MEMBERS}/${language}/votes/xml?parlSession=${id}`;
    if (id === OLDER) {
      await writeDocument(folder, OLDER_LIST, olderList(known));
      count(OLDER_LIST, known.length);
    } else {
      const {text, refused} = englishList(known, quirks);
      pages.push({name: `divisions/${id}`, url: url('en'), text: () => house('ArrayOfVote', text)});
      count(VOTES_BUNDLE, known.length + refused);
      counted.reject('missing', refused);
    }
    const {text, orphans} = frenchList(known, quirks);
    counted.merge('part', known.length);
    counted.reject('orphan', orphans);
    count(id === BY_HAND ? FRENCH_LIST : VOTES_BUNDLE, known.length + orphans);
    if (id === BY_HAND) await writeDocument(folder, FRENCH_LIST, `\ufeff${house('ArrayOfVote', text)}`);
    else pages.push({name: `divisions-fr/${id}`, url: url('fr'), text: () => house('ArrayOfVote', text)});
    for (const one of known) {
      keep(one, one.bill && id !== OLDER ? ballotsPage(one) : null);
    }
  }
  await memberFiles();
  await writeBundle(folder, VOTES_BUNDLE, pages);
  tell(SLUG, counted.kept, all.length);
  return counted.expected(files, quirks.counts());

  /** `unnumbered`: places of the ballots without a number; null where there is no document of ballots. */
  function keep(one: Counted, unnumbered: Set<number> | null): void {
    const {session, number, day, bill, matter, totals} = one;
    if (bill === null) quirks.due('without_bill');
    else counted.link('division to bill');
    if (matter.en === '') quirks.due('no_subject');
    if (totals.yeas === totals.nays) quirks.due('tie');
    const result = RESULTS[resultOf(totals)] ?? 'Tie';
    const description = matter.en || matter.type;
    counted.keep({versions: 1, value: null, by: {session_id: session.id, result}});
    const older = session.id === OLDER;
    const shows = older
      ? 'older_list'
      : one.result === UNKNOWN
        ? 'unknown_result'
        : bill
          ? 'ballots'
          : 'without_bill';
    counted.sample(shows, () => {
      const fields: Record<string, Json> = {
        session_id: session.id,
        number,
        date: iso(day),
        description_en: description,
        description_fr: matter.fr || null,
        result,
        yea_total: totals.yeas,
        nay_total: totals.nays,
        paired_total: totals.paired,
        document_type: matter.type,
        bill_number: bill?.code ?? null,
        source_dataset: LABEL,
        ...(unnumbered
          ? {ballots: ballots(plan, seed, one).map((cast, i) => ballotOf(cast, unnumbered.has(i)))}
          : {}),
      };
      return {record_id: `${session.id}/${number}`, earlier_versions: 0, fields};
    });
  }

  /** The ballots of one division, a document of their own; they are cast again when it is written. Gives those without a number. */
  function ballotsPage(one: Counted): Set<number> {
    const {session, number} = one;
    const cast = ballots(plan, seed, one);
    const unnumbered = new Set<number>();
    const again: number[] = [];
    for (const [i, {member, paired, vote}] of cast.entries()) {
      if (paired && vote !== 'Paired') quirks.due('paired_vote');
      if (quirks.due('no_person')) {
        unnumbered.add(i);
        nameless.add(`${session.id} ${number} ${member.house}`);
      }
      if (quirks.due('repeated_part')) again.push(i);
    }
    const path = `${session.parliament}/${session.number}/${number}`;
    const page = (of: Counted, rows: () => readonly string[]): Page => ({
      name: `ballots/${session.id}/${of.number}`,
      url: `${MEMBERS}/en/votes/${path}/xml`,
      stamp: String(one.totals.yeas),
      text: () => house('ArrayOfVoteParticipant', rows().join('')),
    });
    const rowsOf = (of: Counted): string[] =>
      ballots(plan, seed, one).map((ballot, i) =>
        participant(of, ballot, unnumbered.has(i) ? 0 : (ballot.member.house ?? 0)),
      );
    pages.push(
      page(one, () => {
        const rows = rowsOf(one);
        return [...rows, ...again.map((i) => rows[i] ?? '')];
      }),
    );
    count(VOTES_BUNDLE, cast.length + again.length);
    counted.merge('part', cast.length);
    counted.merge('repeated_part', again.length);
    if (!quirks.due('orphan')) return unnumbered;
    const lost = {...one, number: 9_000 + number};
    pages.push(page(lost, () => rowsOf(lost).slice(0, ORPHANS)));
    count(VOTES_BUNDLE, ORPHANS);
    counted.reject('orphan', ORPHANS);
    return unnumbered;
  }

  /**
   * Two members' own files: each division again, as another version of what is known, and one ballot of it. That of the
   * second has divisions on bills only.
   */
  async function memberFiles(): Promise<void> {
    const of = all.filter(({session}) => session.id === OF_MEMBERS);
    const voters = politicians(plan, seed)
      .sitting(of[0]?.day ?? 0)
      .slice(0, 2);
    const own = new Map(voters.map((member) => [member, [] as {one: Counted; ballot: Ballot}[]]));
    for (const division of of) {
      const cast = ballots(plan, seed, division);
      const one = tallied(division, cast, false, null);
      for (const ballot of cast) {
        if (one.bill || ballot.member === voters[0]) own.get(ballot.member)?.push({one, ballot});
      }
    }
    const seen = new Set<number>();
    for (const [i, [member, rows]] of [...own].entries()) {
      const name = `synthetic-ballots_of_one_member-${i + 1}.xml`;
      await writeDocument(folder, name, house('ArrayOfMemberVote', rows.map(memberVote).join('')));
      // a row for the division, and the same row for the ballot
      count(name, 2 * rows.length);
      for (const {one} of rows) {
        quirks.due('member_file');
        counted.merge(seen.has(one.number) ? 'duplicate' : 'version');
        seen.add(one.number);
        const known = one.bill && !nameless.has(`${OF_MEMBERS} ${one.number} ${member.house}`);
        counted.merge(known ? 'repeated_part' : 'part');
      }
    }
  }
};

/** Ballots of a division that no list has. */
const ORPHANS = 3;

/** An outcome that no table has; the totals decide. */
const UNKNOWN = 'Withdrawn';

/** `quirks` null: as it stands in the files of members, which have no quirks of their own. */
function tallied(of: Division, cast: readonly Ballot[], older: boolean, quirks: Quirks | null): Counted {
  const totals = totalsOf(cast);
  if (older) quirks?.due('older_list');
  const known = resultOf(totals, older);
  const unknown = !older && totals.yeas !== totals.nays && quirks?.due('unknown_result');
  return {...of, totals, result: unknown ? UNKNOWN : known};
}

/** A ballot as the record holds it. */
const ballotOf = (
  {member, mandate, party, vote, paired}: Ballot,
  unnumbered: boolean,
): Record<string, Json> => ({
  politician_id: unnumbered ? null : member.house,
  name: fullName(member),
  party: party.short,
  riding: mandate.riding.name,
  province: mandate.riding.province.code,
  vote,
  paired,
});
