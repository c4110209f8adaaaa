/** Routes of the section Grants and research. */
import {PROVINCE_CODES} from '../../../datasets/codes/provinces.ts';
import {
  asAdded,
  bound,
  exact,
  flag,
  foundIn,
  oneOf,
  partial,
  partialBody,
  searchOf,
  terms,
  UPDATED,
} from './filters.ts';
import {keys} from './keys.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Grants and research';

const GRANTS: Parameters = {
  recipient: partial('recipient', 'part of the name, in either language', 'riverbend'),
  department: partialBody('department', 'part of a name of the institution', 'environment'),
  min_value: bound('number', 'gte', 'value', 'smallest value, CAD', '10000'),
  max_value: bound('number', 'lte', 'value', 'largest value, CAD', '250000.50'),
  date_from: bound('date', 'gte', 'date', 'first day', '2023-04-01'),
  date_to: bound('date', 'lte', 'date', 'last day', '2024-04-01'),
  ...asAdded({
    q: searchOf('grants', 'wetland marsh'),
    province: oneOf('recipient_province', PROVINCE_CODES, 'two-letter code of the recipient', 'MB'),
    program: partial(['program_en', 'program_fr'], 'part of the program name, in either language', 'habitat'),
    ...UPDATED,
  }),
  ...keys({
    recipient_key: 'recipient_key',
    department_key: 'department',
    organization_key: 'organization_key',
    program_key: 'program_en',
  }),
  ...asAdded({contribution: flag('contribution', 'true: contributions, false: other payments')}),
  ...foundIn('grants', 'wetland marsh'),
};

const RECIPIENTS: Parameters = {
  q: {
    ...partial(['recipient', 'name_variants'], 'part of any spelling of the name', 'riverbend'),
    required: true,
  },
};

const PROVINCE = oneOf('province', PROVINCE_CODES, 'two-letter code of the province or territory', 'SK');

const RESEARCH: Parameters = {
  q: terms(
    ['researcher_name', 'institution', 'program_en', 'keywords'],
    'words in any order',
    'permafrost saskatchewan',
  ),
  source: {...oneOf('source', ['NSERC', 'SSHRC'], 'the council', 'NSERC'), choice: true},
  researcher_name: partial('researcher_name', 'part of the name, `Last, First`', 'lindqvist'),
  institution: partialBody('institution', 'part of the name of the institution', 'saskatchewan'),
  program: partial('program_en', 'part of the English program name', 'discovery'),
  province: PROVINCE,
  fiscal_year: {
    type: 'fiscal_year',
    op: 'exact',
    columns: ['fiscal_year'],
    help: 'from April to March',
    example: '2023-24',
  },
  min_value: bound('number', 'gte', 'award_amount', 'smallest amount, CAD', '10000'),
  max_value: bound('number', 'lte', 'award_amount', 'largest amount, CAD', '250000.50'),
  ...asAdded(UPDATED),
  ...keys({
    institution_key: 'institution',
    organization_key: 'organization_key',
    program_key: 'program_en',
    researcher_key: 'researcher_name',
  }),
  ...foundIn('research_grants', 'permafrost saskatchewan'),
};

const PROJECTS: Parameters = {
  q: terms(['title_en', 'recipient_name', 'location_en'], 'words in any order', 'pumping wharf'),
  province: {...PROVINCE, example: 'BC'},
  program: partial('program_en', 'part of the English program name', 'harbour'),
  status: exact('status', 'as `group_by=status` gives it', 'In Progress'),
  min_value: bound('number', 'gte', 'federal_contribution', 'smallest federal contribution, CAD', '100000'),
  max_value: bound(
    'number',
    'lte',
    'federal_contribution',
    'largest federal contribution, CAD',
    '5000000.50',
  ),
  issued_after: bound('date', 'gte', 'approved_date', 'first day of approval', '2019-04-01'),
  issued_before: bound('date', 'lte', 'approved_date', 'last day of approval', '2020-03-31'),
  ...asAdded(UPDATED),
  ...keys({organization_key: 'organization_key', program_key: 'program_en'}),
  ...foundIn('infrastructure_projects', 'pumping wharf'),
};

