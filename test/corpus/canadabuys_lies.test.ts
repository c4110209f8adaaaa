/** The lies of CanadaBuys: each occurs, is shown by its samples, and comes to what the rules say. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {clean, fold, vendorKey} from '../../datasets/rules/text.ts';
import {cellsOf, FORMS} from '../helpers/corpus_forms.ts';
import {type Corpus, generate} from './generate.ts';
import {LIES} from './lies.ts';
import type {Expected} from './oracle.ts';

const SOURCES = ['canadabuys_contracts', 'canadabuys_awards'] as const;
type Slug = (typeof SOURCES)[number];

/** An entry as the rules look at it, whatever file it is from. */
interface Row {
  number: string;
  reference: string;
  /** Short forms of titles left out. */
  entity: string;
  supplier: string;
  amendment: number;
  day: string;
  awarded: string;
  title: string;
  amount: number | null;
  total: number | null;
  currency: string;
}

let folder: string;
let corpus: Corpus;
const records = new Map<Slug, Row[][]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-'));
  const out = join(folder, 'lies');
  ({corpus} = await generate({scale: 'small', seed: 'lies', out, only: SOURCES, tell: () => {}}));
  for (const slug of SOURCES) {
    const files = (FORMS[slug] ?? []).map((form) => cellsOf(out, slug, form));
    const rows = (await Promise.all(files)).flat();
    const once = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
    records.set(slug, RULES[slug](once.map(rowOf)));
  }
});
afterAll(() => rm(folder, {recursive: true, force: true}));

function rowOf(cells: Record<string, string>): Row {
  const of = (...names: string[]) => clean(names.map((name) => cells[name]).find(Boolean) ?? '');
  const money = (...names: string[]) => (of(...names) === '' ? null : Number(of(...names)));
  const entity = of(
    'contractingEntityName-nomEntitContractante-eng',
    'procurement-entity-name_en',
    'procurement_entity',
  );
  return {
    number: of('contractNumber-numeroContrat', 'contract-number', 'contract_number'),
    reference: of('referenceNumber-numeroReference', 'reference_number'),
    entity: fold(entity.replace(/ \([A-Z]+\)$/, '')),
    supplier: vendorKey(
      of('supplierLegalName-nomLegalFournisseur-fra', 'supplier-legal-name') ||
        of('supplier_info').split(',')[0] ||
        '',
    ),
    amendment: Number(of('amendmentNumber-numeroModification', 'amendment-number') || 0),
    day: of('amendmentDate-dateModification', 'amendment_date', 'award-date'),
    awarded: of('contractAwardDate-dateAttributionContrat', 'award-date', 'award_date'),
    title: of('title-titre-eng', 'gsin-description_en', 'title'),
    amount: money('contractAmount-montantContrat', 'contract-value', 'contract_value'),
    // The archive of awards has the whole value on each row.
    total: money('totalContractValue-valeurTotaleContrat', 'total-contract-value', 'contract_value'),
    currency: of('contractCurrency-contratMonnaie', 'currency') || 'CAD',
  };
}

const groupsOf = (rows: readonly Row[], key: (row: Row) => string): Row[][] => [
  ...Map.groupBy(rows, key).values(),
];
const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.amendment - b.amendment || (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));

/** Numbers are those of an entity; an original of another supplier begins another contract. */
function historyOf(rows: readonly Row[]): Row[][] {
  const numbered = rows.filter(({number}) => number !== '' && number !== 'Not Applicable');
  return groupsOf(numbered, ({number, entity}) => `${number}\n${entity}`)
    .flatMap((group) => {
      const originals = group.filter(({amendment}) => amendment === 0);
      const suppliers = new Set(originals.map(({supplier}) => supplier));
      return suppliers.size > 1 ? groupsOf(group, ({supplier}) => supplier) : [group];
    })
    .map(inOrder);
}

