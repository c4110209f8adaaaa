/** Divisions and ballots as the House serves them: lists in both languages, ballots, the older list. */
import {iso} from '../dates.ts';
import type {schedule} from '../quirks.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import type {Ballot, Division, Totals} from './divisions.ts';
import {COMMENT, element, elements, midnight} from './markup.ts';
import type {Politician} from './people.ts';

export type Quirks = ReturnType<typeof schedule<'commons_votes'>>;

/** A division with its outcome. */
export interface Counted extends Division {
  totals: Totals;
  /** As the documents say it. */
  result: string;
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

const vote = (of: Record<string, string | number>) => `<Vote>${elements({PersonId: 0, ...of})}</Vote>`;

/** The list of a session, newest first; with rows that are refused among them. */
export function englishList(all: readonly Counted[], quirks: Quirks): {text: string; refused: number} {
  const rows: string[] = [];
  let refused = 0;
  for (const one of all.toReversed()) {
    const of = {...when(one), ...counts(one, one.matter.en)};
    rows.push(vote(of));
    if (!quirks.due('no_total')) continue;
    refused++;
    rows.push(vote({...of, DecisionDivisionNumber: 8_000 + one.number, DecisionDivisionNumberOfYeas: ''}));
  }
  return {text: rows.join(''), refused};
}

/** The same list in French; with divisions among them that the English one lacks. */
export function frenchList(all: readonly Counted[], quirks: Quirks): {text: string; orphans: number} {
  const rows: string[] = [];
  let orphans = 0;
  for (const one of all.toReversed()) {
    rows.push(vote({...when(one), ...counts(one, one.matter.fr)}));
    if (!quirks.due('french_orphan')) continue;
    orphans++;
    rows.push(vote({...when(one), ...counts(one, NOTICE.fr), DecisionDivisionNumber: 7_000 + one.number}));
  }
  return {text: rows.join(''), orphans};
}

/** The list as it was served until 2021: indented, with a mark, its elements named like participants. */
export function olderList(all: readonly Counted[]): string {
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

/** One ballot in the document of its division. */
export function participant(one: Counted, ballot: Ballot, id: number): string {
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

/** One ballot in the file of its member, with the division. */
export function memberVote({one, ballot}: {one: Counted; ballot: Ballot}): string {
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