const paging = {limit: 100, max: 200};

export const grants: readonly DeclaredRoute[] = [
  {
    kind: 'list',
    path: '/grants',
    section,
    summary: 'Grants and contributions, newest first',
    help: 'An agreement is one record however often it is amended. Institutions publish the total after each amendment; Indigenous Services and Crown-Indigenous Relations publish the change, so that there `value` is the sum over the versions of the record, and most of their changes are records of their own: add them up by `agreement_number`. Reference numbers are not unique: what differs in recipient or repeats an amendment number is a record of its own. The research councils report here and in `/research_grants`: never add the two.',
    dataset: 'grants',
    parameters: GRANTS,
    limit: 50,
    max: 200,
  },
  {
    kind: 'detail',
    path: '/grants/{record_id}',
    section,
    summary: 'One grant or contribution',
    help: '`amendments` holds the earlier versions with the total after each, a running total also where the institution publishes changes.',
    dataset: 'grants',
    parameters: {},
    missing: {en: 'Grant not found.', fr: 'Subvention introuvable.'},
    added: true,
  },
  {
    kind: 'list',
    path: '/grants/recipients',
    section,
    summary: 'Recipients by total value',
    help: 'Names are as fragmented as published: spellings that differ in more than case, accents, white space and punctuation are recipients of their own; a name in one language belongs to the same organization’s name in both. An individual and an organization of one name are two recipients, and so are towns, parishes and the like in two provinces: `[individual]`, `[organization]` or the provinces stand behind the name then. Two individuals of one name cannot be told apart.',
    dataset: 'recipients',
    parameters: RECIPIENTS,
    limit: 20,
    max: 200,
  },
  {
    kind: 'profile',
    path: '/grants/recipients/{name}',
    section,
    summary: 'Recipient profile',
    help: 'The name is looked for as the name of a recipient or any of its spellings, as the beginning of one, then anywhere in one; among several, and of namesakes, the recipient with the highest total value is taken. `recipient_key` leads to each of them. `similar_recipients` are the other names that contain the text asked for or differ from the name in punctuation and legal form only. `name` wins over the path segment.',
    entity: 'recipients',
    parameters: {},
    missing: {
      en: 'Recipient not found. Browse names with /api/v1/grants/recipients?q=.',
      fr: 'Bénéficiaire introuvable. Parcourez les noms avec /api/v1/grants/recipients?q=.',
    },
  },
  {
    ...paging,
    kind: 'stats',
    path: '/grants/stats',
    section,
    summary: 'Grants grouped',
    dataset: 'grants',
    parameters: GRANTS,
  },
  {
    ...paging,
    kind: 'list',
    path: '/research_grants',
    section,
    summary: 'Research grants by fiscal year, newest first',
    dataset: 'research_grants',
    parameters: RESEARCH,
  },
  {
    kind: 'detail',
    path: '/research_grants/{record_id}',
    section,
    summary: 'One research grant',
    dataset: 'research_grants',
    parameters: {},
    missing: {en: 'Research grant not found.', fr: 'Subvention de recherche introuvable.'},
    added: true,
  },
  {
    ...paging,
    kind: 'stats',
    path: '/research_grants/stats',
    section,
    summary: 'Research grants grouped',
    dataset: 'research_grants',
    parameters: RESEARCH,
  },
  {
    ...paging,
    kind: 'list',
    path: '/infrastructure_projects',
    section,
    summary: 'Infrastructure projects, newest approval first',
    dataset: 'infrastructure_projects',
    parameters: PROJECTS,
  },
  {
    kind: 'detail',
    path: '/infrastructure_projects/{record_id}',
    section,
    summary: 'One infrastructure project',
    dataset: 'infrastructure_projects',
    parameters: {},
    missing: {en: 'Infrastructure project not found.', fr: 'Projet d’infrastructure introuvable.'},
    added: true,
  },
  {
    ...paging,
    kind: 'stats',
    path: '/infrastructure_projects/stats',
    section,
    summary: 'Infrastructure projects grouped',
    dataset: 'infrastructure_projects',
    parameters: PROJECTS,
  },
];
