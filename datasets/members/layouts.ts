/** Layouts of members: lists, the page of tiles, profiles, ministries. */
import {ELECTION_RESULT} from '../codes/people.ts';
import {PROVINCE} from '../codes/provinces.ts';
import {code, date, dateOfTimestamp, extract, joinAll, joinNonBlank, personKey, text} from '../fields.ts';
import type {Field, Layout} from '../types.ts';

const layout = (declared: Omit<Layout, 'aliases' | 'optional'> & Partial<Layout>): Layout => ({
  optional: [],
  aliases: {},
  ...declared,
});

/** Elements of a member of a parliament, in lists and in profiles. */
const MEMBER = [
  'PersonShortHonorific',
  'PersonOfficialFirstName',
  'PersonOfficialLastName',
  'ConstituencyName',
  'ConstituencyProvinceTerritoryName',
  'CaucusShortName',
  'FromDateTime',
  'ToDateTime',
] as const;

const NAME = ['PersonOfficialFirstName', 'PersonOfficialLastName'] as const;

const SPELL: Record<string, Field> = {from_date: date('FromDateTime'), to_date: date('ToDateTime')};

const SEAT: Record<string, Field> = {
  riding: text('ConstituencyName'),
  province: code('ConstituencyProvinceTerritoryName', PROVINCE),
  party: text('CaucusShortName'),
  ...SPELL,
};

/** Identifies a person in files without numbers: the name with the riding or the province. */
const keysOf = (name: readonly string[], riding: string, province: string): Record<string, Field> => ({
  seat: personKey(name, riding),
  home: personKey(name, province),
});

const IN_MEMBER: Record<string, Field> = {
  honorific: text('PersonShortHonorific'),
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
  header: readonly string[],
  fields: Record<string, Field>,
): Layout =>
  layout({
    name: part.replaceAll('_', ' '),
    help,
    childTable: part,
    rows: {form: 'xml', path: `Profile/${list}s/${list}`},
    header: [...header, 'document:name'],
    fields: {person_id: OF_DOCUMENT, ...fields},
  });

/** A mandate in a profile; the path differs between all roles and the current ones. */
const inProfile = (name: string, help: string, path: string): Layout =>
  layout({
    name,
    help,
    rows: {form: 'xml', path},
    header: [...MEMBER, 'document:name'],
    fields: {person_id: OF_DOCUMENT, ...IN_MEMBER},
  });

const LIST_ROWS = {form: 'xml', path: 'ArrayOfMemberOfParliament/MemberOfParliament'} as const;
const MINISTRY = [
  'OrderOfPrecedence',
  'PersonShortHonorific',
  ...NAME,
  'Title',
  'FromDateTime',
  'ToDateTime',
];

