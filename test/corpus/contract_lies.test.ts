/**
 * The lies of the registry of contracts: each occurs, is shown by its samples, and comes to what the rules
 * say.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {clean} from '../../datasets/rules/text.ts';
import {type Cells, contractsOf, keyOfContract, type Row} from '../helpers/contract_rules.ts';
import {cellsOf, FORMS} from '../helpers/corpus_forms.ts';
import {type Corpus, generate} from './generate.ts';
import {LIES} from './lies.ts';
import {type Expected, recordId, type Sample} from './oracle.ts';

let out: string;
let corpus: Corpus;

const SOURCES = ['proactive_contracts', 'canadabuys_contracts'];

beforeAll(async () => {
  out = join(await mkdtemp(join(tmpdir(), 'corpus-')), 'lies');
  ({corpus} = await generate({scale: 'small', seed: 'lies', out, only: SOURCES, tell: () => {}}));
});
afterAll(() => rm(join(out, '..'), {recursive: true, force: true}));

function expected(slug: string): Expected {
  const found = corpus.sources[slug];
  if (!found) throw new Error(`the corpus has no source ${slug}`);
  return found;
}

/** Rows of the right width, cleaned. */
async function rowsOf(slug: string): Promise<Cells[]> {
  const files = (FORMS[slug] ?? []).map((form) => cellsOf(out, slug, form));
  return (await Promise.all(files))
    .flat()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, clean(cell)])));
}

const sumOf = (amounts: readonly (number | null)[]) => {
  const cents = amounts.reduce((sum: number, one) => sum + Math.round((one ?? 0) * 100), 0);
  return (cents / 100).toFixed(2);
};

/** Rows of a record in order, and the other rows of its organization. */
interface Shown {
  rows: readonly Row[];
  others: readonly Row[];
  sample: Sample;
}

const REFERENCE = /\d{4}-\d{4}-Q[1-4]/;
const differ = (rows: readonly Row[], by: (row: Row) => unknown): boolean => new Set(rows.map(by)).size > 1;
const isA = ({kind}: Row): boolean => kind === 'A';
const earliest = (rows: readonly Row[]) => rows.map(({day}) => day).sort()[0];
/** Whether another award of the number fits. */
const rival = ({rows: [first], others}: Shown, fits: (of: Row, first: Row) => boolean): boolean =>
  others.some(
    (of) =>
      first !== undefined && of.cells['procurement_id'] === first.cells['procurement_id'] && fits(of, first),
  );

/** How the rows behind a sample show a lie of the registry of contracts. */
const SHOWN: Record<keyof (typeof LIES)['proactive_contracts'], (of: Shown) => boolean> = {
  respelled: ({rows}) => differ(rows, ({vendor}) => vendor) && !differ(rows, ({key}) => key),
  renamed: ({rows}) =>
    differ(rows, ({key}) => key) && !differ(rows, ({day, original}) => `${day} ${original}`),
  no_original: ({rows}) => rows.every(isA),
  chained: ({rows: [a, b, c]}) => a?.day !== b?.day && a?.original !== b?.original && b?.key !== c?.key,
  cut_name: ({rows}) => rows.some(({vendor}) => vendor.length === 30) && differ(rows, ({day}) => day),
  alike_name: (of) =>
    of.rows.every(isA) &&
    rival(of, (row, {vendor}) => isA(row) && row.vendor.slice(0, 30) === vendor.slice(0, 30)),
  number_reused: (of) => rival(of, ({kind, key}, first) => kind === 'C' && key !== first.key),
  reused_same_vendor: (of) =>
    of.rows.length > 1 &&
    rival(of, ({kind, key, day}, first) => kind === 'C' && key === first.key && day !== first.day),
  call_ups: (of) =>
    rival(of, ({kind, key}, first) => (kind === 'SOSA') !== (first.kind === 'SOSA') && key === first.key),
  twin_call_ups: (of) =>
    rival(of, ({key, day, value, period}, first) => {
      const alike = key === first.key && day === first.day && value === first.value;
      return alike && period !== first.period;
    }),
  split_commitment: (of) =>
    rival(of, ({key, day, value, period}, first) => {
      const alike = key === first.key && day === first.day && period === first.period;
      return alike && value !== first.value;
    }),
  two_winners: (of) =>
    of.rows.length > 1 &&
    rival(
      of,
      ({key, day, original}, first) => key !== first.key && day === first.day && original === first.original,
    ),
  sequences: ({rows: [first], others}) =>
    others.some(({number}) => number !== null && number.slice(0, -1) === first?.number?.slice(0, -1)),
  suffix: ({rows: [first, second]}) => second?.number?.startsWith(`${first?.number}/`) === true,
  swapped: ({rows}) => rows.some(({cells}) => REFERENCE.test(cells['procurement_id'] ?? '')),
  no_number: (of) =>
    rival(of, ({number, key, day}, first) => !number && key === first.key && day === first.day),
  placeholder: (of) =>
    of.rows[0]?.number === null && rival(of, ({key, day}, first) => key !== first.key && day === first.day),
  excel_number: (of) =>
    /^\d\.\d\dE\+\d\d$/.test(of.rows[0]?.cells['procurement_id'] ?? '') &&
    rival(of, ({key}, first) => key !== first.key),
  nulls_share_nothing: (of) => rival(of, ({key, day}) => key === null && day === null),
  dated_late: ({rows: [first, ...later]}) => later.some(({day}) => (day ?? '') > (first?.day ?? '')),
  dated_early: ({rows, sample}) =>
    rows[0]?.day !== earliest(rows) && sample.fields['date'] === earliest(rows),
  award_dated_late: ({rows, sample}) =>
    rows.every(isA) && rows[0]?.day !== earliest(rows) && sample.fields['date'] === earliest(rows),
  totals_against_references: ({rows: [, b, c]}) =>
    b?.period === c?.period && (b?.reference ?? '') > (c?.reference ?? ''),
  undated_amendment: ({rows}) => rows.at(-1)?.period === '' && rows.length > 1,
  contract_for_amendment: ({rows}) => !rows.some(isA) && rows.some(({change}) => change !== 0),
  correction: ({rows}) =>
    !rows.some(isA) && differ(rows, ({period}) => period) && differ(rows, ({value}) => value),
  which_contract: (of) => {
    const [a, b] = [...of.rows, ...of.others].filter((row) => row.number === of.rows[0]?.number && isA(row));
    return b === undefined && rival(of, ({original, day}) => a?.original !== original || a.day !== day);
  },
  both_publishers: ({rows: [first]}) => first !== undefined && reported.has(first.number ?? ''),
  repeated_key: ({rows: [first], others}) => others.some(({reference}) => reference === first?.reference),
};

