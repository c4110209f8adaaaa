/** The index against a plain scan and the reference: random questions of every kind over the synthetic corpus. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../../datasets/artefacts.ts';
import {indexedTables, isDerived} from '../../../engine/file/table_layout.ts';
import {openBuild} from '../../../engine/open.ts';
import {openReference} from '../../../engine/reference/open.ts';
import type {Engine} from '../../../engine/types.ts';
import {againstReference, againstScan, runs} from '../../helpers/oracle_runs.ts';
import {type PlainEngine, plainEngine} from '../../helpers/plain_answers.ts';
import {plainTables} from '../../helpers/plain_rows.ts';
import {kindsOf} from '../../helpers/random_conditions.ts';
import {seed} from '../../helpers/seed.ts';
import {sharedData} from '../../helpers/stack.ts';
import {tell} from '../../helpers/told.ts';

let index: Engine;
let reference: Engine;
let plain: PlainEngine;
beforeAll(async () => {
  const {current} = dataPaths(await sharedData());
  plain = plainEngine(await plainTables(current));
  index = await openBuild(current);
  reference = await openReference(current, {memory_mb: 512});
}, 600_000);
afterAll(async () => {
  await index?.close();
  await reference?.close();
});

const QUESTIONS = 10_000;
const JUDGED = 1000;

test(
  `${runs(QUESTIONS)} questions as a scan answers them (SEED=${seed})`,
  {
    timeout: 60_000 + 20 * runs(QUESTIONS),
  },
  () => againstScan(index, plain, QUESTIONS),
);

test(
  `${runs(JUDGED)} questions as the reference answers them (SEED=${seed})`,
  {
    timeout: 60_000 + 500 * runs(JUDGED),
  },
  () => againstReference(index, plain, reference, JUDGED),
);

test('every indexed table has rows', () => {
  const rows = indexedTables().map(({name}): [string, number] => [name, plain.tables.get(name)!.rows.length]);
  expect(rows.filter(([, count]) => count < 3)).toEqual([]);
});

test('every declared filter alone agrees with the scan, for the values of the first rows', () => {
  for (const {of, rows} of plain.tables.values()) {
    for (const {op, columns} of kindsOf(of)) {
      for (const row of rows.slice(0, 40)) {
        const column = columns[0]!;
        const ranged = op === 'gte' || op === 'lte';
        const stands = (ranged ? undefined : row.folded[column]?.[0]) ?? row.written[column];
        if (!stands) continue;
        const text = of.columns[column]!.type === 'timestamp' ? stands.replace(' ', 'T') : stands;
        const value = op === 'in' ? row.texts[column]! : op === 'flag' ? text === 'true' : text;
        const where = [{op, columns, value}];
        const sort = of.sort.default;
        const query = {dataset: of.name, where, sort, order: 'asc', limit: 5, offset: 0} as const;
        expect(tell(index, {kind: 'list', query})).toBe(plain.tell({kind: 'list', query}));
      }
    }
  }
});

test('every row is found by its id, every entity by each of its names', {
  timeout: 120_000,
}, () => {
  for (const {of, rows, names} of plain.tables.values()) {
    if (!isDerived(of)) {
      for (const {id} of rows) {
        const asked = {kind: 'detail', dataset: of.name, id} as const;
        expect(tell(index, asked)).toBe(plain.tell(asked));
      }
    } else if (of.names !== null) {
      for (const name of new Set(names.flatMap((one) => [one.name, one.entity]))) {
        const asked = {kind: 'profile', entity: of.name, name} as const;
        expect(tell(index, asked)).toBe(plain.tell(asked));
      }
    }
  }
});
