/** Layouts of divisions and ballots: lists, ballots of a division, ballots of a member. */
import {BALLOT, DIVISION_RESULT} from '../codes/bills.ts';
import {PROVINCE} from '../codes/provinces.ts';
import {code, constant, date, identifier, integer, joinAll, joinNonBlank, text} from '../fields.ts';
import type {Field, Layout} from '../types.ts';

/** French documents say so in their name; all others are English. */
const FRENCH = /(?:^|[-_./])fr(?:[-_./]|$)/i;
const ENGLISH = /^(?!.*(?:^|[-_./])fr(?:[-_./]|$))/i;

const session_id = joinAll(['ParliamentNumber', 'SessionNumber'], '-');
const number = integer('DecisionDivisionNumber');

/** `form` ranks the layouts of a division: the current list, members' files, the list before 2021. */
const division = (form: string): Record<string, Field> => ({
  session_id,
  number,
  form: constant(form),
  date: date('DecisionEventDateTime'),
  description_en: text(['DecisionDivisionSubject', 'DecisionDivisionDocumentTypeName']),
  result: code('DecisionResultName', DIVISION_RESULT),
  yea_total: integer('DecisionDivisionNumberOfYeas'),
  nay_total: integer('DecisionDivisionNumberOfNays'),
  paired_total: integer('DecisionDivisionNumberOfPaired'),
  document_type: text('DecisionDivisionDocumentTypeName'),
  bill_number: text('BillNumberCode'),
});

/** `person` identifies a ballot within its division. */
const ballot = (id: string, province: string): Record<string, Field> => ({
  session_id,
  number,
  person: identifier(id, ['0'], ['PersonOfficialFirstName', 'PersonOfficialLastName', 'ConstituencyName']),
  politician_id: integer(id),
  name: joinNonBlank(['PersonOfficialFirstName', 'PersonOfficialLastName']),
  party: text('CaucusShortName'),
  riding: text('ConstituencyName'),
  province: code(province, PROVINCE),
  vote: code('VoteValueName', BALLOT),
  paired: text('IsVotePaired'),
});

/** Elements of a division in the order of the list. */
const DIVISION = [
  'DecisionDivisionNumber',
  'DecisionDivisionSubject',
  'DecisionResultName',
  'DecisionDivisionNumberOfYeas',
  'DecisionDivisionNumberOfNays',
  'DecisionDivisionNumberOfPaired',
  'DecisionDivisionDocumentTypeName',
  'DecisionDivisionDocumentTypeId',
  'BillNumberCode',
] as const;

const LIST = ['PersonId', 'ParliamentNumber', 'SessionNumber', 'DecisionEventDateTime', ...DIVISION] as const;

const MEMBER = [
  'ParliamentNumber',
  'SessionNumber',
  'DecisionEventDateTime',
  ...DIVISION,
  'MemberId',
  'PersonOfficialFirstName',
  'PersonOfficialLastName',
  'ProvinceTerritoryName',
  'ConstituencyName',
  'CaucusShortName',
  'VoteValueName',
  'IsVoteYea',
  'IsVoteNay',
  'IsVotePaired',
] as const;

const LIST_ROWS = {form: 'xml', path: 'ArrayOfVote/Vote'} as const;
const MEMBER_ROWS = {form: 'xml', path: 'ArrayOfMemberVote/MemberVote'} as const;

const layout = (declared: Omit<Layout, 'aliases' | 'optional'>): Layout => ({
  optional: [],
  aliases: {},
  ...declared,
});

export const layouts: readonly Layout[] = [
  layout({
    name: 'divisions',
    unverified: true,
    help: 'List of the divisions of a session, in English; `PersonId` is always 0.',
    files: ENGLISH,
    rows: LIST_ROWS,
    header: LIST,
    fields: division('3'),
  }),
  layout({
    name: 'divisions in French',
    unverified: true,
    help: 'The same list in French, known by the name of the document; it gives the subjects.',
    files: FRENCH,
    childTable: 'french',
    rows: LIST_ROWS,
    header: LIST,
    fields: {session_id, number, subject: text('DecisionDivisionSubject')},
  }),
  layout({
    name: 'divisions before 2021',
    help: 'List that was served until about 2021, whose elements are named like participants; without the time of day.',
    rows: {form: 'xml', path: 'List/VoteParticipant'},
    header: [
      'ParliamentNumber',
      'SessionNumber',
      'DecisionEventDateTime',
      'DecisionResultName',
      ...DIVISION.filter((name) => name !== 'DecisionResultName'),
      'SittingNumber',
    ],
    fields: division('1'),
  }),
  layout({
    name: 'ballots of a division',
    unverified: true,
    help: 'Every member who voted or was paired in one division; neither its subject nor its bill.',
    childTable: 'ballots',
    rows: {form: 'xml', path: 'ArrayOfVoteParticipant/VoteParticipant'},
    header: [
      'ParliamentNumber',
      'SessionNumber',
      'DecisionEventDateTime',
      'DecisionDivisionNumber',
      'PersonShortSalutation',
      'ConstituencyName',
      'VoteValueName',
      'PersonOfficialFirstName',
      'PersonOfficialLastName',
      'ConstituencyProvinceTerritoryName',
      'CaucusShortName',
      'IsVoteYea',
      'IsVoteNay',
      'IsVotePaired',
      'DecisionResultName',
      'PersonId',
    ],
    fields: ballot('PersonId', 'ConstituencyProvinceTerritoryName'),
  }),
  layout({
    name: 'divisions of a member',
    help: 'The divisions in which one member voted, with their totals.',
    rows: MEMBER_ROWS,
    header: MEMBER,
    fields: division('2'),
  }),
  layout({
    name: 'ballots of a member',
    help: 'How that member voted in them.',
    childTable: 'ballots',
    rows: MEMBER_ROWS,
    header: MEMBER,
    fields: ballot('MemberId', 'ProvinceTerritoryName'),
  }),
];