/** A notice by its reference in any letters; each contract that it lists is a record. */
function awardsOf(rows: readonly Row[]): Row[][] {
  const known = rows.filter(({reference}) => reference !== '');
  return groupsOf(known, ({reference, number}) => `${reference.toUpperCase()}\n${number}`).map(inOrder);
}

const RULES: Record<Slug, (rows: readonly Row[]) => Row[][]> = {
  canadabuys_contracts: historyOf,
  canadabuys_awards: awardsOf,
};

/** The last total, else the sum of the entries from the original on, those of one number and amount once. */
function settled(rows: readonly Row[]): number | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (last?.currency !== 'CAD') return null;
  if (last.total !== null) return last.total;
  const entries = new Map(rows.map(({amendment, amount}) => [`${amendment} ${amount}`, amount ?? 0]));
  const sum = [...entries.values()].reduce((all, one) => all + Math.round(one * 100), 0) / 100;
  return first?.amendment === 0 ? sum : null;
}

const expectedOf = (slug: Slug) => corpus.sources[slug] as Expected;
const differ = (rows: readonly Row[], by: (row: Row) => unknown): boolean => new Set(rows.map(by)).size > 1;

/** Rows of a record in order, and the other rows of its number or reference. */
interface Shown {
  rows: readonly Row[];
  beside: readonly Row[];
}

/** How the rows behind a sample show a lie. */
const SHOWN: {[S in Slug]: Record<keyof (typeof LIES)[S], (of: Shown) => boolean>} = {
  canadabuys_contracts: {
    entered_twice: ({rows}) => {
      const [one, other] = [...Map.groupBy(rows, ({amendment}) => amendment).values()].find(
        (same) => same.length > 1,
      ) as Row[];
      return (
        one?.amount === other?.amount &&
        one?.title !== other?.title &&
        rows.every(({total}) => total === null)
      );
    },
    two_entities: ({rows, beside}) => differ([...rows, ...beside], ({entity}) => entity),
    two_suppliers: ({rows, beside}) => {
      const originals = [...rows, ...beside].filter(({amendment}) => amendment === 0);
      return differ(originals, ({supplier}) => supplier) && !differ(originals, ({entity}) => entity);
    },
  },
  canadabuys_awards: {
    two_contracts: ({rows, beside}) => differ([...rows, ...beside], ({number}) => number),
    reference_case: ({rows}) => differ(rows, ({reference}) => reference),
  },
};

describe.each(SOURCES)('%s', (slug) => {
  test('has the records that the rules find, with their sum', () => {
    const {kept, value_total, with_value} = expectedOf(slug);
    const values = (records.get(slug) ?? []).map(settled);
    expect(values).toHaveLength(kept);
    expect(values.filter((value) => value !== null)).toHaveLength(with_value);
    const cents = values.reduce((sum: number, value) => sum + Math.round((value ?? 0) * 100), 0);
    expect((cents / 100).toFixed(2)).toBe(value_total);
  });

  test.each(Object.keys(LIES[slug]))('has samples that show %s', (lie) => {
    const samples = expectedOf(slug).samples.filter(({shows}) => shows === lie);
    expect(samples.length).toBeGreaterThan(1);
    const shown = SHOWN[slug] as Record<string, (of: Shown) => boolean>;
    for (const {fields} of samples) {
      const all = records.get(slug) ?? [];
      const found = all.filter((rows) => {
        const last = rows.at(-1);
        const same = last?.number === fields['contract_number'] && settled(rows) === fields['value'];
        return same && last?.supplier === vendorKey(String(fields['vendor']));
      });
      const [rows = []] = found;
      expect(found, JSON.stringify(fields)).toHaveLength(1);
      const name = ({number, reference}: Row) => (slug === 'canadabuys_awards' ? reference : number);
      const beside = all
        .flat()
        .filter((row) => !rows.includes(row) && rows[0] && name(row) === name(rows[0]));
      expect(shown[lie]?.({rows, beside}), JSON.stringify(fields)).toBe(true);
    }
  });
});
