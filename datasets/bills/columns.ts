/** Columns of bills with their votes, summaries and analyses. */
import {BILL_STATUS, CHAMBER, DIVISION_RESULT} from '../codes/bills.ts';
import {SECTORS, SECTORS_VERSION} from '../codes/sectors.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {details} from '../contracts/columns.ts';
import type {Column, Columns} from '../types.ts';

const CHAMBERS = Object.keys(CHAMBER.values);
const SESSION = '`<parliament>-<session>`';
const PAGE = 'https://www.parl.ca/legisinfo/en/bill/44-1/c-11';

/** A division as a list or LEGISinfo describes it. */
const DIVISION: Columns = {
  session_id: detailColumn('text', SESSION, '44-1', NOT_NULL),
  number: detailColumn('integer', 'number of the division in its session', 387, NOT_NULL),
  date: detailColumn('date', 'day of the division', '2023-06-14', NOT_NULL),
  description_en: detailColumn('text', 'subject', '3rd reading and adoption of Bill C-11', NOT_NULL),
  description_fr: detailColumn('text', 'subject in French', '3e lecture et adoption du projet de loi C-11'),
  result: detailColumn('text', 'published as Agreed To, Negatived or Tie', 'Passed', {
    ...NOT_NULL,
    values: Object.keys(DIVISION_RESULT.values),
  }),
  yea_total: detailColumn('integer', 'members for', 177, NOT_NULL),
  nay_total: detailColumn('integer', 'members against', 144, NOT_NULL),
  paired_total: detailColumn('integer', 'paired members', 2, NOT_NULL),
};

const PARTY_VOTES = rowsColumn(
  'by number of votes, then name; empty where the ballots of the division are not loaded',
  {
    party: detailColumn('text', 'caucus on the day', 'Liberal', NOT_NULL),
    vote: detailColumn('text', "the party's majority", 'Yes', {...NOT_NULL, values: ['Yes', 'No', 'Split']}),
    disagreement: detailColumn(
      'number',
      'share of its yea and nay votes against that majority, 0 to 0.5, 3 decimals',
      0.007,
      NOT_NULL,
    ),
  },
);

/** The House divisions on a bill, as `bill_links` lists them. */
export const VOTES: Column = rowsColumn('House divisions on the bill, date then number ascending', {
  ...DIVISION,
  party_votes: PARTY_VOTES,
  source_url: detailColumn(
    'text',
    "the division's page at the publisher",
    'https://www.ourcommons.ca/members/en/votes/44/1/387',
  ),
});

const SUMMARIES = rowsColumn("the publisher's short summary, then that of the bill's text; empty when none", {
  language: detailColumn('text', 'of the text', 'en', {...NOT_NULL, values: ['en', 'fr']}),
  kind: detailColumn('text', '`official`: of the publisher', 'official', {
    ...NOT_NULL,
    values: ['official', 'generated'],
  }),
  text: detailColumn(
    'text',
    'line breaks kept',
    'This enactment creates a register of harbour lights.',
    NOT_NULL,
  ),
  source_url: detailColumn('text', 'page of the text', PAGE),
});

const READINGS = rowsColumn('completed readings, date ascending', {
  chamber: detailColumn('text', 'where', 'House', {...NOT_NULL, values: CHAMBERS}),
  reading: detailColumn('text', 'which', 'first', {...NOT_NULL, values: ['first', 'second', 'third']}),
  date: detailColumn('date', 'day on which it was completed', '2022-02-02', NOT_NULL),
});

const ANALYSIS = detailColumn('object', 'generated analysis; null when none is loaded', null, {
  fields: {
    summary: detailColumn(
      'text',
      'in a few sentences',
      'The bill creates a register of harbour lights.',
      NOT_NULL,
    ),
    key_points: detailColumn('text[]', 'one sentence each', ['Harbours report their lights every year.']),
    affected_sectors: detailColumn('text[]', 'sector tags', ['transportation']),
    model: detailColumn('text', 'what generated it', 'example-model'),
    generated_at: detailColumn('timestamp', 'when, UTC', '2026-11-21T06:00:00', NOT_NULL),
  },
  derived: {
    sql: `CASE WHEN analysis.bill_id IS NOT NULL THEN struct_pack(summary := analysis.summary,
      key_points := analysis.key_points, affected_sectors := analysis.affected_sectors, model := analysis.model,
      generated_at := analysis.generated_at) END`,
    join: 'analysis',
  },
});

