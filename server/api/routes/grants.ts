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
import {routesIn} from './kinds.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Grants and research';
const {list, detail, stats, profile} = routesIn(section);

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

export const grants: readonly DeclaredRoute[] = [
  list('/grants', 'grants', 'Grants and contributions, newest first', GRANTS, {
    help: 'An agreement is one record however often it is amended. Institutions publish the total after each amendment; Indigenous Services and Crown-Indigenous Relations publish the change, so that there `value` is the sum over the versions of the record, and most of their changes are records of their own: add them up by `agreement_number`. Reference numbers are not unique: what differs in recipient or repeats an amendment number is a record of its own. The research councils report here and in `/research_grants`: never add the two.',
  }),
  detail(
    '/grants/{record_id}',
    'grants',
    'One grant or contribution',
    {en: 'Grant not found.', fr: 'Subvention introuvable.'},
    {
      help: '`amendments` holds the earlier versions with the total after each, a running total also where the institution publishes changes.',
      added: true,
    },
  ),
  list('/grants/recipients', 'recipients', 'Recipients by total value', RECIPIENTS, {
    help: 'Names are as fragmented as published: spellings that differ in more than case, accents, white space and punctuation are recipients of their own; a name in one language belongs to the same organization’s name in both. An individual and an organization of one name are two recipients, and so are towns, parishes and the like in two provinces: `[individual]`, `[organization]` or the provinces stand behind the name then. Two individuals of one name cannot be told apart.',
    limit: 20,
  }),
  profile(
    '/grants/recipients/{name}',
    'recipients',
    'Recipient profile',
    {
      en: 'Recipient not found. Browse names with /api/v1/grants/recipients?q=.',
      fr: 'Bénéficiaire introuvable. Parcourez les noms avec /api/v1/grants/recipients?q=.',
    },
    {
      help: 'The name is looked for as the name of a recipient or any of its spellings, as the beginning of one, then anywhere in one; among several, and of namesakes, the recipient with the highest total value is taken. `recipient_key` leads to each of them. `similar_recipients` are the other names that contain the text asked for or differ from the name in punctuation and legal form only. `name` wins over the path segment.',
    },
  ),
  stats('/grants/stats', 'grants', 'Grants grouped', GRANTS),
  list('/research_grants', 'research_grants', 'Research grants by fiscal year, newest first', RESEARCH, {
    limit: 100,
  }),
  detail(
    '/research_grants/{record_id}',
    'research_grants',
    'One research grant',
    {en: 'Research grant not found.', fr: 'Subvention de recherche introuvable.'},
    {added: true},
  ),
  stats('/research_grants/stats', 'research_grants', 'Research grants grouped', RESEARCH),
  list(
    '/infrastructure_projects',
    'infrastructure_projects',
    'Infrastructure projects, newest approval first',
    PROJECTS,
    {limit: 100},
  ),
  detail(
    '/infrastructure_projects/{record_id}',
    'infrastructure_projects',
    'One infrastructure project',
    {en: 'Infrastructure project not found.', fr: 'Projet d’infrastructure introuvable.'},
    {added: true},
  ),
  stats(
    '/infrastructure_projects/stats',
    'infrastructure_projects',
    'Infrastructure projects grouped',
    PROJECTS,
  ),
];
