/** JSON written by SQL against JSON.stringify of the values that the reference reads. */
import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {sqlType} from '../../../datasets/rules/sql_types.ts';
import type {Column, Columns, ColumnType, Json} from '../../../datasets/types.ts';
import {lowerEscapes} from '../../../engine/rows/json_values.ts';
import {JSON_MACROS, jsonArguments, jsonValue} from '../../../engine/sql/json.ts';
import fc from '../../helpers/fast_check.ts';
import {seed} from '../../helpers/seed.ts';
import {type Database, pooled} from '../../reference/pool.ts';

let database: Database;
beforeAll(async () => {
  database = await pooled(await DuckDBInstance.create(':memory:', {threads: '1'}), 1);
  for (const macro of JSON_MACROS) await database.rows(macro);
});
afterAll(() => database.close());

const column = (type: ColumnType, fields: Columns = {}): Column => ({
  type,
  nullable: true,
  help: '',
  visibility: 'list',
  example: null,
  fields,
});

/** How a value of the column is written in the list that is passed to SQL: scalars as texts. */
function structure({type, fields = {}}: Column): Json {
  const parts = () =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, structure(field)]));
  switch (type) {
    case 'text[]':
      return ['VARCHAR'];
    case 'rows':
      return [parts()];
    case 'object':
      return parts();
    default:
      return 'VARCHAR';
  }
}

/** Fails unless SQL writes each value as JSON.stringify writes what the reference reads. */
async function agree(declared: Column, values: readonly Json[]): Promise<string[]> {
  const rows = await database.rows(
    `SELECT v, ${jsonValue(declared, 'v')} AS written
    FROM (SELECT CAST(unnest(from_json($values, $structure)) AS ${sqlType(declared)}) AS v)`,
    {values: JSON.stringify(values), structure: JSON.stringify([structure(declared)])},
  );
  expect(rows).toHaveLength(values.length);
  const texts = rows.map(({written}) => {
    const bytes = Buffer.from(String(written));
    lowerEscapes(bytes);
    return bytes.toString();
  });
  for (const [i, {v}] of rows.entries()) expect(texts[i]).toBe(JSON.stringify(v));
  return texts;
}

const check = (values: fc.Arbitrary<Json>, declared: Column) =>
  fc.assert(
    fc.asyncProperty(fc.array(values, {minLength: 1, maxLength: 60}), async (all) => {
      await agree(declared, all);
    }),
    {seed, numRuns: 40},
  );

const CONTROLS = Array.from({length: 32}, (_, code) => String.fromCharCode(code));
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...CONTROLS,
        '"',
        '\\',
        '/',
        '\u007f',
        '\u0080',
        '\u2028',
        '\u2029',
        '\ufeff',
        '\uffff',
      ),
      fc.string({unit: 'binary', minLength: 1, maxLength: 3}).map((one) => one.toWellFormed()),
      fc.constantFrom(
        'Québec',
        '😀',
        'a b',
        '</script>',
        '\\n',
        '\\u0000',
        '\\u000B',
        '\\u000b',
        "O'Neil",
        '\u{10ffff}',
      ),
    ),
    {maxLength: 8},
  )
  // The client strips a byte order mark at the beginning of a list item.
  .map((parts) => parts.join('').replaceAll('\ufeff', ''));

test('every character of the first planes is escaped, alone and between letters', async () => {
  const all: string[] = [];
  for (let code = 0; code < 0x20000; code++) {
    if (code < 0xd800 || code > 0xdfff) all.push(`a${String.fromCodePoint(code)}b`);
  }
  await agree(column('text'), [...CONTROLS, ...CONTROLS.map((one) => `${one}${one}`), ...all]);
});

test('every pair of control characters is escaped, short and long escapes in one text', async () => {
  await agree(
    column('text'),
    CONTROLS.flatMap((a) => CONTROLS.map((b) => `${a}"${b}\\`)),
  );
});

test('texts, and lists of texts', async () => {
  await check(fc.option(text), column('text'));
  await check(fc.option(fc.array(fc.option(text), {maxLength: 4})), column('text[]'));
});

const cents = fc.oneof(
  fc.bigInt({min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n}),
  fc.bigInt({min: -20_000n, max: 20_000n}),
  fc.bigInt({min: 8_999_999_999_999_000n, max: 9_010_000_000_000_000n}),
);
const money = cents.map((all) => {
  const digits = String(all < 0n ? -all : all).padStart(3, '0');
  return `${all < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
});

test('money to the last digit of a JavaScript number', async () => {
  await check(fc.option(money), column('money'));
  const written = await agree(column('money'), [
    '0.00',
    '-0.01',
    '100.00',
    '1200.50',
    '90000000000000.01',
    null,
  ]);
  expect(written).toEqual(['0', '-0.01', '100', '1200.5', '90000000000000.02', 'null']);
});

test('integers, numbers and booleans', async () => {
  await check(fc.option(fc.maxSafeInteger().map(String)), column('integer'));
  await check(fc.option(fc.integer().map((n) => String(n / 1000))), column('number'));
  await check(fc.option(fc.boolean().map(String)), column('boolean'));
});

const time = fc.date({min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true});

test('days and times', async () => {
  await check(fc.option(time.map((at) => at.toISOString().slice(0, 10))), column('date'));
  await check(fc.option(time.map((at) => at.toISOString().slice(0, 19))), column('timestamp'));
});

const PARTS: Columns = {
  name: column('text'),
  value: column('money'),
  'odd name': column('integer'),
  day: column('date'),
  list: column('text[]'),
};
const part = fc.record({
  name: fc.option(text),
  value: fc.option(money),
  'odd name': fc.option(fc.integer().map(String)),
  day: fc.option(time.map((at) => at.toISOString().slice(0, 10))),
  list: fc.option(fc.array(text, {maxLength: 3})),
});

test('nested rows and objects', async () => {
  await check(fc.option(fc.array(part, {maxLength: 3})), column('rows', PARTS));
  await check(fc.option(part), column('object', PARTS));
  await check(
    fc.array(fc.record({inner: fc.array(part, {maxLength: 2})}), {maxLength: 2}),
    column('rows', {inner: column('rows', PARTS)}),
  );
});

test('fields of a record keep their order and odd names', async () => {
  const fields = Object.entries({a: column('text'), 'b"\\': column('integer')});
  const sql = jsonArguments(
    fields.map(([name, declared]) => ({
      name,
      column: declared,
      sql: declared.type === 'text' ? "'x'" : 'NULL',
    })),
  ).join(', ');
  const [row] = await database.rows(`SELECT concat('{', ${sql}, '}') AS json`);
  expect(row?.['json']).toBe(JSON.stringify({a: 'x', 'b"\\': null}));
});
