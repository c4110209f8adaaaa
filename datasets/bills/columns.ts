/** Columns of bills in the order of the specification's table (5.1), with those of their votes, summaries and analyses. */
import {BILL_STATUS, CHAMBER, DIVISION_RESULT} from '../codes/bills.ts';
import {SECTORS, SECTORS_VERSION} from '../codes/sectors.ts';
import {detail, internal, listed, NEVER_NULL, rows} from '../columns.ts';
import {details} from '../contracts/columns.ts';
import type {Column, Columns} from '../types.ts';

const CHAMBERS = Object.keys(CHAMBER.values);
const SESSION = '`<parliament>-<session>`';
const PAGE = 'https://www.parl.ca/legisinfo/en/bill/44-1/c-11';

/** A division as far as a list or LEGISinfo tells of it. */
const DIVISION: Columns = {
  session_id: detail('text', SESSION, '44-1', NEVER_NULL),
  number: detail('integer', 'number of the division in its session', 387, NEVER_NULL),
  date: detail('date', 'day of the division', '2023-06-14', NEVER_NULL),
  description_en: detail('text', 'subject', '3rd reading and adoption of Bill C-11', NEVER_NULL),
  description_fr: detail('text', 'subject in French', '3e lecture et adoption du projet de loi C-11'),
  result: detail('text', 'published as Agreed To, Negatived or Tie', 'Passed', {
    ...NEVER_NULL,
    values: Object.keys(DIVISION_RESULT.values),
  }),
  yea_total: detail('integer', 'members for', 177, NEVER_NULL),
  nay_total: detail('integer', 'members against', 144, NEVER_NULL),
  paired_total: detail('integer', 'paired members', 2, NEVER_NULL),
};

const PARTY_VOTES = rows(
  'by number of votes, then name; empty where the ballots of the division are not loaded',
  {
    party: detail('text', 'caucus on the day', 'Liberal', NEVER_NULL),
    vote: detail('text', "the party's majority", 'Yes', {...NEVER_NULL, values: ['Yes', 'No', 'Split']}),
    disagreement: detail(
      'number',
      'share of its yea and nay votes against that majority, 0 to 0.5, 3 decimals',
      0.007,
      NEVER_NULL,
    ),
  },
);

/** The House divisions on a bill, as `bill_links` gives them. */
export const VOTES: Column = rows('House divisions on the bill, date then number ascending', {
  ...DIVISION,
  party_votes: PARTY_VOTES,
  source_url: detail(
    'text',
    "the division's page at the publisher",
    'https://www.ourcommons.ca/members/en/votes/44/1/387',
  ),
});

const SUMMARIES = rows("the publisher's short summary, then that of the bill's text; empty when none", {
  language: detail('text', 'of the text', 'en', {...NEVER_NULL, values: ['en', 'fr']}),
  kind: detail('text', '`official`: of the publisher', 'official', {
    ...NEVER_NULL,
    values: ['official', 'generated'],
  }),
  text: detail(
    'text',
    'line breaks kept',
    'This enactment creates a register of harbour lights.',
    NEVER_NULL,
  ),
  source_url: detail('text', 'where the text stands', PAGE),
});

const READINGS = rows('completed readings, date ascending', {
  chamber: detail('text', 'where', 'House', {...NEVER_NULL, values: CHAMBERS}),
  reading: detail('text', 'which', 'first', {...NEVER_NULL, values: ['first', 'second', 'third']}),
  date: detail('date', 'day on which it was completed', '2022-02-02', NEVER_NULL),
});

