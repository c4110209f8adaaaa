/** The published rows of a record on its page: in one list, each with the reason why it belongs there. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {JOIN_RULES} from '../../../datasets/codes/join_rules.ts';
import type {Json} from '../../../datasets/types.ts';
import {allocateAddressLimits} from '../../../server/site/address_limits.ts';
import {openSite} from '../../../server/site/site.ts';
import {scanEngine} from '../../helpers/engine.ts';
import {handle} from '../../helpers/handle.ts';
import {exampleRow, exampleTables} from '../../helpers/rows.ts';
import {type Service, testService} from '../../helpers/service.ts';

const ORIGIN = 'https://data.example.org';

let service: Service;
beforeEach(async () => {
  service = await testService();
  const limits = allocateAddressLimits();
  service.context.site = openSite({origin: ORIGIN, perMinute: 0, proxies: 0, limits, keptBytes: 1e6});
});
afterEach(() => service.close());

/** The page of a record with these fields, and the texts of its steps. */
async function pageOf(table: string, fields: Record<string, Json>, language = 'en') {
  const row = exampleRow(table, {...fields});
  Object.assign(service.engine, scanEngine({...exampleTables(), [table]: [row]}));
  const target = `/${language}/${table}/${String(row['record_id'])}`;
  const {status, body} = await handle(
    {method: 'GET', target, headers: {}, peer: () => '192.0.2.1'},
    service.context,
  );
  expect(status).toBe(200);
  const html = String(body);
  const steps = /<ol class="steps">(.*?)<\/ol>/s.exec(html)?.[1] ?? '';
  return {html, steps: steps.split('</li>').slice(0, -1).map(plain)};
}

const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')
    .trim();

const CONTRACT: Record<string, Json> = {
  value: 48250.75,
  amendments: [
    {
      amendment_number: null,
      reference_number: 'C-1',
      date: '2024-03-05',
      value: 31000,
      amendment_value: 0,
      reporting_period: null,
    },
  ],
  versions: [
    {
      ...{
        reference_number: 'C-1',
        contract_number: '4500',
        amendment_number: null,
        reporting_period: '2023-2024-Q4',
      },
      ...{instrument: 'C', vendor: 'Osprey <Ltd.>', date: '2024-03-05', original_value: 31000, value: 31000},
      ...{amendment_value: 0, rule: null},
    },
    {
      ...{
        reference_number: 'C-2',
        contract_number: '4500',
        amendment_number: null,
        reporting_period: '2024-2025-Q1',
      },
      ...{instrument: 'A', vendor: 'Heron', date: '2024-03-06', original_value: 31000, value: 48250.75},
      ...{amendment_value: 17250.75, rule: 'the only contract of the number'},
    },
  ],
};

test('a contract shows each row with kind, value, change, vendor and rule, and its amendments only there', async () => {
  const {html, steps} = await pageOf('contracts', CONTRACT);
  expect(steps).toEqual([
    '5 Mar 2024 Contract $31,000 Osprey &lt;Ltd.> · C-1 · 2023-2024-Q4',
    '6 Mar 2024 Amendment · Today $48,250.75 (change $17,250.75) Heron · C-2 · 2024-2025-Q1 Why it belongs here i belongs here: the only contract of the number',
  ]);
  expect(html.match(/<ol class="steps">/g)).toHaveLength(1);
  expect(html).not.toMatch(/Earlier versions|Published rows of this record/);
});

test('in French too', async () => {
  const {steps} = await pageOf('contracts', CONTRACT, 'fr');
  expect(steps[0]).toMatch(/Contrat 31 000.* · 2023-2024-Q4$/);
  expect(steps[1]).toMatch(
    /Modification · Aujourd’hui .*Heron .* rattachée ici : seul contrat de ce numéro$/,
  );
});

test('no rule is shown as its English word on a French page', async () => {
  const [version] = (CONTRACT['versions'] as Record<string, Json>[]).slice(1);
  const versions = JOIN_RULES.map((rule) => ({...version, rule}));
  const [english, french] = [
    await pageOf('contracts', {versions}),
    await pageOf('contracts', {versions}, 'fr'),
  ];
  const reasons = ({steps}: {steps: string[]}) => steps.map((text) => text.split(/: /).at(-1));
  expect(reasons(english)).toEqual([...JOIN_RULES]);
  expect(reasons(french).filter((reason, i) => reason === JOIN_RULES[i])).toEqual([]);
});

test('of a grant, whose rows have no kind, the first is the first version', async () => {
  const row = {recipient_business_number: null, agreement_number: 'HS-1', reference_number: '101-1'};
  const {steps} = await pageOf('grants', {
    amendments: [{amendment_number: '0', date: '2024-04-01', value: 90000}],
    versions: [
      {
        ...row,
        amendment_number: '0',
        date: '2024-04-01',
        value: 90000,
        recipient: 'Heron | Héron',
        rule: null,
      },
      {...row, amendment_number: '2', date: null, value: null, recipient: 'Osprey', rule: 'same reference'},
    ],
  });
  expect(steps).toEqual([
    '1 Apr 2024 First version $90,000 Heron · 101-1',
    'Amendment 2 · Today Osprey · 101-1 Why it belongs here i belongs here: same reference',
  ]);
});

test('rows of a permit, which are no amendments, are a table', async () => {
  const row = {
    source_reference: 'BP-1',
    issued_date: null,
    status_raw: null,
    value: 9,
    dwelling_units_created: null,
  };
  const {html, steps} = await pageOf('permits', {
    ...{lat: null, lng: null, geometry: null, address: null},
    versions: [
      {...row, address: '1 Larkspur Way', rule: null},
      {...row, address: '3 Larkspur Way', rule: 'listed at another address'},
    ],
  });
  expect(steps).toEqual([]);
  expect(plain(html)).toMatch(
    /Published rows of this record .*1 Larkspur Way.*3 Larkspur Way.*listed at another address/,
  );
});

test('a record of one row has no list', async () => {
  const {html, steps} = await pageOf('contracts', {});
  expect([steps, html.includes('How it changed')]).toEqual([[], false]);
});
