/** The specification of the procurement routes, written by hand, against the route table and OpenAPI. */
import {describe, expect, test} from 'vitest';
import {faultsOf} from '../server/generate/faults.ts';
import {openapi} from '../server/generate/openapi.ts';
import {answerColumns} from '../server/routes/answers.ts';
import {BASE_PATH, ROUTES} from '../server/routes/index.ts';
import {parametersOf} from '../server/routes/parameters.ts';
import type {Parameter} from '../server/routes/types.ts';

/** [name, type, operator and columns, default, lowest, highest, values] */
type Row = [
  string,
  string,
  (string | null)?,
  (string | null)?,
  (number | null)?,
  (number | null)?,
  string[]?,
];

const RECORD_FILTERS: Row[] = [
  ['vendor', 'string', 'partial vendor'],
  ['department', 'string', 'partial department'],
  ['method', 'string', 'exact procurement_method'],
  ['source', 'string', 'exact source_dataset'],
  ['min_value', 'number', 'gte value'],
  ['max_value', 'number', 'lte value'],
  ['date_from', 'date', 'gte date'],
  ['date_to', 'date', 'lte date'],
];
const sort = (keys: string[]): Row[] => [
  ['sort_by', 'set', null, keys[0], null, null, keys],
  ['sort_order', 'set', null, 'desc', null, null, ['asc', 'desc']],
];
const LANG: Row = ['lang', 'set', null, 'both', null, null, ['en', 'fr', 'both']];
const shared = (limit: number, fields: string[]): Row[] => [
  ['limit', 'integer', null, String(limit), 1, 200],
  ['offset', 'integer', null, '0', 0],
  ['page', 'integer', null, '1', 1],
  ['per_page', 'integer', null, String(limit), 1, 200],
  ['cursor', 'cursor'],
  ['format', 'set', null, 'json', null, null, ['json', 'csv', 'ndjson']],
  ['fields', 'names', null, null, null, null, fields],
  LANG,
];

const words = (text: string) => text.split(/\s+/).filter(Boolean);
const RECORD =
  words(`record_id event_type vendor department value date description procurement_method source_dataset
  source_url solicitation_number`);
const DISCLOSURE = words('record_id source_dataset vendor department value date');
const CONTRACT =
  words(`${RECORD.join(' ')} vendor_key reference_number contract_number amendment_number original_value
  amendment_value currency currency_value contract_period_start contract_period_end
  last_amendment_date instrument_type commodity_type commodity_code economic_object_code
  solicitation_procedure number_of_bids description_fr comments_en comments_fr reporting_period
  end_user vendor_postal_code vendor_country amendments last_updated`);
const AWARD =
  words(`${RECORD.join(' ')} vendor_key reference_number contract_number amendment_number original_value
  currency currency_value contract_period_start contract_period_end closing_date notice_type
  award_status description_fr full_text_en full_text_fr end_user amendments last_updated`);
const TENDER = [...RECORD, 'closing_date'];
const TENDER_DETAIL =
  words(`${TENDER.join(' ')} reference_number amendment_number notice_type notice_status amendment_date
  description_fr full_text_en full_text_fr end_user regions_of_delivery commodity_codes
  trade_agreements last_updated`);
const LIFECYCLE = words('solicitation_number tender tenders awards contracts summary');
const VENDOR = words('vendor vendor_key total_value contract_count last_contract_date');
const VENDOR_PROFILE =
  words(`${VENDOR.join(' ')} first_contract_date departments recent_contracts name_variants
  source_breakdown`);
const DEPARTMENT = words('department department_key record_count total_value');
const DEPARTMENT_PROFILE =
  words(`${DEPARTMENT.join(' ')} contract_count first_contract_date last_contract_date top_vendors
  event_type_breakdown recent_contracts source_breakdown`);
const SOURCE =
  words(`source_dataset slug dataset publisher license source_url record_count first_date last_date
  last_updated refresh_cadence`);
const STATS = words('group_by group_value record_count sum_field sum_value');

const records = (fields: string[]) => [...RECORD_FILTERS, ...sort(['date', 'value']), ...shared(50, fields)];
const PROFILE: Row[] = [['name', 'string'], LANG];

interface Specified {
  parameters: Row[];
  fields: string[];
  missing?: string;
  added?: true;
}

