/** Routes of the section Procurement. */
import {COMMODITY_TYPE, INSTRUMENT_TYPE} from '../../../datasets/codes/procurement.ts';
import {DATASETS} from '../../../datasets/index.ts';
import type {Column, Columns} from '../../../datasets/types.ts';
import {shownColumns} from './answers.ts';
import {column, examplesOf, integerColumn, NULLABLE, objectColumn, textColumn} from './columns.ts';
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
  UPDATED,
} from './filters.ts';
import {keys} from './keys.ts';
import {routesIn} from './kinds.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Procurement';
const {list, detail, stats, profile} = routesIn(section);

/** Filters that contracts, disclosures, awards and tenders share with the original service. */
const ORIGINAL: Parameters = {
  vendor: partial('vendor', 'part of the supplier name', 'northline'),
  department: partialBody('department', 'part of a name of the buyer', 'health canada'),
  method: exact('procurement_method', 'procurement method', 'Competitive'),
  source: exact('source_dataset', 'source label, as in `/sources`', 'Proactive Disclosure Contracts'),
  min_value: bound('number', 'gte', 'value', 'smallest value, CAD', '10000'),
  max_value: bound('number', 'lte', 'value', 'largest value, CAD', '250000.50'),
  date_from: bound('date', 'gte', 'date', 'first day', '2023-04-01'),
  date_to: bound('date', 'lte', 'date', 'last day', '2024-03-31'),
};

const EXACT = keys({vendor_key: 'vendor_key', department_key: 'department'});
const ORGANIZATION = keys({organization_key: 'organization_key'});

const AWARDS: Parameters = {
  ...ORIGINAL,
  ...asAdded({q: searchOf('awards', 'harbour survey'), ...UPDATED}),
  ...EXACT,
  ...ORGANIZATION,
  ...foundIn('awards', 'harbour survey'),
};
const TENDERS: Parameters = {
  ...ORIGINAL,
  ...asAdded({q: searchOf('tenders', 'harbour survey'), ...UPDATED}),
  ...EXACT,
  ...foundIn('tenders', 'harbour survey'),
};

/** Filters of contracts and disclosures. */
const CONTRACTS: Parameters = {
  ...ORIGINAL,
  ...asAdded({
    q: searchOf('contracts', 'harbour survey'),
    commodity_type: oneOf(
      'commodity_type',
      Object.keys(COMMODITY_TYPE.values),
      '`G` goods, `S` services, `C` construction',
      'S',
    ),
    instrument_type: oneOf(
      'instrument_type',
      Object.keys(INSTRUMENT_TYPE.values),
      'kind of instrument of the original version',
      'Contract',
    ),
    ...UPDATED,
  }),
  ...EXACT,
  ...ORGANIZATION,
};

const FOUND_CONTRACTS: Parameters = {
  ...CONTRACTS,
  ...foundIn('contracts', 'harbour survey'),
  ...asAdded({
    once: {
      ...flag(
        'counted_once',
        'true: if both publishers report a contract, only the record that is counted, usually the disclosure; other filters apply to that record; false: all records',
      ),
      no_filter_value: false,
    },
  }),
};

const VENDORS: Parameters = {
  q: partial(['vendor', 'name_variants'], 'part of any spelling of the name', 'northline'),
  min_value: bound('number', 'gte', 'total_value', 'smallest total value, CAD, on the aggregate', '1000000'),
};

const DEPARTMENTS: Parameters = {
  q: partial('department', 'part of the English or French name', 'health'),
};

const NUMBER = 'WS4417993224';

/** Sum over rows of the lifecycle; rows without a value add 0. */
const sum = (help: string): Column => column('money', help, 48250.75, {unit: 'CAD'});
const day = (help: string, example: string): Column => column('date', help, example, NULLABLE);

const itemOf = (dataset: string): Columns => shownColumns(DATASETS[dataset]!, 'list');
const exampleOf = (columns: Columns) => ({...examplesOf(columns), solicitation_number: NUMBER});

/** All lifecycle rows of one dataset, as list items. */
function linked(dataset: string): Column {
  const fields = itemOf(dataset);
  const help = `all ${dataset} rows, each the list item of its dataset; by date (nulls last), then \`record_id\``;
  return column('rows', help, [exampleOf(fields)], {fields});
}

