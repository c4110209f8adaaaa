/**
 * Files of documents as sources: bundles and single documents have the same records, and every row is
 * counted.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parliamentarians} from '../../../../datasets/parliamentarians/schema.ts';
import parlinfo from '../../../../datasets/parliamentarians/sources/parlinfo.ts';
import {ReadError} from '../../../../pipeline/read/types.ts';
import type {Event} from '../../../../pipeline/runtime/events.ts';
import {folder, partOf} from '../../../helpers/pipeline.ts';
import {bundled, documentPart} from '../../../helpers/port_documents.ts';
import {workbookOf} from '../../../helpers/workbooks.ts';
import {zipOf} from '../../../helpers/zips.ts';

const XML = `<?xml version="1.0" encoding="utf-8"?>
<Ports>
  <Port id="P-1" flag="CA"><Name>Côve</Name><Depth>9</Depth><Opened>2022-12-14T19:00:00-05:00</Opened>
    <Note>&lt;p&gt;Ice&lt;/p&gt;&lt;p&gt;in winter&amp;nbsp;!&lt;/p&gt;</Note>
    <Ships><Ship>Fay</Ship><Ship>Iris</Ship><Ship>null</Ship></Ships></Port>
  <Port id="P-2"><Name/><Depth/><Opened>0001-01-01T00:00:00</Opened><Ships/></Port>
  <Port id="P-3"><Name>Bay</Name><Depth>deep</Depth><Opened>null</Opened><Ships/></Port>
</Ports>`;
const JSON_TEXT =
  '{"Ports": [{"Id": 4, "Name": "Fjord", "Depth": 120, "Ships": [{"Name": "Nix"}, {"Name": "Nix"}]}, 7]}';
const HTML = `<!DOCTYPE html><html><body><main class="ports"><div class="port" id="P-5"><h3>Quay</h3></div></main></body></html>`;
const SECTIONS =
  'PILOTS\r\nPort P-1\r\n"Name",\r\n"Lee, Maren",\r\n"Fay",\r\n\r\nPort P-9\r\n"Name",\r\n"Okafor",\r\n';

const RECORDS = [
  {id: '4', name: 'Fjord', depth: 120, opened: null, note: null, ships: ['Nix']},
  {
    id: 'P-1',
    name: 'Côve',
    depth: 9,
    opened: '2022-12-15',
    note: 'Ice\nin winter !',
    ships: ['Fay', 'Iris', 'Lee, Maren'],
  },
  {id: 'P-3', name: 'Bay', depth: null, opened: null, note: null, ships: []},
  {id: 'P-5', name: 'Quay', depth: null, opened: null, note: null, ships: []},
].map((record) => ({...record, source_dataset: 'Documented'}));

/** What every way of giving these documents must come to. */
const COUNTS = {
  read: 14,
  kept: 4,
  merged: 7,
  rejected: 3,
  merged_by_reason: {'part of a record': 5, 'repeated part': 2},
  rejected_by_reason: {'no JSON object': 1, 'no name': 1, 'no port with this id': 1},
  notes: {'depth: cell could not be read, null instead': 1},
};

const bundle = (): string =>
  bundled('ports/a', XML) +
  bundled('ports/b', JSON_TEXT) +
  bundled('ports/c', HTML) +
  bundled('ports/d', SECTIONS);

describe('the same documents', () => {
  test('as a bundle: rows, ledger, rejects with their text, layouts seen', async () => {
    const {records, entry, rejects} = await documentPart({'ports.documents.ndjson': bundle()});
    expect(records).toEqual(RECORDS);
    expect(entry).toMatchObject(COUNTS);
    expect(entry.files).toMatchObject([
      {
        name: 'ports.documents.ndjson',
        rows: 14,
        encoding: 'utf-8',
        layout: 'ports, ships, ports in JSON, ships in JSON, ports in HTML, pilots',
        unknown_columns: ['ports: @flag'],
        missing_columns: ['ports in HTML: depth'],
      },
    ]);
    const shown = rejects.map(({kind, reason, field, raw}) => [kind, field ?? reason, raw]);
    expect(shown).toEqual([
      [
        'row',
        'no name',
        JSON.stringify({
          document: 'ports/a',
          layout: 'ports',
          row: {'@id': 'P-2', Opened: '0001-01-01T00:00:00'},
        }),
      ],
      ['row', 'no JSON object', JSON.stringify({document: 'ports/b', layout: 'ports in JSON', row: '7'})],
      [
        'row',
        'no port with this id',
        JSON.stringify({document: 'ports/d', layout: 'pilots', row: {Name: 'Okafor', heading: 'Port P-9'}}),
      ],
      ['cell', 'depth', 'deep'],
    ]);
  });

  test('as files of a mirror, in the declared encodings', async () => {
    const {records, entry, rejects} = await documentPart({
      'a.xml': Buffer.from(XML.replace('utf-8', 'windows-1252'), 'latin1'),
      'b.jsonp': `\ufeff/**/ typeof 1 === 'function' && 1(${JSON_TEXT});`,
      'c.htm': Buffer.from(`\ufeff${HTML}`, 'utf16le'),
      'd.csv': SECTIONS,
    });
    expect(records).toEqual(RECORDS);
    expect(entry).toMatchObject(COUNTS);
    expect(entry.files.map(({name, layout, encoding, rows}) => [name, layout, encoding, rows])).toEqual([
      ['a.xml', 'ports, ships', 'windows-1252', 6],
      ['b.jsonp', 'ports in JSON, ships in JSON', 'utf-8', 4],
      ['c.htm', 'ports in HTML', 'utf-16', 1],
      ['d.csv', 'pilots', 'utf-8', 3],
    ]);
    expect(rejects.map(({file, line}) => [file, line])).toEqual([
      ['a.xml', 5],
      ['b.jsonp', 2],
      ['d.csv', 3],
      ['a.xml', 6],
    ]);
    expect(rejects[0]?.['raw']).toContain('"document":"a.xml"');
  });

  test('as entries of a zip', async () => {
    const zip = await zipOf({
      'x/a.xml': Buffer.from(XML),
      'x/b.json': Buffer.from(JSON_TEXT),
      'y/c.html': Buffer.from(HTML),
      'y/d.csv': Buffer.from(SECTIONS),
    });
    const {readFile} = await import('node:fs/promises');
    const {records, entry, rejects} = await documentPart({'all.zip': await readFile(zip)});
    expect(records).toEqual(RECORDS);
    expect(entry).toMatchObject(COUNTS);
    expect(rejects.map(({raw}) => JSON.parse(`${raw}`.startsWith('{') ? `${raw}` : '{}').document)).toContain(
      'a.xml',
    );
  });

  test('a list without rows is no error; its layouts count as seen', async () => {
    const {records, entry} = await documentPart({
      'ports.documents.ndjson': bundle() + bundled('ports/e', '<Ports/>'),
    });
    expect(records).toEqual(RECORDS);
    expect(entry).toMatchObject(COUNTS);
  });
});

