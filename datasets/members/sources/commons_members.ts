/**
 * Members of the House of Commons: lists and pages of every parliament, a profile of every member, the
 * ministries.
 */
import {HOUSE_OF_COMMONS, OURCOMMONS, SPEAKERS_PERMISSION} from '../../publishers/licences.ts';
import {crawlFile} from '../../publishers/portals.ts';
import {source} from '../../source.ts';
import type {CrawlPage} from '../../types.ts';
import {layouts} from '../layouts.ts';

const MEMBERS = `${OURCOMMONS}/members/en`;

const numbered = (name: string, first: number, last: number): Record<string, string>[] =>
  Array.from({length: last - first + 1}, (_, at) => ({[name]: String(first + at)}));

/** Lists begin with the 36th Parliament (1997); later parliaments come from the portal's own list. */
const PARLIAMENTS = numbered('parliament', 36, 45);
const LISTED = {layout: 'parliaments', when: {column: 'parliament', pattern: /^(?:3[6-9]|[4-9]\d)$/}};
/** From the 26th Ministry (1993). */
const MINISTRIES = numbered('ministry', 26, 30);

const LIST = {mustMatch: /<ArrayOfMemberOfParliament[\s/>]/};
const TILES = {mustMatch: /id="mp-tile-person-id-/};
/** After a dissolution there is no sitting member for weeks: an empty page that is the right one. */
const TILES_NOW = {
  mustMatch: /id="(?:mp-tile-person-id-|tiles-view-component")|<title>\s*Current Members of Parliament/,
};
const MINISTRY = {mustMatch: /<ArrayOfMinister[\s/>]/};
const QUERY = 'caucusId=all&province=all';

/** The number alone leads to a profile; an unknown one leads to the search page. */
const profile = (id: string, from: CrawlPage['from']): CrawlPage => ({
  kind: 'profile',
  ...(from ? {from} : {}),
  name: `profile/{${id}}`,
  url: `${MEMBERS}/{${id}}/roles/xml`,
  mustMatch: /<Profile[\s/>]/,
  mayBeMissing: true,
});

/** Both pages of a parliament: of those known here, and of all that the portal lists. */
const ofParliament = (where: Pick<CrawlPage, 'seeds' | 'from'>): CrawlPage[] => [
  {
    kind: 'members',
    ...where,
    name: 'members/{parliament}',
    url: `${MEMBERS}/search/xml?parliament={parliament}&${QUERY}`,
    ...LIST,
  },
  {
    kind: 'tiles',
    ...where,
    name: 'tiles/{parliament}',
    url: `${MEMBERS}/search?parliament={parliament}&${QUERY}`,
    ...TILES,
  },
];

const pages: readonly CrawlPage[] = [
  ...ofParliament({seeds: PARLIAMENTS}),
  ...ofParliament({from: LISTED}),
  {kind: 'members', seeds: [{}], name: 'members/now', url: `${MEMBERS}/search/xml?${QUERY}`, ...LIST},
  {kind: 'tiles', seeds: [{}], name: 'tiles/now', url: `${MEMBERS}/search?${QUERY}`, ...TILES_NOW},
  profile('PersonId', {layout: 'members', when: {column: 'PersonId', pattern: /^\d+$/}}),
  profile('person', {layout: 'tiles', captures: {person: {column: 'id', pattern: /(\d+)$/}}}),
  {
    kind: 'ministry',
    seeds: MINISTRIES,
    name: 'ministry/{ministry}',
    url: `${MEMBERS}/ministries/xml?ministry={ministry}`,
    ...MINISTRY,
    mayBeMissing: true,
  },
  {kind: 'ministry', seeds: [{}], name: 'ministry/now', url: `${MEMBERS}/ministries/xml`, ...MINISTRY},
];

/** An item of a list, of the fields of some row. */
const item = (row: string, ...fields: string[]): string =>
  `struct_pack(${['from_date', 'to_date', ...fields].map((name) => `${name} := ${row}.${name}`).join(', ')})`;
const MANDATE = ['riding', 'province', 'party'];
/** Child rows as a list, in file order. */
const listed = (...fields: string[]): string => `list(${item('p', ...fields)} ORDER BY p._row)`;

const PERSON = {foreignKey: {person_id: 'person_id'}, orphanReason: 'no member with this number'} as const;

export default source({
  slug: 'commons_members',
  label: 'House of Commons Members',
  dataset: 'members',
  feeds: 'politicians',
  publisher: HOUSE_OF_COMMONS,
  ...SPEAKERS_PERMISSION,
  page: `${OURCOMMONS}/en/open-data`,
  cadence: 'weekly',
  files: [crawlFile('members', pages)],
  // Old copies of the tables of ministries are Windows-1252.
  encodings: ['utf-8', 'windows-1252'],
  layouts,
  childTables: {
    seats: {
      help: 'mandates from lists without numbers',
      foreignKey: {seat: 'seat'},
      orphanReason: 'no member of this name and riding has a number',
      ambiguousReason: 'several members have this name and riding',
      aggregates: {mandates: listed(...MANDATE)},
    },
    caucus_roles: {
      help: 'caucuses',
      ...PERSON,
      distinctOn: ['person_id', 'party', 'from_date'],
      aggregates: {caucus_roles: listed('party')},
    },
    positions: {
      help: 'positions in the House and in caucuses',
      ...PERSON,
      distinctOn: ['person_id', 'title', 'from_date'],
      aggregates: {positions: listed('title')},
    },
    ministers: {
      help: 'ministers',
      ...PERSON,
      orphanReason: 'no member with this number: a minister from outside the House',
      distinctOn: ['person_id', 'title', 'from_date'],
      aggregates: {positions: listed('title')},
    },
    ministers_by_name: {
      help: 'ministers from tables without numbers',
      foreignKey: {home: 'home'},
      orphanReason: 'no member of this name and province has a number: senators stand without a province',
      ambiguousReason: 'several members have this name and province',
      aggregates: {positions: listed('title')},
    },
    committee_roles: {
      help: 'places on committees',
      ...PERSON,
      distinctOn: ['person_id', 'session_id', 'committee', 'role', 'from_date'],
      aggregates: {committee_roles: listed('session_id', 'role', 'committee')},
    },
    candidacies: {
      help: 'elections',
      ...PERSON,
      distinctOn: ['person_id', 'date', 'riding'],
      aggregates: {
        candidacies: `list(struct_pack(date := p.date, type := p.type, riding := p.riding, province := p.province,
          party := p.party, result := p.result) ORDER BY p._row)`,
      },
    },
  },
  required: ['person_id', 'name'],
  key: ['person_id'],
  versions: {
    group: ['person_id'],
    // A tile has no dates; the row of the newest mandate names the person.
    order: ['v.from_date NULLS FIRST'],
    aggregates: {
      all_names: 'list(DISTINCT v.name ORDER BY v.name)',
      all_mandates: `list(${item('v', ...MANDATE)}) FILTER (v.riding IS NOT NULL)`,
      // Their URL names the parliament.
      newest_photo: 'max(v.photo)',
    },
    computed: {
      name_forms: 'coalesce(all_names, [last.name])',
      mandates: `CASE WHEN last._several THEN coalesce(all_mandates, []) WHEN last.riding IS NOT NULL THEN [${item('last', ...MANDATE)}] ELSE [] END`,
      image_url: `'${OURCOMMONS}' || coalesce(newest_photo, last.photo)`,
      source_url: `'${MEMBERS}/' || last.person_id`,
    },
  },
});
