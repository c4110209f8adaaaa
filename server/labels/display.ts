/**
 * How the records of each dataset are shown to people: the one table behind lists, records, profiles and
 * feeds.
 */

export interface Display {
  /** Columns of the list before the reader chooses others; the first is the link to the record. */
  columns: readonly string[];
  /** Fields that name a record, the first that is not null; else its id. */
  title: readonly string[];
  /** The field that stands before the name: the number of a bill. */
  number?: string;
  /** The field shown large beside the name. */
  figure?: string;
  /** The field of a few short words that stands behind the second column of a list. */
  badge?: string;
  /** The field that says when. */
  date?: string;
  /** Fields that have a place of their own on the page, or that nobody reads: keys that links already hold. */
  left: readonly string[];
  /** Sections of a profile that have an order; objects among them stand below tables, and charts come last. */
  order?: readonly string[];
  /** Sections of a profile that are long and seldom read, closed at first; columns of a list that its cards leave out. */
  folded?: readonly string[];
  /** Whether people come to the list for its records: the chart unfolds when it is asked for. */
  hasFoldedChart?: true;
  /** Search engines may not keep its records: they name private persons. */
  private?: true;
}

const PURCHASE: Display = {
  columns: ['description', 'vendor', 'department', 'value', 'date'],
  title: ['description', 'description_fr', 'vendor'],
  figure: 'value',
  badge: 'procurement_method',
  date: 'date',
  left: ['event_type', 'vendor_key'],
};

export const DISPLAY: Readonly<Record<string, Display>> = {
  contracts: PURCHASE,
  disclosures: PURCHASE,
  awards: PURCHASE,
  tenders: {
    ...PURCHASE,
    columns: ['description', 'department', 'procurement_method', 'date', 'closing_date'],
    figure: 'closing_date',
  },
  vendors: {
    columns: ['vendor', 'total_value', 'contract_count', 'last_contract_date'],
    title: ['vendor'],
    left: ['vendor_key'],
  },
  departments: {
    columns: ['department', 'record_count', 'total_value'],
    title: ['department'],
    left: ['department_key'],
  },
  organizations: {
    columns: ['name', 'total_value', 'record_count', 'last_activity'],
    title: ['name'],
    left: ['organization_key', 'datasets', 'totals', 'years', 'similar'],
    folded: ['names', 'quarters'],
  },
  sources: {
    columns: ['source_dataset', 'publisher', 'record_count', 'first_date', 'last_date', 'last_updated'],
    title: ['source_dataset'],
    left: [],
  },
  grants: {
    columns: ['description', 'recipient', 'department', 'value', 'date'],
    title: ['title_en', 'description', 'recipient'],
    figure: 'value',
    date: 'date',
    left: ['recipient_key'],
  },
  recipients: {
    columns: ['recipient', 'total_value', 'grant_count'],
    title: ['recipient'],
    left: ['recipient_key'],
  },
  research_grants: {
    columns: ['researcher_name', 'institution', 'program_en', 'award_amount', 'fiscal_year'],
    title: ['title', 'researcher_name'],
    figure: 'award_amount',
    date: 'fiscal_year',
    left: [],
  },
  infrastructure_projects: {
    columns: ['title_en', 'recipient_name', 'location_en', 'federal_contribution', 'approved_date', 'status'],
    title: ['title_en', 'title_fr'],
    figure: 'federal_contribution',
    date: 'approved_date',
    left: [],
  },
  lobbying_registrations: {
    columns: ['subject_labels', 'client', 'lobbyist_name', 'lobbyist_firm', 'effective_date', 'active'],
    folded: ['lobbyist_firm'],
    title: ['client', 'registration_number'],
    figure: 'active',
    date: 'effective_date',
    left: ['subject_labels'],
  },
  lobbying_communications: {
    columns: ['subjects', 'client', 'lobbyist_name', 'dpoh_name', 'institution', 'date'],
    title: ['client'],
    date: 'date',
    left: ['dpoh_name', 'dpoh_title', 'subjects', 'institution'],
  },
  lobbyists: {columns: ['lobbyist_name'], title: ['lobbyist_name'], left: []},
  clients: {columns: ['client'], title: ['client'], left: ['client_key']},
  bills: {
    columns: ['name_en', 'session_id', 'sponsor_name', 'status_code', 'introduced'],
    title: ['short_title_en', 'name_en'],
    number: 'number',
    figure: 'status_code',
    date: 'introduced',
    // The status and the kind of the bill say these, too.
    left: ['sponsor_slug', 'law', 'private_member', 'status_en', 'status_fr'],
    hasFoldedChart: true,
  },
  politicians: {
    columns: ['name', 'current_party', 'current_riding', 'province', 'current'],
    title: ['name'],
    figure: 'current_party',
    left: ['slug', 'image_url'],
    order: ['bill_sponsorships', 'committee_memberships', 'lobbying_interactions'],
  },
  votes: {
    columns: ['description_en', 'date', 'result', 'yea_total', 'nay_total', 'bill_number', 'ballots_loaded'],
    title: ['description_en'],
    figure: 'result',
    date: 'date',
    left: [
      ...['vote_id', 'session_id', 'number', 'document_type', 'bill_number', 'bill_id'],
      ...['yea_total', 'nay_total', 'paired_total', 'ballots_loaded', 'party_votes', 'member_votes'],
      'description_fr',
    ],
    folded: ['ballots_loaded'],
    hasFoldedChart: true,
  },
  ballots: {
    columns: ['description_en', 'date', 'name', 'vote', 'against_party', 'party', 'result'],
    title: ['description_en'],
    date: 'date',
    left: [],
  },
  voting_records: {
    columns: ['politician_slug', 'session_id', 'votes', 'with_party', 'against_party', 'share_voted'],
    title: ['politician_slug'],
    left: [],
  },
  committees: {columns: ['name_en', 'acronym'], title: ['name_en'], left: ['slug']},
  permits: {
    columns: [
      'address',
      'municipality',
      'permit_type',
      'work_description',
      'estimated_cost',
      'issued_date',
      'status',
    ],
    title: ['address', 'permit_number_raw', 'source_reference'],
    figure: 'estimated_cost',
    date: 'issued_date',
    left: ['geometry'],
    folded: ['status'],
    private: true,
  },
};

/** Titles that have a French form: what replaces them on French pages, where it is not null. */
export const IN_FRENCH: Readonly<Record<string, string>> = {
  name_en: 'name_fr',
  title_en: 'title_fr',
  short_title_en: 'short_title_fr',
  description: 'description_fr',
  program_en: 'program_fr',
  location_en: 'location_fr',
  recipient_name: 'recipient_name_fr',
  description_en: 'description_fr',
  status_en: 'status_fr',
  comments_en: 'comments_fr',
  full_text_en: 'full_text_fr',
  discipline_en: 'discipline_fr',
};
