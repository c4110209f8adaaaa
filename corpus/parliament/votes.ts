/** Generates the divisions of the House: lists in both languages, ballots, files of single members, the older list. */
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import type {Generate, Task} from '../task.ts';
import {type Ballot, ballots, type Division, divisions, resultOf, totalsOf} from './divisions.ts';
import {DocumentSource} from './document_source.ts';
import {type Page, writeDocument} from './documents.ts';
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

export const commons_votes: Generate = (task) => new Votes(task).run();

class Votes extends DocumentSource<typeof SLUG> {
  readonly #all: readonly Division[];
  /** Ballots that stand without the number of their member. */
  readonly #nameless = new Set<string>();

  constructor(task: Task) {
    super(task, {slug: SLUG, dataset: 'votes', label: LABEL, bundle: VOTES_BUNDLE});
    this.#all = divisions(this.plan, this.seed);
  }

  async run() {
    for (const name of [VOTES_BUNDLE, FRENCH_LIST, OLDER_LIST]) this.count(name, 0);
    for (const [id, of] of Map.groupBy(this.#all, ({session}) => session.id)) {
      const known = of.map((one) =>
        tallied(one, ballots(this.plan, this.seed, one), id === OLDER, this.quirks),
      );
      await this.#englishList(id, known);
      await this.#frenchList(id, known);
      for (const one of known) this.#keep(one, one.bill && id !== OLDER ? this.#ballotsPage(one) : null);
    }
    await this.#memberFiles();
    return this.finish(this.#all.length);
  }

  async #englishList(id: string, known: readonly Counted[]): Promise<void> {
    if (id === OLDER) {
      await writeDocument(this.folder, OLDER_LIST, olderList(known));
      this.count(OLDER_LIST, known.length);
      return;
    }
    const {text, refused} = englishList(known, this.quirks);
    const page = {name: `divisions/${id}`, url: listUrl('en', id), text: () => house('ArrayOfVote', text)};
    this.page(page, known.length + refused);
    this.counted.reject('missing', refused);
  }

  async #frenchList(id: string, known: readonly Counted[]): Promise<void> {
    const {text, orphans} = frenchList(known, this.quirks);
    const rows = known.length + orphans;
    this.counted.merge('part', known.length);
    this.counted.reject('orphan', orphans);
    if (id === BY_HAND) {
      await writeDocument(this.folder, FRENCH_LIST, `\ufeff${house('ArrayOfVote', text)}`);
      this.count(FRENCH_LIST, rows);
    } else {
      const url = listUrl('fr', id);
      this.page({name: `divisions-fr/${id}`, url, text: () => house('ArrayOfVote', text)}, rows);
    }
  }

  /** `unnumbered`: places of the ballots without a number; null where there is no document of ballots. */
  #keep(one: Counted, unnumbered: Set<number> | null): void {
    const {session, number, day, bill, matter, totals} = one;
    if (bill === null) this.quirks.due('without_bill');
    else this.counted.link('division to bill');
    if (matter.en === '') this.quirks.due('no_subject');
    if (totals.yeas === totals.nays) this.quirks.due('tie');
    const result = RESULTS[resultOf(totals)] ?? 'Tie';
    const description = matter.en || matter.type;
    this.counted.keep({versions: 1, value: null, by: {session_id: session.id, result}});
    const older = session.id === OLDER;
    const shows = older
      ? 'older_list'
      : one.result === UNKNOWN
        ? 'unknown_result'
        : bill
          ? 'ballots'
          : 'without_bill';
    this.counted.sample(shows, () => {
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
          ? {ballots: ballots(this.plan, this.seed, one).map((cast, i) => ballotOf(cast, unnumbered.has(i)))}
          : {}),
      };
      return {record_id: `${session.id}/${number}`, earlier_versions: 0, fields};
    });
  }

  /** The ballots of one division, a document of their own; they are cast again when it is written. Gives those without a number. */
  #ballotsPage(one: Counted): Set<number> {
    const {session, number} = one;
    const cast = ballots(this.plan, this.seed, one);
    const unnumbered = new Set<number>();
    const again: number[] = [];
    for (const [i, {member, paired, vote}] of cast.entries()) {
      if (paired && vote !== 'Paired') this.quirks.due('paired_vote');
      if (this.quirks.due('no_person')) {
        unnumbered.add(i);
        this.#nameless.add(`${session.id} ${number} ${member.house}`);
      }
      if (this.quirks.due('repeated_part')) again.push(i);
    }
    const path = `${session.parliament}/${session.number}/${number}`;
    const page = (of: Counted, rows: () => readonly string[]): Page => ({
      name: `ballots/${session.id}/${of.number}`,
      url: `${MEMBERS}/en/votes/${path}/xml`,
      stamp: String(one.totals.yeas),
      text: () => house('ArrayOfVoteParticipant', rows().join('')),
    });
    const rowsOf = (of: Counted): string[] =>
      ballots(this.plan, this.seed, one).map((ballot, i) =>
        participant(of, ballot, unnumbered.has(i) ? 0 : (ballot.member.house ?? 0)),
      );
    this.pages.push(
      page(one, () => {
        const rows = rowsOf(one);
        return [...rows, ...again.map((i) => rows[i] ?? '')];
      }),
    );
    this.count(VOTES_BUNDLE, cast.length + again.length);
    this.counted.merge('part', cast.length);
    this.counted.merge('repeated_part', again.length);
    if (!this.quirks.due('orphan')) return unnumbered;
    const lost = {...one, number: 9_000 + number};
    this.pages.push(page(lost, () => rowsOf(lost).slice(0, ORPHANS)));
    this.count(VOTES_BUNDLE, ORPHANS);
    this.counted.reject('orphan', ORPHANS);
    return unnumbered;
  }

  /**
   * Two members' own files: each division again, as another version of what is known, and one ballot of it. That of the
   * second has divisions on bills only.
   */
  async #memberFiles(): Promise<void> {
    const of = this.#all.filter(({session}) => session.id === OF_MEMBERS);
    const voters = politicians(this.plan, this.seed)
      .sitting(of[0]?.day ?? 0)
      .slice(0, 2);
    const own = new Map(voters.map((member) => [member, [] as {one: Counted; ballot: Ballot}[]]));
    for (const division of of) {
      const cast = ballots(this.plan, this.seed, division);
      const one = tallied(division, cast, false, null);
      for (const ballot of cast) {
        if (one.bill || ballot.member === voters[0]) own.get(ballot.member)?.push({one, ballot});
      }
    }
    const seen = new Set<number>();
    for (const [i, [member, rows]] of [...own].entries()) {
      const name = `synthetic-ballots_of_one_member-${i + 1}.xml`;
      await writeDocument(this.folder, name, house('ArrayOfMemberVote', rows.map(memberVote).join('')));
      // a row for the division, and the same row for the ballot
      this.count(name, 2 * rows.length);
      for (const {one} of rows) {
        this.quirks.due('member_file');
        this.counted.merge(seen.has(one.number) ? 'duplicate' : 'version');
        seen.add(one.number);
        const known = one.bill && !this.#nameless.has(`${OF_MEMBERS} ${one.number} ${member.house}`);
        this.counted.merge(known ? 'repeated_part' : 'part');
      }
    }
  }
}

const listUrl = (language: 'en' | 'fr', session: string): string =>
  `${MEMBERS}/${language}/votes/xml?parlSession=${session}`;

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
