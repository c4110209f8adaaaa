/** Generates the divisions of the House: lists in both languages, ballots, files of single members, the older list. */
import type {Json} from '../../../datasets/types.ts';
import {iso} from '../dates.ts';
import {oracle} from '../oracle.ts';
import {schedule} from '../quirks.ts';
import type {Generate, Task} from '../task.ts';
import {NOTICE} from '../texts.ts';
import {
  type Ballot,
  ballots,
  type Division,
  divisions,
  resultOf,
  type Totals,
  totalsOf,
} from './divisions.ts';
import {type Page, writeBundle, writeDocument} from './documents.ts';
import {COMMENT, element, elements, house, midnight} from './markup.ts';
import {fullName, type Politician} from './people.ts';
import {politicians} from './politicians.ts';

const SLUG = 'commons_votes';
const LABEL = 'House of Commons Votes';
const MEMBERS = 'https://www.ourcommons.ca/members';

export const VOTES_BUNDLE = 'synthetic-votes.documents.ndjson';
const OLDER_LIST = 'synthetic-divisions_42-1.xml';
const FRENCH_LIST = 'synthetic-divisions-fr_45-1.xml';
/** The session that only the older list has. */
const OLDER = '42-1';
/** The session whose French list was saved by hand. */
const BY_HAND = '45-1';
/** The session of the files of single members. */
const OF_MEMBERS = '44-1';

type Quirks = ReturnType<typeof schedule<typeof SLUG>>;

interface Counted extends Division {
  cast: Ballot[];
  totals: Totals;
  /** As the documents say it. */
  result: string;
}

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
    const known = of.map((one) => tallied(task, one, id === OLDER, quirks));
    if (id === OLDER) {
      await writeDocument(folder, OLDER_LIST, olderList(known));
      count(OLDER_LIST, known.length);
      for (const one of known) keep(one);
      continue;
    }
    const lists = listsOf(known, quirks);
    const url = (language: string) => `${MEMBERS}/${language}/votes/xml?parlSession=${id}`;
    pages.push({name: `divisions/${id}`, url: url('en'), text: () => house('ArrayOfVote', lists.en)});
    count(VOTES_BUNDLE, known.length + lists.refused);
    counted.reject('missing', lists.refused);
    counted.merge('part', known.length);
    counted.reject('orphan', lists.orphans);
    count(id === BY_HAND ? FRENCH_LIST : VOTES_BUNDLE, known.length + lists.orphans);
    if (id === BY_HAND) await writeDocument(folder, FRENCH_LIST, `\ufeff${house('ArrayOfVote', lists.fr)}`);
    else pages.push({name: `divisions-fr/${id}`, url: url('fr'), text: () => house('ArrayOfVote', lists.fr)});
    for (const one of known) {
      keep(one);
      if (one.bill) ballotsPage(one);
    }
  }
  await memberFiles();
  await writeBundle(folder, VOTES_BUNDLE, pages);
  tell(SLUG, counted.kept, all.length);
  return counted.expected(files, quirks.counts());

  function keep(one: Counted): void {
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
        description_fr: older ? null : matter.fr || null,
        result,
        yea_total: totals.yeas,
        nay_total: totals.nays,
        paired_total: totals.paired,
        document_type: matter.type,
        bill_number: bill?.code ?? null,
        source_dataset: LABEL,
      };
      return {record_id: `${session.id}/${number}`, earlier_versions: 0, fields};
    });
  }

  /** The ballots of one division, a document of their own. */
  function ballotsPage(one: Counted): void {
    const {session, number, cast} = one;
    const rows = cast.map((ballot) => ({ballot, id: quirks.due('no_person') ? 0 : ballot.member.house}));
    for (const {ballot, id} of rows)
      if (id === 0) nameless.add(`${session.id} ${number} ${ballot.member.house}`);
    const again = rows.filter(() => quirks.due('repeated_part'));
    const path = `${session.parliament}/${session.number}/${number}`;
    for (const {ballot} of rows) if (ballot.paired && ballot.vote !== 'Paired') quirks.due('paired_vote');
    pages.push({
      name: `ballots/${session.id}/${number}`,
      url: `${MEMBERS}/en/votes/${path}/xml`,
      stamp: String(one.totals.yeas),
      text: () =>
        house(
          'ArrayOfVoteParticipant',
          [...rows, ...again].map(({ballot, id}) => participant(one, ballot, id ?? 0)).join(''),
        ),
    });
    count(VOTES_BUNDLE, rows.length + again.length);
    counted.merge('part', rows.length);
    counted.merge('repeated_part', again.length);
    if (!quirks.due('orphan')) return;
    const lost = {...one, number: 9_000 + number};
    const few = cast.slice(0, 3);
    pages.push({
      name: `ballots/${session.id}/${lost.number}`,
      url: `${MEMBERS}/en/votes/${path}/xml`,
      text: () =>
        house(
          'ArrayOfVoteParticipant',
          few.map((ballot) => participant(lost, ballot, ballot.member.house ?? 0)).join(''),
        ),
    });
    count(VOTES_BUNDLE, few.length);
    counted.reject('orphan', few.length);
  }

  /** Two members' own files: each division again, as another version of what is known, and one ballot of it. */
  async function memberFiles(): Promise<void> {
    const of = all
      .filter(({session}) => session.id === OF_MEMBERS)
      .map((one) => tallied(task, one, false, null));
    const voters = politicians(plan, seed)
      .sitting(of[0]?.day ?? 0)
      .slice(0, 2);
    const seen = new Set<number>();
    for (const [i, member] of voters.entries()) {
      const own = of.flatMap((one) =>
        one.cast.filter((ballot) => ballot.member === member).map((ballot) => ({one, ballot})),
      );
      const name = `synthetic-ballots_of_one_member-${i + 1}.xml`;
      await writeDocument(
        folder,
        name,
        house('ArrayOfMemberVote', own.map((row) => memberVote(row)).join('')),
      );
      // a row for the division, and the same row for the ballot
      count(name, 2 * own.length);
      for (const {one} of own) {
        quirks.due('member_file');
        counted.merge(seen.has(one.number) ? 'duplicate' : 'version');
        seen.add(one.number);
        const known = one.bill && !nameless.has(`${OF_MEMBERS} ${one.number} ${member.house}`);
        counted.merge(known ? 'repeated_part' : 'part');
      }
    }
  }
};

