/**
 * Sections of profiles over the small corpus: all entities at once as one by one, in orders that leave no
 * choice.
 */
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {DERIVED} from '../../datasets/index.ts';
import type {Derived, Section} from '../../datasets/types.ts';
import {readBuild} from '../../engine/file/build_files.ts';
import {sectionOfAll} from '../../engine/sql/profile_sections.ts';
import type {Row} from '../../engine/types.ts';
import {sharedData} from '../helpers/stack.ts';
import {openDatabase} from '../reference/database.ts';
import type {Database} from '../reference/pool.ts';
import {sectionOfOne} from '../reference/section_of_one.ts';

let database: Database;
beforeAll(async () => {
  const build = await readBuild(join(await sharedData(), 'current'));
  database = await openDatabase(build, {memory_mb: 512});
});
afterAll(() => database?.close());

const SECTIONS = Object.values(DERIVED).flatMap((declaration) =>
  Object.entries(declaration.sections).map(([name, section]) => ({
    of: declaration,
    title: `${declaration.name}.${name}`,
    section,
  })),
);

const keysOf = async ({name, key}: Derived): Promise<string[]> =>
  (await database.rows(`SELECT ${key.column} AS key FROM ${name} ORDER BY key`)).map((row) =>
    String(row['key']),
  );

/** No entity of the corpus has so many rows. */
const NEVER_FULL = new Set(['committees.activities', 'clients.top_lobbyists', 'organizations.names']);

/** Positions shared by rows of different content, within one entity. */
async function choices({column, sql}: Section, order: string): Promise<number> {
  const fields = Object.keys(column.fields ?? {});
  const [row] = await database.rows(`
    WITH placed AS (
      SELECT _key, rank() OVER (PARTITION BY _key ORDER BY ${order}) AS place, row(${fields.join(', ')}) AS content
      FROM (${sql})
    )
    SELECT count(*) AS n FROM (SELECT 1 FROM placed GROUP BY _key, place HAVING count(DISTINCT content) > 1)`);
  return Number(row?.['n']);
}

describe.each(SECTIONS)('$title', ({of: declaration, title, section}) => {
  const {column, sql, order, limit} = section;

  test('has the key and the declared fields, in order', async () => {
    const described = await database.rows(`DESCRIBE ${sql}`);
    expect(described.map((row) => row['column_name'])).toEqual(['_key', ...Object.keys(column.fields ?? {})]);
  });

  test('belongs to entities only, an object to every one of them once', async () => {
    const rows = await database.rows(
      `SELECT _key AS key, count(*) AS n FROM (${sql}) GROUP BY ALL ORDER BY key`,
    );
    const keys = await keysOf(declaration);
    expect(rows.length).toBeGreaterThan(20);
    const known = new Set(keys);
    expect(rows.filter(({key}) => !known.has(String(key)))).toEqual([]);
    if (column.type === 'object') expect(rows).toEqual(keys.map((key) => ({key, n: 1})));
  });

  test('has a total order within an entity', async () => {
    expect(await choices(section, order ?? '_key')).toBe(0);
  });

  test('is the same for all entities at once as for one at a time', async () => {
    const byKey = new Map<string, Row[]>();
    for (const {_key, _position, ...row} of await database.rows(
      `${sectionOfAll(section)} ORDER BY _key, _position`,
    )) {
      const rows = byKey.get(String(_key)) ?? [];
      expect(_position).toBe(rows.push(row));
      byKey.set(String(_key), rows);
    }
    const largest = Math.max(...[...byKey.values()].map((rows) => rows.length));
    if (limit !== undefined && NEVER_FULL.has(title)) expect(largest).toBeLessThan(limit);
    else if (limit !== undefined) expect(largest).toBe(limit);
    const full = [...byKey].filter(([, rows]) => rows.length === largest).map(([key]) => key);
    const keys = await keysOf(declaration);
    for (const key of [...full.slice(0, 20), ...keys.filter((_, i) => i % 40 === 0)]) {
      expect({key, rows: await database.rows(sectionOfOne(section), {key})}).toEqual({
        key,
        rows: byKey.get(key) ?? [],
      });
    }
  });
});

test('an ambiguous order is detected', async () => {
  expect(
    await choices(DERIVED['vendors']!.sections['recent_contracts']!, 'date DESC NULLS LAST'),
  ).toBeGreaterThan(0);
});
