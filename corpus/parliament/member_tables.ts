/** Files of members that somebody saved by hand. None has numbers: names with ridings or provinces must do. */

import {iso} from '../dates.ts';
import {frame} from '../files/csv.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {writeDocument} from './documents.ts';
import {house} from './markup.ts';
import {caucusOf, memberElements} from './member_pages.ts';
import {fullName, type Mandate, type Politician} from './people.ts';

/** The list of a parliament as a table, the one of today as it was before 2025, the ministers as a table. */
const TABLE = 'synthetic-members_parl43.csv';
const WITHOUT_NUMBERS = 'synthetic-members_parl44_2023-10-24.xml';
const MINISTRY = 'synthetic-ministry.csv';

const TABLE_HEADER =
  'Honorific Title,First Name,Last Name,Constituency,Province / Territory,Political Affiliation,Start Date,End Date';
const MINISTRY_HEADER =
  'Order of Precedence,Honorific Title,First Name,Last Name,Title,Start Date,End Date,Province / Territory';

/** Rows of a file that find their member, and rows that fit nobody. */
interface Rows {
  found: number;
  lost: number;
}

/** Writes the files; rows by name. Members whose name another member has stand in none of them. */
export async function memberTables(
  folder: string,
  members: readonly Politician[],
): Promise<Record<string, Rows>> {
  const unique = uniqueNames(members);
  const sat = (number: number) =>
    unique.flatMap((of) =>
      of.mandates.filter((one) => one.parliament === number).map((mandate) => ({of, mandate})),
    );
  const [older, today] = [sat(43), sat(44)];
  await writeDocument(folder, TABLE, tableOf(older));
  const rows = today.map(
    ({of, mandate}) => `<MemberOfParliament>${memberElements(of, mandate)}</MemberOfParliament>`,
  );
  await writeDocument(folder, WITHOUT_NUMBERS, house('ArrayOfMemberOfParliament', rows.join('')));
  const ministers = ministersOf(unique);
  await writeDocument(folder, MINISTRY, ministers.text);
  return {
    [TABLE]: {found: older.length, lost: 1},
    [WITHOUT_NUMBERS]: {found: today.length, lost: 0},
    [MINISTRY]: {found: ministers.count, lost: 1},
  };
}

function tableOf(sat: readonly {of: Politician; mandate: Mandate}[]): string {
  const lines = sat.map(({of, mandate}) => [
    of.honorific,
    of.name.given,
    of.name.family,
    mandate.riding.name,
    mandate.riding.provinceEn,
    caucusOf(of, mandate).short,
    american(mandate.from, '12:00:00 AM'),
    mandate.to === null ? '' : american(mandate.to, '11:59:59 PM'),
  ]);
  const day = '10/21/2019 12:00:00 AM';
  const nobody = ['', NOTICE.en, 'Nobody', 'Port Elgarry', 'Ontario', 'Liberal', day, ''];
  const form = {quoting: 'minimal', end: '\r\n'} as const;
  return `\ufeff${TABLE_HEADER}\r\n${[nobody, ...lines].map((cells) => frame(cells, form)).join('')}`;
}

/** Ministers of the present government; every line ends in a comma. */
function ministersOf(unique: readonly Politician[]): {text: string; count: number} {
  const held = unique.flatMap((of) =>
    of.positions
      .filter(({kind, from}) => kind === 'minister' && from > 18_000)
      .map((position) => ({of, position})),
  );
  const lines = held.map(({of, position}, i) => [
    String(i + 1),
    of.honorific,
    of.name.given,
    of.name.family,
    position.titleEn,
    american(position.from, '10:45:00 AM'),
    position.to === null ? '' : american(position.to, '11:59:59 PM'),
    of.mandates.at(-1)?.riding.provinceEn ?? '',
  ]);
  const day = '11/4/2015 10:45:00 AM';
  const nobody = ['0', '', NOTICE.en, 'Nobody', 'Minister of Nothing', day, '', 'Ontario'];
  const quoted = (cells: string[]) => `${frame(cells, {quoting: 'all', end: '\n'}).trimEnd()},\r\n`;
  return {text: [MINISTRY_HEADER.split(','), nobody, ...lines].map(quoted).join(''), count: held.length};
}

/** Members whose name nobody else among them has. */
function uniqueNames(members: readonly Politician[]): Politician[] {
  const names = Map.groupBy(members, fullName);
  return members.filter((of) => names.get(fullName(of))?.length === 1);
}

/** `6/28/2004 12:00:00 AM`. */
function american(day: number, time: string): string {
  const [year, month, date] = iso(day).split('-').map(Number);
  return `${month}/${date}/${year} ${time}`;
}
