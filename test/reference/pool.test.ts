/** The pool of connections: statements take turns, also after one that failed. */
import {DuckDBInstance} from '@duckdb/node-api';
import {expect, test} from 'vitest';
import {pooled} from './pool.ts';

const SLOW = 'SELECT count(*) AS n FROM range(40000000) WHERE hash(range) = 7';

test('every statement waits for its turn, and one that fails holds up no other', async () => {
  const database = await pooled(await DuckDBInstance.create(':memory:'), 1);
  try {
    const failed = database.rows('SELECT nothing');
    const [, second] = await Promise.all([
      database.rows(SLOW),
      database.rows('SELECT 1 AS n'),
      expect(failed).rejects.toThrow('nothing'),
    ]);
    expect(second).toEqual([{n: 1}]);
  } finally {
    database.close();
  }
});
