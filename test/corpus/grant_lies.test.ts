/**
 * The lies of the registry of grants: each occurs, is shown by its samples, and comes to what the rules say.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {clean} from '../../datasets/rules/text.ts';
import {cellsOf} from '../helpers/corpus_forms.ts';
import {type Cells, grantsOf, halvesOf, numberOf, publishesChanges} from '../helpers/grant_rules.ts';
import {generate} from './generate.ts';
import {LIES} from './lies.ts';
import type {Expected, Sample} from './oracle.ts';
import {GRANT_FORM} from './registry/grants.ts';

const SLUG = 'proactive_grants';

let folder: string;
let expected: Expected;
let grants: Cells[][];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-'));
  const out = join(folder, 'lies');
  const {corpus} = await generate({scale: 'small', seed: 'lies', out, only: [SLUG], tell: () => {}});
  expected = corpus.sources[SLUG] as Expected;
  const rows = (await cellsOf(out, SLUG, GRANT_FORM)).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, clean(cell)])),
  );
  grants = grantsOf(rows.filter((row) => row['owner_org'] && row['ref_number']));
});
afterAll(() => rm(folder, {recursive: true, force: true}));

/** Whole cents of an amount; null where there is none. */
function centsOf({agreement_value: text = ''}: Cells): number | null {
  const plain = text.replace(/[$, ]/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

const sumOf = (cents: readonly (number | null)[]): number =>
  cents.reduce((all: number, one) => all + (one ?? 0), 0);
const money = (cents: number): string => (cents / 100).toFixed(2);

/** Changes add up; elsewhere the last row has the total. */
function settled(rows: readonly Cells[]): number | null {
  const cents = rows.map(centsOf);
  return publishesChanges(rows[0]) ? sumOf(cents) : (cents.at(-1) ?? null);
}

test('the registry has the agreements that the rules find row against row, with their sums and years', () => {
  const {kept, merged_by_kind, value_total, with_value, by} = expected;
  const values = grants.map(settled);
  expect(grants).toHaveLength(kept);
  expect(grants.flat().length - grants.length).toBe(merged_by_kind.version);
  expect(money(sumOf(values))).toBe(value_total);
  expect(values.filter((value) => value !== null)).toHaveLength(with_value);
  const years = Map.groupBy(grants, ([first]) => {
    const date = first?.['agreement_start_date'] ?? '';
    return date.endsWith('02-30') ? 'Unknown' : date.slice(0, 4);
  });
  const found = [...years].map(([year, members]) => [
    year,
    {records: members.length, total: money(sumOf(members.map(settled)))},
  ]);
  expect(Object.fromEntries(found)).toEqual(by['year']);
});

/** Rows of an agreement in order, and all others under its first reference. */
interface Shown {
  rows: readonly Cells[];
  beside: readonly Cells[];
}

const keyOf = (row: Cells): string => halvesOf(row).join(' | ');
const differ = (rows: readonly Cells[], by: (row: Cells) => unknown): boolean =>
  new Set(rows.map(by)).size > 1;
const name = (row: Cells) => row['recipient_legal_name'];
const start = (row: Cells) => row['agreement_start_date'];
const agreement = (row: Cells) => row['agreement_number'];
const amendment = (row: Cells) => row['amendment_number'];
const business = (row: Cells) => row['recipient_business_number'] ?? '';
const reference = (row: Cells) => row['ref_number'] ?? '';
const isOld = ([row]: readonly Cells[]) => row !== undefined && reference(row).startsWith('GC-');

/** How the rows behind a sample show a lie. */
const SHOWN: Record<keyof (typeof LIES)[typeof SLUG], (of: Shown) => boolean> = {
  respelled: ({rows}) => differ(rows, name) && !differ(rows, keyOf),
  renamed: ({rows}) => differ(rows, keyOf) && !differ(rows, numberOf) && rows.every(numberOf),
  renamed_silently: ({rows}) => differ(rows, keyOf) && rows.every((row) => business(row) === ''),
  renamed_old: ({rows, beside}) =>
    isOld(rows) && differ([...rows, ...beside], keyOf) && !differ([...rows, ...beside], agreement),
  halves_exchanged: ({rows: [a, b]}) => {
    const [one, other] = [a, b].map((row) => halvesOf(row ?? {}));
    return (
      one?.length === 2 && one.join() === other?.toReversed().join() && start(a ?? {}) !== start(b ?? {})
    );
  },
  chained: ({rows: [a, b, c]}) =>
    keyOf(a ?? {}) === keyOf(b ?? {}) &&
    keyOf(b ?? {}) !== keyOf(c ?? {}) &&
    numberOf(b ?? {}) === numberOf(c ?? {}),
  no_original: ({rows}) => rows.every((row) => amendment(row) !== '0'),
  changes: ({rows}) => rows.length > 2 && new Set(rows.map(reference)).size === rows.length,
  changes_amended: ({rows}) => publishesChanges(rows[0]) && rows.length > 1 && !differ(rows, reference),
  shared_reference: ({rows, beside}) => differ([...rows, ...beside], keyOf),
  repeated_pair: ({rows, beside}) =>
    !differ([...rows, ...beside], keyOf) && beside.some((row) => amendment(row) === amendment(rows[0] ?? {})),
  old_number_reused: ({rows, beside}) =>
    isOld(rows) &&
    beside.length === 1 &&
    !differ([...rows, ...beside], keyOf) &&
    differ([...rows, ...beside], amendment),
  mistyped_number: ({rows}) => rows.some((row) => business(row).length === 9 && numberOf(row) === null),
  bad_number_shared: ({rows, beside}) => {
    const all = [...rows, ...beside];
    return !differ(all, business) && all.every((row) => business(row) !== '' && numberOf(row) === null);
  },
  which_recipient: ({rows}) =>
    differ(rows, keyOf) && differ(rows, start) && differ(rows, agreement) && rows.every(numberOf),
  number_of_another: ({rows: [row]}) => {
    const number = numberOf(row ?? {});
    const usual = grants
      .flat()
      .filter((other) => keyOf(other) === keyOf(row ?? {}) && numberOf(other) !== null);
    return (
      number !== null && usual.length > 1 && usual.filter((other) => numberOf(other) === number).length === 1
    );
  },
};

test.each(Object.keys(LIES[SLUG]) as (keyof typeof SHOWN)[])(
  'the registry has samples that show %s',
  (lie) => {
    const samples = expected.samples.filter(({shows}) => shows === lie);
    expect(samples.length).toBeGreaterThan(1);
    for (const sample of samples) {
      const rows = grantOf(sample);
      const beside = grants
        .filter((other) => other !== rows)
        .flat()
        .filter(
          (row) => reference(row) === reference(rows[0] ?? {}) && row['owner_org'] === rows[0]?.['owner_org'],
        );
      expect(SHOWN[lie]({rows, beside}), JSON.stringify(sample)).toBe(true);
    }
  },
);

/** The agreement of a sample: its rows have these numbers, and the last one this recipient and day. */
function grantOf({rows = [], fields, shows}: Sample): Cells[] {
  const found = grants.filter((one) => {
    const last = one.at(-1) ?? {};
    const numbers = one.map((row) => `${reference(row)} ${amendment(row)}`).join();
    return (
      numbers === rows.join() &&
      last['owner_org_title'] === fields['department'] &&
      name(last)?.replace(/ ?\| ?/, ' | ') === fields['recipient'] &&
      (start(last) || null) === fields['start_date']
    );
  });
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} agreements show ${shows}: ${rows}`);
  return found[0];
}
