/** The operations of the section Parliament as the specification has them, written by hand. */
import {
  facets,
  found,
  grouped,
  keyed,
  LANG,
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
  '/bills/{session}/{number}': {parameters: [LANG], fields: BILL_DETAIL, missing: 'Bill not found.'},
  '/bills/stats': {
    parameters: [...BILL_FILTERS, ...grouped(words('status sponsor_party year'), null, false)],
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
};
