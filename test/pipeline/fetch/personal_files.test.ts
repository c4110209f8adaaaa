/** Whole files are stored without columns on private persons, in every form that has columns. */
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {read, utils} from '@e965/xlsx';
import {expect, test} from 'vitest';
import {hashFile} from '../../../builds/hash_file.ts';
import type {Source} from '../../../datasets/types.ts';
import {bench, closing, folder, plain, single} from '../../helpers/fetching.ts';
import {layoutOf} from '../../helpers/probing.ts';
import {workbookOf} from '../../helpers/workbooks.ts';
import {startStorage} from '../../portals/storage.ts';

const DECLARED: Partial<Source> = {
  personal: ['Owner Phone', 'courriel'],
  layouts: [layoutOf(['number', 'text'])],
};

/** Fetches a file of a mirror; its bytes in the store, and what its sidecar says. */
async function stored(name: string, body: Buffer, declared: Partial<Source> = DECLARED) {
  const MIRROR = await folder();
  await mkdir(join(MIRROR, 'example'));
  await writeFile(join(MIRROR, 'example', name), body);
  const made = await bench({MIRROR});
  const {snapshot, body: kept} = await single(made.fetch([plain('')], {declared}));
  expect(snapshot.sha256).toBe(await hashFile(snapshot.path));
  const names = await made.stored();
  const sidecar = names.find((one) => /^[0-9a-f]{64}\.json$/.test(one)) ?? '';
  const facts = JSON.parse(await readFile(join(made.dataDir, 'raw/example', sidecar), 'utf8'));
  expect(facts).toMatchObject({sha256: snapshot.sha256, bytes: kept.length});
  return {kept, left_out: facts.left_out, names};
}

test('a CSV loses the columns and nothing else', async () => {
  const text = [
    '\ufeffnumber,OWNER_PHONE,text,courriel',
    '1,604-555-0142,"Été, ""two""\nlines",a@example.org',
    '',
    '2,604-555-0142,short',
    '3,604-555-0142,x,b@example.org,,',
    '4,604-555-0142,x,b@example.org,c@example.org',
    '5,604-555-0142,last,d@example.org',
  ];
  const {kept, left_out} = await stored('rows.csv', Buffer.from(text.join('\r\n')));
  expect(kept.toString()).toBe('\ufeffnumber,text\n1,"Été, ""two""\nlines"\n\n2,short\n3,x,,\nx,x,x\n5,last');
  expect(left_out).toEqual(['OWNER_PHONE', 'courriel']);
});

test('bytes of Windows-1252 stay as they are, and other delimiters are known', async () => {
  const body = Buffer.from('number;courriel;text\n1;a@example.org;\xc9t\xe9 "a", b\n', 'latin1');
  const {kept} = await stored('rows.csv', body, {...DECLARED, delimiter: ';'});
  expect(kept.toString('latin1')).toBe('number;text\n1;"\xc9t\xe9 ""a"", b"\n');
});

test('JSON in any form loses the keys and keeps its numbers', async () => {
  const line = '{"number":1.50,"Owner_Phone":"604-555-0142","text":"x"}';
  expect((await stored('rows.jsonl', Buffer.from(`${line}\n${line}\n`))).kept.toString()).toBe(
    '{"number":1.50,"text":"x"}\n{"number":1.50,"text":"x"}\n',
  );
  const feature = `{"type":"Feature","properties":${line},"geometry":{"type":"Point","coordinates":[-80.10,43]}}`;
  const {kept, left_out} = await stored(
    'rows.geojson',
    Buffer.from(`{"type":"FeatureCollection","features":[${feature}]}`),
  );
  expect(kept.toString()).toContain('"properties":{"number":1.50,"text":"x"}');
  expect(kept.toString()).toContain('[-80.10,43]');
  expect(left_out).toEqual(['Owner_Phone']);
});

test('rows of NDJSON end in line feeds only: the separator U+2028 is text, and a byte order mark none', async () => {
  const line = '{"text":"a\u2028b","Owner_Phone":"604-555-0142"}';
  expect(line).toContain('\u2028');
  expect((await stored('rows.jsonl', Buffer.from(`\ufeff${line}\n${line}`))).kept.toString()).toBe(
    '{"text":"a\u2028b"}\n{"text":"a\u2028b"}\n',
  );
});

test('a workbook loses the columns below their names', async () => {
  const path = await workbookOf({
    Permits: [['Permits of 2025'], ['number', 'courriel', 'text'], [1, 'a@example.org', 'x']],
  });
  const {kept, left_out} = await stored('rows.xlsx', await readFile(path));
  const book = read(kept);
  expect(utils.sheet_to_json(book.Sheets['Permits'] ?? {}, {header: 1})).toEqual([
    ['Permits of 2025'],
    ['number', undefined, 'text'],
    [1, undefined, 'x'],
  ]);
  expect(left_out).toEqual(['courriel']);
  expect(kept.includes('example.org')).toBe(false);
});

test('a file without such columns is stored as it came', async () => {
  const body = Buffer.from('number,text\r\n1,"a"\r\n');
  const {kept, left_out} = await stored('rows.csv', body);
  expect(kept.equals(body)).toBe(true);
  expect(left_out).toEqual([]);
});

test('a file that cannot be rewritten is refused', async () => {
  await expect(stored('rows.xml', Buffer.from('<rows/>'), {...DECLARED, layouts: [xml]})).rejects.toThrow(
    /columns on private persons cannot be taken out of a file in the format xml .*save it as CSV or workbook/,
  );
});
const xml = {...layoutOf(['number']), rows: {form: 'xml' as const, path: 'rows/row'}};

test('a download that breaks off leaves nothing to be continued', async () => {
  const storage = await closing(startStorage());
  const body = Buffer.from(`number,courriel,text\n${'1,a@example.org,x\n'.repeat(5000)}`);
  const url = storage.put('/rows.csv', {
    body,
    faults: [
      {kind: 'reset', after: 40_000},
      {kind: 'status', status: 404},
    ],
  });
  const {fetch, stored: names} = await bench();
  await expect(fetch([plain(url)], {declared: DECLARED})).rejects.toThrow(/HTTP 404/);
  expect(await names()).toEqual([]);
});

test('a download is confirmed by what the publisher says of it; one stored before the declaration is fetched again', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: Buffer.from('number,courriel,text\n1,a@example.org,x\n')});
  const {fetch, dataDir} = await bench();
  await single(fetch([plain(url)], {declared: {...DECLARED, personal: []}}));
  const {snapshot, body} = await single(fetch([plain(url)], {declared: DECLARED}));
  expect(body.toString()).toBe('number,text\n1,x\n');
  const again = await single(fetch([plain(url)], {declared: DECLARED}));
  expect(again.snapshot.sha256).toBe(snapshot.sha256);
  expect(storage.requests.map(({headers}) => headers['if-none-match'] === undefined)).toEqual([
    true,
    true,
    false,
  ]);
  const parts = (await readdir(join(dataDir, 'raw/example'))).filter((name) => /part|stripped/.test(name));
  expect(parts).toEqual([]);
});
