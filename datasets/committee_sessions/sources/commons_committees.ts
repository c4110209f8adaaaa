/** Committees of the House of Commons: a list per session and three pages per committee. */
import {JOINT_COMMITTEES} from '../../codes/committees.ts';
import {FINISHED_SESSIONS, sessionsSince} from '../../codes/sessions.ts';
import {HOUSE_OF_COMMONS, OURCOMMONS, PARL, SPEAKERS_PERMISSION} from '../../publishers/licences.ts';
import {crawlFile} from '../../publishers/portals.ts';
import {source} from '../../source.ts';
import type {CrawlPage} from '../../types.ts';
import {files} from '../files.ts';
import {IN_NAME, NAME, NAMED, pages} from '../pages.ts';
import {parts} from '../parts.ts';

/**
 * Lists give the names of committees in the sessions of the members' roles; their pages are fetched for a
 * few.
 */
const LISTED = sessionsSince('38-1');
const FOLLOWED = /^(?:4[2-9]|[5-9]\d)-\d$/;

/** Bills of the session that sits, which may be a new one: the first is introduced on its first day. */
const SITTING: CrawlPage = {
  kind: 'session',
  seeds: [{}],
  name: 'session/now',
  url: `${PARL}/legisinfo/en/bills/json`,
  mustMatch: /^\s*\[/,
  mayBeMissing: true,
};
const OF_SITTING: CrawlPage['from'] = {
  layout: 'sitting session',
  captures: {
    parliament: {column: 'ParliamentNumber', pattern: /^(\d+)$/},
    number: {column: 'SessionNumber', pattern: /^(\d+)$/},
  },
};

const list = (language: string, origin: Pick<CrawlPage, 'seeds' | 'from'>): CrawlPage => ({
  kind: 'list',
  ...origin,
  name: `list/{parliament}-{number}/${language}`,
  url: `${OURCOMMONS}/Committees/${language}/List?parl={parliament}&session={number}`,
  mustMatch: /class="[^"]*\bcommittees-list\b/,
});

const JOINT = new RegExp(`^(?:${JOINT_COMMITTEES.join('|')})$`);
const OTHERS = new RegExp(`^(?!(?:${JOINT_COMMITTEES.join('|')})$)`);
/** Pages of ended sessions no longer change. */
const OVER = new RegExp(`(?:^|\\D)(${FINISHED_SESSIONS.join('|')})(?:\\D|$)`);

/** The page of a committee without members or meetings yet has its own links but nothing to read. */
const OF_A_COMMITTEE = /\/Committees\/en\/[A-Z0-9]{3,5}\/(?:Members|Meetings)\b/i;

/** The page of every listed committee; joint committees are at another site. */
function pagesOf(kind: 'members' | 'meetings', mustMatch: RegExp): CrawlPage[] {
  const own = [
    {
      layout: 'committees',
      site: OURCOMMONS,
      acronym: {column: 'acronym', pattern: /^([A-Z0-9]{3,5})$/},
      acronyms: OTHERS,
    },
    {
      layout: 'committees',
      site: PARL,
      acronym: {column: 'acronym', pattern: /^([A-Z0-9]{3,5})$/},
      acronyms: JOINT,
    },
    {layout: 'subcommittees', site: OURCOMMONS, acronym: {column: 'name', pattern: NAMED}, acronyms: OTHERS},
  ];
  return own.map(({layout, site, acronym, acronyms}) => ({
    kind,
    from: {
      layout,
      captures: {
        acronym,
        session: {column: NAME, pattern: IN_NAME.session},
        parliament: {column: NAME, pattern: /(\d\d)-\d/},
        number: {column: NAME, pattern: /\d\d-(\d)/},
        over: {column: NAME, pattern: OVER},
      },
      when: [
        {column: 'session', pattern: FOLLOWED},
        {column: 'acronym', pattern: acronyms},
      ],
    },
    name: `${kind}/{session}/{acronym}`,
    url: `${site}/Committees/en/{acronym}/${kind === 'members' ? 'Members' : 'Meetings'}?parl={parliament}&session={number}`,
    changeStamp: 'over',
    mustMatch,
    mayBeMissing: OF_A_COMMITTEE,
  }));
}

/** Only activities of the sitting session are fetched; for others the cards of meetings are enough. */
const STUDIES: CrawlPage = {
  kind: 'studies',
  from: {
    layout: 'studies of meetings',
    captures: {
      place: {column: NAME, pattern: /(\d\d-\d\/[A-Z0-9]{3,5})$/},
      acronym: {column: NAME, pattern: IN_NAME.acronym},
      id: {column: 'link', pattern: /tudyActivityId=(\d+)/},
    },
    when: {column: NAME, pattern: new RegExp(`/(?!${FINISHED_SESSIONS.join('|')})\\d\\d-\\d/`)},
  },
  name: 'studies/{place}/{id}',
  url: `${OURCOMMONS}/Committees/en/{acronym}/StudyActivity?studyActivityId={id}`,
  changeStamp: 'name',
  mustMatch: /class="[^"]*\bstudy-(?:title|bill)-label\b/,
  mayBeMissing: true,
};

export default source({
  slug: 'commons_committees',
  label: 'House of Commons Committees',
  dataset: 'committee_sessions',
  feeds: 'committees',
  publisher: HOUSE_OF_COMMONS,
  ...SPEAKERS_PERMISSION,
  page: `${OURCOMMONS}/Committees/en/Home`,
  cadence: 'weekly',
  files: [
    crawlFile('committees', [
      SITTING,
      ...['en', 'fr'].flatMap((language) => [
        list(language, {seeds: LISTED}),
        list(language, {from: OF_SITTING}),
      ]),
      ...pagesOf('members', /class="[^"]*\bcommittee-(?:joint-)?member-card\b/),
      ...pagesOf('meetings', /id="meeting-accordion"/),
      STUDIES,
    ]),
  ],
  // Pages and transcripts are UTF-8; the file of roles is not.
  encodings: ['utf-8', 'windows-1252'],
  layouts: [...pages, ...files],
  childTables: parts,
  required: ['acronym', 'session_id', 'name_en'],
  key: ['acronym', 'session_id'],
  versions: {
    group: ['acronym', 'session_id'],
    order: ['v.form'],
    computed: {
      source_url: `CASE WHEN last.acronym IN ('${JOINT_COMMITTEES.join("', '")}') THEN '${PARL}' ELSE '${OURCOMMONS}' END
        || '/Committees/en/' || last.acronym || '?parl=' || split_part(last.session_id, '-', 1) || '&session=' || split_part(last.session_id, '-', 2)`,
    },
  },
});
