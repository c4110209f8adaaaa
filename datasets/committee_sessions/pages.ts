/** Pages about committees: lists in both languages, members, meetings, studies. */
import {COMMITTEE_ROLE} from '../codes/committees.ts';
import {PROVINCE} from '../codes/provinces.ts';
import {code, constant, extract, joinAll, joinNonBlank} from '../fields.ts';
import type {Fields, LayoutDeclaration} from '../types.ts';

/** Document names contain the session, and those about one committee its acronym. */
export const IN_NAME = {session: /(\d\d-\d)/, acronym: /\d\d-\d[/_.-]([A-Z0-9]{3,5})/} as const;

export const NAME = 'document:name';
const ofDocument: Fields = {
  session_id: extract(NAME, IN_NAME.session),
  acronym: extract(NAME, IN_NAME.acronym),
};

/** `Name (ACRO)`: subcommittees in lists, all committees in the file of roles. */
export const NAMED = /\(([A-Z0-9]{3,5})\)\s*$/;
export const BEFORE_ACRONYM = /^(.*?)\s*\([A-Z0-9]{3,5}\)\s*$/;

const LIST = '.committees-list';
const COMMITTEES = {
  form: 'html',
  page: LIST,
  path: `${LIST} .accordion-item`,
  columns: {
    acronym: '.accordion-bar-title .committee-acronym-cell',
    name: '.accordion-bar-title .committee-name',
  },
} as const;
const SUBCOMMITTEES = {
  form: 'html',
  page: LIST,
  path: `${LIST} .subcommittee-item .subcommittee-name`,
  columns: {name: '', parent: '~.accordion-bar-title .committee-acronym-cell'},
} as const;

const session_id = extract(NAME, IN_NAME.session);
const committee = (name: string): Fields => ({
  session_id,
  acronym: 'acronym',
  [name]: 'name',
});
const subcommittee = (name: string): Fields => ({
  session_id,
  acronym: extract('name', NAMED),
  [name]: extract('name', BEFORE_ACRONYM),
});

/** French documents say so in their name; all others are English. */
const FRENCH = /(?:^|[-_./])fr(?:[-_./]|$)/i;
const ENGLISH = /^(?!.*(?:^|[-_./])fr(?:[-_./]|$))/i;

/** `form` ranks the layouts of a committee: a list of the House, the file of roles, a transcript. */
const LISTS: readonly LayoutDeclaration[] = [
  {
    name: 'committees',
    unverified: true,
    help: 'List of the committees of a session, in English.',
    files: ENGLISH,
    rows: COMMITTEES,
    fields: {...committee('name_en'), form: constant('3')},
  },
  {
    name: 'subcommittees',
    unverified: true,
    help: 'The subcommittees in that list, each below its committee.',
    files: ENGLISH,
    rows: SUBCOMMITTEES,
    fields: {...subcommittee('name_en'), parent: 'parent', form: constant('3')},
  },
  {
    name: 'committees in French',
    unverified: true,
    help: 'The same list in French; it gives the names.',
    files: FRENCH,
    childTable: 'french',
    rows: COMMITTEES,
    fields: committee('name'),
  },
  {
    name: 'subcommittees in French',
    unverified: true,
    help: 'The subcommittees in the French list.',
    files: FRENCH,
    childTable: 'french',
    rows: SUBCOMMITTEES,
    fields: subcommittee('name'),
  },
];

const CARDS = ['committee-member-card', 'committee-joint-member-card'];
const CARD = CARDS.map((name) => `.${name}:not(.visible-xs)`).join(', ');
const SECTIONS = '#committee-chair, #committee-vice-chairs, #committee-members-only';

const MEMBERS: LayoutDeclaration = {
  name: 'members',
  unverified: true,
  help: 'Members of a committee, a card each under the heading of their role. Cards for narrow screens repeat them.',
  childTable: 'members',
  rows: {
    form: 'html',
    page: CARD,
    path: CARD,
    columns: {
      link: 'a@href',
      first: '.first-name',
      last: '.last-name',
      caucus: '.caucus',
      constituency: '.constituency',
      province: '.province',
      heading: '~h2, .joint-member-title .title',
      section: `~${SECTIONS}@id`,
    },
  },
  // Senators on joint committees have no riding.
  optional: 'caucus, constituency, province, section',
  fields: {
    ...ofDocument,
    person: extract('link', /\((\d+)\)/),
    name: joinNonBlank(['first', 'last']),
    party: 'caucus',
    riding: 'constituency',
    province: code('province', PROVINCE),
    role: code(['heading', 'section'], COMMITTEE_ROLE),
  },
};

