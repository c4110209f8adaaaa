/** Layouts of ParlInfo: the list of everyone, the profile of a person, and its error answer. */
import {CAUCUS, ELECTION_RESULT} from '../codes/people.ts';
import {PROVINCE} from '../codes/provinces.ts';
import {code, constant, extract, historicalDate, integer, joinAll, joinNonBlank, text} from '../fields.ts';
import type {Field, Layout} from '../types.ts';

/**
 * The first legislature of a later province met in 1758: ParlInfo has offices and memberships from before
 * Confederation. Earlier years are the stand-ins for no day of the Library's system, 1753 and 1.
 */
const FIRST_YEAR = 1758;
const date = (from: string): Field => historicalDate(from, FIRST_YEAR);

/** Fields of a person in list and profile. Birth, origin, religion, family and addresses are never read. */
const PERSON = [
  'PersonId',
  'HOCPersonId',
  'UsedFirstName',
  'MiddleName',
  'LastName',
  'FormalFirstName',
  'StraightDisplayName',
  'IsCurrentlyMP',
  'IsCurrentlySenator',
] as const;

/** Fields of a person; `form` ranks the profile above the list. */
const person = (form: string): Record<string, Field> => ({
  form: constant(form),
  library_id: text('PersonId'),
  house_number: text('HOCPersonId', ['0']),
  name: text('StraightDisplayName'),
  first_name: text('UsedFirstName'),
  middle_name: text('MiddleName'),
  last_name: text('LastName'),
  formal_first_name: text('FormalFirstName'),
  sits_in_house: text('IsCurrentlyMP'),
  sits_in_senate: text('IsCurrentlySenator'),
});

/**
 * Further fields of the Library: French words that repeat the English ones, birth, origin, religion, family,
 * education, addresses, and summaries of roles and elections.
 */
const UNREAD = {
  person:
    /Fr$|Birth|Death|^Died|Ethnicity|Religion|Origin|Gender|Age$|Maiden|Family|Professions|Languages?|Education|Pictures|Titles|Addresses|Bibliography|Notes|Draft|En$|^Leader|Deputy|Speaker|PrimeMinister|Parliaments|YearsOfService|InOffice|^_id$|LastUpdatedId|LastModified|ModifiedBy|^(WebLinks|DisplayName|SenatePersonId)$/,
  role: /Fr$|Approximate$|Reason|Source|Acting|Acronym|Short|Long|Crossed|Id$|HasProfile|Senat|Styled|PortFolio|^Committee$|Grouping|^Parliament(Start|End)$|^Party|^Person|^MemberOf|^IsMP$|GovernorGeneral|Documents|Notes|IsCurrent|Ordinal|Classes/,
  election: /Fr$|Id$|MiddleName|Gender|Occupation|OtherResult|Notes/,
  committee: /Fr$|Id$|Type|^Party|Short/,
} as const;

const layout = (declared: Omit<Layout, 'aliases' | 'optional'> & Partial<Layout>): Layout => ({
  optional: [],
  aliases: {},
  ...declared,
});

export const layouts: readonly Layout[] = [
  layout({
    name: 'list',
    unverified: true,
    help: 'Everybody who ever sat in Parliament, without roles and elections.',
    rows: {form: 'json', path: '[]'},
    header: PERSON,
    optional: PERSON.slice(1),
    ignored: UNREAD.person,
    fields: person('1'),
  }),
  layout({
    name: 'person',
    help: 'Profile of a person.',
    rows: {form: 'json', path: 'Person'},
    header: [...PERSON, 'WebLinks/UrlEn'],
    optional: ['MiddleName', 'FormalFirstName', 'WebLinks/UrlEn'],
    ignored: UNREAD.person,
    fields: {
      ...person('2'),
      links: text('WebLinks/UrlEn'),
    },
  }),
  layout({
    name: 'roles',
    help: 'Mandates, parties, caucuses, offices, committees and boards of a person.',
    childTable: 'roles',
    rows: {form: 'json', path: 'Person/Roles'},
    header: [
      '../PersonId',
      'PersonRoleId',
      'RoleId',
      'NameEn',
      'StartDate',
      'EndDate',
      'OrganizationLongEn',
      'OrganizationTypeEn',
      'OrganizationProvinceEn',
      'ParliamentNumber',
      'PartyEn',
    ],
    optional: ['OrganizationProvinceEn', 'EndDate'],
    ignored: UNREAD.role,
    fields: {
      library_id: text('../PersonId'),
      role_id: integer('RoleId'),
      role: text('NameEn'),
      organization: text('OrganizationLongEn'),
      kind: text('OrganizationTypeEn'),
      province: code('OrganizationProvinceEn', PROVINCE),
      caucus: code('OrganizationLongEn', CAUCUS),
      from_date: date('StartDate'),
      to_date: date('EndDate'),
    },
  }),
  layout({
    name: 'elections',
    help: 'Elections in which the person stood, with the votes for this person alone.',
    childTable: 'elections',
    rows: {form: 'json', path: 'Person/ElectionCandidates'},
    header: [
      '../PersonId',
      'ElectionCandidateId',
      'ParliamentNumber',
      'ElectionDate',
      'IsGeneral',
      'ConstituencyEn',
      'ProvinceEn',
      'ElectionCanadaFirstName',
      'ElectionCanadaLastName',
      'PartyNameEn',
      'Votes',
      'ResultLongEn',
    ],
    optional: ['ProvinceEn', 'ElectionCanadaFirstName', 'ElectionCanadaLastName'],
    ignored: UNREAD.election,
    fields: {
      library_id: text('../PersonId'),
      candidate: text('ElectionCandidateId'),
      date: date('ElectionDate'),
      riding: text('ConstituencyEn'),
      province: code('ProvinceEn', PROVINCE),
      ballot_name: joinNonBlank(['ElectionCanadaFirstName', 'ElectionCanadaLastName']),
      party: text('PartyNameEn'),
      votes: integer('Votes'),
      result: code('ResultLongEn', ELECTION_RESULT),
    },
  }),
  layout({
    name: 'committees',
    help: 'Committees of a person by session, under their full titles, without dates.',
    childTable: 'committees',
    rows: {form: 'json', path: 'CommitteeMembership'},
    header: [
      '../Person/PersonId',
      'NameEn',
      'OrganizationLongEn',
      'CompositionTypeLongEn',
      'ParliamentNumber',
      'SessionNumber',
    ],
    optional: ['CompositionTypeLongEn'],
    ignored: UNREAD.committee,
    fields: {
      library_id: text('../Person/PersonId'),
      role: text('NameEn'),
      committee: text('OrganizationLongEn'),
      chamber: text('CompositionTypeLongEn'),
      session_id: joinAll(['ParliamentNumber', 'SessionNumber'], '-'),
    },
  }),
  layout({
    name: 'fault',
    unverified: true,
    help: 'What the server answers, with status 200, for a few numbers: no person, so the answer is refused.',
    rows: {form: 'json', path: 'ExceptionMessage'},
    header: ['.', 'document:name', 'StraightDisplayName'],
    optional: ['StraightDisplayName'],
    fields: {
      library_id: extract('document:name', /(\d+)(?:\.\w+)?$/),
      name: text('StraightDisplayName'),
      fault: text('.'),
    },
  }),
];