/** An outcome that no table has; the totals decide. */
const UNKNOWN = 'Withdrawn';

/** `quirks` null: as it stands in the files of members, which have no quirks of their own. */
function tallied({plan, seed}: Task, of: Division, older: boolean, quirks: Quirks | null): Counted {
  const cast = ballots(plan, seed, of);
  const totals = totalsOf(cast);
  if (older) quirks?.due('older_list');
  const known = resultOf(totals, older);
  const unknown = !older && totals.yeas !== totals.nays && quirks?.due('unknown_result');
  return {...of, cast, totals, result: unknown ? UNKNOWN : known};
}

/** Elements that every list has of a division. */
function counts({matter, totals, bill, number, result}: Counted, subject: string) {
  return {
    DecisionDivisionNumber: number,
    DecisionDivisionSubject: subject,
    DecisionResultName: result,
    DecisionDivisionNumberOfYeas: totals.yeas,
    DecisionDivisionNumberOfNays: totals.nays,
    DecisionDivisionNumberOfPaired: totals.paired,
    DecisionDivisionDocumentTypeName: matter.type,
    DecisionDivisionDocumentTypeId: matter.typeId,
    BillNumberCode: bill?.code ?? '',
  };
}

const when = ({session, day}: Division) => ({
  ParliamentNumber: session.parliament,
  SessionNumber: session.number,
  DecisionEventDateTime: `${iso(day)}T15:35:00`,
});