const MEETING = '#meeting-accordion .accordion-item';
/** The element that names a study on the cards since October 2026, and the link to the study. */
const ITEM = '.studies-activities-item';
const STUDY = 'a[href*="tudyActivityId="]';
const MEETINGS: readonly LayoutDeclaration[] = [
  {
    name: 'meetings',
    unverified: true,
    help: 'Meetings of a committee; the day of one close to today is only in the class.',
    childTable: 'meetings',
    rows: {
      form: 'html',
      page: '#meeting-accordion',
      path: MEETING,
      columns: {
        class: '@class',
        number: '.meeting-title .meeting-number',
        day: '.meeting-title .date-label',
        time: '.the-time',
        notice: 'a.btn-meeting-notice@href',
        minutes: 'a.btn-meeting-minutes@href',
        evidence: 'a.btn-meeting-evidence@href',
        in_camera: '.meeting-title i[title*="In Camera"]@title',
        cancelled: '.meeting-title .icon-cancel@class',
      },
    },
    optional: 'notice, minutes, evidence, in_camera, cancelled',
    fields: {
      ...ofDocument,
      number: extract('number', /(\d+)/),
      day: extract('day', /([A-Z][a-z]+ \d{1,2}, \d{4})/),
      near_day: extract('class', /-(20\d\d-\d\d-\d\d)/),
      start: extract('time', /(\d{1,2}:\d\d [ap]\.?m)/),
      end: extract('time', /-\s*(\d{1,2}:\d\d [ap]\.?m)/),
      site: extract('document:url', /^(https?:\/\/[^/]+)/),
      notice: 'notice',
      minutes: 'minutes',
      evidence: 'evidence',
      in_camera: 'in_camera',
      cancelled: 'cancelled',
    },
  },
  {
    name: 'studies of meetings',
    unverified: true,
    help: 'Studies that the cards of the meetings name, again and again.',
    childTable: 'activities',
    rows: {
      form: 'html',
      page: '#meeting-accordion',
      path: ['.meeting-card-study', ITEM].map((place) => `${MEETING} ${place} ${STUDY}`).join(', '),
      columns: {link: '@href', name: ''},
    },
    fields: {...ofDocument, id: extract('link', /tudyActivityId=(\d+)/), name_en: 'name'},
  },
  {
    name: 'titles of meetings',
    unverified: true,
    help: 'Studies that the cards name without a link, since October 2026.',
    childTable: 'activities',
    rows: {
      form: 'html',
      page: '#meeting-accordion',
      path: `${MEETING} ${ITEM}:not(:has(${STUDY}))`,
      columns: {name: ''},
    },
    fields: {...ofDocument, name_en: 'name', title: 'name'},
  },
  ...(['study', 'bill'] as const).map(
    (kind): LayoutDeclaration => ({
      name: `page of a ${kind}`,
      unverified: true,
      help: `Title of one activity, a ${kind}.`,
      childTable: 'activities',
      rows: {
        form: 'html',
        page: `.core-content .study-${kind === 'bill' ? 'bill' : 'title'}-label`,
        path: `.core-content .study-${kind === 'bill' ? 'bill' : 'title'}-label`,
        columns: {name: ''},
      },
      fields: {
        ...ofDocument,
        id: extract(NAME, /(\d+)(?:\.html)?$/),
        name_en: 'name',
        kind: constant(kind),
      },
    }),
  ),
];

const SITTING: LayoutDeclaration = {
  name: 'sitting session',
  unverified: true,
  help: 'Bills of the session that sits, for its number alone: its committees are listed under it.',
  codeTable: 'sessions',
  rows: {form: 'json', path: '[]'},
  ignored: /./,
  fields: {code: joinAll(['ParliamentNumber', 'SessionNumber'], '-')},
};

export const pages: readonly LayoutDeclaration[] = [...LISTS, MEMBERS, ...MEETINGS, SITTING];
