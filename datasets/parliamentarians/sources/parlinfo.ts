/** ParlInfo of the Library of Parliament: everyone who ever sat, one profile per person. */
import {LIBRARY_OF_PARLIAMENT} from '../../publishers/licences.ts';
import {crawlFile} from '../../publishers/portals.ts';
import {source} from '../../source.ts';
import type {CrawlPage} from '../../types.ts';
import {layouts} from '../layouts.ts';

const SITE = 'https://lop.parl.ca/sites/ParlInfo/default/en_CA';
const API = 'https://lop.parl.ca/ParlinfoWebApi/Person';

const pages: readonly CrawlPage[] = [
  {
    kind: 'list',
    seeds: [{}],
    name: 'list/all',
    url: `${API}/SearchAndRefine?expression=&refiners=`,
    mustMatch: /"PersonId"\s*:/,
  },
  {
    kind: 'person',
    from: {layout: 'list'},
    name: 'person/{PersonId}',
    url: `${API}/GetPersonWebProfile/{PersonId}?callback=1`,
    mustMatch: /"Person"\s*:\s*\{/,
    // For a few numbers the server reports its own error with status 200.
    mayBeMissing: /"Exception(Message|Type)"\s*:/,
  },
];

/**
 * Membership in a party in Parliament, and in its caucus; provincial ones have the same numbers under another
 * kind.
 */
const PARTY_ROLES = '722, 2998';

const OF_PERSON = {
  foreignKey: {library_id: 'library_id'},
  orphanReason: 'no person with this number',
} as const;

/** Forms of the name; incomplete ones are dropped. */
const SPELLINGS = [
  'last.name',
  "last.first_name || ' ' || last.last_name",
  "last.formal_first_name || ' ' || last.last_name",
  "split_part(last.formal_first_name, ' ', 1) || ' ' || last.last_name",
  "last.first_name || ' ' || last.middle_name || ' ' || last.last_name",
].join(', ');

export default source({
  slug: 'parlinfo',
  label: 'ParlInfo Parliamentarians',
  dataset: 'parliamentarians',
  feeds: 'politicians',
  ...LIBRARY_OF_PARLIAMENT,
  page: `${SITE}/People`,
  cadence: 'weekly',
  files: [crawlFile('people', pages)],
  layouts,
  childTables: {
    roles: {
      help: 'roles',
      ...OF_PERSON,
      aggregates: {
        roles: `list(struct_pack(from_date := p.from_date, to_date := p.to_date, role_id := p.role_id, role := p.role,
          organization := replace(p.organization, '--', '—'), kind := p.kind, province := p.province,
          party := CASE WHEN p.kind = 'Party' AND p.role_id IN (${PARTY_ROLES}) THEN p.caucus END) ORDER BY p._row)`,
      },
    },
    elections: {
      help: 'elections',
      ...OF_PERSON,
      distinctOn: ['library_id', 'candidate'],
      aggregates: {
        elections: `list(struct_pack(date := p.date, riding := replace(p.riding, '--', '—'), province := p.province,
          party := p.party, votes := nullif(p.votes, 0), result := p.result) ORDER BY p._row)`,
        name_forms: 'list(p.ballot_name ORDER BY p._row) FILTER (p.ballot_name IS NOT NULL)',
      },
    },
    committees: {
      help: 'committees',
      ...OF_PERSON,
      aggregates: {
        committees: `list(struct_pack(session_id := p.session_id, role := p.role, committee := p.committee,
          chamber := p.chamber) ORDER BY p._row)`,
      },
    },
  },
  required: ['library_id', 'name'],
  key: ['library_id'],
  versions: {
    group: ['library_id'],
    order: ['v.form'],
    computed: {
      house_id: 'last.house_number',
      house_pages: `list_transform(regexp_extract_all(coalesce(last.links, ''), '(?i)members/(?:en/|fr/)?([^\\s()/]*\\(\\d+\\))', 1),
        lambda page: struct_pack(house_id := regexp_extract(page, '\\((\\d+)', 1), name := replace(regexp_extract(page, '^[^(]*'), '-', ' ')))`,
      name_forms: `list_filter([${SPELLINGS}], lambda form: form IS NOT NULL)`,
      is_member: "coalesce(last.sits_in_house = 'true', false)",
      is_senator: "coalesce(last.sits_in_senate = 'true', false)",
      source_url: `'${SITE}/People/Profile?personId=' || last.library_id`,
    },
  },
  excluded: [
    {
      files: /\.xlsx$/i,
      content: 'List of parliamentarians of ParlInfo (XLSX)',
      reason:
        'the same people without numbers: their names, parties and ridings are in the profiles, which are loaded',
    },
  ],
});
