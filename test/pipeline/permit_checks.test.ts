/** The checks of permits, each against permits that pass it and permits that do not. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {checks} from '../../datasets/permits/checks.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';

interface Permit {
  municipality: string;
  date: string | null;
  issued_date: string | null;
  completed_date: string | null;
  status: string;
  permit_type: string;
  lat: number | null;
  lng: number | null;
}

const GOOD: Permit = {
  municipality: 'calgary',
  date: '2025-01-02',
  issued_date: '2025-01-02',
  completed_date: null,
  status: 'issued',
  permit_type: 'renovation',
  lat: 51,
  lng: -114,
};

let db: DuckDBConnection;
let close: () => void;
beforeAll(async () => {
  ({db, close} = await memoryDatabase());
  await db.run(asOfMacro('2026-03-04'));
});
afterAll(() => close());

/** Names of the checks that a hundred permits do not pass, so many of which are changed. */
async function failed(changed: number, changes: Partial<Permit>): Promise<string[]> {
  await db.run(`CREATE OR REPLACE TABLE permits (municipality VARCHAR, date DATE, issued_date DATE,
    completed_date DATE, status VARCHAR, permit_type VARCHAR, lat DOUBLE, lng DOUBLE)`);
  for (const [rows, permit] of [
    [changed, {...GOOD, ...changes}],
    [100 - changed, GOOD],
  ] as const) {
    const {municipality, date, issued_date, completed_date, status, permit_type, lat, lng} = permit;
    await db.run(`INSERT INTO permits SELECT $1, $2, $3, $4, $5, $6, $7, $8 FROM range(${rows})`, [
      municipality,
      date,
      issued_date,
      completed_date,
      status,
      permit_type,
      lat,
      lng,
    ]);
  }
  const terms = checks.map(
    ({sql}, n) => `coalesce(${sql.replaceAll('$as_of', "DATE '2026-03-04'")}, false) AS c${n}`,
  );
  const [row] = (await db.runAndReadAll(`SELECT ${terms.join(', ')} FROM permits`)).getRowObjectsJS();
  return checks.filter((_, n) => row?.[`c${n}`] !== true).map(({name}) => name);
}

describe('the checks of permits', () => {
  test('pass for valid permits', async () => {
    expect(await failed(0, {})).toEqual([]);
    expect(await failed(90, {permit_type: 'other'})).toEqual([]);
    expect(await failed(20, {lat: null, lng: null})).toEqual([]);
    expect(await failed(100, {municipality: 'regina', lat: null, lng: null})).toEqual([]);
    expect(await failed(9, {status: 'completed', completed_date: '2025-06-01'})).toEqual([]);
  });

  test.each<[string, number, Partial<Permit>]>([
    ['permits carry a day', 3, {date: null, issued_date: null}],
    ['days of issue are not in the future', 1, {issued_date: '2026-03-05'}],
    ['points have both degrees', 1, {lng: null}],
    ['only completed permits have a day of completion', 1, {completed_date: '2025-06-01'}],
    ['permits of calgary have a kind', 91, {permit_type: 'other'}],
    ['permits of calgary have a point', 21, {lat: null, lng: null}],
  ])('%s: %d bad permits of a hundred are too many', async (name, changed, changes) => {
    expect(await failed(changed, changes)).toEqual([name]);
  });
});
