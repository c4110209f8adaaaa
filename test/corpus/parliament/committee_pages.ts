/** Pages and files of the House about its committees, as it writes them. */
import {iso} from '../dates.ts';
import {at} from '../lists.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import type {Committee, CommitteeSession, Meeting, Seat, Study} from './committees.ts';
import {declared, escaped, htmlPage, pathOf} from './markup.ts';
import {fullName, mandateOn, partyOn} from './people.ts';

const HOUSE = 'https://www.ourcommons.ca';
const PARL = 'https://www.parl.ca';

/** Joint committees have their pages at Parliament. */
export const siteOf = ({joint}: Committee): string => (joint ? PARL : HOUSE);

/** The list of a session; subcommittees are inside the item of their committee. */
export function listPage(all: readonly Committee[], language: 'en' | 'fr'): string {
  const items = all
    .filter(({parent}) => parent === null)
    .map((one) => {
      const below = all
        .filter(({parent}) => parent === one.acronym)
        .map(
          (sub) =>
            `<li class="subcommittee-item"><span class="subcommittee-name">${escaped(sub[language])} (${sub.acronym})</span></li>`,
        );
      return `
<div class="accordion-item">
  <div class="accordion-bar"><span class="accordion-bar-title">
    <span class="committee-acronym-cell">${one.acronym}</span>
    <span class="committee-name">${escaped(one[language])}</span>
  </span></div>
  <div class="accordion-content"><ul>${below.join('')}</ul></div>
</div>`;
    });
  return htmlPage('Committees', `<div class="committees-list">${items.join('')}\n</div>`);
}

const SECTIONS = [
  ['Chair', 'committee-chair', 'Chair'],
  ['Vice-Chair', 'committee-vice-chairs', 'Vice-Chairs'],
  ['Member', 'committee-members-only', 'Members'],
] as const;

/** Members with their role as heading; associate members are not shown. */
export function membersPage({committee, session, seats}: CommitteeSession): string {
  const sections = SECTIONS.map(([role, id, heading]) => {
    const cards = seats.filter((seat) => seat.role === role).map((seat) => card(seat, committee.joint));
    if (committee.joint) {
      return `<div class="joint-member-title"><span class="title">${heading}</span></div>${cards.join('')}`;
    }
    return `<section id="${id}"><h2>${heading}</h2>${cards.join('')}</section>`;
  });
  return htmlPage(`${committee.acronym} - Members (${session.id})`, sections.join('\n'));
}

function card({member, from}: Seat, joint: boolean): string {
  const {given, family} = member.name;
  const mandate = mandateOn(member, from);
  const inside = `<a href="//www.ourcommons.ca/members/en/${pathOf(`${given}-${family}`)}(${member.house})"><span class="first-name">${escaped(given)}</span> <span class="last-name">${escaped(family)}</span></a>
    <span class="caucus">${partyOn(member, from)?.short ?? ''}</span>
    <span class="constituency">${escaped(mandate?.riding.name ?? '')}</span> <span class="province">${mandate?.riding.provinceEn ?? ''}</span>`;
  const name = joint ? 'committee-joint-member-card' : 'committee-member-card';
  // the same card again for narrow screens
  return `\n<div class="${name} hidden-xs">${inside}</div>\n<div class="${name} visible-xs">${inside}</div>`;
}

const WEEKDAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const;
const MONTHS = `January February March April May June July August September October November December`.split(
  ' ',
);

/** `Thursday, November 7, 2024`. */
function spoken(day: number): string {
  const [year, month, date] = iso(day).split('-').map(Number);
  return `${at(WEEKDAYS, day)}, ${at(MONTHS, (month ?? 1) - 1)} ${date}, ${year}`;
}

const clock = (hour: number): string => {
  const whole = Math.floor(hour);
  return `${whole > 12 ? whole - 12 : whole}:${hour > whole ? '30' : '00'} ${whole >= 12 ? 'p.m.' : 'a.m.'}`;
};

/** `15:30`, as records hold it. */
export const clock24 = (hour: number): string =>
  `${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 > 0 ? '30' : '00'}`;

const documentUrl = ({committee, session}: CommitteeSession, {number}: Meeting, kind: string): string =>
  `${siteOf(committee)}/DocumentViewer/en/${session.id}/${committee.acronym}/meeting-${number}/${kind}`;

/** Addresses of a meeting's papers as the record holds them. */
export const papersOf = (sitting: CommitteeSession, meeting: Meeting) => ({
  minutes_url: meeting.cancelled ? null : documentUrl(sitting, meeting, 'minutes'),
  notice_url: documentUrl(sitting, meeting, 'notice'),
});

