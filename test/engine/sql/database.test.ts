/** The pool of connections: statements take turns, and one that waited too long does not run. */
import {DuckDBInstance} from '@duckdb/node-api';
import {expect, test} from 'vitest';
import {pooled} from '../../../engine/sql/database.ts';

const SLOW = 'SELECT count(*) AS n FROM range(40000000) WHERE hash(range) = 7';

test('a statement that waited too long fails, and later ones run', async () => {
  const database = await pooled(await DuckDBInstance.create(':memory:'), 1, 5);
  try {
    const slow = database.rows(SLOW);
    const late = database.rows('SELECT 1 AS n');
    await expect(late).rejects.toThrow('waited longer than 5 ms');
    expect(await slow).toHaveLength(1);
    expect(await database.rows('SELECT 2 AS n')).toEqual([{n: 2}]);
  } finally {
    database.close();
  }
});

test('without a bound every statement waits', async () => {
  const database = await pooled(await DuckDBInstance.create(':memory:'), 1);
  try {
    const [, second] = await Promise.all([database.rows(SLOW), database.rows('SELECT 1 AS n')]);
    expect(second).toEqual([{n: 1}]);
  } finally {
    database.close();
  }
});
