/**
 * How the derived tables are joined: a join that compares every row with every other one takes minutes at
 * national scale.
 */
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, inBuild, loadsOf, type Manifest} from '../../builds/artefacts.ts';
import {DATASETS, DERIVED} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
import {manifestOf, sharedData} from '../helpers/stack.ts';

let db: DuckDBConnection;
let close: () => void;
beforeAll(async () => {
  const dataDir = await sharedData();
  const {current} = dataPaths(dataDir);
  const {sources} = (await manifestOf(dataDir)) as Manifest;
  ({db, close} = await memoryDatabase());
  await db.run(asOfMacro('2026-11-28'));
  // Tables of the corpus are small enough for loops where hashes are as good: ask for the plan of large ones.
  await db.run('SET nested_loop_join_threshold = 0');
  await db.run('SET merge_join_threshold = 0');
  for (const {name, byDataset, sql} of Object.values(DERIVED)) {
    if (typeof sql === 'string') continue;
    const path = literal(join(current, byDataset ? inBuild.part(name, '*') : inBuild.derived(name)));
    await db.run(`CREATE VIEW ${ident(name)} AS FROM read_parquet(${path})`);
  }
  for (const {name, id} of Object.values(DATASETS)) {
    const parts = sources.filter(({dataset}) => dataset === name).map(({slug}) => inBuild.part(name, slug));
    const files = parts.map((path) => literal(join(current, path)));
    if (!files.length) continue;
    await db.run(
      `CREATE VIEW ${ident(name)} AS FROM read_parquet([${files.join(', ')}], union_by_name = true)`,
    );
    await db.run(
      `CREATE VIEW ${ident(loadsOf(name))} AS SELECT ${ident(id.column)} AS record_id, now() AS first_seen, now() AS last_changed FROM ${ident(name)}`,
    );
  }
});
afterAll(() => close?.());

const LOOPS = /BLOCKWISE_NL_JOIN|NESTED_LOOP_JOIN|CROSS_PRODUCT/;

test('every table is joined by keys', async () => {
  const loops: string[] = [];
  for (const {name, sql, resolved} of Object.values(DERIVED)) {
    // The names that are resolved in between are joined by equality of all they have.
    if (typeof sql === 'string' || resolved) continue;
    const plan = (await db.runAndReadAll(`EXPLAIN ${sql}`)).getRows().join('\n');
    if (LOOPS.test(plan)) loops.push(`${name}: ${LOOPS.exec(plan)![0]}`);
  }
  expect(loops).toEqual([]);
});
