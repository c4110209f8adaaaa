/** Divisions and ballots as the House serves them: lists in both languages, ballots, the older list. */
import {iso} from '../dates.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {type Ballot, type Division, resultOf, type Totals, totalsOf} from './divisions.ts';
import {declared, element, elements, midnight, type Values} from './markup.ts';
import type {Politician} from './people.ts';

/** A division with its outcome. */
export interface CountedDivision extends Division {
  totals: Totals;
  /** As the documents say it. */
  result: string;
}

/** The outcome of a division by its ballots; `older`: in the words of before 2021. */
export function countVotes(division: Division, cast: readonly Ballot[], older = false): CountedDivision {
  const totals = totalsOf(cast);
  return {...division, totals, result: resultOf(totals, older)};
}

/** Elements that every list has of a division. */
const summary = ({matter, totals, bill, number, result}: CountedDivision, language: 'en' | 'fr') => ({
  DecisionDivisionNumber: number,
  DecisionDivisionSubject: matter[language],
  DecisionResultName: result,
  DecisionDivisionNumberOfYeas: totals.yeas,
  DecisionDivisionNumberOfNays: totals.nays,
  DecisionDivisionNumberOfPaired: totals.paired,
  DecisionDivisionDocumentTypeName: matter.type,
  DecisionDivisionDocumentTypeId: matter.typeId,
  BillNumberCode: bill?.code ?? '',
});

const sitting = ({session, day}: Division) => ({
  ParliamentNumber: session.parliament,
  SessionNumber: session.number,
  DecisionEventDateTime: `${iso(day)}T15:35:00`,
});

/**
 * Rows of the list of a session, newest first. Where `spoiled` gives values for a division, a row with them
 * follows; its subject in the French list says that it is synthetic.
 */
export function listRows(
  all: readonly CountedDivision[],
  language: 'en' | 'fr',
  spoiled: (division: CountedDivision) => Values | null,
): string[] {
  return all.toReversed().flatMap((division) => {
    const values = {PersonId: 0, ...sitting(division), ...summary(division, language)};
    const more = spoiled(division);
    const notice = language === 'fr' ? {DecisionDivisionSubject: NOTICE.fr} : {};
    const rows = more ? [values, {...values, ...notice, ...more}] : [values];
    return rows.map((row) => `<Vote>${elements(row)}</Vote>`);
  });
}

/**
 * The list as it was served until 2021: indented, with a byte order mark, its elements named like
 * participants.
 */
export function olderList(all: readonly CountedDivision[]): string {
  const rows = all.map((one) => {
    const {DecisionResultName, ...others} = summary(one, 'en');
    const values = {
      ...sitting(one),
      DecisionEventDateTime: midnight(iso(one.day)),
      DecisionResultName,
      ...others,
      SittingNumber: one.number,
    };
    const lines = Object.entries(values).map(([name, value]) => `    ${element(name, value)}\r\n`);
    return `  <VoteParticipant>\r\n${lines.join('')}  </VoteParticipant>\r\n`;
  });
  const schemas =
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return declared(`<List ${schemas}>\r\n${rows.join('')}</List>`);
}

const nameOf = ({name}: Politician) => ({
  PersonOfficialFirstName: name.given,
  PersonOfficialLastName: name.family,
});

const flags = ({vote, paired}: Ballot) => ({
  IsVoteYea: vote === 'Yea',
  IsVoteNay: vote === 'Nay',
  IsVotePaired: paired,
});

/** One ballot in the document of its division. */
export function participant(division: CountedDivision, ballot: Ballot, id: number): string {
  const {member, mandate, party, vote} = ballot;
  return `<VoteParticipant>${elements({
    ...sitting(division),
    DecisionDivisionNumber: division.number,
    PersonShortSalutation: member.honorific || (member.name.gender === 'F' ? 'Ms.' : 'Mr.'),
    ConstituencyName: mandate.riding.name,
    VoteValueName: vote,
    ...nameOf(member),
    ConstituencyProvinceTerritoryName: mandate.riding.provinceEn,
    CaucusShortName: party.short,
    ...flags(ballot),
    DecisionResultName: division.result,
    PersonId: id,
  })}</VoteParticipant>`;
}

/** One ballot in the file of its member, with the division. */
export function memberVote({division, ballot}: {division: CountedDivision; ballot: Ballot}): string {
  const {member, mandate, party, vote} = ballot;
  return `<MemberVote>${elements({
    ...sitting(division),
    ...summary(division, 'en'),
    MemberId: member.house,
    ...nameOf(member),
    ProvinceTerritoryName: mandate.riding.provinceEn,
    ConstituencyName: mandate.riding.name,
    CaucusShortName: party.short,
    VoteValueName: vote,
    ...flags(ballot),
  })}</MemberVote>`;
}
