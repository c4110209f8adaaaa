/** Records found by their numbers over HTTP, as lists of the same service print them. */
import {beforeAll, describe, expect, test} from 'vitest';
import type {Row} from '../../engine/types.ts';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

let api: (path: string) => Promise<Answer>;
let permits: Row[];
beforeAll(async () => {
  const dataDir = await sharedData();
  const server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
  permits = await allRows(api, '/permits');
});

const encoded = encodeURIComponent;
const bare = (number: unknown): string =>
  String(number)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
const idsOf = (rows: readonly Row[]) => rows.map(({record_id}) => record_id).sort();

/** The first permit of each municipality. */
const samples = (): Row[] => [...new Map(permits.map((one) => [one['municipality'], one])).values()];

describe('permits by number', () => {
  test('permit_number finds exactly the permits of a number, however it is written', async () => {
    expect(samples().length).toBeGreaterThan(10);
    for (const {permit_number_raw: number} of samples()) {
      const expected = idsOf(permits.filter((one) => bare(one['permit_number_raw']) === bare(number)));
      for (const form of [String(number), bare(number), String(number).toUpperCase()])
        expect(idsOf(await allRows(api, `/permits?permit_number=${encoded(form)}`)), form).toEqual(expected);
      const part = bare(number).slice(0, -1);
      const ofPart = permits.filter((one) => bare(one['permit_number_raw']) === part);
      expect(idsOf(await allRows(api, `/permits?permit_number=${encoded(part)}`))).toEqual(idsOf(ofPart));
    }
  });

  test('a list of numbers finds them all, in statistics and facets, too', async () => {
    const some = samples().slice(0, 5);
    const q = `permit_number=${encoded(some.map((one) => one['permit_number_raw']).join(','))}`;
    const rows = await allRows(api, `/permits?${q}`);
    expect(rows.map(({record_id}) => record_id)).toEqual(
      expect.arrayContaining(some.map(({record_id}) => record_id)),
    );
    const {rows: groups} = await api(`/permits/stats?group_by=municipality&${q}`);
    expect(groups.reduce((sum, one) => sum + Number(one['record_count']), 0)).toBe(rows.length);
    const {meta} = await api(`/permits?facets=municipality&limit=1&${q}`);
    const {values} = (meta as unknown as {facets: {municipality: {values: {count: number}[]}}}).facets
      .municipality;
    expect(values.reduce((sum, {count}) => sum + count, 0)).toBe(rows.length);
  });

  test('q finds a number as it is printed, without its signs, by a part and beside other words', async () => {
    for (const {record_id, permit_number_raw: number, address} of samples()) {
      const word = String(address ?? '')
        .split(' ')
        .at(-1)!;
      const forms = [String(number), bare(number), bare(number).slice(2), `${number} ${word}`];
      for (const form of forms) {
        const rows = await allRows(api, `/permits?q=${encoded(form)}`);
        expect(
          rows.map((one) => one['record_id']),
          form,
        ).toContain(record_id);
      }
    }
  });

  test('words without a digit are not looked for in numbers', async () => {
    const letters = permits
      .map((one) => /[a-z]{3,}/i.exec(String(one['permit_number_raw']))?.[0])
      .find(Boolean);
    if (letters === undefined) return;
    for (const row of await allRows(api, `/permits?q=${letters}`)) {
      const {permit_number_raw: _, record_id, source_reference: __, ...texts} = row;
      const {data} = await api(`/permits/${record_id}`);
      expect(
        JSON.stringify({...texts, ...data, permit_number_raw: '', source_reference: ''}).toLowerCase(),
      ).toContain(letters.toLowerCase());
    }
  });
});

test.each([
  ['/contracts', ['reference_number', 'contract_number', 'solicitation_number']],
  ['/awards', ['reference_number', 'contract_number', 'solicitation_number']],
  ['/tenders', ['reference_number', 'solicitation_number']],
  ['/grants', ['reference_number', 'agreement_number']],
])('%s: q finds each of its numbers as printed', async (path, fields) => {
  const rows = (await allRows(api, path)).slice(0, 40);
  const found = new Set<string>();
  for (const {record_id} of rows) {
    const {data} = await api(`${path}/${record_id}`);
    for (const field of fields) {
      if (typeof data[field] !== 'string' || found.has(field)) continue;
      found.add(field);
      const hits = await allRows(api, `${path}?q=${encoded(data[field])}`);
      expect(
        hits.map((one) => one['record_id']),
        data[field],
      ).toContain(record_id);
    }
  }
  expect([...found].sort()).toEqual([...fields].sort());
});

const idOfBill = ({session_id, number}: Row): string => `${session_id}/${number}`;

describe('bills by number', () => {
  test('q of bills finds them however the number is written, and titles as before', async () => {
    const bills = await allRows(api, '/bills');
    const numbers = [...new Set(bills.map(({number}) => String(number)))].filter((one) =>
      /^[CS]-\d+$/.test(one),
    );
    expect(numbers.length).toBeGreaterThan(5);
    for (const number of numbers.slice(0, 12)) {
      const [letter, digits] = number.split('-') as [string, string];
      const expected = bills.filter((one) => one['number'] === number).map(idOfBill);
      const forms = [number, `Bill ${number}`, `${letter}${digits}`, `${letter.toLowerCase()} ${digits}`];
      for (const form of [...forms, `projet de loi ${number}`, `bill ${letter}${digits}`]) {
        const rows = await allRows(api, `/bills?q=${encoded(form)}`);
        const titled = bills.filter((one) =>
          [one['name_en'], one['short_title_en']].some((title) =>
            String(title ?? '')
              .toLowerCase()
              .includes(form.toLowerCase()),
          ),
        );
        expect(rows.map(idOfBill).sort(), form).toEqual(
          [...new Set([...expected, ...titled.map(idOfBill)])].sort(),
        );
        const {rows: groups} = await api(`/bills/stats?q=${encoded(form)}&group_by=status`);
        expect(groups.reduce((sum, one) => sum + Number(one['record_count']), 0)).toBe(rows.length);
      }
    }
  });
});
