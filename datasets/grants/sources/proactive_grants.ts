/** Proactive disclosure of grants and contributions: one CSV of all institutions, updated nightly. */
import {AGREEMENT_TYPE, NOT_SAID, RECIPIENT_TYPE} from '../../codes/grants.ts';
import {COUNTRY, PLACEHOLDERS} from '../../codes/procurement.ts';
import {PROVINCE} from '../../codes/provinces.ts';
import {
  address,
  bilingualCell,
  code,
  date,
  department,
  firstCharacters,
  matches,
  money,
  text,
} from '../../fields.ts';
import {OGL, OPEN_CANADA, TBS} from '../../publishers/licences.ts';
import {ckanFile} from '../../publishers/portals.ts';
import {source} from '../../source.ts';
import type {Fields} from '../../types.ts';

const DATASET = '432527ab-7aac-45b5-81d6-7597107a7013';
const RESOURCE = '1d15a62f-5656-49ad-8c88-f40ce689d831';
const PAGE = `https://open.canada.ca/data/en/dataset/${DATASET}`;

/** Institutions whose rows give the change by an amendment; all others give the total after it. */
export const PUBLISH_CHANGES = ['isc-sac', 'aandc-aadnc'] as const;

/**
 * A business number is nine digits; the program account after them (`RR0001`) does not distinguish
 * recipients.
 */
const BUSINESS_NUMBER = /^[1-9]\d{8}$/;

/** The name in the first language that is given. */
const FIRST_LANGUAGE = /^[ |]*([^|]*)/;
const SECOND_LANGUAGE = /^[ |]*[^|]+\|[ |]*([^|]*)/;

const fields: Fields = {
  source_url: address({
    template: 'https://search.open.canada.ca/grants/record/{owner_org},{ref_number},current',
    otherwise: PAGE,
  }),
  recipient: bilingualCell('recipient_legal_name', PLACEHOLDERS),
  department: department({code: 'owner_org', both: 'owner_org_title'}),
  value: money('agreement_value'),
  date: date('agreement_start_date'),
  description: text(['description_en', 'agreement_title_en', 'prog_name_en'], NOT_SAID),
  reference_number: 'ref_number',
  agreement_number: text('agreement_number', NOT_SAID),
  amendment_number: 'amendment_number',
  agreement_type: code('agreement_type', AGREEMENT_TYPE),
  recipient_type: code('recipient_type', RECIPIENT_TYPE),
  recipient_province: code('recipient_province', PROVINCE),
  recipient_city: bilingualCell('recipient_city', NOT_SAID),
  recipient_country: code('recipient_country', COUNTRY),
  recipient_business_number: firstCharacters('recipient_business_number', 9, BUSINESS_NUMBER),
  recipient_operating_name: bilingualCell('recipient_operating_name', PLACEHOLDERS),
  program_en: text('prog_name_en', NOT_SAID),
  program_fr: text('prog_name_fr', NOT_SAID),
  title_en: text('agreement_title_en', NOT_SAID),
  title_fr: text('agreement_title_fr', NOT_SAID),
  description_fr: text('description_fr', NOT_SAID),
  start_date: date('agreement_start_date'),
  end_date: date('agreement_end_date'),
  amendment_date: date('amendment_date'),
  // For keys and versions only.
  institution: 'owner_org',
  recipient_group: {
    op: 'vendor_key',
    from: ['recipient_legal_name'],
    blank: PLACEHOLDERS,
    pattern: FIRST_LANGUAGE,
  },
  recipient_group_fr: {
    op: 'vendor_key',
    from: ['recipient_legal_name'],
    blank: PLACEHOLDERS,
    pattern: SECOND_LANGUAGE,
  },
  // Not empty where the institution publishes changes.
  changes: matches('owner_org', new RegExp(`^(${PUBLISH_CHANGES.join('|')})$`, 'i')),
  version_date: date(['amendment_date', 'agreement_start_date']),
};

export default source({
  slug: 'proactive_grants',
  label: 'Proactive Disclosure Grants and Contributions',
  dataset: 'grants',
  publisher: TBS,
  ...OGL,
  page: PAGE,
  cadence: 'quarterly',
  files: [ckanFile('grants.csv', OPEN_CANADA, DATASET, RESOURCE)],
  help: 'Header of the registry.',
  unused: `research_organization_name, recipient_postal_code, federal_riding_name_en, federal_riding_name_fr,
    federal_riding_number, prog_purpose_en, prog_purpose_fr, foreign_currency_type,
    foreign_currency_value, coverage, naics_identifier, expected_results_en, expected_results_fr,
    additional_information_en, additional_information_fr`,
  optional: `recipient_business_number, amendment_date, recipient_city, recipient_type,
    recipient_operating_name`,
  fields,
  required: ['reference_number', 'institution'],
  key: ['institution', 'reference_number'],
  // Some numbers are used twice, mostly old ones that begin with GC-.
  disambiguate: ['recipient_group', 'agreement_number', 'date', 'amendment_number', 'value'],
  knownBy: {
    within: 'department',
    number: 'reference_number',
    same: ['agreement_number', 'recipient_folded', 'date', 'program_en'],
  },
  versions: {
    rule: 'disclosed_grants',
    same: [],
    computed: {value: `CASE WHEN last._several AND len(last.changes) > 0 THEN total ELSE last.value END`},
    entries: {value: 'CASE WHEN len(v.changes) > 0 THEN v._total ELSE v.value END'},
  },
});