const ANALYSIS = detail('object', 'generated analysis; null when none is loaded', null, {
  fields: {
    summary: detail(
      'text',
      'in a few sentences',
      'The bill creates a register of harbour lights.',
      NEVER_NULL,
    ),
    key_points: detail('text[]', 'one sentence each', ['Harbours report their lights every year.']),
    affected_sectors: detail('text[]', 'sector tags', ['transportation']),
    model: detail('text', 'what generated it', 'example-model'),
    generated_at: detail('timestamp', 'when, UTC', '2026-11-21T06:00:00', NEVER_NULL),
  },
  derived: {
    sql: `CASE WHEN analysis.bill_id IS NOT NULL THEN struct_pack(summary := analysis.summary,
      key_points := analysis.key_points, affected_sectors := analysis.affected_sectors, model := analysis.model,
      generated_at := analysis.generated_at) END`,
    join: 'analysis',
  },
});

/** Column that `bill_links` gives. */
const linked = (name: string): Partial<Column> => ({derived: {sql: `links.${name}`, join: 'links'}});

export const columns: Columns = {
  session_id: listed('text', SESSION, '44-1', NEVER_NULL),
  number: listed('text', 'number in its session', 'C-11', NEVER_NULL),
  name_en: listed('text', 'long title', 'An Act respecting harbour lights', NEVER_NULL),
  sponsor_name: listed('text', 'first and last name', 'Maren Côté-Lindqvist'),
  status_code: listed('text', BILL_STATUS.help, 'ROYAL_ASSENT', {
    ...NEVER_NULL,
    values: Object.keys(BILL_STATUS.values),
  }),
  introduced: listed('date', 'first reading in the chamber of origin', '2022-02-02'),
  short_title_en: listed('text', 'short title', 'Harbour Lights Act'),
  name_fr: detail('text', 'long title in French', 'Loi concernant les feux de port'),
  short_title_fr: detail('text', 'short title in French', 'Loi sur les feux de port'),
  sponsor_slug: detail('text', 'slug of the politician', 'maren-cote-lindqvist', linked('sponsor_slug')),
  sponsor_party: detail('text', 'party at introduction', 'Independent', linked('sponsor_party')),
  home_chamber: detail('text', 'chamber of origin', 'House', {...NEVER_NULL, values: CHAMBERS}),
  bill_type: detail(
    'text',
    "publisher's English words; where there are none, by the number",
    'House Government Bill',
  ),
  status_en: detail('text', "publisher's words", 'Royal assent received'),
  status_fr: detail('text', "publisher's words in French", 'Sanction royale reçue'),
  status_date: detail('date', 'date of the latest event', '2023-04-27'),
  royal_assent_date: detail('date', 'royal assent', '2023-04-27'),
  law: detail('boolean', 'royal assent received', true, NEVER_NULL),
  private_member: detail('boolean', '`bill_type` is Private Member’s Bill', false, NEVER_NULL),
  sectors: detail(
    'text[]',
    `sector tags by the key words in the titles, table of version ${SECTORS_VERSION}: ${Object.keys(SECTORS)
      .map((tag) => `\`${tag}\``)
      .join(', ')}`,
    ['transportation'],
  ),
  readings: READINGS,
  legisinfo_url: detail('text', "publisher's page", PAGE, NEVER_NULL),
  text_url: detail('text', 'newest text', 'https://www.parl.ca/DocumentViewer/en/12345678'),
  ai_analysis: ANALYSIS,
  summaries: SUMMARIES,
  votes: {...VOTES, derived: {sql: 'coalesce(links.votes, [])', join: 'links'}},
  source_dataset: detail('text', 'source label', 'LEGISinfo Bills', NEVER_NULL),
  source_url: detail('text', "the record's page at the publisher", PAGE, {
    ...NEVER_NULL,
    derived: {sql: 'r.legisinfo_url'},
  }),
  last_updated: details.last_updated,
  bill_id: internal('text', '`<session_id>/<number>`', '44-1/C-11', NEVER_NULL),
  sponsor_person_id: internal(
    'integer',
    'person number of the sponsor in the House of Commons; of some senators too',
    104682,
  ),
  sponsor_published_party: internal('text', 'party of the sponsor as an archived copy names it', 'Liberal'),
  house_votes: internal('rows', 'House divisions as LEGISinfo lists them', [], {fields: DIVISION}),
};
