/** Keys of derived entities change with their SQL, wherever it stands. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, expect, test} from 'vitest';
import {newest_tenders} from '../../datasets/derived/newest_tenders.ts';
import {type Sql, sqlFile} from '../../datasets/sql_file.ts';
import {codeHash, OF_DERIVED} from '../../pipeline/write/code_hash.ts';
import {derivedKey} from '../../pipeline/write/derived_key.ts';

const folder = mkdtempSync(join(tmpdir(), 'derived-key-'));
const path = join(folder, 'some.sql');
afterAll(() => rmSync(folder, {recursive: true}));

const INPUTS = {
  files: {tenders: ['tenders.parquet'], awards: ['awards.parquet']},
  ledgers: {},
  asOf: '2026-11-29',
  hashOf: async (file: string) => file,
  before: null,
};
const keyOf = (sql: Sql, given = INPUTS) =>
  derivedKey('build', {...newest_tenders, sql, resolved: undefined}, {}, given);
const written = (text: string): Sql => {
  writeFileSync(path, text);
  return sqlFile(path);
};

test('another statement in the file is another key, another comment is not', async () => {
  const key = await keyOf(written('-- A row is a tender.\nFROM tenders;'));
  expect(await keyOf(written('-- A row is one tender.\nFROM tenders;'))).toBe(key);
  expect(await keyOf(written('-- A row is a tender.\nFROM tenders LIMIT 1;'))).not.toBe(key);
});

test('a file counts that the statement reads, also by a relation in a file of its own', async () => {
  const changed = {...INPUTS, hashOf: async (file: string) => `${file} changed`};
  const direct = written('-- Nothing of awards.\nSELECT 1 AS n');
  expect(await keyOf(direct, changed)).toBe(await keyOf(direct));
  const parts = written('FROM awards');
  String(parts);
  const outer = join(folder, 'outer.sql');
  writeFileSync(outer, 'FROM parts AS p');
  expect(await keyOf(sqlFile(outer, {parts}), changed)).not.toBe(await keyOf(sqlFile(outer, {parts})));
});

test('the hash of the code changes with a file of SQL in its folders', async () => {
  const hash = () => codeHash([relative(fileURLToPath(new URL('../..', import.meta.url)), folder)]);
  writeFileSync(path, 'SELECT 1');
  const before = await hash();
  writeFileSync(path, 'SELECT 2');
  expect(await hash()).not.toBe(before);
  expect(OF_DERIVED).toEqual(
    expect.arrayContaining(['datasets/derived', 'datasets/rules', 'pipeline/normalise']),
  );
});