const LIFECYCLE: Columns = {
  solicitation_number: textColumn('as stored in the newest row', NUMBER),
  tender: column(
    'object',
    'newest tender row (the tender list item), or null',
    exampleOf(itemOf('tenders')),
    {...NULLABLE, fields: itemOf('tenders')},
  ),
  tenders: linked('tenders'),
  awards: linked('awards'),
  contracts: linked('contracts'),
  summary: objectColumn('counts, extent and sums (nulls add 0)', {
    row_count: integerColumn('rows of all kinds', 3),
    first_date: day('oldest date', '2024-01-15'),
    last_date: day('newest date', '2024-03-05'),
    award_value: sum('sum over the awards'),
    contract_value: sum('sum over the contracts'),
  }),
};

export const procurement: readonly DeclaredRoute[] = [
  list('/contracts', 'contracts', 'Contracts, newest first', FOUND_CONTRACTS),
  detail('/contracts/{record_id}', 'contracts', 'One contract', {
    en: 'Contract not found.',
    fr: 'Contrat introuvable.',
  }),
  stats('/contracts/stats', 'contracts', 'Contracts grouped', FOUND_CONTRACTS),
  list('/disclosures', 'disclosures', 'Proactive-disclosure contracts, newest first', CONTRACTS, {
    fields: ['record_id', 'source_dataset', 'vendor', 'department', 'value', 'date'],
  }),
  detail(
    '/disclosures/{record_id}',
    'disclosures',
    'One proactive-disclosure contract',
    {en: 'Disclosure not found.', fr: 'Divulgation introuvable.'},
    {
      help: 'The contract detail of the same id; ids of the other contract source are not found here.',
      added: true,
    },
  ),
  list('/awards', 'awards', 'Award notices, newest first', AWARDS),
  detail('/awards/{record_id}', 'awards', 'One award notice', {
    en: 'Award not found.',
    fr: 'Attribution introuvable.',
  }),
  stats('/awards/stats', 'awards', 'Award notices grouped', AWARDS, {added: true}),
  list('/tenders', 'tenders', 'Tender notices, newest first', TENDERS, {added: true}),
  detail(
    '/tenders/{record_id}',
    'tenders',
    'One tender notice',
    {en: 'Tender not found.', fr: 'Appel d’offres introuvable.'},
    {added: true},
  ),
  stats('/tenders/stats', 'tenders', 'Tender notices grouped', TENDERS, {
    help: 'Groups are ordered by `record_count`: tender notices have no values.',
    added: true,
  }),
  {
    kind: 'lifecycle',
    path: '/procurement/{solicitation_number}',
    section,
    summary: 'Tender, award and contract rows of one solicitation number',
    help: 'Few records carry a solicitation number. A `/` in the number is written `%2F`.',
    parameters: {},
    missing: {
      en: 'Solicitation number not found. Numbers are listed in /api/v1/tenders and /api/v1/awards.',
      fr: 'Numéro de sollicitation introuvable. Les numéros figurent dans /api/v1/tenders et /api/v1/awards.',
    },
    answer: LIFECYCLE,
  },
  list('/vendors', 'vendors', 'Vendors by total contract value', VENDORS, {limit: 100}),
  profile(
    '/vendors/{name}',
    'vendors',
    'Vendor profile',
    {
      en: 'Vendor not found. Browse names with /api/v1/vendors?q=.',
      fr: 'Fournisseur introuvable. Parcourez les noms avec /api/v1/vendors?q=.',
    },
    {
      help: 'The name is looked for as the name of a vendor, as any published spelling, as a vendor key, as the beginning of a spelling, then anywhere in one; among several the vendor with the highest total value is taken. `name` wins over the path segment.',
    },
  ),
  list('/departments', 'departments', 'Departments by record count', DEPARTMENTS, {limit: 100}),
  profile(
    '/departments/{name}',
    'departments',
    'Department profile',
    {
      en: 'Department not found. Browse names with /api/v1/departments?q=.',
      fr: 'Ministère introuvable. Parcourez les noms avec /api/v1/departments?q=.',
    },
    {
      help: 'The name is looked for as the name of a department, as either language half, as a beginning, then anywhere; among several the department with the most records is taken. `name` wins over the path segment.',
    },
  ),
  list('/sources', 'sources', 'Loaded sources by record count', {}, {limit: 200}),
];
