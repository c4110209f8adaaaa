/** Columns of bills in the order of the specification's table (5.1), with those of their votes, summaries and analyses. */
import {BILL_STATUS, CHAMBER, DIVISION_RESULT} from '../codes/bills.ts';
import {SECTORS, SECTORS_VERSION} from '../codes/sectors.ts';
import {details} from '../contracts/columns.ts';
import type {Column, Columns} from '../types.ts';

const text = (help: string, example: string | null, more: object = {}): Column => ({
  type: 'text',
  nullable: true,
  shown: 'detail',
  help,
  example,
  ...more,
});
const always = {nullable: false};
const integer = (help: string, example: number): Column => ({
  type: 'integer',
  nullable: false,
  shown: 'detail',
  help,
  example,
});
const day = (help: string, example: string | null, more: object = {}): Column => ({
  type: 'date',
  nullable: true,
  shown: 'detail',
  help,
  example,
  ...more,
});
const flag = (help: string, example: boolean): Column => ({
  type: 'boolean',
  nullable: false,
  shown: 'detail',
  help,
  example,
});
const texts = (help: string, example: string[]): Column => ({
  type: 'text[]',
  nullable: false,
  shown: 'detail',
  help,
  example,
});
const rows = (help: string, fields: Columns, example: Column['example'], more: object = {}): Column => ({
  type: 'rows',
  nullable: false,
  shown: 'detail',
  help,
  fields,
  example,
  ...more,
});

const CHAMBERS = Object.keys(CHAMBER.values);
const SESSION = text('`<parliament>-<session>`', '44-1', always);

/** A division as far as a list or LEGISinfo tells of it. */
const DIVISION: Columns = {
  session_id: SESSION,
  number: integer('number of the division in its session', 387),
  date: day('day of the division', '2023-06-14', always),
  description_en: text('subject', '3rd reading and adoption of Bill C-11', always),
  description_fr: text('subject in French', '3e lecture et adoption du projet de loi C-11'),
  result: text('published as Agreed To, Negatived or Tie', 'Passed', {
    ...always,
    values: Object.keys(DIVISION_RESULT.values),
  }),
  yea_total: integer('members for', 177),
  nay_total: integer('members against', 144),
  paired_total: integer('paired members', 2),
};

const PARTY_VOTES: Columns = {
  party: text('caucus on the day', 'Liberal', always),
  vote: text("the party's majority", 'Yes', {...always, values: ['Yes', 'No', 'Split']}),
  disagreement: {
    type: 'number',
    nullable: false,
    shown: 'detail',
    help: 'share of its yea and nay votes against that majority, 0 to 0.5, 3 decimals',
    example: 0.007,
  },
};

/** The House divisions on a bill, as `bill_links` gives them. */
export const VOTES: Column = rows(
  'House divisions on the bill, date then number ascending',
  {
    ...DIVISION,
    party_votes: rows(
      'by number of votes, then name; empty where the ballots of the division are not loaded',
      PARTY_VOTES,
      [{party: 'Liberal', vote: 'Yes', disagreement: 0.007}],
    ),
    source_url: text(
      "the division's page at the publisher",
      'https://www.ourcommons.ca/members/en/votes/44/1/387',
    ),
  },
  [
    {
      session_id: '44-1',
      number: 387,
      date: '2023-06-14',
      description_en: '3rd reading and adoption of Bill C-11',
      description_fr: '3e lecture et adoption du projet de loi C-11',
      result: 'Passed',
      yea_total: 177,
      nay_total: 144,
      paired_total: 2,
      party_votes: [{party: 'Liberal', vote: 'Yes', disagreement: 0.007}],
      source_url: 'https://www.ourcommons.ca/members/en/votes/44/1/387',
    },
  ],
);

const SUMMARIES = rows(
  "the publisher's short summary, then that of the bill's text; empty when none",
  {
    language: text('of the text', 'en', {...always, values: ['en', 'fr']}),
    kind: text('`official`: of the publisher', 'official', {...always, values: ['official', 'generated']}),
    text: text('line breaks kept', 'This enactment creates a register of harbour lights.', always),
    source_url: text('where the text stands', 'https://www.parl.ca/legisinfo/en/bill/44-1/c-11'),
  },
  [],
);

const READINGS = rows(
  'completed readings, date ascending',
  {
    chamber: text('where', 'House', {...always, values: CHAMBERS}),
    reading: text('which', 'first', {...always, values: ['first', 'second', 'third']}),
    date: day('day on which it was completed', '2022-02-02', always),
  },
  [{chamber: 'House', reading: 'first', date: '2022-02-02'}],
);

