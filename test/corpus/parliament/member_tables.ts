/**
 * Files of members that somebody saved by hand. None has numbers: names with ridings or provinces must do.
 */
import {dayOf, iso} from '../dates.ts';
import {frame} from '../files/csv.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {house} from './markup.ts';
import {caucusOf, memberElements} from './member_pages.ts';
import {fullName, mandatesIn, type Politician} from './people.ts';

/** Ministers of the file took office after that day. */
const MINISTERS_SINCE = dayOf('2019-04-14');

/** One file, with its rows that find their member and those that fit nobody. */
interface Table {
  name: string;
  text: string;
  found: number;
  lost: number;
}

/**
 * The list of a parliament as a table, the one of today as it was before 2025, the ministers as a table.
 * Members whose name another member has are in none of them.
 */
export function memberTables(members: readonly Politician[]): Table[] {
  const names = Map.groupBy(members, fullName);
  const unique = members.filter((one) => names.get(fullName(one))?.length === 1);
  const rows = mandatesIn(unique, 44).map(
    ({member, mandate}) => `<MemberOfParliament>${memberElements(member, mandate)}</MemberOfParliament>`,
  );
  return [
    listTable(unique),
    {
      name: 'synthetic-members_parl44_2023-10-24.xml',
      text: house('ArrayOfMemberOfParliament', rows.join('')),
      found: rows.length,
      lost: 0,
    },
    ministryTable(unique),
  ];
}

const MEMBER_COLUMNS = [
  'Honorific Title',
  'First Name',
  'Last Name',
  'Constituency',
  'Province / Territory',
  'Political Affiliation',
  'Start Date',
  'End Date',
];
const MINISTER_COLUMNS = [
  'Order of Precedence',
  'Honorific Title',
  'First Name',
  'Last Name',
  'Title',
  'Start Date',
  'End Date',
  'Province / Territory',
];

function listTable(unique: readonly Politician[]): Table {
  const lines = mandatesIn(unique, 43).map(({member, mandate}) => [
    member.honorific,
    member.name.given,
    member.name.family,
    mandate.riding.name,
    mandate.riding.provinceEn,
    caucusOf(member, mandate).short,
    american(mandate.from, '12:00:00 AM'),
    mandate.to === null ? '' : american(mandate.to, '11:59:59 PM'),
  ]);
  const day = '10/21/2019 12:00:00 AM';
  const nobody = ['', NOTICE.en, 'Nobody', 'Port Elgarry', 'Ontario', 'Liberal', day, ''];
  const form = {quoting: 'minimal', end: '\r\n'} as const;
  return {
    name: 'synthetic-members_parl43.csv',
    text: `\ufeff${MEMBER_COLUMNS.join()}\r\n${[nobody, ...lines].map((cells) => frame(cells, form)).join('')}`,
    found: lines.length,
    lost: 1,
  };
}

/** Ministers of the present government; every line ends in a comma. */
function ministryTable(unique: readonly Politician[]): Table {
  const held = unique.flatMap((member) =>
    member.positions
      .filter(({kind, from}) => kind === 'minister' && from > MINISTERS_SINCE)
      .map((position) => ({member, position})),
  );
  const lines = held.map(({member, position}, i) => [
    String(i + 1),
    member.honorific,
    member.name.given,
    member.name.family,
    position.titleEn,
    american(position.from, '10:45:00 AM'),
    position.to === null ? '' : american(position.to, '11:59:59 PM'),
    member.mandates.at(-1)?.riding.provinceEn ?? '',
  ]);
  const day = '11/4/2015 10:45:00 AM';
  const nobody = ['0', '', NOTICE.en, 'Nobody', 'Minister of Nothing', day, '', 'Ontario'];
  const quoted = (cells: string[]) => `${frame(cells, {quoting: 'all', end: '\n'}).trimEnd()},\r\n`;
  return {
    name: 'synthetic-ministry.csv',
    text: [MINISTER_COLUMNS, nobody, ...lines].map(quoted).join(''),
    found: lines.length,
    lost: 1,
  };
}

/** `6/28/2004 12:00:00 AM`. */
function american(day: number, time: string): string {
  const [year, month, date] = iso(day).split('-').map(Number);
  return `${month}/${date}/${year} ${time}`;
}