/** Meetings, newest first; of `nearToday` the day is in the class alone. */
export function meetingsPage(sitting: CommitteeSession, nearToday: Meeting | null): string {
  const {committee, session, meetings} = sitting;
  const items = meetings.toReversed().map((one) => {
    const link = (kind: string) =>
      `<a class="btn-meeting-${kind}" href="${documentUrl(sitting, one, kind).replace(/^https:/, '')}">${kind}</a>`;
    const near = one === nearToday;
    return `
<div class="accordion-item meeting-date-${iso(one.day)}" id="meeting-item-${12_000_000 + one.number}">
  <div class="meeting-title"><span class="meeting-number">Meeting ${one.number}</span>
    <span class="date-label">${near ? 'Earlier Today' : spoken(one.day)}</span>
    ${one.cancelled ? '<i class="icon-cancel" title="Cancelled"></i>' : ''}${one.inCamera ? '<i class="icon-locked" title="In Camera"></i>' : ''}
    <span class="the-time">${clock(one.start)} - ${clock(one.end)} (EST)</span></div>
  <div class="meeting-buttons">${link('notice')}${one.cancelled ? '' : link('minutes')}${one.evidence ? link('evidence') : ''}</div>
  ${one.study ? `<div class="meeting-card-study"><a href="/Committees/en/${committee.acronym}/StudyActivity?studyActivityId=${one.study.id}">${escaped(one.study.name)}</a></div>` : ''}
</div>`;
  });
  return htmlPage(
    `${committee.acronym} - Meetings (${session.id})`,
    `<div id="meeting-accordion">${items.join('')}\n</div>`,
  );
}

/** The page of one study. */
export const studyPage = ({name, kind}: Study): string =>
  htmlPage(
    name,
    `<div class="core-content"><h2 class="study-${kind === 'bill' ? 'bill' : 'title'}-label">${escaped(name)}</h2></div>`,
  );

/** `Last, First (Hon.)`. */
const listedName = ({member}: Seat): string =>
  `${member.name.family}, ${member.name.given}${member.honorific === '' ? '' : ` (${member.honorific})`}`;

/** The file of roles: sections under headings, subcommittees behind their committees. */
export function rolesFile(all: readonly CommitteeSession[]): string {
  const table = (heading: string, header: string, rows: readonly string[][]) => [
    heading,
    header,
    ...rows.map((cells) => cells.map((cell) => `"${cell}",`).join('')),
    '',
    '',
  ];
  const roles = ({committee, seats}: CommitteeSession) =>
    table(
      `${committee.en} (${committee.acronym})`,
      '"Name","Title",',
      seats.map((seat) => [listedName(seat), seat.role]),
    );
  const standing = all.filter(({committee}) => committee.parent === null && !committee.joint);
  const [first] = standing;
  return [
    '"MEMBERS’ ROLES AND COMMITTEE MEMBERSHIPS AS OF 2019.09.05",',
    '',
    ...table('SPEAKER AND OTHER PRESIDING OFFICERS', '"Name","Title",', [
      [NOTICE.en, 'Speaker of the House'],
      ...(first?.seats.slice(0, 2).map((seat) => [listedName(seat), 'Deputy Speaker']) ?? []),
    ]),
    'STANDING COMMITTEES',
    '',
    ...standing.flatMap((one) => [
      ...roles(one),
      ...all.filter(({committee}) => committee.parent === one.committee.acronym).flatMap(roles),
    ]),
  ].join('\r\n');
}

/** The head of a transcript, in either language. */
export function evidence(
  {committee, session, seats}: CommitteeSession,
  meeting: Meeting,
  language: 'en' | 'fr',
): string {
  const [year = '', month = '', date = ''] = iso(meeting.day).split('-');
  const [chair] = seats;
  const title = chair ? `${chair.member.name.gender === 'F' ? 'Ms.' : 'Mr.'} ${fullName(chair.member)}` : '';
  const items: Record<string, string> = {
    Acronyme: committee.acronym,
    MetaNumberNumber: String(meeting.number).padStart(3, '0'),
    MetaDateNumYear: year,
    MetaDateNumMonth: month,
    MetaDateNumDay: date,
    InstitutionDebateEn: `Standing Committee on ${committee.en}`,
    InstitutionDebateFr: `Comité permanent : ${committee.fr}`,
    SpeakerName: title,
    ParliamentNumber: String(session.parliament),
    SessionNumber: String(session.number),
    InCameraNote: '',
    MetaCreationTime: `${year}/${month}/${date} ${clock24(meeting.start)}:00`,
  };
  const rows = Object.entries(items).map(
    ([name, value]) => `    <ExtractedItem Name="${name}">${escaped(value)}</ExtractedItem>\r\n`,
  );
  return declared(
    `<Hansard id="12324877" xml:lang="${language}">\r\n  <ExtractedInformation>\r\n${rows.join('')}  </ExtractedInformation>\r\n</Hansard>`,
  );
}
