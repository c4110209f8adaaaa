/** Random permits on several rows: the product and loops written from the rules agree on records and sums. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {recordsInMemory} from '../helpers/records_in_memory.ts';
import {seed as SEED} from '../helpers/seed.ts';

/** Permits in one database, since it is most of their cost. */
const COUNT = 500;

/** Fails with the smallest permit on which the two sides differ. */
function expectAgreement<Row>(
  all: readonly Row[][],
  made: readonly Json[],
  expected: (rows: readonly Row[], at: number) => Json[],
): void {
  const byNumber = Map.groupBy(made as Record<string, Json>[], (one) =>
    String(one['number']).split('-').at(-1),
  );
  const text = (records: readonly Json[]) => records.map((one) => JSON.stringify(one)).sort();
  const compared = all.map((rows, at) => ({
    rows,
    got: text(byNumber.get(String(at)) ?? []),
    wanted: text(expected(rows, at)),
  }));
  const wrong = compared.filter(({got, wanted}) => got.join('\n') !== wanted.join('\n'));
  wrong.sort((a, b) => a.rows.length - b.rows.length);
  expect(wrong.slice(0, 1), `${wrong.length} of ${COUNT} permits`).toEqual([]);
}

interface PlaceRow {
  place: string;
  status: string;
  description: string;
  cost: number | null;
  units: number | null;
}

type Amounts = {cost: number | null; units: number | null};

/**
 * Rows of places that have their amounts. Either all places have the same, or each has another one: what two
 * of three equal amounts are is not said.
 */
const places: fc.Arbitrary<PlaceRow[]> = fc
  .record({
    isShared: fc.boolean(),
    blank: fc.constantFrom('none', 'cost', 'units'),
    rows: fc.array(
      fc.record({
        place: fc.constantFrom('12 LARKSPUR ST', '14 LARKSPUR ST', '16 LARKSPUR ST UNIT 2'),
        status: fc.constantFrom('Issued', 'Under review'),
        description: fc.constantFrom('Deck', 'Deck', 'Deck', 'Garage'),
      }),
      {minLength: 1, maxLength: 5},
    ),
  })
  .map(({isShared, blank, rows}) =>
    rows.map((row) => {
      const at = isShared ? 0 : Number(row.place.slice(0, 2));
      return {...row, cost: blank === 'cost' ? null : 5_000 + at, units: blank === 'units' ? null : 1 + at};
    }),
  );

/** An amount that places share, or the sum of those of each. */
function amountOf(rows: readonly PlaceRow[], name: keyof Amounts): number | null {
  const byPlace = new Map(rows.map((row) => [row.place, row[name]]));
  const distinct = new Set(byPlace.values());
  return [...distinct].reduce((sum, amount) => (amount === null ? sum : (sum ?? 0) + amount), null);
}

test(`rows that differ in the address are one permit, with its amounts once (SEED=${SEED})`, async () => {
  const source = SOURCES['kitchener_permits'];
  if (!source) throw new Error('no source kitchener_permits');
  const all = fc.sample(places, {seed: SEED, numRuns: COUNT});
  const cells = all.flatMap((rows, at) =>
    rows.map((row) => ({
      OBJECTID: '1',
      PERMITNO: `21-${at}`,
      PERMIT_TYPE: 'Residential Alteration',
      PERMIT_STATUS: row.status,
      ISSUE_DATE: '1620259200000',
      PERMIT_DESCRIPTION: row.description,
      FOLDERNAME: row.place,
      CONSTRUCTION_VALUE: row.cost === null ? '' : String(row.cost),
      UNITS_CREATED: row.units === null ? '' : String(row.units),
    })),
  );
  const made = await recordsInMemory(
    source,
    cells,
    `permit_number_raw AS number, work_description AS description, address, address_count::INTEGER AS addresses,
      estimated_cost::INTEGER AS cost, dwelling_units_created::INTEGER AS units, status_raw AS status,
      greatest(len(versions), 1)::INTEGER AS rows,
      len([v for v in versions if v.rule IS NULL])::INTEGER AS unexplained`,
  );
  expectAgreement(all, made, (rows, at) =>
    // Another description is other work.
    [...Map.groupBy(rows, ({description}) => description).values()].map((own) => {
      // Identical rows are one.
      const distinct = [...new Map(own.map((row) => [JSON.stringify(row), row])).values()];
      return {
        number: `21-${at}`,
        description: own[0]!.description,
        address: own[0]!.place,
        addresses: new Set(own.map(({place}) => place)).size,
        cost: amountOf(own, 'cost'),
        units: amountOf(own, 'units'),
        status: distinct.at(-1)!.status,
        rows: distinct.length,
        unexplained: distinct.length > 1 ? 1 : 0,
      };
    }),
  );
});

