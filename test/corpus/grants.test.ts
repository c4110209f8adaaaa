/** The oracle of grants, payments and projects against plain scans of the generated files. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Corpus, generate} from '../../corpus/generate.ts';
import type {Expected} from '../../corpus/oracle.ts';
import {schedule} from '../../corpus/quirks.ts';
import {recipient} from '../../corpus/recipients.ts';
import {shareOut} from '../../corpus/task.ts';
import {clean, vendorKey} from '../../datasets/rules/text.ts';
import {cellsOf, FORMS} from '../helpers/corpus_forms.ts';

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

/** Rows of one institution and number by the rule of decisions 1.11, row against row: a list of records. */
function grantsOf(rows: Cells[]): Cells[][] {
  const records: Cells[][] = [];
  const once = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  for (const group of Map.groupBy(once, (row) => `${row['owner_org']}\n${row['ref_number']}`).values()) {
    const parts: Cells[][] = [];
    for (const row of group) {
      const joined = parts.filter((part) => part.some((other) => linked(row, other)));
      for (const part of joined) parts.splice(parts.indexOf(part), 1);
      parts.push([...joined.flat(), row]);
    }
    for (const part of parts) {
      const twins: Cells[][] = [];
      const inOrder = part.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      for (const row of inOrder) {
        const free = twins.find((twin) =>
          twin.every((one) => one['amendment_number'] !== row['amendment_number']),
        );
        if (free) free.push(row);
        else twins.push([row]);
      }
      records.push(...twins);
    }
  }
  return records;
}

/** By amendment number, then by what sets two agreements under one number apart. */
const orderOf = (row: Cells) =>
  `${row['amendment_number']?.padStart(5, '0')}\n${row['agreement_number']}\n${row['agreement_start_date']}`;

function linked(a: Cells, b: Cells): boolean {
  const key = ({recipient_legal_name: name = ''}: Cells) => vendorKey(name.split('|')[0] ?? '');
  const number = ({recipient_business_number: text = ''}: Cells) => text.replace(/\D/g, '').slice(0, 9);
  const same = (x: string, y: string) => x !== '' && x === y;
  return same(key(a), key(b)) || same(number(a), number(b));
}

describe('grants', () => {
  test('are the records that a plain scan finds, with its sums by year', async () => {
    const {kept, merged_by_kind, value_total, with_value, by} = expected('proactive_grants');
    const rows = (await cellsOfAll('proactive_grants')).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, clean(cell)])),
    );
    const records = grantsOf(rows.filter((row) => row['owner_org'] && row['ref_number']));
    const values = records.map((versions) => {
      const amounts = versions.map((row) => cents(row['agreement_value']));
      const summed = CHANGES.includes(versions[0]?.['owner_org'] ?? '');
      return summed ? amounts.reduce((sum: number, one) => sum + (one ?? 0), 0) : (amounts.at(-1) ?? null);
    });
    expect(records).toHaveLength(kept);
    expect(records.flat().length - records.length).toBe(merged_by_kind.version);
    expect(sumOf(values)).toBe(value_total);
    expect(values.filter((value) => value !== null)).toHaveLength(with_value);
    const years = Map.groupBy(records.keys(), (i) => {
      const date = records[i]?.[0]?.['agreement_start_date'] ?? '';
      return date.endsWith('02-30') ? 'Unknown' : date.slice(0, 4);
    });
    const found = [...years].map(([year, members]) => [
      year,
      {records: members.length, total: sumOf(members.map((i) => values[i] ?? null))},
    ]);
    expect(Object.fromEntries(found)).toEqual(by['year']);
  });

  test('share reference numbers and amendment numbers as the registry has them', async () => {
    const rows = await cellsOfAll('proactive_grants');
    const numbers = Map.groupBy(rows, (row) => `${row['owner_org']} ${row['ref_number']}`);
    const shared = [...numbers.values()].filter(
      (group) => new Set(group.map((row) => vendorKey(row['recipient_legal_name'] ?? ''))).size > 1,
    );
    expect(shared.length).toBeGreaterThan(30);
    const legacy = shared.filter(([first]) => first?.['ref_number']?.startsWith('GC-'));
    expect(legacy.length / shared.length).toBeGreaterThan(0.6);
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
  ['nserc_awards', 'AwardAmount', 'ProvinceEN', 'FiscalYear-Exercice financier'],
  ['sshrc_awards', 'AwardAmount', 'ProvinceEN', 'FiscalYear-Exercice financier'],
])('%s', (slug, amount, province, year) => {
  test('has a record for every row of the right width, and its sums by fiscal year', async () => {
    const {kept, value_total, by, rejected} = expected(slug);
    const rows = await cellsOfAll(slug);
    const ragged = expected(slug).quirks['cell_too_few'] ?? 0;
    expect(rows).toHaveLength(kept);
    expect(ragged).toBeLessThan(rejected);
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
    const quebec = rows.filter((row) => row[province] === 'Québec');
    expect(quebec).toHaveLength(by['province']?.['QC']?.records ?? 0);
  });

  test('repeats payments as they stand, and keeps them', async () => {
    const rows = (await cellsOfAll(slug)).map((row) => JSON.stringify(row));
    expect(rows.length - new Set(rows).size).toBe(expected(slug).quirks['exact_repeat']);
  });
});

