/** Paths of rows and columns: what every form of them finds in XML and in JSON. */
import {expect, test} from 'vitest';
import {parsePath} from '../../../../pipeline/read/documents/path.ts';
import {layoutOf, read} from '../../../helpers/documents.ts';

const XML = `<?xml version="1.0"?>
<Ports count="2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Board><Name>North</Name></Board>
  <Port id="1">
    <Name lang="en">Harbour</Name><Name lang="fr">Havre</Name>
    <Depth xsi:nil="true" /><Closed></Closed><Note> two <b>bold</b> words </Note>
    <Berths><Berth n="a"><Ship>Fay</Ship><Ship>Iris</Ship></Berth><Berth n="b"><Ship>Nix</Ship></Berth></Berths>
  </Port>
  <Port id="2"><Name lang="en">Cove</Name><Berths /></Port>
  <Foot><Name>South</Name></Foot>
</Ports>`;

const JSON_TEXT = JSON.stringify({
  Board: {Name: 'North'},
  Ports: [
    {
      Id: 1,
      Name: [
        {lang: 'en', text: 'Harbour'},
        {lang: 'fr', text: 'Havre'},
      ],
      Depth: null,
      Closed: '',
      Open: false,
      Extent: {Length: 12.5},
      Berths: [
        {N: 'a', Ships: ['Fay', 'Iris']},
        {N: 'b', Ships: ['Nix']},
      ],
    },
    {Id: 2, Name: [{lang: 'en', text: 'Cove'}], Berths: []},
  ],
});

/** Column -> its values by row. */
type Columns = Record<string, (string | null)[]>;

const PORTS: Columns = {
  '@id': ['1', '2'],
  Name: ['Harbour\nHavre', 'Cove'],
  'Name[1]': ['Harbour', 'Cove'],
  'Name[2]': ['Havre', null],
  'Name[-1]': ['Havre', 'Cove'],
  'Name[@lang=fr]': ['Havre', null],
  'Name[@lang=en][1]': ['Harbour', 'Cove'],
  'Name/@lang': ['en\nfr', 'en'],
  'Name[-1]/@lang': ['fr', 'en'],
  Depth: [null, null],
  Closed: [null, null],
  Note: [' two bold words ', null],
  'Note/b': ['bold', null],
  'Berths/Berth/Ship': ['Fay\nIris\nNix', null],
  'Berths/Berth[-1]/Ship': ['Nix', null],
  'Berths/Berth[@n=a]/Ship[2]': ['Iris', null],
  '../@count': ['2', '2'],
  '../Board/Name': ['North', 'North'],
  '../Foot/Name': ['South', 'South'],
  './@id': ['1', '2'],
  'document:name': ['kind/1', 'kind/1'],
  'document:url': ['https://example.org/kind/1', 'https://example.org/kind/1'],
};

const SHIPS: Columns = {
  '.': ['Fay', 'Iris', 'Nix'],
  '../@n': ['a', 'a', 'b'],
  '../../../@id': ['1', '1', '1'],
  '../../../Name[1]': ['Harbour', 'Harbour', 'Harbour'],
  '../../../../@count': ['2', '2', '2'],
  '../../../../Foot/Name': ['South', 'South', 'South'],
};

const JSON_PORTS: Columns = {
  Id: ['1', '2'],
  '@Id': ['1', '2'],
  'Name/text': ['Harbour\nHavre', 'Cove'],
  'Name[1]/text': ['Harbour', 'Cove'],
  'Name[2]/text': ['Havre', null],
  'Name[-1]/text': ['Havre', 'Cove'],
  'Name[@lang=fr]/text': ['Havre', null],
  Depth: [null, null],
  Closed: [null, null],
  Open: ['false', null],
  Extent: ['{"Length":12.5}', null],
  'Extent/Length': ['12.5', null],
  'Berths/Ships': ['Fay\nIris\nNix', null],
  'Berths[-1]/Ships': ['Nix', null],
  'Berths[@N=a]/Ships[2]': ['Iris', null],
  '../Board/Name': ['North', 'North'],
  'document:name': ['kind/1', 'kind/1'],
};

const BERTHS: Columns = {
  N: ['a', 'b'],
  '../Id': ['1', '1'],
  '../../Board/Name': ['North', 'North'],
};

const TABLES = [
  {form: 'xml', text: XML, at: 'Ports/Port', columns: PORTS},
  {form: 'xml', text: XML, at: 'Ports/Port/Berths/Berth/Ship', columns: SHIPS},
  {form: 'xml', text: XML, at: 'Ports/Port/Name[@lang=fr]', columns: {'.': ['Havre'], '../@id': ['1']}},
  {form: 'xml', text: XML, at: 'Ports/Port[-1]', columns: {'@id': ['2'], '../@count': ['2']}},
  {form: 'xml', text: XML, at: 'Ports', columns: {'@count': ['2'], 'Port/@id': ['1\n2']}},
  {form: 'json', text: JSON_TEXT, at: 'Ports', columns: JSON_PORTS},
  {form: 'json', text: JSON_TEXT, at: 'Ports/Berths', columns: BERTHS},
  {form: 'json', text: JSON_TEXT, at: 'Ports/Berths/Ships', columns: {'.': ['Fay', 'Iris', 'Nix']}},
  {form: 'json', text: JSON_TEXT, at: '', columns: {'Board/Name': ['North'], 'Ports/Id': ['1\n2']}},
  {form: 'json', text: '[{"a": 1}, {"a": [2, [3]]}]', at: '[]', columns: {a: ['1', '2\n3']}},
  {form: 'json', text: '[{"a": [{"b": 1}, {"b": 2}]}]', at: '[]/a', columns: {b: ['1', '2']}},
] as const;

const CASES = TABLES.flatMap(({form, text, at, columns}) =>
  Object.entries(columns as Columns).map(([column, values]) => ({form, text, at, column, values})),
);

test.each(CASES)('$form at "$at": $column', ({form, text, at, column, values}) => {
  const layout = layoutOf('rows', {form, path: at}, [column], {optional: [column]});
  expect(read([layout], text)).toEqual(values.map((value) => ['rows', {[column]: value}]));
});

test('all columns of a layout together have the values of each alone', () => {
  const layout = layoutOf('rows', {form: 'xml', path: 'Ports/Port'}, Object.keys(PORTS), {
    optional: Object.keys(PORTS),
  });
  const rows = read([layout], XML).map(([, cells]) => cells);
  expect(rows).toEqual(
    [0, 1].map((row) =>
      Object.fromEntries(Object.entries(PORTS).map(([name, values]) => [name, values[row]])),
    ),
  );
});

test.each(['a[0]', 'a[', 'a]', 'a[x]', '[1]', 'a[@b]', 'a//b', '/a', 'a/'])('%s is not a path', (path) => {
  expect(() => parsePath(path)).toThrow(`no path: ${path}`);
});
