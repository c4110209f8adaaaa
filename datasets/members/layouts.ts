/** Layouts of members: lists, the page of tiles, profiles, ministries. */
import {ELECTION_RESULT} from '../codes/people.ts';
import {PROVINCE} from '../codes/provinces.ts';
import {code, date, dateOfTimestamp, extract, joinAll, joinNonBlank, personKey} from '../fields.ts';
import type {Field, Fields, LayoutDeclaration} from '../types.ts';

const NAME = ['PersonOfficialFirstName', 'PersonOfficialLastName'] as const;

const SPELL: Fields = {from_date: date('FromDateTime'), to_date: date('ToDateTime')};

const SEAT: Fields = {
  riding: 'ConstituencyName',
  province: code('ConstituencyProvinceTerritoryName', PROVINCE),
  party: 'CaucusShortName',
  ...SPELL,
};

/** Identifies a person in files without numbers: the name with the riding or the province. */
const keysOf = (name: readonly string[], riding: string, province: string): Fields => ({
  seat: personKey(name, riding),
  home: personKey(name, province),
});

const IN_MEMBER: Fields = {
  honorific: 'PersonShortHonorific',
  name: joinNonBlank(NAME),
  ...SEAT,
  ...keysOf(NAME, 'ConstituencyName', 'ConstituencyProvinceTerritoryName'),
};

/** The document name ends with the number of the person. */
const OF_DOCUMENT: Field = extract('document:name', /(\d+)(?:\.\w+)?$/);

/** A list inside a profile: its rows belong to the person of the document. */
const ofProfile = (
  part: string,
  help: string,
  list: string,
  fields: Fields,
  unused?: string,
): LayoutDeclaration => ({
  name: part.replaceAll('_', ' '),
  help,
  childTable: part,
  rows: {form: 'xml', path: `Profile/${list}s/${list}`},
  ...(unused ? {unused} : {}),
  fields: {person_id: OF_DOCUMENT, ...fields},
});

/** A mandate in a profile; the path differs between all roles and the current ones. */
const inProfile = (name: string, help: string, path: string): LayoutDeclaration => ({
  name,
  help,
  rows: {form: 'xml', path},
  fields: {person_id: OF_DOCUMENT, ...IN_MEMBER},
});

const LIST_ROWS = {form: 'xml', path: 'ArrayOfMemberOfParliament/MemberOfParliament'} as const;
export const layouts: readonly LayoutDeclaration[] = [
  {
    name: 'members',
    unverified: true,
    help: 'List of the members of a parliament since 2025, with the number of each person.',
    rows: LIST_ROWS,
    fields: {person_id: 'PersonId', ...IN_MEMBER},
  },
  {
    name: 'members without number',
    help: 'The same list before 2025.',
    childTable: 'seats',
    supersededBy: 'members',
    rows: LIST_ROWS,
    unused: 'PersonShortHonorific',
    fields: {seat: personKey(NAME, 'ConstituencyName'), ...SEAT},
  },
  {
    name: 'members CSV',
    help: 'The same list as a table; dates as `2021-09-20 12:00:00 AM` or `6/28/2004 12:00:00 AM`.',
    childTable: 'seats',
    unused: 'Honorific Title',
    fields: {
      seat: personKey(['First Name', 'Last Name'], 'Constituency'),
      riding: 'Constituency',
      province: code('Province / Territory', PROVINCE),
      party: 'Political Affiliation',
      from_date: dateOfTimestamp('Start Date'),
      to_date: dateOfTimestamp('End Date'),
    },
  },
  {
    name: 'tiles',
    help: 'Page of the members of a parliament: a tile each, with the number of the person and a photo.',
    rows: {
      form: 'html',
      // While nobody sits, the page has its title and no tiles.
      page: '.ce-mip-mp-tile-container, #tiles-view-component, title:contains("Current Members of Parliament")',
      path: '.ce-mip-mp-tile-container',
      columns: {
        id: '@id',
        photo: '.ce-mip-mp-picture@src',
        honourable: '.ce-mip-mp-honourable',
        name: '.ce-mip-mp-name',
        party: '.ce-mip-mp-party',
        constituency: '.ce-mip-mp-constituency',
        province: '.ce-mip-mp-province',
      },
    },
    unused: 'party',
    optional: 'photo, honourable',
    fields: {
      person_id: extract('id', /^mp-tile-person-id-(\d+)$/),
      honorific: 'honourable',
      name: 'name',
      photo: 'photo',
      ...keysOf(['name'], 'constituency', 'province'),
    },
  },
  {
    name: 'parliaments',
    help: 'The parliaments that a page of members offers to choose from.',
    codeTable: 'parliaments',
    rows: {
      form: 'html',
      page: 'a[data-input="parliament"]',
      path: 'a[data-input="parliament"]',
      columns: {parliament: '@data-value'},
    },
    fields: {code: 'parliament'},
  },
  inProfile('member', 'Every mandate of a person.', 'Profile/MemberOfParliamentRoles/MemberOfParliamentRole'),
  inProfile('current member', 'The mandate of a sitting member.', 'Profile/MemberOfParliamentRole'),
  ofProfile(
    'caucus_roles',
    'Caucuses of a person, one row a parliament.',
    'CaucusMemberRole',
    {party: 'CaucusShortName', ...SPELL},
    'ParliamentNumber',
  ),
  ofProfile(
    'positions',
    'Ministers, parliamentary secretaries, critics, whips and other positions.',
    'ParliamentaryPositionRole',
    {title: 'Title', ...SPELL},
  ),
  ofProfile(
    'committee_roles',
    'Committees of a person under their short names, without acronyms.',
    'CommitteeMemberRole',
    {
      session_id: joinAll(['ParliamentNumber', 'SessionNumber'], '-'),
      role: 'AffiliationRoleName',
      committee: 'CommitteeName',
      ...SPELL,
    },
  ),
  ofProfile('candidacies', 'Elections in which the person stood, without votes.', 'ElectionCandidateRole', {
    type: 'ElectionEventTypeName',
    date: date('ElectionEndDate'),
    riding: 'ConstituencyName',
    province: code('ConstituencyProvinceTerritoryName', PROVINCE),
    party: 'PoliticalPartyName',
    result: code('ResolvedElectionResultTypeName', ELECTION_RESULT),
  }),
  {
    name: 'ministry',
    unverified: true,
    help: 'Ministers of a ministry, one row a title, with the number of each person.',
    childTable: 'ministers',
    rows: {form: 'xml', path: 'ArrayOfMinister/Minister'},
    unused: `OrderOfPrecedence, PersonShortHonorific, ${NAME.join(', ')}`,
    fields: {person_id: 'PersonId', title: 'Title', ...SPELL},
  },
  {
    name: 'ministry CSV',
    help: 'The same as a table, with the province instead of the number; every line ends in a comma.',
    childTable: 'ministers_by_name',
    ignored: /^$/,
    unused: 'Order of Precedence, Honorific Title',
    fields: {
      home: personKey(['First Name', 'Last Name'], 'Province / Territory'),
      title: 'Title',
      from_date: dateOfTimestamp('Start Date'),
      to_date: dateOfTimestamp('End Date'),
    },
  },
];
