/**
 * Generates the divisions of the House: lists in both languages, ballots, files of single members, the older
 * list.
 */

import type {Json} from '../../../datasets/types.ts';
import source from '../../../datasets/votes/sources/commons_votes.ts';
import {iso} from '../dates.ts';
import type {Generate} from '../task.ts';
import {type Ballot, ballots, type Division, divisions, resultOf} from './divisions.ts';
import {DocumentSource} from './document_source.ts';
import type {Page} from './documents.ts';
import {house} from './markup.ts';
import {fullName, type Politician} from './people.ts';
import {politicians} from './politicians.ts';
import {
  type CountedDivision,
  countVotes,
  listRows,
  memberVote,
  olderList,
  participant,
} from './vote_pages.ts';

const MEMBERS = 'https://www.ourcommons.ca/members';
const OLDER_LIST = 'synthetic-divisions_42-1.xml';
const FRENCH_LIST = 'synthetic-divisions-fr_45-1.xml';

/** The session whose English list has the form of before 2021 only. */
const OLDER = '42-1';
/** The session whose French list was saved by hand. */
const BY_HAND = '45-1';
/** The session of the files of single members. */
const OF_MEMBERS = '44-1';
/** Ballots of a division that no list has. */
const ORPHANS = 3;
/** An outcome that no table has; the totals decide. */
const UNKNOWN = 'Withdrawn';

const RESULTS: Record<string, string> = {'Agreed To': 'Passed', Negatived: 'Failed', Tie: 'Tie'};

const idOf = ({session, number}: Division): string => `${session.id}/${number}`;

export const commons_votes: Generate = (task) =>
  new Votes(task, source, 'synthetic-votes.documents.ndjson').run();

class Votes extends DocumentSource<'commons_votes'> {
  /** Divisions in which the ballot of a member lacks the number of the member. */
  readonly #unnumbered = new Map<Politician, Set<string>>();

  protected async write(): Promise<number> {
    const all = divisions(this.plan, this.seed);
    for (const [id, ofSession] of Map.groupBy(all, ({session}) => session.id)) {
      const older = id === OLDER;
      const counted = ofSession.map((one) => {
        const division = countVotes(one, ballots(this.plan, this.seed, one), older);
        const {yeas, nays} = division.totals;
        if (older) this.quirks.due('older_list');
        return !older && yeas !== nays && this.quirks.due('unknown_result')
          ? {...division, result: UNKNOWN}
          : division;
      });
      await this.#writeEnglish(id, counted);
      await this.#writeFrench(id, counted);
      for (const one of counted) {
        const hasBallots = one.bill !== null && !older;
        if (hasBallots) this.#writeBallots(one);
        this.#keep(one, hasBallots);
      }
    }
    await this.#writeMemberFiles(all);
    return all.length;
  }

