/** How a published name comes to its organization, and where it is published. */
import {type Sql, sqlFile} from '../sql_file.ts';
import {isOrganizationSql} from './individuals.ts';

/** Rules in the order in which they are tried, each with the certainty of its links. */
export const LINK_RULES = {
  'own name': {certainty: 'certain', help: 'the name under which the organization is listed'},
  'business number': {certainty: 'certain', help: 'records carry the same business number'},
  'legal name': {
    certainty: 'high',
    help: 'the legal names differ in punctuation, accents, case and legal form at most; numbered companies share number and jurisdiction',
  },
  'bilingual name': {
    certainty: 'high',
    help: 'the names share the English or the French half, or are the two names of one record',
  },
  'published alias': {
    certainty: 'fair',
    help: 'one name is given as a former or operating name of the other (`formerly`, `o/a`, `dba`, `s/n`)',
  },
} as const;

export type LinkRule = keyof typeof LINK_RULES;
export const RULE_NAMES = Object.keys(LINK_RULES) as LinkRule[];

/** Why a name leads to no organization. */
export const UNLINKED = {
  'generic name': 'the text names nobody in particular, such as `private individual`',
  'numbered company without number': 'a jurisdiction or a number alone',
  'name of a person':
    'a family name, a comma and given names, or a title before them: people are no organizations',
} as const;

/** Most legal names that may share a business number. */
export const MOST_NAMES_OF_NUMBER = 20;
/** A business number in at most one of so many records of a name is taken for a mistake. */
export const RARE_NUMBER = 20;

/** Why names were kept apart that a rule would have merged. */
export const REFUSALS = {
  'two business numbers': 'the names belong to different business numbers',
  'two provinces':
    'bodies such as towns, schools and churches, firms named by one word and a trade, and firms with other legal forms share names between provinces',
  'two kinds of legal form': 'a partnership, a company and a company of another country are two or three',
  'two partners':
    'both halves of the name are organizations of their own, and nothing shows that one translates the other',
  'several translations': 'records translate the name into several different ones',
  'alias of several': 'several organizations give the same other name',
  'number of nobody': 'a business number with a wrong check digit, or of one digit alone, is a typing error',
  'rare number': `a business number that at most one in ${RARE_NUMBER} records of the name carries gives way to the usual one, or to the organization whose usual number it is`,
  'number of many': `a business number that more than ${MOST_NAMES_OF_NUMBER} different legal names carry identifies none of them`,
} as const;
export type Refusal = keyof typeof REFUSALS;

/**
 * What the labelled pairs of names in test/helpers say of the rules; a test measures it again. `pairs` are
 * labelled, `hard` of them hard; `same` are one organization; `merged` are merged, `right` of those rightly.
 */
export const MEASURED = {pairs: 406, hard: 234, same: 180, merged: 162, right: 162} as const;

/** One place where organizations are named. SQL is over the columns of the dataset. */
export interface OrganizationRole {
  dataset: string;
  role: string;
  /** The record, and the name in it. */
  id: string;
  name: string;
  business_number?: string;
  province?: string;
  /** Rows to read instead of the dataset. */
  from?: Sql;
  where?: string;
  /** A bar in the name separates languages. */
  bilingual?: true;
  /** Other names of the same organization in the record: SQL, and the rule that they fall under. */
  also?: {name: string; rule: 'bilingual name' | 'published alias'};
  date: string;
  /** Amount in CAD; null where records have none. */
  value: string | null;
  department?: string;
  year?: string;
  /** Path of the list below the API, with the parameter that finds the name. */
  list?: {path: string; parameter: string};
}

export const BENEFICIARIES = sqlFile('datasets/derived/beneficiaries.sql');

export const ORGANIZATION_ROLES: readonly OrganizationRole[] = [
  {
    dataset: 'contracts',
    role: 'vendor',
    id: 'record_id',
    name: 'vendor',
    date: 'date',
    value: 'value',
    department: 'department',
    list: {path: '/contracts', parameter: 'vendor'},
  },
  {
    dataset: 'awards',
    role: 'vendor',
    id: 'record_id',
    name: 'vendor',
    date: 'date',
    value: 'value',
    list: {path: '/awards', parameter: 'vendor'},
  },
  {
    dataset: 'grants',
    role: 'recipient',
    id: 'record_id',
    name: 'recipient',
    business_number: 'recipient_business_number',
    province: 'recipient_province',
    where: isOrganizationSql,
    bilingual: true,
    also: {name: 'recipient_operating_name', rule: 'published alias'},
    date: 'date',
    value: 'value',
    department: 'department',
    list: {path: '/grants', parameter: 'recipient'},
  },
  {
    dataset: 'research_grants',
    role: 'institution',
    id: 'record_id',
    name: 'institution',
    province: 'province',
    date: 'make_date(TRY_CAST(fiscal_year[1:4] AS INTEGER), 4, 1)',
    value: 'award_amount',
    year: 'fiscal_year',
    list: {path: '/research_grants', parameter: 'institution'},
  },
  {
    dataset: 'infrastructure_projects',
    role: 'recipient',
    id: 'record_id',
    name: 'recipient_name',
    province: 'province',
    also: {name: 'recipient_name_fr', rule: 'bilingual name'},
    date: 'approved_date',
    value: 'federal_contribution',
    list: {path: '/infrastructure_projects', parameter: 'q'},
  },
  {
    dataset: 'lobbying_registrations',
    role: 'client',
    id: 'reg_id',
    name: 'client',
    also: {name: 'client_fr', rule: 'bilingual name'},
    date: 'effective_date',
    value: null,
    list: {path: '/lobbying/registrations', parameter: 'client'},
  },
  {
    dataset: 'lobbying_registrations',
    role: 'beneficiary',
    id: 'reg_id',
    name: 'beneficiary',
    from: BENEFICIARIES,
    date: 'effective_date',
    value: null,
  },
  {
    dataset: 'lobbying_communications',
    role: 'client',
    id: 'com_id',
    name: 'client',
    date: 'date',
    value: null,
    list: {path: '/lobbying/communications', parameter: 'client'},
  },
  {
    dataset: 'permits',
    role: 'applicant',
    id: 'record_id',
    name: 'applicant_name',
    province: 'province',
    date: 'date',
    value: 'estimated_cost',
    list: {path: '/permits', parameter: 'applicant'},
  },
  {
    dataset: 'permits',
    role: 'contractor',
    id: 'record_id',
    name: 'contractor_name',
    province: 'province',
    date: 'date',
    value: 'estimated_cost',
    list: {path: '/permits', parameter: 'contractor'},
  },
];

export const DATASETS_OF_ROLES = [...new Set(ORGANIZATION_ROLES.map(({dataset}) => dataset))];
export const ROLE_NAMES = [...new Set(ORGANIZATION_ROLES.map(({role}) => role))];
