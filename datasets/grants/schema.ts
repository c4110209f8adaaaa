/** Grants and contributions: one record per agreement. */
import {AGREEMENT_TYPE, RECIPIENT_TYPE} from '../codes/grants.ts';
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import {details, VERSION_RULE, valuesOf, versionsColumn} from '../contracts/columns.ts';
import {keyColumn} from '../derived/organization_keys.ts';
import {DEPARTMENT_KEY} from '../derived/public_bodies.ts';
import {isNameOf} from '../derived/recipient_names.ts';
import {ANALYST_COLUMNS} from '../rules/analyst_columns.ts';
import {byBucket, byQuarterAndMonth, byYear} from '../series.ts';
import type {Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import proactive, {PUBLISH_CHANGES} from './sources/proactive_grants.ts';

/** Earlier versions of a grant, oldest first. */
const AMENDMENTS: Columns = {
  amendment_number: detailColumn('text', 'number of that version', '0'),
  date: detailColumn(
    'date',
    'amendment date of that version, where it has none its agreement start date',
    '2024-04-01',
  ),
  value: detailColumn('money', 'total after that version', 90000),
};

/** All versions, the current one included. */
const VERSIONS: Columns = {
  reference_number: detailColumn('text', 'as published', '101-2024-2025-Q2-00417'),
  ...AMENDMENTS,
  recipient: detailColumn('text', 'recipient in that row, as published', 'Riverbend Wetland Society', {
    bilingual: true,
  }),
  recipient_business_number: detailColumn('text', 'first nine digits, as published', '812345676'),
  agreement_number: detailColumn('text', 'as published', 'HS-2024-118'),
  rule: {...VERSION_RULE, example: 'same reference and start date'},
};

const NAME = 'Riverbend Wetland Society | Société du marais de Riverbend';
const NAME_KEY = encodeURIComponent(NAME);

const halves = (name: string) => `list_transform(string_split(${name}, ' | '), half -> vendor_key_of(half))`;
/** Two names that share neither half: languages may change places, or one may be missing. */
const TWO_RECIPIENTS = `len(list_filter(${valuesOf('recipient')}, one ->
  len(list_filter(${valuesOf('recipient')}, other -> NOT list_has_any(${halves('one')}, ${halves('other')}))) > 0)) > 0`;

const changes = PUBLISH_CHANGES.map((code) => `\`${code}\``).join(' and ');

export const grants: Dataset = {
  name: 'grants',
  title: 'Grants and contributions',
  help: [
    'Transfer payments of federal institutions by proactive disclosure.',
    "Rows of one institution with the same reference number are versions of one agreement where they share start date, agreement number, either half of the recipient's name, or a valid business number; the spelling of the recipient alone never splits. The highest amendment number is the current version and gives the value, the first one gives the date.",
    'Old numbers (`GC-...`) and those under which an amendment number repeats are used for several agreements: there recipient and agreement number (start date where blank) must both agree, and such records are distinguished in their ids by recipient, agreement number, date, amendment number and value.',
    `Every row gives the total after its amendment, but those of Indigenous Services Canada and Crown-Indigenous Relations and Northern Affairs Canada (${changes}) give the change: there \`value\` is the sum over the versions, and \`versions\` shows the running total. These two give most changes new numbers; rows with one agreement number, start date and recipient are one record all the same.`,
    'A business number counts only with a valid check digit and more than one different digit. `versions` says of every row why it belongs to the record.',
    'The research councils report here too: never add research_grants to these records.',
  ].join(' '),
  id: {column: 'record_id', prefix: 'g_'},
  columns: {
    record_id: listColumn('text', 'stable identifier', 'g_9f31a2b4c5d6e7f8', NOT_NULL),
    source_dataset: listColumn('text', 'source label', proactive.label, NOT_NULL),
    source_url: listColumn(
      'text',
      "the record's page at the publisher, else the dataset's page",
      'https://search.open.canada.ca/grants/record/ec,101-2024-2025-Q2-00417,current',
      NOT_NULL,
    ),
    recipient: listColumn('text', 'legal name as published, bilingual where the publisher gives both', NAME, {
      bilingual: true,
    }),
    department: listColumn(
      'text',
      'institution that pays, bilingual',
      'Environment and Climate Change Canada | Environnement et Changement climatique Canada',
      {bilingual: true},
    ),
    value: listColumn('money', 'CAD, agreement value after the latest amendment', 125000.5),
    date: listColumn('date', 'agreement start date of the original version', '2024-04-01'),
    description: listColumn(
      'text',
      'English description, else agreement title, else program name',
      'Restoring the oxbow marsh',
    ),
    recipient_key: detailColumn('text', 'key of the recipient profile', NAME_KEY, {
      derived: {sql: 'encode_uri_component(recipient_of.recipient)', join: 'recipient_of'},
    }),
    reference_number: detailColumn('text', 'as published; not unique', '101-2024-2025-Q2-00417'),
    agreement_number: detailColumn(
      'text',
      "the institution's number, as published; not unique",
      'HS-2024-118',
    ),
    amendment_number: detailColumn('text', 'number of the current version', '1'),
    agreement_type: detailColumn('text', 'kind of transfer payment', 'Contribution', {
      values: Object.keys(AGREEMENT_TYPE.values),
    }),
    recipient_type: detailColumn('text', 'kind of recipient', 'Not-for-profit organization or charity', {
      values: Object.keys(RECIPIENT_TYPE.values),
    }),
    recipient_province: detailColumn('text', 'two-letter code, as published also where it is wrong', 'MB', {
      values: PROVINCE_CODES,
    }),
    recipient_city: detailColumn(
      'text',
      'as published, bilingual where the publisher gives both',
      'Winnipeg',
      {
        bilingual: true,
      },
    ),
    recipient_country: detailColumn('text', 'ISO 3166 alpha-2', 'CA'),
    program_en: detailColumn('text', 'as published', 'Habitat Stewardship'),
    program_fr: detailColumn('text', 'as published', "Intendance de l'habitat"),
    title_en: detailColumn('text', 'as published', 'Restoring the oxbow marsh'),
    title_fr: detailColumn('text', 'as published', 'Restauration du marais'),
    description_fr: detailColumn('text', 'as published', null),
    start_date: detailColumn('date', 'of the current version', '2024-04-01'),
    end_date: detailColumn('date', 'of the current version', '2027-03-31'),
    amendment_date: detailColumn('date', 'of the current version', '2024-09-12'),
    amendments: detailColumn(
      'rows',
      'earlier versions of the same reference number, oldest first; empty when never amended',
      [{amendment_number: '0', date: '2024-04-01', value: 90000}],
      {fields: AMENDMENTS},
    ),
    versions: versionsColumn(VERSIONS),
    last_updated: details.last_updated,
    recipient_folded: internalColumn(
      'text',
      'folded recipient name',
      'riverbend wetland society | societe du marais de riverbend',
    ),
    recipient_business_number: internalColumn(
      'text',
      'first nine digits, which identify the recipient',
      '812345678',
    ),
    organization_key: keyColumn('recipient_of.organization_key', 'recipient_of'),
    department_key: DEPARTMENT_KEY,
    ...ANALYST_COLUMNS,
    contribution: internalColumn('boolean', 'whether the transfer payment is a contribution', true, {
      ...NOT_NULL,
      derived: {sql: "coalesce(r.agreement_type = 'Contribution', false)"},
    }),
    recipient_operating_name: internalColumn(
      'text',
      'name under which the recipient is active, as published',
      null,
    ),
  },
  sort: {default: 'date', keys: {date: 'date', value: 'value'}},
  filters: {
    recipient: 'partial',
    recipient_key: 'exact',
    organization_key: 'exact',
    department: 'partial',
    recipient_province: 'exact',
    program_en: 'partial',
    program_fr: 'partial',
    contribution: 'exact',
    value: 'range',
    date: 'range',
    last_updated: 'range',
  },
  facets: [
    'recipient',
    'recipient_key',
    'organization_key',
    'department',
    'recipient_province',
    'program_en',
  ],
  search: [
    'recipient',
    'department',
    'description',
    'program_en',
    'program_fr',
    'description_fr',
    'reference_number',
    'agreement_number',
  ],
  globalSearch: {
    columns: ['recipient', 'department', 'description', 'program_en'],
    label: {column: 'recipient', bilingual: true},
    date: 'date',
  },
  date: 'date',
  published: true,
  joins: {recipient_of: `recipient_names AS recipient_of ON ${isNameOf('recipient_of', 'r')}`},
  stats: {
    groups: {
      department: {sql: 'r.department', bilingual: true, key: 'department_key'},
      recipient: {sql: 'recipient_of.recipient', join: 'recipient_of', bilingual: true, key: 'recipient_key'},
      year: byYear('date'),
      ...byQuarterAndMonth('date'),
      bucket: byBucket('value'),
      province: {sql: 'r.recipient_province', added: true},
      program: {sql: 'r.program_en', key: 'program_key', added: true},
    },
    sum: 'value',
  },
  versions: {
    fromOriginal: ['date'],
    computed: {recipient_folded: `nullif(fold(rec.recipient), '')`},
    entries: {date: 'v.version_date'},
  },
  checks,
  doubtful: {
    joins: {
      'two business numbers': `len(${valuesOf('recipient_business_number')}) > 1`,
      'two recipients': TWO_RECIPIENTS,
    },
    names: 'recipient',
  },
  sources: [proactive],
};
