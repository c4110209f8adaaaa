/**
 * Random registries of CanadaBuys: the product and loops written from the rules agree on contracts and
 * totals.
 */
import {createHash} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {recordsInMemory} from '../helpers/records_in_memory.ts';
import {seed as SEED} from '../helpers/seed.ts';

/** Contract numbers in one database, since it is most of their cost. */
const COUNT = 500;

interface Notice {
  number: string;
  entity: string;
  supplier: string;
  /** With or without leading zeros. */
  amendment: string;
  day: number;
  amount: number;
  total: number | null;
}

const notice = fc.record({
  entity: fc.constantFrom('Parks Canada', 'Parks Canada', 'Health Canada'),
  supplier: fc.constantFrom('Alder Freight Ltd.', 'Alder Freight Ltd.', 'Birch & Fils inc.'),
  amendment: fc.constantFrom('0', '000', '1', '001', '2', '9', '10', '012'),
  day: fc.integer({min: 1, max: 28}),
  amount: fc.constantFrom(0, -250, 100, 100, 900, 4000),
  total: fc.option(fc.integer({min: 1, max: 5000}), {nil: null, freq: 2}),
});

/**
 * The law leaves open what a second entry of one number with another amount is, and whose an amendment is
 * that names neither supplier.
 */
const isDecided = (rows: readonly Omit<Notice, 'number'>[]): boolean =>
  [...Map.groupBy(rows, ({entity}) => entity).values()].every((own) => {
    const suppliers = own.filter(({amendment}) => Number(amendment) === 0).map(({supplier}) => supplier);
    const contracts = new Set(suppliers).size > 1;
    const isKnown = own.every(({supplier}) => suppliers.includes(supplier));
    const entries = Map.groupBy(own, (row) => `${Number(row.amendment)} ${contracts ? row.supplier : ''}`);
    // Of entries that count once, each may give the rest of the record.
    const alike = [...entries.values()].every((same) =>
      same.every(
        (row) => row.amount === same[0]!.amount && row.total === same[0]!.total && row.day === same[0]!.day,
      ),
    );
    return alike && (contracts ? isKnown : new Set(own.map(({supplier}) => supplier)).size === 1);
  });

const history: fc.Arbitrary<Omit<Notice, 'number'>[]> = fc
  .tuple(fc.array(notice, {minLength: 1, maxLength: 6}), fc.array(fc.nat(5), {maxLength: 2}))
  // Some entries are published again.
  .map(([rows, again]) => [
    ...rows,
    ...again.flatMap((at) => (rows[at] ? [{...rows[at], total: rows[at].total}] : [])),
  ])
  .filter(isDecided);

/**
 * The last total that is published and the changes since; without one the sum of all entries from the first.
 */
function totalOf(entries: readonly Notice[]): number | null {
  const from = entries.findLastIndex(({total}) => total !== null);
  if (from < 0 && Number(entries[0]?.amendment) !== 0) return null;
  return entries
    .slice(from + 1)
    .reduce((sum, {amount}) => sum + amount, from < 0 ? 0 : entries[from]!.total!);
}

function contractsOf(rows: readonly Notice[]): Notice[][] {
  const originals = rows.filter(({amendment}) => Number(amendment) === 0).map(({supplier}) => supplier);
  if (new Set(originals).size < 2) return [[...rows]];
  return [...Map.groupBy(rows, ({supplier}) => supplier).values()];
}

/** What the rules fix of a record, without the entries that count once. */
function recordOf(rows: readonly Notice[]): Record<string, Json> {
  const entries = [...Map.groupBy(rows, ({amendment}) => Number(amendment))]
    .sort(([a], [b]) => a - b)
    .map(([, [entry]]) => entry!);
  const [first, last] = [entries[0]!, entries.at(-1)!];
  // A row is a repeated one where all columns are equal; other entries that count once are versions.
  const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  return {
    number: first.number,
    department: first.entity,
    vendor: first.supplier,
    amendment: Number(last.amendment),
    value: totalOf(entries),
    original_value: Number(first.amendment) === 0 ? first.amount : null,
    rows: distinct.length,
    days: distinct.map(({day}) => day).sort((a, b) => a - b),
  };
}