const SPECIFIED: Record<string, Specified> = {
  '/contracts': {parameters: records(RECORD), fields: RECORD},
  '/contracts/{record_id}': {parameters: [LANG], fields: CONTRACT, missing: 'Contract not found.'},
  '/contracts/stats': {
    parameters: [
      ...RECORD_FILTERS,
      ['group_by', 'set', null, 'department', null, null, ['department', 'vendor', 'year']],
      ['sum_field', 'set', null, 'value', null, null, ['value']],
      ...shared(100, STATS),
    ],
    fields: STATS,
  },
  '/disclosures': {parameters: records(DISCLOSURE), fields: DISCLOSURE},
  '/disclosures/{record_id}': {
    parameters: [LANG],
    fields: CONTRACT,
    missing: 'Disclosure not found.',
    added: true,
  },
  '/awards': {parameters: records(RECORD), fields: RECORD},
  '/awards/{record_id}': {parameters: [LANG], fields: AWARD, missing: 'Award not found.'},
  '/tenders': {parameters: records(TENDER), fields: TENDER, added: true},
  '/tenders/{record_id}': {
    parameters: [LANG],
    fields: TENDER_DETAIL,
    missing: 'Tender not found.',
    added: true,
  },
  '/procurement/{solicitation_number}': {
    parameters: [LANG],
    fields: LIFECYCLE,
    missing: 'Solicitation number not found. Numbers are listed in /api/v1/tenders and /api/v1/awards.',
  },
  '/vendors': {
    parameters: [
      ['q', 'string', 'partial vendor,name_variants'],
      ['min_value', 'number', 'gte total_value'],
      ...sort(['total_value', 'contract_count']),
      ...shared(100, VENDOR),
    ],
    fields: VENDOR,
  },
  '/vendors/{name}': {
    parameters: PROFILE,
    fields: VENDOR_PROFILE,
    missing: 'Vendor not found. Browse names with /api/v1/vendors?q=.',
  },
  '/departments': {
    parameters: [
      ['q', 'string', 'partial department'],
      ...sort(['record_count', 'total_value']),
      ...shared(100, DEPARTMENT),
    ],
    fields: DEPARTMENT,
  },
  '/departments/{name}': {
    parameters: PROFILE,
    fields: DEPARTMENT_PROFILE,
    missing: 'Department not found. Browse names with /api/v1/departments?q=.',
  },
  '/sources': {parameters: [...sort(['record_count']), ...shared(200, SOURCE)], fields: SOURCE},
};

const MESSAGES: Record<string, string[]> = {
  vendor: ['vendor must be at most 200 characters.'],
  name: ['name must be at most 300 characters.'],
  min_value: ['min_value must be a number.'],
  date_from: ['date_from must be a date in the form YYYY-MM-DD.'],
  sort_order: ['sort_order must be one of: asc, desc.'],
  limit: ['limit must be an integer.', 'limit must be at least 1.'],
  offset: ['offset must be an integer.', 'offset must be at least 0.'],
  page: ['page must be an integer.', 'page must be at least 1.'],
  per_page: ['per_page must be an integer.', 'per_page must be at least 1.'],
  cursor: [
    'cursor is not valid.',
    'cursor does not match this query.',
    'cursor cannot be combined with offset or page.',
  ],
  format: ['format must be one of: json, csv, ndjson.'],
  lang: ['lang must be one of: en, fr, both.'],
};

const asRow = (name: string, one: Parameter) => [
  name,
  one.type,
  one.op ? `${one.op} ${one.columns?.join()}` : null,
  one.default ?? null,
  one.lowest ?? null,
  one.highest ?? null,
  one.values ?? null,
];
const filled = (row: Row) => Array.from({length: 7}, (_, i) => row[i] ?? null);

test('the routes are those of the specification', () => {
  expect(ROUTES.map(({path}) => path)).toEqual(Object.keys(SPECIFIED));
});

interface Operation {
  get: {
    parameters: {name: string; in: string; schema: Record<string, unknown>; example: unknown}[];
    responses: Record<string, {description: string; content: Record<string, {example: unknown}>}>;
  };
}
const PATHS = openapi()['paths'] as unknown as Record<string, Operation>;

describe.each(Object.entries(SPECIFIED))('%s', (path, {parameters, fields, missing, added}) => {
  const route = ROUTES.find((one) => one.path === path)!;
  const {own, page, output} = parametersOf(route);
  const all = Object.entries({...own, ...page, ...output});
  const operation = PATHS[BASE_PATH + path]!.get;

  test('takes these parameters, in this order', () => {
    expect(all.map(([name, one]) => asRow(name, one))).toEqual(parameters.map(filled));
  });
  test('answers these fields, in this order', () => {
    expect(Object.keys(answerColumns(route))).toEqual(fields);
    expect('missing' in route ? route.missing : undefined).toBe(missing);
    expect(route.added).toBe(added);
  });
  test('refuses with these messages', () => {
    for (const [name, one] of all) if (MESSAGES[name]) expect(faultsOf(name, one)).toEqual(MESSAGES[name]);
  });
  test('stands so in the OpenAPI document', () => {
    const query = operation.parameters.filter((one) => one.in === 'query');
    expect(query.map(({name}) => name)).toEqual(parameters.map(([name]) => name));
    for (const [i, [, type, , preset, lowest, highest, values]] of parameters.entries()) {
      const {schema, example} = query[i]!;
      expect(schema['default'] ?? null).toEqual(type === 'integer' ? Number(preset) : (preset ?? null));
      expect([schema['minimum'] ?? null, schema['maximum'] ?? null]).toEqual([
        lowest ?? null,
        highest ?? null,
      ]);
      if (type === 'set') expect(schema['enum']).toEqual(values);
      expect(example).not.toBeUndefined();
    }
    const said = Object.values(operation.responses).map(({description}) => description);
    for (const [name, one] of all)
      for (const text of faultsOf(name, one)) expect(said.join()).toContain(text);
    if (missing) expect(operation.responses['404']!.description).toContain(missing);
    const {data} = operation.responses['200']!.content['application/json']!.example as {
      data: object | object[];
    };
    expect(Object.keys([data].flat()[0]!)).toEqual(fields);
  });
});
