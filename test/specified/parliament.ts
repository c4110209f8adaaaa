/** The operations of the section Parliament as the specification has them, written by hand. */
import {
  facets,
  found,
  grouped,
  keyed,
  LANG,
  PROVENANCE,
  type Row,
  type Specified,
  STATS,
  shared,
  sort,
  UPDATED,
  words,
} from './shapes.ts';

const BILL_FILTERS: Row[] = [
  ['q', 'string', 'partial name_en,short_title_en'],
  ['session', 'string', 'exact session_id'],
  ['status', 'string', 'exact status_code'],
  ['sponsor', 'string', 'partial sponsor_name'],
  ['sector', 'string', 'exact sectors'],
  ['law', 'boolean', 'flag law'],
  ['private_member', 'boolean', 'flag private_member'],
  ...UPDATED,
  ...keyed({sponsor_key: 'sponsor_name'}),
  found('number,name_en,name_fr,short_title_en,sponsor_name'),
];
const POLITICIAN_FILTERS: Row[] = [
  ['q', 'string', 'partial name'],
  ['party', 'string', 'partial current_party'],
  ['province', 'set', 'exact province', null, null, null, words('AB BC MB NB NL NS NT NU ON PE QC SK YT')],
  ['current', 'boolean', 'flag current', 'true'],
  ['riding', 'string', 'partial current_riding'],
  ...keyed({party_key: 'current_party', riding_key: 'current_riding'}),
  found('name,current_party,current_riding'),
];
const COMMITTEE_FILTERS: Row[] = [
  ['q', 'string', 'partial name_en,name_fr,acronym'],
  found('name_en,name_fr,acronym'),
];

const BILL = words('session_id number name_en sponsor_name status_code introduced short_title_en');
const BILL_DETAIL =
  words(`${BILL.join(' ')} name_fr short_title_fr sponsor_slug sponsor_party home_chamber bill_type status_en
  status_fr status_date royal_assent_date law private_member sectors readings legisinfo_url text_url
  ai_analysis summaries votes source_dataset source_url last_updated`);
const POLITICIAN = words('id name slug current current_party current_riding province');
const POLITICIAN_PROFILE =
  words(`${POLITICIAN.join(' ')} image_url source_url last_updated election_history committee_memberships
  lobbying_interactions bill_sponsorships`);
const COMMITTEE = words('id name_en acronym slug');
const COMMITTEE_PROFILE = words(
  `${COMMITTEE.join(' ')} name_fr session_id last_updated parent members recent_meetings activities`,
);

// Added: no part of the original specification.
const VOTE =
  words(`vote_id session_id number date description_en description_fr result yea_total nay_total paired_total
  document_type bill_number bill_id ballots_loaded source_url`);
const BALLOT =
  words(`ballot_id vote_id session_id number date description_en description_fr result bill_number
  politician_slug name party riding province vote party_vote against_party politician_id`);
const VOTING_RECORD =
  words(`record_id politician_slug session_id votes with_party against_party divisions first_date last_date
  share_voted`);
const RESULT: Row = ['result', 'set', 'exact result', null, null, null, words('Passed Failed Tie')];
const DAYS: Row[] = [
  ['date_from', 'date', 'gte date'],
  ['date_to', 'date', 'lte date'],
];
const VOTE_FILTERS: Row[] = [
  ['q', 'string', 'terms description_en,description_fr,bill_number'],
  ['session', 'string', 'exact session_id'],
  RESULT,
  ['bill', 'string', 'exact bill_number'],
  ['document_type', 'string', 'exact document_type'],
  ['ballots', 'set', 'exact ballots_loaded', null, null, null, words('whole some none')],
  ...DAYS,
  ...UPDATED,
];
const BALLOT_FILTERS: Row[] = [
  ['name', 'string', 'partial name'],
  ['vote', 'set', 'exact vote', null, null, null, words('Yea Nay Paired')],
  ['against_party', 'boolean', 'flag against_party'],
  ['party', 'string', 'partial party'],
  ['province', 'set', 'exact province', null, null, null, words('AB BC MB NB NL NS NT NU ON PE QC SK YT')],
  ['riding', 'string', 'partial riding'],
  ['q', 'string', 'partial description_en,description_fr'],
  ['session', 'string', 'exact session_id'],
  RESULT,
  ['bill', 'string', 'exact bill_number'],
  ['vote_id', 'string', 'exact vote_id'],
  ...DAYS,
  ...keyed({politician_slug: 'politician_slug', party_key: 'party'}),
];

export const PARLIAMENT: Record<string, Specified> = {
  '/bills': {
    parameters: [
      ...BILL_FILTERS,
      ...sort(['date'], 'desc', 'bill_id'),
      ...shared(50, BILL),
      facets('session status sponsor sector law private_member sponsor_key'),
    ],
    fields: BILL,
    feed: true,
  },
  '/bills/{session}/{number}': {
    parameters: [PROVENANCE, LANG],
    fields: BILL_DETAIL,
    missing: 'Bill not found.',
  },
  '/bills/stats': {
    parameters: [...BILL_FILTERS, ...grouped(words('status sponsor_party year'), null, false)],
    fields: STATS,
    added: true,
  },
  '/votes': {
    parameters: [
      ...VOTE_FILTERS,
      ...sort(['date'], 'desc', 'vote_id'),
      ...shared(50, VOTE),
      facets('session result document_type ballots'),
    ],
    fields: VOTE,
    feed: true,
    added: true,
  },
  '/votes/{session}/{number}': {
    parameters: [PROVENANCE, LANG],
    fields: [...VOTE, ...words('party_votes member_votes source_dataset last_updated')],
    missing: 'Division not found.',
    added: true,
  },
  '/votes/stats': {
    parameters: [...VOTE_FILTERS, ...grouped(['year'], null, false)],
    fields: STATS,
    added: true,
  },
  '/politicians': {
    parameters: [
      ...POLITICIAN_FILTERS,
      ...sort(['name'], 'asc', 'slug'),
      ...shared(50, POLITICIAN),
      facets('party province current riding party_key riding_key'),
    ],
    fields: POLITICIAN,
  },
  '/politicians/{slug}': {
    parameters: [LANG],
    fields: POLITICIAN_PROFILE,
    missing: 'Politician not found.',
  },
  '/committees': {
    parameters: [...COMMITTEE_FILTERS, ...sort(['name'], 'asc', 'slug'), ...shared(50, COMMITTEE)],
    fields: COMMITTEE,
  },
  '/committees/{identifier}': {
    parameters: [LANG],
    fields: COMMITTEE_PROFILE,
    missing: 'Committee not found.',
  },
  '/ballots': {
    parameters: [
      ...BALLOT_FILTERS,
      ...sort(['date', 'name'], 'desc', null),
      ...shared(50, BALLOT),
      facets('vote against_party party province session result politician_slug party_key'),
    ],
    fields: BALLOT,
    messages: {name: ['name must be at most 200 characters.']},
    feed: true,
    added: true,
  },
  '/voting_records': {
    parameters: [
      ['session', 'string', 'exact session_id'],
      ...keyed({politician_slug: 'politician_slug'}),
      ...sort(['session'], 'asc', null),
      ...shared(50, VOTING_RECORD),
      facets('session politician_slug'),
    ],
    fields: VOTING_RECORD,
    added: true,
  },
};
