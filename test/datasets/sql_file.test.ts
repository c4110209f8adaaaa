/** SQL in files: what is put in place of parameters and relations, and what is refused. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {codeTable, type SqlValue, sqlFile, sqlText, unionOf} from '../../datasets/sql_file.ts';

const folder = mkdtempSync(join(tmpdir(), 'sql-file-'));
afterAll(() => rmSync(folder, {recursive: true}));

function written(text: string): string {
  const path = join(folder, 'some.sql');
  writeFileSync(path, text);
  return path;
}
const textOf = (text: string, given: Record<string, SqlValue> = {}): string =>
  String(sqlFile(written(text), given));

test('values are literals, and generated SQL stands as it is', () => {
  const given = {text: "l'an $n", n: 2.5, yes: true, list: ['a', "b'c"], columns: sqlText('x, y')};
  expect(textOf('SELECT $columns, $text, $n, $yes, $list, $n;\n', given)).toBe(
    "SELECT x, y, 'l''an $n', 2.5, true, ['a', 'b''c'], 2.5",
  );
});

test('a relation that is given is read in place of its name', () => {
  const pairs = codeTable(
    ['rule', 'why'],
    [
      ['one', "it's"],
      ['two', 'so'],
    ],
  );
  expect(textOf('FROM a JOIN pairs AS p ON p.why = a.pairs', {pairs})).toBe(
    "FROM a JOIN (SELECT * FROM (VALUES ('one', 'it''s'), ('two', 'so')) AS t(rule, why)) AS p ON p.why = a.pairs",
  );
});

test('comments go, texts and quoted names stay', () => {
  expect(textOf('/* A row from a\n is $gone. */\nSELECT \'-- $a\', "$b" -- so\nFROM a;\n')).toBe(
    'SELECT \'-- $a\', "$b" \nFROM a',
  );
});

test('statements are united in the file of all', () => {
  const path = written('SELECT $n');
  const all = unionOf([sqlFile(path, {n: 1}), sqlFile(path, {n: 2})]);
  expect([String(all), all.path]).toEqual(['SELECT 1\nUNION ALL SELECT 2', path]);
});

test('a parameter without a value, a value without a parameter and a missing file are named', () => {
  const path = join(folder, 'some.sql');
  expect(() => textOf('SELECT $a', {})).toThrow(`${path}: no value is given for $a`);
  expect(() => textOf('SELECT $a', {a: 1, b: 2})).toThrow(`${path}: it reads no b, which it is given`);
  expect(() => textOf('SELECT 1 FROM c', {c: 'text'})).toThrow(`${path}: it reads no c, which it is given`);
  expect(() => String(sqlFile('datasets/derived/none.sql'))).toThrow(/none\.sql/);
});

test('the file is read when its text is asked for, and JSON has the text', () => {
  const sql = sqlFile(written('SELECT 1'));
  writeFileSync(join(folder, 'some.sql'), 'SELECT 2');
  expect(JSON.stringify({sql})).toBe('{"sql":"SELECT 2"}');
});
