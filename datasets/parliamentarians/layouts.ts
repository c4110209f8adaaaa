/** Layouts of ParlInfo: the list of everyone, the profile of a person, and its error answer. */
import {CAUCUS, ELECTION_RESULT} from '../codes/people.ts';
import {PROVINCE} from '../codes/provinces.ts';
import {code, constant, extract, historicalDate, integer, joinAll, joinNonBlank, text} from '../fields.ts';
import type {Field, Fields, LayoutDeclaration} from '../types.ts';

/**
 * The first legislature of a later province met in 1758: ParlInfo has offices and memberships from before
 * Confederation. Earlier years are the stand-ins for no day of the Library's system, 1753 and 1.
 */
const FIRST_YEAR = 1758;
const date = (from: string): Field => historicalDate(from, FIRST_YEAR);

/**
 * Fields of a person; `form` ranks the profile above the list. Birth, origin, religion, family and addresses
 * are never read.
 */
const person = (form: string): Fields => ({
  form: constant(form),
  library_id: 'PersonId',
  house_number: text('HOCPersonId', ['0']),
  name: 'StraightDisplayName',
  first_name: 'UsedFirstName',
  middle_name: 'MiddleName',
  last_name: 'LastName',
  formal_first_name: 'FormalFirstName',
  sits_in_house: 'IsCurrentlyMP',
  sits_in_senate: 'IsCurrentlySenator',
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

export const layouts: readonly LayoutDeclaration[] = [
  {
    name: 'list',
    unverified: true,
    help: 'Everybody who ever sat in Parliament, without roles and elections.',
    rows: {form: 'json', path: '[]'},
    mandatory: 'PersonId',
    ignored: UNREAD.person,
    fields: person('1'),
  },
  {
    name: 'person',
    help: 'Profile of a person.',
    rows: {form: 'json', path: 'Person'},
    optional: 'MiddleName, FormalFirstName, WebLinks/UrlEn',
    ignored: UNREAD.person,
    fields: {
      ...person('2'),
      links: 'WebLinks/UrlEn',
    },
  },
  {
    name: 'roles',
    help: 'Mandates, parties, caucuses, offices, committees and boards of a person.',
    childTable: 'roles',
    rows: {form: 'json', path: 'Person/Roles'},
    unused: 'PersonRoleId, ParliamentNumber, PartyEn',
    optional: 'OrganizationProvinceEn, EndDate',
    ignored: UNREAD.role,
    fields: {
      library_id: '../PersonId',
      role_id: integer('RoleId'),
      role: 'NameEn',
      organization: 'OrganizationLongEn',
      kind: 'OrganizationTypeEn',
      province: code('OrganizationProvinceEn', PROVINCE),
      caucus: code('OrganizationLongEn', CAUCUS),
      from_date: date('StartDate'),
      to_date: date('EndDate'),
    },
  },
  {
    name: 'elections',
    help: 'Elections in which the person stood, with the votes for this person alone.',
    childTable: 'elections',
    rows: {form: 'json', path: 'Person/ElectionCandidates'},
    unused: 'ParliamentNumber, IsGeneral',
    optional: 'ProvinceEn, ElectionCanadaFirstName, ElectionCanadaLastName',
    ignored: UNREAD.election,
    fields: {
      library_id: '../PersonId',
      candidate: 'ElectionCandidateId',
      date: date('ElectionDate'),
      riding: 'ConstituencyEn',
      province: code('ProvinceEn', PROVINCE),
      ballot_name: joinNonBlank(['ElectionCanadaFirstName', 'ElectionCanadaLastName']),
      party: 'PartyNameEn',
      votes: integer('Votes'),
      result: code('ResultLongEn', ELECTION_RESULT),
    },
  },
  {
    name: 'committees',
    help: 'Committees of a person by session, under their full titles, without dates.',
    childTable: 'committees',
    rows: {form: 'json', path: 'CommitteeMembership'},
    optional: 'CompositionTypeLongEn',
    ignored: UNREAD.committee,
    fields: {
      library_id: '../Person/PersonId',
      role: 'NameEn',
      committee: 'OrganizationLongEn',
      chamber: 'CompositionTypeLongEn',
      session_id: joinAll(['ParliamentNumber', 'SessionNumber'], '-'),
    },
  },
  {
    name: 'fault',
    unverified: true,
    help: 'What the server answers, with status 200, for a few numbers: no person, so the answer is refused.',
    rows: {form: 'json', path: 'ExceptionMessage'},
    optional: 'StraightDisplayName',
    fields: {
      library_id: extract('document:name', /(\d+)(?:\.\w+)?$/),
      name: 'StraightDisplayName',
      fault: '.',
    },
  },
];
