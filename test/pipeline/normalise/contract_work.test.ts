/** A reused number may have thousands of rows: the rule looks at each of them a bounded number of times. */
import {expect, test} from 'vitest';
import type {ContractRow} from '../../../pipeline/normalise/record_rules/contract_terms.ts';
import {disclosedContracts} from '../../../pipeline/normalise/record_rules/contracts.ts';

const ROWS = 3000;
/** Sorting looks at a row some 30 times; a look at every other row would be 3,000. */
const MOST_LOOKS = 300;

const AMENDMENT: Omit<ContractRow, 'row' | 'reference'> = {
  number: 'X1',
  vendor: 1,
  name: 'ACME',
  date: 18_000,
  original: 1000,
  value: 1000,
  change: 0,
  kind: 1,
  period: 20_191,
  description: null,
  corrects: false,
};

const CASES: Record<string, (nth: number) => Partial<ContractRow>> = {
  'many vendors': (nth) => ({
    vendor: nth % 500,
    name: `Vendor ${nth % 500}`,
    date: 18_000 + (nth % 90),
    original: nth % 333,
  }),
  'one quarter, equal totals': () => ({}),
  'one quarter, each total once': (nth) => ({change: 10, value: 1000 + 10 * ((nth * 7919) % ROWS)}),
  'contracts of a hundred vendors': (nth) => ({kind: 0, vendor: nth % 100, date: 18_000 + (nth % 900)}),
  'names that were cut off': (nth) => ({
    vendor: nth,
    name: `${'Consulting services of the North West '.repeat(3).slice(0, 20 + (nth % 50))}${nth % 50}`,
  }),
};

test.each(Object.entries(CASES))('%s', (_, row) => {
  let looks = 0;
  const rows = Array.from({length: ROWS}, (_, nth): ContractRow => {
    const own = {...AMENDMENT, row: nth, reference: `R-${nth}`, ...row(nth)};
    const get = (fields: ContractRow, name: string) => {
      looks++;
      return Reflect.get(fields, name);
    };
    return new Proxy(own, {get});
  });
  const records = disclosedContracts.records(rows);
  expect(records.flatMap(({versions}) => versions)).toHaveLength(ROWS);
  expect(looks / ROWS).toBeLessThan(MOST_LOOKS);
});