/** A column taken from `bill_links`. */
const linked = (name: string): Partial<Column> => ({derived: {sql: `links.${name}`, join: 'links'}});

export const columns: Columns = {
  session_id: listColumn('text', SESSION, '44-1', NOT_NULL),
  number: listColumn('text', 'number in its session', 'C-11', NOT_NULL),
  name_en: listColumn('text', 'long title', 'An Act respecting harbour lights', NOT_NULL),
  sponsor_name: listColumn('text', 'first and last name', 'Maren Côté-Lindqvist'),
  status_code: listColumn('text', BILL_STATUS.help, 'ROYAL_ASSENT', {
    ...NOT_NULL,
    values: Object.keys(BILL_STATUS.values),
  }),
  introduced: listColumn('date', 'first reading in the chamber of origin', '2022-02-02'),
  short_title_en: listColumn('text', 'short title', 'Harbour Lights Act'),
  name_fr: detailColumn('text', 'long title in French', 'Loi concernant les feux de port'),
  short_title_fr: detailColumn('text', 'short title in French', 'Loi sur les feux de port'),
  sponsor_slug: detailColumn(
    'text',
    'slug of the politician',
    'maren-cote-lindqvist',
    linked('sponsor_slug'),
  ),
  sponsor_party: detailColumn('text', 'party at introduction', 'Independent', linked('sponsor_party')),
  home_chamber: detailColumn('text', 'chamber of origin', 'House', {...NOT_NULL, values: CHAMBERS}),
  bill_type: detailColumn(
    'text',
    "publisher's English words; where there are none, by the number",
    'House Government Bill',
  ),
  status_en: detailColumn('text', "publisher's words", 'Royal assent received'),
  status_fr: detailColumn('text', "publisher's words in French", 'Sanction royale reçue'),
  status_date: detailColumn('date', 'date of the latest event', '2023-04-27'),
  royal_assent_date: detailColumn('date', 'royal assent', '2023-04-27'),
  law: detailColumn('boolean', 'royal assent received', true, NOT_NULL),
  private_member: detailColumn('boolean', '`bill_type` is Private Member’s Bill', false, NOT_NULL),
  sectors: detailColumn(
    'text[]',
    `sector tags by the key words in the titles, table of version ${SECTORS_VERSION}: ${Object.keys(SECTORS)
      .map((tag) => `\`${tag}\``)
      .join(', ')}`,
    ['transportation'],
  ),
  readings: READINGS,
  legisinfo_url: detailColumn('text', "publisher's page", PAGE, NOT_NULL),
  text_url: detailColumn('text', 'newest text', 'https://www.parl.ca/DocumentViewer/en/12345678'),
  ai_analysis: ANALYSIS,
  summaries: SUMMARIES,
  votes: {...VOTES, derived: {sql: 'coalesce(links.votes, [])', join: 'links'}},
  source_dataset: detailColumn('text', 'source label', 'LEGISinfo Bills', NOT_NULL),
  source_url: detailColumn('text', "the record's page at the publisher", PAGE, {
    ...NOT_NULL,
    derived: {sql: 'r.legisinfo_url'},
  }),
  last_updated: details.last_updated,
  bill_id: internalColumn('text', '`<session_id>/<number>`', '44-1/C-11', NOT_NULL),
  sponsor_person_id: internalColumn(
    'integer',
    'person number of the sponsor in the House of Commons; of some senators too',
    104682,
  ),
  sponsor_published_party: internalColumn(
    'text',
    'party of the sponsor as an archived copy names it',
    'Liberal',
  ),
  house_votes: internalColumn('rows', 'House divisions as LEGISinfo lists them', [], {fields: DIVISION}),
};
