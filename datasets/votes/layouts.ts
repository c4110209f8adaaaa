/** Layouts of divisions and ballots: lists, ballots of a division, ballots of a member. */
import {BALLOT, DIVISION_RESULT} from '../codes/bills.ts';
import {PROVINCE} from '../codes/provinces.ts';
import {code, constant, date, identifier, integer, joinAll, joinNonBlank} from '../fields.ts';
import type {Fields, LayoutDeclaration} from '../types.ts';

/** French documents say so in their name; all others are English. */
const FRENCH = /(?:^|[-_./])fr(?:[-_./]|$)/i;
const ENGLISH = /^(?!.*(?:^|[-_./])fr(?:[-_./]|$))/i;

const session_id = joinAll(['ParliamentNumber', 'SessionNumber'], '-');
const number = integer('DecisionDivisionNumber');

/** `form` ranks the layouts of a division: the current list, members' files, the list before 2021. */
const division = (form: string): Fields => ({
  session_id,
  number,
  form: constant(form),
  date: date('DecisionEventDateTime'),
  description_en: ['DecisionDivisionSubject', 'DecisionDivisionDocumentTypeName'],
  result: code('DecisionResultName', DIVISION_RESULT),
  yea_total: integer('DecisionDivisionNumberOfYeas'),
  nay_total: integer('DecisionDivisionNumberOfNays'),
  paired_total: integer('DecisionDivisionNumberOfPaired'),
  document_type: 'DecisionDivisionDocumentTypeName',
  bill_number: 'BillNumberCode',
});

/** `person` identifies a ballot within its division. */
const ballot = (id: string, province: string): Fields => ({
  session_id,
  number,
  person: identifier(id, ['0'], ['PersonOfficialFirstName', 'PersonOfficialLastName', 'ConstituencyName']),
  politician_id: integer(id),
  name: joinNonBlank(['PersonOfficialFirstName', 'PersonOfficialLastName']),
  party: 'CaucusShortName',
  riding: 'ConstituencyName',
  province: code(province, PROVINCE),
  vote: code('VoteValueName', BALLOT),
  paired: 'IsVotePaired',
});

/** Elements of a division that other layouts of the same rows read. */
const OF_DIVISION = `DecisionEventDateTime, DecisionResultName, DecisionDivisionNumberOfYeas,
  DecisionDivisionNumberOfNays, DecisionDivisionNumberOfPaired, DecisionDivisionDocumentTypeName,
  DecisionDivisionDocumentTypeId, BillNumberCode`;

const LIST_ROWS = {form: 'xml', path: 'ArrayOfVote/Vote'} as const;
const MEMBER_ROWS = {form: 'xml', path: 'ArrayOfMemberVote/MemberVote'} as const;

export const layouts: readonly LayoutDeclaration[] = [
  {
    name: 'divisions',
    unverified: true,
    help: 'List of the divisions of a session, in English; `PersonId` is always 0.',
    files: ENGLISH,
    rows: LIST_ROWS,
    unused: 'PersonId, DecisionDivisionDocumentTypeId',
    fields: division('3'),
  },
  {
    name: 'divisions in French',
    unverified: true,
    help: 'The same list in French, known by the name of the document; it gives the subjects.',
    files: FRENCH,
    childTable: 'french',
    rows: LIST_ROWS,
    unused: `PersonId, ${OF_DIVISION}`,
    fields: {session_id, number, subject: 'DecisionDivisionSubject'},
  },
  {
    name: 'divisions before 2021',
    help: 'List that was served until about 2021, whose elements are named like participants; without the time of day.',
    rows: {form: 'xml', path: 'List/VoteParticipant'},
    unused: 'DecisionDivisionDocumentTypeId, SittingNumber',
    fields: division('1'),
  },
  {
    name: 'ballots of a division',
    unverified: true,
    help: 'Every member who voted or was paired in one division; neither its subject nor its bill.',
    childTable: 'ballots',
    rows: {form: 'xml', path: 'ArrayOfVoteParticipant/VoteParticipant'},
    unused: 'DecisionEventDateTime, PersonShortSalutation, IsVoteYea, IsVoteNay, DecisionResultName',
    fields: ballot('PersonId', 'ConstituencyProvinceTerritoryName'),
  },
  {
    name: 'divisions of a member',
    help: 'The divisions in which one member voted, with their totals.',
    rows: MEMBER_ROWS,
    unused: `DecisionDivisionDocumentTypeId, MemberId, PersonOfficialFirstName, PersonOfficialLastName,
      ProvinceTerritoryName, ConstituencyName, CaucusShortName, VoteValueName, IsVoteYea, IsVoteNay, IsVotePaired`,
    fields: division('2'),
  },
  {
    name: 'ballots of a member',
    help: 'How that member voted in them.',
    childTable: 'ballots',
    rows: MEMBER_ROWS,
    unused: `DecisionDivisionSubject, IsVoteYea, IsVoteNay, ${OF_DIVISION}`,
    fields: ballot('MemberId', 'ProvinceTerritoryName'),
  },
];