  /** The English list, some rows in it without a count of yeas; of the older session the list before 2021. */
  async #writeEnglish(id: string, all: readonly CountedDivision[]): Promise<void> {
    if (id === OLDER) return this.file(OLDER_LIST, olderList(all), all.length);
    const rows = listRows(all, 'en', (one) =>
      this.quirks.due('no_total')
        ? {DecisionDivisionNumber: 8_000 + one.number, DecisionDivisionNumberOfYeas: ''}
        : null,
    );
    this.counted.reject('missing', rows.length - all.length);
    const text = () => house('ArrayOfVote', rows.join(''));
    this.page({name: `divisions/${id}`, url: listUrl('en', id), text}, rows.length);
  }

  /** The French list, with divisions in it that the English one lacks. */
  async #writeFrench(id: string, all: readonly CountedDivision[]): Promise<void> {
    const rows = listRows(all, 'fr', (one) =>
      this.quirks.due('french_orphan') ? {DecisionDivisionNumber: 7_000 + one.number} : null,
    );
    this.counted.merge('part', all.length);
    this.counted.reject('orphan', rows.length - all.length);
    const text = house('ArrayOfVote', rows.join(''));
    if (id === BY_HAND) await this.file(FRENCH_LIST, `\ufeff${text}`, rows.length);
    else this.page({name: `divisions-fr/${id}`, url: listUrl('fr', id), text: () => text}, rows.length);
  }

  #addUnnumbered(division: Division, member: Politician): void {
    const divisions = this.#unnumbered.get(member) ?? new Set();
    this.#unnumbered.set(member, divisions.add(idOf(division)));
  }

  #isUnnumbered(division: Division, member: Politician): boolean {
    return this.#unnumbered.get(member)?.has(idOf(division)) ?? false;
  }

  /** The ballots of one division, a document of their own; they are cast again when it is written. */
  #writeBallots(division: CountedDivision): void {
    const cast = ballots(this.plan, this.seed, division);
    const repeated: number[] = [];
    for (const [i, {member, paired, vote}] of cast.entries()) {
      if (paired && vote !== 'Paired') this.quirks.due('paired_vote');
      if (this.quirks.due('no_person')) this.#addUnnumbered(division, member);
      if (this.quirks.due('repeated_part')) repeated.push(i);
    }
    const rowsOf = (shown: CountedDivision): string[] =>
      ballots(this.plan, this.seed, division).map((ballot) => {
        const known = !this.#isUnnumbered(division, ballot.member);
        return participant(shown, ballot, known ? (ballot.member.house ?? 0) : 0);
      });
    const text = () => {
      const rows = rowsOf(division);
      return [...rows, ...repeated.map((i) => rows[i] ?? '')];
    };
    this.page(ballotsPage(division, division.number, text), cast.length + repeated.length);
    this.counted.merge('part', cast.length);
    this.counted.merge('repeated_part', repeated.length);
    if (!this.quirks.due('orphan')) return;
    const lost = {...division, number: 9_000 + division.number};
    this.page(
      ballotsPage(lost, division.number, () => rowsOf(lost).slice(0, ORPHANS)),
      ORPHANS,
    );
    this.counted.reject('orphan', ORPHANS);
  }

  /**
   * Two members' own files: each division again, as another version of what is known, and one ballot of it.
   * That of the second has divisions on bills only.
   */
  async #writeMemberFiles(all: readonly Division[]): Promise<void> {
    const ofSession = all.filter(({session}) => session.id === OF_MEMBERS);
    const voters = politicians(this.plan, this.seed).sitting(ofSession[0]?.day ?? 0);
    const counted = ofSession.map((one) => {
      const cast = ballots(this.plan, this.seed, one);
      const own = [0, 1].map((i) => cast.find(({member}) => member === voters[i]));
      return {division: countVotes(one, cast), own};
    });
    const seen = new Set<number>();
    for (const i of [0, 1]) {
      const rows = counted.flatMap(({division, own}) => {
        const ballot = i === 0 || division.bill ? own[i] : undefined;
        return ballot ? [{division, ballot}] : [];
      });
      // a row for the division, and the same row for the ballot
      const text = house('ArrayOfMemberVote', rows.map(memberVote).join(''));
      await this.file(`synthetic-ballots_of_one_member-${i + 1}.xml`, text, 2 * rows.length);
      for (const {division, ballot} of rows) {
        this.quirks.due('member_file');
        this.counted.merge(seen.has(division.number) ? 'duplicate' : 'version');
        seen.add(division.number);
        const known = division.bill && !this.#isUnnumbered(division, ballot.member);
        this.counted.merge(known ? 'repeated_part' : 'part');
      }
    }
  }

  #keep(division: CountedDivision, hasBallots: boolean): void {
    const {session, bill, matter, totals} = division;
    if (bill === null) this.quirks.due('without_bill');
    else this.counted.link('division to bill');
    if (matter.en === '') this.quirks.due('no_subject');
    if (totals.yeas === totals.nays) this.quirks.due('tie');
    this.keepRecord({
      id: idOf(division),
      by: {session_id: session.id, result: RESULTS[resultOf(totals)] ?? 'Tie'},
      shows: formOf(division),
      fields: () => ({
        ...fieldsOf(division),
        ...(hasBallots
          ? {
              ballots: ballots(this.plan, this.seed, division).map((ballot) =>
                ballotOf(ballot, this.#isUnnumbered(division, ballot.member)),
              ),
            }
          : {}),
      }),
    });
  }
}

const listUrl = (language: string, session: string): string =>
  `${MEMBERS}/${language}/votes/xml?parlSession=${session}`;

const ballotsPage = (
  {session, number, totals}: CountedDivision,
  address: number,
  rows: () => readonly string[],
): Page => ({
  name: `ballots/${session.id}/${number}`,
  url: `${MEMBERS}/en/votes/${session.parliament}/${session.number}/${address}/xml`,
  stamp: String(totals.yeas),
  text: () => house('ArrayOfVoteParticipant', rows().join('')),
});

function formOf({session, result, bill}: CountedDivision): string {
  if (session.id === OLDER) return 'older_list';
  if (result === UNKNOWN) return 'unknown_result';
  return bill ? 'ballots' : 'without_bill';
}

const fieldsOf = ({session, number, day, bill, matter, totals}: CountedDivision): Record<string, Json> => ({
  session_id: session.id,
  number,
  date: iso(day),
  description_en: matter.en || matter.type,
  description_fr: matter.fr || null,
  result: RESULTS[resultOf(totals)] ?? 'Tie',
  yea_total: totals.yeas,
  nay_total: totals.nays,
  paired_total: totals.paired,
  document_type: matter.type,
  bill_number: bill?.code ?? null,
});

/** A ballot as the record holds it. */
const ballotOf = ({member, mandate, party, vote, paired}: Ballot, unnumbered: boolean): Json => ({
  politician_id: unnumbered ? null : member.house,
  name: fullName(member),
  party: party.short,
  riding: mandate.riding.name,
  province: mandate.riding.province.code,
  vote,
  paired,
});
