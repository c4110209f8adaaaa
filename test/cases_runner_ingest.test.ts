/** Labelled cases of whole ingests are judged by what the build says of people, links and clients. */
import {expect, test} from 'vitest';
import {SOURCES} from '../datasets/index.ts';
import {fileText} from './cases_runner/compact.ts';
import {judgeCases} from './cases_runner/run.ts';
import {casesIn} from './helpers/cases.ts';

/** The House's list of one member, and the Library's list and page of the same. */
const member = (house: number, library: number, first: string, last: string) => {
  const person = {
    PersonId: library,
    HOCPersonId: house,
    FormalFirstName: first,
    UsedFirstName: first,
    LastName: last,
    DisplayName: `${last}, ${first}`,
    StraightDisplayName: `${first} ${last}`,
    IsCurrentlyMP: true,
    IsCurrentlySenator: false,
  };
  const role = {RoleId: 719, NameEn: 'Constituency Member', StartDate: '2021-09-20T00:00:00Z'};
  const riding = {OrganizationLongEn: 'Cape Verrin', OrganizationTypeEn: 'Constituency'};
  const page = {Person: {...person, WebLinks: [], Roles: [{...role, ...riding}], ElectionCandidates: []}};
  const document = (name: string, text: string) =>
    `${JSON.stringify({name, url: `https://example.org/${name}`, etag: null, stamp: null, text})}\n`;
  const xml = Object.entries({
    PersonId: house,
    PersonShortHonorific: '',
    PersonOfficialFirstName: first,
    PersonOfficialLastName: last,
    ConstituencyName: 'Cape Verrin',
    ConstituencyProvinceTerritoryName: 'Nova Scotia',
    CaucusShortName: 'Independent',
    FromDateTime: '2021-09-20T00:00:00',
    ToDateTime: '',
  }).map(([name, value]) => `<${name}>${value}</${name}>`);
  const list = `<MemberOfParliament>${xml.join('')}</MemberOfParliament>`;
  return {
    'commons_members/members.documents.ndjson': document(
      'members/44',
      `<ArrayOfMemberOfParliament>${list}</ArrayOfMemberOfParliament>`,
    ),
    'parlinfo/people.documents.ndjson':
      document('list/all', JSON.stringify([person])) +
      document(`person/${library}`, `/**/ typeof 1 === 'function' && 1(${JSON.stringify(page)});`),
  };
};

/** Registrations, communications and their officials, as the Commissioner publishes them. */
function lobbying() {
  const [filed, said] = [SOURCES['lobbying_registrations']!, SOURCES['lobbying_communications']!];
  const client = (name: string) => ({EN_CLIENT_ORG_CORP_NM_AN: name, RGSTRNT_NUM_DECLARANT: '71'});
  const registration = {REG_ID_ENR: '510', REG_TYPE_ENR: '1', EFFECTIVE_DATE_VIGUEUR: '2022-01-01'};
  const talk = (id: string, name: string) => ({
    COMLOG_ID: id,
    EN_CLIENT_ORG_CORP_NM_AN: name,
    REGISTRANT_NUM_DECLARANT: '71',
    COMM_DATE: '2022-05-01',
  });
  const met = (id: string, last: string, institution: string) => ({
    COMLOG_ID: id,
    DPOH_LAST_NM_TCPD: last,
    DPOH_FIRST_NM_PRENOM_TCPD: 'Oona',
    DPOH_TITLE_TITRE_TCPD: 'Member of Parliament',
    INSTITUTION: institution,
  });
  const files = {
    'lobbying_registrations/Registration_PrimaryExport.csv': [{...registration, ...client('Élan Tidal')}],
    'lobbying_communications/Communication_PrimaryExport.csv': [
      talk('901', 'ELAN TIDAL'),
      talk('902', 'Élan Tidal'),
      talk('903', 'Élan Tidal'),
    ],
    'lobbying_communications/Communication_DpohExport.csv': [
      met('901', 'Nobody', 'Health Canada (HC)'),
      met('902', 'Brandvold', 'House of Commons'),
      met('903', 'Nobody', 'House of Commons'),
    ],
  };
  return Object.fromEntries(
    Object.entries(files).map(([path, rows]) => {
      const source = path.startsWith('lobbying_registrations') ? filed : said;
      return [path, fileText(source, path.split('/')[1]!, rows, 'invented')];
    }),
  );
}

test('whole ingests: people, officials, registrations and clients are found in the build', async () => {
  const entries = (...list: object[]) => list.map((one) => ({hard: false, ...one}));
  const mirror = {...member(4711, 815, 'Oona', 'Brandvold'), ...lobbying()};
  const root = await casesIn({
    ...Object.fromEntries(
      Object.entries(mirror).map(([path, text]) => [`whole_ingest/mirror/${path}`, text]),
    ),
    'whole_ingest/politicians.json': entries(
      {name: 'one number', truth: [['H4711', 'L815']]},
      {name: 'wrongly apart', truth: [['H4711'], ['L815']]},
    ),
    'whole_ingest/officials.json': entries(
      {name: 'member', want: 'oona-brandvold'},
      {name: 'nobody', want: null},
    ),
    'whole_ingest/communication_links.json': entries(
      {name: 'accents', want: '510'},
      {name: 'named', com_id: '903', want: null},
    ),
    'whole_ingest/clients.json': entries(
      {name: 'accents', want: 1},
      {name: 'wrongly apart', names: ['Élan Tidal', 'ELAN TIDAL'], want: 2},
    ),
  });
  const judged = await judgeCases(root);
  expect(
    judged.map(({case: {source, name}, score}) => `${source}, ${name}: ${score.problems.join()}`),
  ).toEqual([
    'politicians, one number: ',
    'politicians, wrongly apart: records: expected [0] [1], got [0 1]',
    'officials, member: ',
    'officials, nobody: ',
    'communication_links, accents: ',
    'communication_links, named: reg_id of the record of row 0: expected null, got "510"',
    'clients, accents: ',
    'clients, wrongly apart: records: expected [0] [1], got [0 1]',
  ]);
});