export const layouts: readonly Layout[] = [
  layout({
    name: 'members',
    unverified: true,
    help: 'List of the members of a parliament since 2025, with the number of each person.',
    rows: LIST_ROWS,
    header: ['PersonId', ...MEMBER],
    fields: {person_id: text('PersonId'), ...IN_MEMBER},
  }),
  layout({
    name: 'members without number',
    help: 'The same list before 2025.',
    childTable: 'seats',
    supersededBy: 'members',
    rows: LIST_ROWS,
    header: MEMBER,
    fields: {seat: personKey(NAME, 'ConstituencyName'), ...SEAT},
  }),
  layout({
    name: 'members CSV',
    help: 'The same list as a table; dates as `2021-09-20 12:00:00 AM` or `6/28/2004 12:00:00 AM`.',
    childTable: 'seats',
    header: [
      'Honorific Title',
      'First Name',
      'Last Name',
      'Constituency',
      'Province / Territory',
      'Political Affiliation',
      'Start Date',
      'End Date',
    ],
    fields: {
      seat: personKey(['First Name', 'Last Name'], 'Constituency'),
      riding: text('Constituency'),
      province: code('Province / Territory', PROVINCE),
      party: text('Political Affiliation'),
      from_date: dateOfTimestamp('Start Date'),
      to_date: dateOfTimestamp('End Date'),
    },
  }),
  layout({
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
    header: ['id', 'photo', 'honourable', 'name', 'party', 'constituency', 'province'],
    optional: ['photo', 'honourable'],
    fields: {
      person_id: extract('id', /^mp-tile-person-id-(\d+)$/),
      honorific: text('honourable'),
      name: text('name'),
      photo: text('photo'),
      ...keysOf(['name'], 'constituency', 'province'),
    },
  }),
  layout({
    name: 'parliaments',
    help: 'The parliaments that a page of members offers to choose from.',
    codeTable: 'parliaments',
    rows: {
      form: 'html',
      page: 'a[data-input="parliament"]',
      path: 'a[data-input="parliament"]',
      columns: {parliament: '@data-value'},
    },
    header: ['parliament'],
    fields: {code: text('parliament')},
  }),
  inProfile('member', 'Every mandate of a person.', 'Profile/MemberOfParliamentRoles/MemberOfParliamentRole'),
  inProfile('current member', 'The mandate of a sitting member.', 'Profile/MemberOfParliamentRole'),
  ofProfile(
    'caucus_roles',
    'Caucuses of a person, one row a parliament.',
    'CaucusMemberRole',
    ['CaucusShortName', 'FromDateTime', 'ToDateTime', 'ParliamentNumber'],
    {party: text('CaucusShortName'), ...SPELL},
  ),
  ofProfile(
    'positions',
    'Ministers, parliamentary secretaries, critics, whips and other positions.',
    'ParliamentaryPositionRole',
    ['Title', 'FromDateTime', 'ToDateTime'],
    {title: text('Title'), ...SPELL},
  ),
  ofProfile(
    'committee_roles',
    'Committees of a person under their short names, without acronyms.',
    'CommitteeMemberRole',
    [
      'ParliamentNumber',
      'SessionNumber',
      'AffiliationRoleName',
      'CommitteeName',
      'FromDateTime',
      'ToDateTime',
    ],
    {
      session_id: joinAll(['ParliamentNumber', 'SessionNumber'], '-'),
      role: text('AffiliationRoleName'),
      committee: text('CommitteeName'),
      ...SPELL,
    },
  ),
  ofProfile(
    'candidacies',
    'Elections in which the person stood, without votes.',
    'ElectionCandidateRole',
    [
      'ElectionEventTypeName',
      'ElectionEndDate',
      'ConstituencyName',
      'ConstituencyProvinceTerritoryName',
      'PoliticalPartyName',
      'ResolvedElectionResultTypeName',
    ],
    {
      type: text('ElectionEventTypeName'),
      date: date('ElectionEndDate'),
      riding: text('ConstituencyName'),
      province: code('ConstituencyProvinceTerritoryName', PROVINCE),
      party: text('PoliticalPartyName'),
      result: code('ResolvedElectionResultTypeName', ELECTION_RESULT),
    },
  ),
  layout({
    name: 'ministry',
    unverified: true,
    help: 'Ministers of a ministry, one row a title, with the number of each person.',
    childTable: 'ministers',
    rows: {form: 'xml', path: 'ArrayOfMinister/Minister'},
    header: ['PersonId', ...MINISTRY],
    fields: {person_id: text('PersonId'), title: text('Title'), ...SPELL},
  }),
  layout({
    name: 'ministry CSV',
    help: 'The same as a table, with the province instead of the number; every line ends in a comma.',
    childTable: 'ministers_by_name',
    ignored: /^$/,
    header: [
      'Order of Precedence',
      'Honorific Title',
      'First Name',
      'Last Name',
      'Title',
      'Start Date',
      'End Date',
      'Province / Territory',
    ],
    fields: {
      home: personKey(['First Name', 'Last Name'], 'Province / Territory'),
      title: text('Title'),
      from_date: dateOfTimestamp('Start Date'),
      to_date: dateOfTimestamp('End Date'),
    },
  }),
];
