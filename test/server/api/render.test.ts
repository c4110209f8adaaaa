/** Bodies, languages, entity tags and error answers. */
import papaparse from 'papaparse';
import {describe, expect, test} from 'vitest';
import {linesOf} from '../../../engine/rows/json_lines.ts';
import {LineConverter} from '../../../engine/rows/line_converter.ts';
import type {Row} from '../../../engine/types.ts';
import {ERRORS} from '../../../server/api/error_table.ts';
import {ApiError} from '../../../server/api/errors.ts';
import {localizeRow, selectLanguage} from '../../../server/api/formats/language.ts';
import {csvHeader, type Meta, renderLines, renderObject} from '../../../server/api/formats/render.ts';
import {errorResponse} from '../../../server/api/response.ts';
import type {RowFormat} from '../../../server/api/routes/formats.ts';
import {entityTag, matchEntityTag} from '../../../server/http/entity_tag.ts';
import {csvRows, ndjson} from '../../helpers/row_oracle.ts';

const meta = {total: 2, limit: 50, offset: 0, next_cursor: null};
const rows = [
  {a: 'x, "y"\r\nz', b: null, c: ['1', '2'], d: 10.5, e: true},
  {a: ' é ', b: {k: 1}, c: [], d: 0, e: false},
];
const names = ['a', 'b', 'c', 'd', 'e'];

/** The rows as a page. */
function renderRows(given: readonly Row[], names: readonly string[], meta: Meta, format: RowFormat) {
  const lines = linesOf(given);
  if (format !== 'csv') return renderLines(lines, meta, format);
  return renderLines(
    new LineConverter({names, format, excel: false, cut: null}).convert(lines),
    meta,
    format,
    csvHeader(names),
  );
}

describe('CSV', () => {
  const {type, headers, ...rendered} = renderRows(rows, names, {...meta, next_cursor: 'n'}, 'csv');
  const body = rendered.body.toString();
  test('is quoted by RFC 4180; null is empty, arrays and objects are JSON', () => {
    expect(body.startsWith('a,b,c,d,e\r\n"x, ""y""\r\nz",,"[""1"",""2""]",10.5,true\r\n')).toBe(true);
    expect(body.endsWith('\r\n')).toBe(true);
    expect(papaparse.parse<string[]>(body.trimEnd(), {newline: '\r\n'}).data[2]).toEqual([
      ' é ',
      '{"k":1}',
      '[]',
      '0',
      'false',
    ]);
  });
  test('carries its meta in headers', () => {
    expect(type).toBe('text/csv; charset=utf-8');
    expect(headers).toEqual({'X-Total-Count': '2', 'X-Limit': '50', 'X-Offset': '0', 'X-Next-Cursor': 'n'});
  });
  test('without rows is the header row alone', () => {
    expect(renderRows([], ['a', 'b'], meta, 'csv').body.toString()).toBe('a,b\r\n');
  });
  test('no value is altered, not even one that looks like a formula', () => {
    expect(renderRows([{a: '=1+1'}], ['a'], meta, 'csv').body.toString()).toBe('a\r\n=1+1\r\n');
  });
});

test('NDJSON has a line for each item, and is empty without items', () => {
  const {body, headers} = renderRows(rows, names, meta, 'ndjson');
  expect(
    body
      .toString()
      .split('\n')
      .map((line: string) => line && JSON.parse(line)),
  ).toEqual([...rows, '']);
  expect(headers).not.toHaveProperty('X-Next-Cursor');
  expect(renderRows([], names, meta, 'ndjson').body).toHaveLength(0);
});

test('JSON has an envelope', () => {
  expect(JSON.parse(renderRows(rows, names, meta, 'json').body.toString())).toEqual({data: rows, meta});
  expect(renderObject('{"a":"é"}').body.toString()).toBe('{"data":{"a":"é"}}');
  expect(renderObject(Buffer.from('{"a":1}')).body.toString()).toBe('{"data":{"a":1}}');
});

test('items as bytes and as rows have the same body', () => {
  const metas: Meta[] = [meta, {total: 1_000_000, limit: 1, offset: 9, next_cursor: 'x-_9'}];
  for (const given of [rows, rows.slice(0, 1), []]) {
    const lines = linesOf(given);
    // An engine's buffer continues after the page.
    const longer = {...lines, bytes: Buffer.concat([lines.bytes, Buffer.from('{"z":0}\n')])};
    for (const m of metas) {
      expect(renderLines(longer, m, 'json').body.toString()).toBe(JSON.stringify({data: given, meta: m}));
      expect(renderLines(longer, m, 'ndjson').body.toString()).toBe(ndjson(given));
      expect(renderRows(given, names, m, 'csv').body.toString()).toBe(
        csvHeader(names) + csvRows(given, names),
      );
    }
  }
});

test('the bytes of the engine are copied', () => {
  const lines = linesOf(rows);
  const bodies = (['json', 'ndjson'] as const).map((format) => renderLines(lines, meta, format).body);
  const before = bodies.map(String);
  lines.bytes.fill(0);
  expect(bodies.map(String)).toEqual(before);
});

describe('language', () => {
  test.each([
    ['One | Un', 'en', 'One'],
    ['One | Un | Uno', 'fr', 'Un | Uno'],
    ['One | Un', 'both', 'One | Un'],
    ['One|Un', 'fr', 'One|Un'],
  ] as const)('%j in %s', (text, lang, expected) => expect(selectLanguage(text, lang)).toBe(expected));

  const text = {type: 'text', nullable: true, help: '', visibility: 'list', example: null} as const;
  const columns = {
    plain: text,
    name: {...text, bilingual: true},
    items: {...text, type: 'rows', fields: {name: {...text, bilingual: true}, plain: text}},
    one: {...text, type: 'object', fields: {name: {...text, bilingual: true}}},
  } as const;
  test('is cut in bilingual columns, and the row is not modified', () => {
    const row = {plain: 'A | B', name: 'A | B', items: [{name: 'A | B', plain: 'A | B'}], one: null};
    const before = structuredClone(row);
    expect(localizeRow(row, columns, 'fr')).toEqual({
      plain: 'A | B',
      name: 'B',
      items: [{name: 'B', plain: 'A | B'}],
      one: null,
    });
    expect(row).toEqual(before);
    expect(localizeRow({...row, name: null, one: {name: 'A | B'}}, columns, 'en')).toMatchObject({
      name: null,
      one: {name: 'A'},
    });
  });
});

test('entity tags depend on build, version and query', () => {
  const tag = entityTag('b', '1', 'q');
  expect(tag).toMatch(/^b-[0-9a-f]{20}$/);
  expect(
    new Set([tag, entityTag('c', '1', 'q'), entityTag('b', '2', 'q'), entityTag('b', '1', 'r')]).size,
  ).toBe(4);
});

test.each([
  [undefined, null],
  ['"t"', '"t"'],
  ['W/"t"', '"t"'],
  ['"other", "t-br"', '"t-br"'],
  ['"t-gzip"', '"t-gzip"'],
  ['"t-deflate", t', null],
  ['*', null],
])('If-None-Match %j names %j', (header, tag) => expect(matchEntityTag(header, 't')).toBe(tag));

test('all errors have the same form', () => {
  for (const name of Object.keys(ERRORS) as (keyof typeof ERRORS)[]) {
    const {status, headers, body} = errorResponse(new ApiError(name, {name: 'limit'}));
    expect(Object.keys(JSON.parse(String(body)).error)).toEqual(['code', 'message']);
    expect(headers).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
    });
    expect('Retry-After' in headers).toBe(name === 'unavailable');
    expect('Allow' in headers).toBe(status === 405);
  }
});