const ANALYSIS: Column = {
  type: 'object',
  nullable: true,
  shown: 'detail',
  help: 'generated analysis; null when none is loaded',
  example: null,
  fields: {
    summary: text('in a few sentences', 'The bill creates a register of harbour lights.', always),
    key_points: texts('one sentence each', ['Harbours report their lights every year.']),
    affected_sectors: texts('sector tags', ['transportation']),
    model: text('what generated it', 'example-model'),
    generated_at: {
      type: 'timestamp',
      nullable: false,
      shown: 'detail',
      help: 'when, UTC',
      example: '2026-11-21T06:00:00',
    },
  },
  derived: {
    sql: `CASE WHEN analysis.bill_id IS NOT NULL THEN struct_pack(summary := analysis.summary,
      key_points := analysis.key_points, affected_sectors := analysis.affected_sectors, model := analysis.model,
      generated_at := analysis.generated_at) END`,
    join: 'analysis',
  },
};

/** Column that `bill_links` gives. */
const linked = (name: string) => ({derived: {sql: `links.${name}`, join: 'links'}});

export const columns: Columns = {
  session_id: {...SESSION, shown: 'list'},
  number: text('number in its session', 'C-11', {...always, shown: 'list'}),
  name_en: text('long title', 'An Act respecting harbour lights', {...always, shown: 'list'}),
  sponsor_name: text('first and last name', 'Maren Côté-Lindqvist', {shown: 'list'}),
  status_code: text(`${BILL_STATUS.help}`, 'ROYAL_ASSENT', {
    ...always,
    shown: 'list',
    values: Object.keys(BILL_STATUS.values),
  }),
  introduced: day('first reading in the chamber of origin', '2022-02-02', {shown: 'list'}),
  short_title_en: text('short title', 'Harbour Lights Act', {shown: 'list'}),
  name_fr: text('long title in French', 'Loi concernant les feux de port'),
  short_title_fr: text('short title in French', 'Loi sur les feux de port'),
  sponsor_slug: text('slug of the politician', 'maren-cote-lindqvist', linked('sponsor_slug')),
  sponsor_party: text('party at introduction', 'Independent', linked('sponsor_party')),
  home_chamber: text('chamber of origin', 'House', {...always, values: CHAMBERS}),
  bill_type: text("publisher's English words; where there are none, by the number", 'House Government Bill'),
  status_en: text("publisher's words", 'Royal assent received'),
  status_fr: text("publisher's words in French", 'Sanction royale reçue'),
  status_date: day('date of the latest event', '2023-04-27'),
  royal_assent_date: day('royal assent', '2023-04-27'),
  law: flag('royal assent received', true),
  private_member: flag('`bill_type` is Private Member’s Bill', false),
  sectors: texts(
    `sector tags by the key words in the titles, table of version ${SECTORS_VERSION}: ${Object.keys(SECTORS)
      .map((tag) => `\`${tag}\``)
      .join(', ')}`,
    ['transportation'],
  ),
  readings: READINGS,
  legisinfo_url: text("publisher's page", 'https://www.parl.ca/legisinfo/en/bill/44-1/c-11', always),
  text_url: text('newest text', 'https://www.parl.ca/DocumentViewer/en/12345678'),
  ai_analysis: ANALYSIS,
  summaries: SUMMARIES,
  votes: {...VOTES, derived: {sql: 'coalesce(links.votes, [])', join: 'links'}},
  source_dataset: text('source label', 'LEGISinfo Bills', always),
  source_url: text("the record's page at the publisher", 'https://www.parl.ca/legisinfo/en/bill/44-1/c-11', {
    ...always,
    derived: {sql: 'r.legisinfo_url'},
  }),
  last_updated: details.last_updated,
  bill_id: text('`<session_id>/<number>`', '44-1/C-11', {...always, shown: 'internal'}),
  sponsor_person_id: {
    ...integer('person number of the sponsor in the House of Commons; of some senators too', 104682),
    nullable: true,
    shown: 'internal',
  },
  sponsor_published_party: text('party of the sponsor as an archived copy names it', 'Liberal', {
    shown: 'internal',
  }),
  house_votes: rows('House divisions as LEGISinfo lists them', DIVISION, [], {shown: 'internal'}),
};