describe('the councils', () => {
  test('NSERC pays an application in several years and pays two institutions in one', async () => {
    const rows = await cellsOfAll('nserc_awards');
    const years = (row: Cells) => row['FiscalYear-Exercice financier'] ?? '';
    const numbered = rows.filter(({Cle: id}) => id !== 'NA');
    const applications = [...Map.groupBy(numbered, (row) => row['Cle'] ?? '').values()];
    expect(applications.some((group) => new Set(group.map(years)).size > 1)).toBe(true);
    const paid = Map.groupBy(numbered, (row) => `${row['Cle']} ${years(row)}`);
    const twice = [...paid.values()].filter(
      (group) => new Set(group.map((row) => row['OrganizationID'])).size > 1,
    );
    expect(twice).toHaveLength(expected('nserc_awards').quirks['two_institutions'] ?? 0);
    expect(rows.filter(({Cle: id}) => id === 'NA')).toHaveLength(
      expected('nserc_awards').quirks['batch'] ?? 0,
    );
    expect(
      rows.some((row) => row['ProvinceEN'] === 'Massachusetts' && row['CountryEN'] === 'UNITED STATES'),
    ).toBe(true);
    expect(rows.some((row) => /^ +[A-Z]+$/.test(row['ProgramID'] ?? ''))).toBe(true);
    expect(rows.some((row) => /\n\n/.test(row['ApplicationSummary'] ?? ''))).toBe(true);
  });

  test('SSHRC pays persons, places outside the provinces and one award twice', async () => {
    const rows = await cellsOfAll('sshrc_awards');
    const {quirks, by} = expected('sshrc_awards');
    const grantees = rows.filter((row) => row['Institution'] === 'Grantee');
    expect(grantees).toHaveLength((quirks['grantee'] ?? 0) + (quirks['other_province'] ?? 0));
    expect(grantees).toHaveLength(by['institution']?.['Unknown']?.records ?? 0);
    const elsewhere = rows.filter((row) =>
      ['Other in Canada', 'Outside Canada'].includes(row['ProvinceEN'] ?? ''),
    );
    expect(elsewhere).toHaveLength(by['province']?.['Unknown']?.records ?? 0);
    const keys = Map.groupBy(rows, (row) => `${row['cle']} ${row['FiscalYear-Exercice financier']}`);
    const twice = [...keys.values()].filter(
      (group) => new Set(group.map((row) => row['Institution'])).size > 1,
    );
    expect(twice).toHaveLength(quirks['repeated_key'] ?? 0);
    expect(rows.some((row) => / \$[\d,]+ /.test(row['AwardAmount'] ?? ''))).toBe(true);
    expect(Math.max(...rows.map((row) => row['Title']?.length ?? 0))).toBeLessThanOrEqual(255);
  });

  test('share out their records over the years without a remainder', () => {
    const shares = shareOut(1_001, [1998, 1999, 2000]);
    expect(shares.at(-1)?.upTo).toBe(1_001);
    expect(shares.map(({year}) => year)).toEqual([1998, 1999, 2000]);
    expect(shares[0]?.upTo).toBeLessThan(1_001 / 3);
  });
});

test('projects have their sums by province', async () => {
  const {by, kept} = expected('infrastructure_projects');
  const rows = (await cellsOfAll('infrastructure_projects')).filter((row) => row['projectNumber']);
  const projects = [...new Map(rows.map((row) => [row['projectNumber'], row])).values()];
  expect(projects).toHaveLength(kept);
  const found = [...Map.groupBy(projects, (row) => row['region']?.toUpperCase() || 'Unknown')].map(
    ([province, members]) => [
      province,
      {records: members.length, total: sumOf(members.map((row) => cents(row['federalContribution'])))},
    ],
  );
  expect(Object.fromEntries(found)).toEqual(by['province']);
  expect(projects.some((row) => /;.*;/.test(row['location_en'] ?? ''))).toBe(true);
});

test('quirks that publishers have rarely are rarer at national scale', () => {
  const takenOf = (national: boolean) => {
    const quirks = schedule('proactive_grants', national);
    for (let row = 0; row < 8_000; row++) quirks.due('cell_too_few');
    return quirks.counts()['cell_too_few'];
  };
  expect([takenOf(false), takenOf(true)]).toEqual([20, 2]);
});
