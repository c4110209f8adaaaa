/** The oracle of grants, payments and projects against plain scans of the generated files. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {vendorKey} from '../../datasets/rules/text.ts';
import {cellsOf, FORMS} from '../helpers/corpus_forms.ts';
import {type Corpus, generate} from './generate.ts';
import type {Expected} from './oracle.ts';
import {schedule} from './quirks.ts';
import {recipient} from './registry/recipients.ts';

type Cells = Record<string, string>;

let out: string;
let corpus: Corpus;

beforeAll(async () => {
  out = join(await mkdtemp(join(tmpdir(), 'corpus-')), 'small');
  ({corpus} = await generate({scale: 'small', seed: 'grants', out, tell: () => {}}));
});
afterAll(() => rm(join(out, '..'), {recursive: true, force: true}));

function expected(slug: string): Expected {
  const found = corpus.sources[slug];
  if (!found) throw new Error(`the corpus has no source ${slug}`);
  return found;
}

async function cellsOfAll(slug: string): Promise<Cells[]> {
  const files = (FORMS[slug] ?? []).map((form) => cellsOf(out, slug, form));
  return (await Promise.all(files)).flat();
}

/** Whole cents of an amount; null where there is none. */
function cents(text = ''): number | null {
  const plain = text.replace(/[$, ]/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

const sumOf = (amounts: (number | null)[]) => {
  const sum = amounts.reduce((all: number, one) => all + (one ?? 0), 0);
  return (sum / 100).toFixed(2);
};

const CHANGES = ['isc-sac', 'aandc-aadnc'];

describe('grants', () => {
  test('share reference numbers and amendment numbers as the registry has them', async () => {
    const rows = await cellsOfAll('proactive_grants');
    const numbers = Map.groupBy(rows, (row) => `${row['owner_org']} ${row['ref_number']}`);
    const shared = [...numbers.values()].filter(
      (group) => new Set(group.map((row) => vendorKey(row['recipient_legal_name'] ?? ''))).size > 1,
    );
    expect(shared.length).toBeGreaterThan(30);
    const legacy = shared.filter(([first]) => first?.['ref_number']?.startsWith('GC-'));
    expect(legacy.length / shared.length).toBeGreaterThan(0.5);
    const agreements = Map.groupBy(
      rows.filter(({owner_org: code = ''}) => CHANGES.includes(code)),
      (row) => row['agreement_number'] ?? '',
    );
    const longest = Math.max(
      ...[...agreements.values()].map((group) => new Set(group.map((row) => row['ref_number'])).size),
    );
    expect(longest).toBeGreaterThan(5);
    expect(rows.some((row) => /^1910-\d{4}-\d{4}-Qrt[1-4]-\d{7}$/.test(row['ref_number'] ?? ''))).toBe(true);
    const cell = (name: string) => rows.map((row) => row[name] ?? '');
    for (const shape of [/^\d{9}$/, /^\d{9}RR0001$/, /^\d{3} \d{3} \d{3}$/, /^-$/]) {
      expect(cell('recipient_business_number').some((text) => shape.test(text))).toBe(true);
    }
    for (const shape of [/^\d+\.0$/, /^\$[\d,]+\.\d\d$/, /^-\d/, /^0(\.0)?$/, /^\d+$/]) {
      expect(
        cell('agreement_value').some((text) => shape.test(text)),
        String(shape),
      ).toBe(true);
    }
  });

  test('go to recipients of which every spelling has one key', () => {
    for (let index = 0; index < 4_000; index++) {
      const {en, spellings} = recipient(index);
      expect(en).not.toContain('|');
      expect(new Set([en, ...spellings].map(vendorKey)).size, [en, ...spellings].join(' / ')).toBe(1);
      expect(spellings.length).toBeGreaterThan(0);
    }
  });
});

describe.each([
  ['nserc_awards', 'AwardAmount', 'FiscalYear-Exercice financier'],
  ['sshrc_awards', 'Amount-Montant', 'Fiscal_Year-Exercice_financier'],
])('%s', (slug, amount, year) => {
  test('has a record for every row of the right width with a year, and its sums by fiscal year', async () => {
    const {kept, value_total, by} = expected(slug);
    const rows = (await cellsOfAll(slug)).filter((row) => row[year]);
    expect(rows).toHaveLength(kept);
    expect(sumOf(rows.map((row) => cents(row[amount])))).toBe(value_total);
    const years = Map.groupBy(rows, (row) => {
      const first = Number(row[year]);
      return `${first}-${String(first + 1).slice(2)}`;
    });
    const found = [...years].map(([name, members]) => [
      name,
      {records: members.length, total: sumOf(members.map((row) => cents(row[amount])))},
    ]);
    expect(Object.fromEntries(found)).toEqual(by['fiscal_year']);
  });

  test('repeats payments as they stand, and keeps them', async () => {
    const rows = (await cellsOfAll(slug)).map((row) => JSON.stringify(row));
    expect(rows.length - new Set(rows).size).toBe(expected(slug).quirks['duplicate']);
  });

  test('has every encoding of the source, and files that a reader leaves out', async () => {
    const {encodings} = SOURCES[slug] ?? {encodings: []};
    expect(new Set(FORMS[slug]?.map(({encoding}) => encoding))).toEqual(new Set(encodings));
    expect(expected(slug).left_out.length).toBeGreaterThan(0);
  });
});

test('projects are the different rows that have a number, with the sum of their contributions', async () => {
  const {kept, value_total, merged, quirks} = expected('infrastructure_projects');
  const rows = await cellsOfAll('infrastructure_projects');
  const numbered = rows.filter((row) => row['projectNumber'] || row['PROJECT_NUMBER']);
  const projects = [...new Map(numbered.map((row) => [JSON.stringify(row), row])).values()];
  expect(projects).toHaveLength(kept);
  expect(numbered.length - projects.length).toBe(merged);
  const amounts = projects.map((row) => cents(row['federalContribution'] ?? row['FEDERAL_CONTRIBUTION']));
  expect(sumOf(amounts)).toBe(value_total);
  const places = projects.filter((row) => Object.values(row).some((cell) => /;.*;/.test(cell)));
  expect(places.length).toBeGreaterThan(0);
  expect(quirks['shared_key']).toBeGreaterThan(0);
});

test('quirks that publishers have rarely are rarer at national scale', () => {
  const takenOf = (national: boolean) => {
    const quirks = schedule('proactive_grants', national);
    for (let row = 0; row < 8_000; row++) quirks.due('cell_too_few');
    return quirks.counts()['cell_too_few'];
  };
  expect([takenOf(false), takenOf(true)]).toEqual([20, 2]);
});