/** The list of a session in English and French, newest first; with rows that are refused among them. */
function listsOf(
  all: readonly Counted[],
  quirks: Quirks,
): {en: string; fr: string; refused: number; orphans: number} {
  const newest = all.toReversed();
  const en: string[] = [];
  const fr: string[] = [];
  let refused = 0;
  let orphans = 0;
  const vote = (of: Record<string, string | number>) => `<Vote>${elements({PersonId: 0, ...of})}</Vote>`;
  for (const one of newest) {
    en.push(vote({...when(one), ...counts(one, one.matter.en)}));
    fr.push(vote({...when(one), ...counts(one, one.matter.fr)}));
    if (quirks.due('no_total')) {
      refused++;
      en.push(
        vote({
          ...when(one),
          ...counts(one, one.matter.en),
          DecisionDivisionNumber: 8_000 + one.number,
          DecisionDivisionNumberOfYeas: '',
        }),
      );
    }
    if (quirks.due('french_orphan')) {
      orphans++;
      fr.push(vote({...when(one), ...counts(one, NOTICE.fr), DecisionDivisionNumber: 7_000 + one.number}));
    }
  }
  return {en: en.join(''), fr: fr.join(''), refused, orphans};
}

/** The list as it was served until 2021: indented, with a mark, its elements named like participants. */
function olderList(all: readonly Counted[]): string {
  const rows = all.map((one) => {
    const {DecisionResultName: result, ...others} = counts(one, one.matter.en);
    const inside = [
      ...Object.entries({
        ParliamentNumber: one.session.parliament,
        SessionNumber: one.session.number,
        DecisionEventDateTime: midnight(iso(one.day)),
        DecisionResultName: result,
        ...others,
        SittingNumber: one.number,
      }),
    ].map(([name, value]) => `    ${element(name, value)}\r\n`);
    return `  <VoteParticipant>\r\n${inside.join('')}  </VoteParticipant>\r\n`;
  });
  const schemas =
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n${COMMENT}\r\n<List ${schemas}>\r\n${rows.join('')}</List>`;
}

const flags = ({vote, paired}: Ballot) => ({
  IsVoteYea: vote === 'Yea',
  IsVoteNay: vote === 'Nay',
  IsVotePaired: paired,
});

function participant(one: Counted, ballot: Ballot, id: number): string {
  const {member, mandate, party, vote} = ballot;
  return `<VoteParticipant>${elements({
    ...when(one),
    DecisionDivisionNumber: one.number,
    PersonShortSalutation: salutation(member),
    ConstituencyName: mandate.riding.name,
    VoteValueName: vote,
    PersonOfficialFirstName: member.name.given,
    PersonOfficialLastName: member.name.family,
    ConstituencyProvinceTerritoryName: mandate.riding.provinceEn,
    CaucusShortName: party.short,
    ...flags(ballot),
    DecisionResultName: one.result,
    PersonId: id,
  })}</VoteParticipant>`;
}

function memberVote({one, ballot}: {one: Counted; ballot: Ballot}): string {
  const {member, mandate, party, vote} = ballot;
  return `<MemberVote>${elements({
    ...when(one),
    ...counts(one, one.matter.en),
    MemberId: member.house,
    PersonOfficialFirstName: member.name.given,
    PersonOfficialLastName: member.name.family,
    ProvinceTerritoryName: mandate.riding.provinceEn,
    ConstituencyName: mandate.riding.name,
    CaucusShortName: party.short,
    VoteValueName: vote,
    ...flags(ballot),
  })}</MemberVote>`;
}

const salutation = ({name, honorific}: Politician): string =>
  honorific || (name.gender === 'F' ? 'Ms.' : 'Mr.');

/** For samples: a ballot as the record holds it. */
export const ballotOf = ({member, mandate, party, vote, paired}: Ballot): Record<string, Json> => ({
  politician_id: member.house,
  name: fullName(member),
  party: party.short,
  riding: mandate.riding.name,
  province: mandate.riding.province.code,
  vote,
  paired,
});