interface RevisionRow {
  revision: string;
  kind: string;
  builder: string;
  cost: number | null;
}

/**
 * Rows of a permit: those of one revision have one cost, and no two revisions but the original and another
 * have the same.
 */
const revisions: fc.Arbitrary<RevisionRow[]> = fc
  .tuple(
    fc.uniqueArray(
      fc.record({
        revision: fc.constantFrom('00', '01', '02', '10'),
        kind: fc.constantFrom(
          'Building Additions/Alterations',
          'Building Additions/Alterations',
          'Plumbing(PS)',
        ),
        builder: fc.constantFrom('', 'LARKSPUR HOMES LTD'),
      }),
      {minLength: 1, maxLength: 6, selector: (row) => JSON.stringify(row)},
    ),
    fc.array(fc.constantFrom('own', 'same', 'none'), {minLength: 11, maxLength: 11}),
  )
  .map(([rows, costs]) =>
    rows.map((row) => {
      const at = Number(row.revision);
      const amount = {own: 20_000 + at, same: 20_000, none: null}[costs[at]!]!;
      return {...row, cost: amount};
    }),
  );

test(`revisions are one permit, and a cost counts only where it differs (SEED=${SEED})`, async () => {
  const source = SOURCES['toronto_permits'];
  if (!source) throw new Error('no source toronto_permits');
  const all = fc.sample(revisions, {seed: SEED, numRuns: COUNT});
  const cells = all.flatMap((rows, at) =>
    rows.map((row) => ({
      PERMIT_NUM: `21-${at}`,
      REVISION_NUM: row.revision,
      PERMIT_TYPE: row.kind,
      WORK: 'Interior Alterations',
      STATUS: 'Permit Issued',
      APPLICATION_DATE: `2021-03-${Number(row.revision) + 1}`.replace(/-(\d)$/, '-0$1'),
      BUILDER_NAME: row.builder,
      EST_CONST_COST: row.cost === null ? '' : String(row.cost),
    })),
  );
  const made = await recordsInMemory(
    source,
    cells,
    `permit_number_raw AS number, split_part(permit_type_raw, ' / ', 1) AS kind, estimated_cost::INTEGER AS cost, day(application_date)::INTEGER AS day,
      contractor_name AS builder, greatest(len(versions), 1)::INTEGER AS rows,
      len([v for v in versions if v.rule IS NULL])::INTEGER AS unexplained`,
  );
  expectAgreement(all, made, (rows, at) =>
    [...Map.groupBy(rows, ({kind}) => kind)].map(([kind, own]) => {
      const first = own.map(({revision}) => revision).sort()[0];
      const costs = new Set(own.map(({cost}) => cost).filter((cost) => cost !== null));
      return {
        number: `21-${at}`,
        kind,
        cost: costs.size ? [...costs].reduce((sum, cost) => sum + cost, 0) : null,
        day: Number(first) + 1,
        // A filled builder is preferred.
        builder: own.some(({builder}) => builder) ? 'LARKSPUR HOMES LTD' : null,
        rows: own.length,
        unexplained: own.length > 1 ? 1 : 0,
      };
    }),
  );
});
