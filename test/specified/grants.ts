/** The operations of the section Grants and research as the specification has them, written by hand. */
import {
  facets,
  found,
  grouped,
  keyed,
  LANG,
  PROFILE,
  PROVENANCE,
  type Row,
  type Specified,
  STATS,
  shared,
  sort,
  UPDATED,
  words,
} from './shapes.ts';

const PROVINCES = words('AB BC MB NB NL NS NT NU ON PE QC SK YT');
const province: Row = ['province', 'set', 'exact province', null, null, null, PROVINCES];

const GRANT_FILTERS: Row[] = [
  ['recipient', 'string', 'partial recipient'],
  ['department', 'string', 'partial department'],
  ['min_value', 'number', 'gte value'],
  ['max_value', 'number', 'lte value'],
  ['date_from', 'date', 'gte date'],
  ['date_to', 'date', 'lte date'],
  // Added: no part of the original specification.
  [
    'q',
    'string',
    'terms recipient,department,description,program_en,program_fr,description_fr,reference_number,agreement_number',
  ],
  ['province', 'set', 'exact recipient_province', null, null, null, PROVINCES],
  ['program', 'string', 'partial program_en,program_fr'],
  ...UPDATED,
  ...keyed({
    recipient_key: 'recipient_key',
    department_key: 'department',
    organization_key: 'organization_key',
    program_key: 'program_en',
  }),
  ['contribution', 'boolean', 'flag contribution'],
  found('recipient,department,description,program_en'),
];
const RESEARCH_FILTERS: Row[] = [
  ['q', 'string', 'terms researcher_name,institution,program_en,keywords'],
  ['source', 'set', 'exact source', null, null, null, ['NSERC', 'SSHRC']],
  ['researcher_name', 'string', 'partial researcher_name'],
  ['institution', 'string', 'partial institution'],
  ['program', 'string', 'partial program_en'],
  province,
  ['fiscal_year', 'fiscal_year', 'exact fiscal_year'],
  ['min_value', 'number', 'gte award_amount'],
  ['max_value', 'number', 'lte award_amount'],
  ...UPDATED,
  ...keyed({
    institution_key: 'institution',
    organization_key: 'organization_key',
    program_key: 'program_en',
    researcher_key: 'researcher_name',
  }),
  found('researcher_name,institution,program_en,keywords'),
];
const PROJECT_FILTERS: Row[] = [
  ['q', 'string', 'terms title_en,recipient_name,location_en'],
  province,
  ['program', 'string', 'partial program_en'],
  ['status', 'string', 'exact status'],
  ['min_value', 'number', 'gte federal_contribution'],
  ['max_value', 'number', 'lte federal_contribution'],
  ['issued_after', 'date', 'gte approved_date'],
  ['issued_before', 'date', 'lte approved_date'],
  ...UPDATED,
  ...keyed({organization_key: 'organization_key', program_key: 'program_en'}),
  found('title_en,recipient_name,location_en,program_en'),
];

const GRANT = words('record_id source_dataset source_url recipient department value date description');
const GRANT_DETAIL =
  words(`${GRANT.join(' ')} recipient_key reference_number agreement_number amendment_number agreement_type
  recipient_type recipient_province recipient_city recipient_country program_en program_fr title_en title_fr
  description_fr start_date end_date amendment_date amendments versions last_updated`);
const RECIPIENT = words('recipient recipient_key grant_count total_value recipient_kind');
const RECIPIENT_PROFILE =
  words(`${RECIPIENT.join(' ')} first_grant_date last_grant_date name_variants top_departments recent_grants
  similar_recipients`);
const RESEARCH =
  words(`record_id source researcher_name institution province award_amount fiscal_year program_en
  keywords`);
const RESEARCH_DETAIL =
  words(`${RESEARCH.join(' ')} title program_fr discipline_en discipline_fr source_dataset source_url
  last_updated`);
const PROJECT =
  words(`record_id title_en location_en program_en recipient_name province federal_contribution approved_date
  status`);
const PROJECT_DETAIL =
  words(`${PROJECT.join(' ')} title_fr location_fr program_fr recipient_name_fr total_eligible_cost start_date
  end_date source_dataset source_url versions last_updated`);

const stats = (filters: Row[], groups: string[], sum: string, keys = true): Row[] => [
  ...filters,
  ...grouped(groups, sum, keys),
];

const SOURCE = {source: ['source must be NSERC or SSHRC.']};

export const GRANTS: Record<string, Specified> = {
  '/grants': {
    parameters: [
      ...GRANT_FILTERS,
      ...sort(['date', 'value']),
      ...shared(50, GRANT),
      facets(
        'recipient department province program recipient_key department_key organization_key program_key',
      ),
    ],
    fields: GRANT,
    feed: true,
  },
  '/grants/{record_id}': {
    parameters: [PROVENANCE, LANG],
    fields: GRANT_DETAIL,
    missing: 'Grant not found.',
    added: true,
  },
  '/grants/recipients': {
    parameters: [
      ['q', 'string', 'partial recipient,name_variants'],
      ...sort(['total_value', 'grant_count'], 'desc', null),
      ...shared(20, RECIPIENT),
    ],
    fields: RECIPIENT,
    messages: {q: ['q is required.', 'q must be at most 200 characters.']},
  },
  '/grants/recipients/{name}': {
    parameters: PROFILE,
    fields: RECIPIENT_PROFILE,
    missing: 'Recipient not found. Browse names with /api/v1/grants/recipients?q=.',
  },
  '/grants/stats': {
    parameters: stats(GRANT_FILTERS, ['department', 'recipient', 'year'], 'value'),
    fields: STATS,
  },
  '/research_grants': {
    parameters: [
      ...RESEARCH_FILTERS,
      ...sort(['date', 'value']),
      ...shared(100, RESEARCH),
      facets(
        'source researcher_name institution program province fiscal_year institution_key organization_key program_key researcher_key',
      ),
    ],
    fields: RESEARCH,
    messages: SOURCE,
  },
  '/research_grants/{record_id}': {
    parameters: [PROVENANCE, LANG],
    fields: RESEARCH_DETAIL,
    missing: 'Research grant not found.',
    added: true,
  },
  '/research_grants/stats': {
    parameters: stats(RESEARCH_FILTERS, ['source', 'institution', 'province', 'fiscal_year'], 'award_amount'),
    fields: STATS,
    messages: SOURCE,
  },
  '/infrastructure_projects': {
    parameters: [
      ...PROJECT_FILTERS,
      ...sort(['date', 'value']),
      ...shared(100, PROJECT),
      facets('province program status organization_key program_key'),
    ],
    fields: PROJECT,
    feed: true,
  },
  '/infrastructure_projects/{record_id}': {
    parameters: [PROVENANCE, LANG],
    fields: PROJECT_DETAIL,
    missing: 'Infrastructure project not found.',
    added: true,
  },
  '/infrastructure_projects/stats': {
    parameters: stats(PROJECT_FILTERS, ['province', 'program', 'status'], 'federal_contribution'),
    fields: STATS,
  },
};