test('a path that no document has is reported', async () => {
  const xml = XML.replaceAll('Ships', 'Vessels');
  const {entry} = await documentPart({'a.xml': xml});
  expect(entry.files[0]).toMatchObject({
    unknown_columns: ['ports: @flag', 'ports: Vessels'],
    missing_columns: ['ships: Ports/Port/Ships/Ship'],
  });
});

test('progress is in bytes of the file', async () => {
  const events: Event[] = [];
  const many = Array.from({length: 200}, (_, at) =>
    bundled(`ports/${at}`, XML.replaceAll('P-', `P${at}-`)),
  ).join('');
  const {entry} = await documentPart({'ports.documents.ndjson': many}, (event) => events.push(event));
  const progress = events.flatMap((event) => (event.kind === 'reading' ? [event] : []));
  expect(progress.length).toBeGreaterThan(2);
  expect(progress.map(({rows}) => rows)).toEqual(progress.map(({rows}) => rows).toSorted((a, b) => a - b));
  expect(progress.at(-1)?.bytes).toBeLessThanOrEqual(Buffer.byteLength(many));
  expect(
    progress.every(({total, file}) => total === Buffer.byteLength(many) && file === 'ports.documents.ndjson'),
  ).toBe(true);
  expect(entry.read).toBe(200 * 6);
});

const BAD: Record<string, [file: string, text: string, says: string]> = {
  'a document that is broken': [
    'ports.documents.ndjson',
    bundled('ports/a', '<Ports>\n<Port>'),
    'documented: ports.documents.ndjson!ports/a: broken XML in line 2: ',
  ],
  'a document that fits nothing': [
    'ports.documents.ndjson',
    bundled('ports/a', '<Piers/>'),
    'documented: ports.documents.ndjson!ports/a: XML with the root Piers fits no layout',
  ],
  'a bundle that was cut': [
    'ports.documents.ndjson',
    bundle().slice(0, -20),
    'the file ends inside document 4',
  ],
  'a line that is no document': [
    'ports.documents.ndjson',
    `${bundle()}{"name": "x"}\n`,
    'line 5 holds no document',
  ],
  'a line that is no JSON': ['ports.documents.ndjson', `x\n${bundle()}`, 'line 1 holds no document'],
  'a document twice': [
    'ports.documents.ndjson',
    bundle() + bundled('ports/b', JSON_TEXT),
    'it holds the document ports/b twice',
  ],
  'a file of bytes in no encoding': ['a.xml', '', 'the document is empty'],
  'a page in place of XML': [
    'a.xml',
    '<html><head><title>Sorry</title></head></html>',
    'documented: a.xml: an HTML page with the title "Sorry" fits no layout',
  ],
};

test.each(Object.entries(BAD))('%s', async (_, [file, text, says]) => {
  await expect(documentPart({[file]: text})).rejects.toThrow(says);
});

test.each([
  ['people.csv', 'PersonId,StraightDisplayName\n1,Maren\n'],
  ['people.jsonl', '{"PersonId": 1}\n{"PersonId": 2}\n'],
  [
    'people.geojson',
    '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"a": 1}}]}',
  ],
])('a table where the source reads documents is refused by name: %s', async (name, text) => {
  const path = join(await folder(), name);
  await writeFile(path, text);
  const refused = partOf(parlinfo, parliamentarians, [path]);
  await expect(refused).rejects.toThrow(ReadError);
  await expect(refused).rejects.toThrow(
    `parlinfo: ${name}: it holds a table, but the source reads documents; remove it from the files of the source`,
  );
});

test('so is a workbook', async () => {
  const path = await workbookOf({people: [['PersonId'], ['1']]}, 'people.xlsx');
  await expect(partOf(parlinfo, parliamentarians, [path])).rejects.toThrow(
    'parlinfo: people.xlsx: it holds a table, but the source reads documents; remove it',
  );
});