const byText = (records: readonly Json[]): string[] => records.map((one) => JSON.stringify(one)).sort();

test(`contract history: contracts by number, entity and supplier, totals after each entry (SEED=${SEED})`, async () => {
  const source = SOURCES['canadabuys_contracts'];
  if (!source) throw new Error('no source canadabuys_contracts');
  const all = fc
    .sample(history, {seed: SEED, numRuns: COUNT})
    .map((rows, at) => rows.map((row) => ({...row, number: `W8/${at}`})));
  const cells = all.flat().map((row) => ({
    'contractNumber-numeroContrat': row.number,
    'amendmentNumber-numeroModification': row.amendment,
    'contractAwardDate-dateAttributionContrat': `2024-01-${String(row.day).padStart(2, '0')}`,
    // An original has none.
    'amendmentDate-dateModification': Number(row.amendment)
      ? `2024-01-${String(row.day).padStart(2, '0')}`
      : '',
    'contractAmount-montantContrat': `${row.amount}.00`,
    'totalContractValue-valeurTotaleContrat': row.total === null ? '' : `${row.total}.00`,
    'supplierLegalName-nomLegalFournisseur-eng': row.supplier,
    'contractingEntityName-nomEntitContractante-eng': row.entity,
  }));
  const select = `record_id, contract_number AS number, split_part(department, ' | ', 1) AS department, vendor,
    CAST(amendment_number AS INTEGER) AS amendment, CAST(value AS INTEGER) AS value,
    CAST(original_value AS INTEGER) AS original_value, greatest(len(versions), 1)::INTEGER AS rows,
    CASE WHEN len(versions) > 0 THEN list_sort([day(v.date)::INTEGER for v in versions]) ELSE [day(date)::INTEGER] END AS days`;
  const made = Map.groupBy(
    (await recordsInMemory(source, cells, select)) as Record<string, Json>[],
    ({number}) => String(number),
  );
  const wrong = all.flatMap((rows) => {
    const number = rows[0]!.number;
    const expected = [...Map.groupBy(rows, ({entity}) => entity).values()].flatMap(contractsOf).map(recordOf);
    const records = made.get(number) ?? [];
    const got = records.map(({record_id: _, ...rest}) => rest);
    const id = `c_${createHash('sha256').update(`canadabuys_contracts\n${number}`).digest('hex').slice(0, 16)}`;
    const hasId = records.length > 1 || records[0]?.['record_id'] === id;
    return hasId && isDeepStrictEqual(byText(got), byText(expected)) ? [] : [{rows, got, expected}];
  });
  wrong.sort((a, b) => a.rows.length - b.rows.length);
  expect(wrong.slice(0, 1), `${wrong.length} of ${COUNT} numbers`).toEqual([]);
  expect([...made.values()].filter((records) => records.length > 1).length).toBeGreaterThan(COUNT / 20);
});

test('entries in two currencies are not summed', async () => {
  const source = SOURCES['canadabuys_awards'];
  if (!source) throw new Error('no source canadabuys_awards');
  const entry = (number: string, amendment: string, amount: string, currency: string) => ({
    'referenceNumber-numeroReference': number,
    'amendmentNumber-numeroModification': amendment,
    'contractAmount-montantContrat': amount,
    'contractCurrency-contratMonnaie': currency,
  });
  const rows = [
    entry('mixed', '000', '80.00', 'EUR'),
    entry('mixed', '001', '5.00', 'CAD'),
    entry('mixed', '002', '1.00', 'CAD'),
    entry('plain', '000', '80.00', 'CAD'),
    entry('plain', '001', '5.00', ''),
  ];
  const select = `reference_number, CAST(value AS VARCHAR) AS value,
    CAST(currency_value AS VARCHAR) AS currency_value, [CAST(a.value AS VARCHAR) for a in amendments] AS amendments`;
  const records = await recordsInMemory(source, rows, select);
  expect(records).toEqual(
    expect.arrayContaining([
      {reference_number: 'mixed', value: null, currency_value: null, amendments: [null, null]},
      {reference_number: 'plain', value: '85.00', currency_value: '85.00', amendments: ['80.00']},
    ]),
  );
});