/** Numbers in the contract history. */
const reported = new Set<string>();

/** Whether a contract has the key, the rows, the institution and the vendor of a sample. */
function isOf(rows: readonly Row[], {record_id, rows: named, fields}: Sample): boolean {
  const id = recordId('c_', 'proactive_contracts', [keyOfContract(rows)]);
  const references = rows.map(({cells}) => cells['reference_number']).join();
  return (
    (record_id === null || record_id === id) &&
    references === named?.join() &&
    rows[0]?.cells['owner_org_title'] === fields['department'] &&
    (rows.at(-1)?.vendor || null) === fields['vendor']
  );
}

describe('proactive_contracts', () => {
  const slug = 'proactive_contracts';
  let contracts: Row[][];
  beforeAll(async () => {
    const rows = await rowsOf(slug);
    contracts = contractsOf(rows.filter((row) => row['owner_org'] && row['reference_number']));
    for (const row of await rowsOf('canadabuys_contracts'))
      reported.add(row['contractNumber-numeroContrat'] ?? row['contract-number'] ?? '');
  });

  test('has the contracts that the rules find row against row, with their sums and years', () => {
    const {kept, merged_by_kind, value_total, original_total, with_value, by} = expected(slug);
    expect(contracts).toHaveLength(kept);
    expect(contracts.flat().length - contracts.length).toBe(merged_by_kind.version);
    const values = contracts.map((one) => one.at(-1)?.value ?? null);
    expect(sumOf(values)).toBe(value_total);
    expect(values.filter((value) => value !== null)).toHaveLength(with_value);
    expect(sumOf(contracts.map(([first]) => Number(first?.original ?? 0)))).toBe(original_total);
    const years = Map.groupBy(contracts, (one) => {
      const days = one.map(({day}) => day).filter((day) => day !== null);
      return days.sort()[0]?.slice(0, 4) ?? 'Unknown';
    });
    const counted = [...years].map(([year, members]) => [
      year,
      {records: members.length, total: sumOf(members.map((one) => one.at(-1)?.value ?? null))},
    ]);
    expect(Object.fromEntries(counted)).toEqual(by['year']);
  });

  test.each(Object.keys(LIES[slug]) as (keyof typeof SHOWN)[])('has samples that show %s', (name) => {
    const samples = expected(slug).samples.filter(({shows}) => shows === name);
    expect(samples.length).toBeGreaterThan(1);
    for (const sample of samples) {
      const found = contracts.find((one) => isOf(one, sample));
      if (!found) throw new Error(`no contract has the rows ${sample.rows}: ${sample.record_id}`);
      const others = contracts
        .flat()
        .filter((row) => row.organization === found[0]?.organization && !found.includes(row));
      expect(SHOWN[name]({rows: found, others, sample}), JSON.stringify(sample)).toBe(true);
    }
  });
});
