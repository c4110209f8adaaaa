/** Forms of documents: XML, JSON, calls around it, and what of them is broken. */
import {describe, expect, test} from 'vitest';
import {layoutOf, read} from '../../../helpers/documents.ts';

const PORT = layoutOf('ports', {form: 'xml', path: 'Ports/Port'}, ['Name', '@id'], {
  optional: ['@id', 'Name'],
});
const names = (text: string) => read([PORT], text).map(([, cells]) => (cells as {Name: string | null}).Name);
const inPort = (inside: string) => `<Ports><Port id="1">${inside}</Port></Ports>`;

const XML: Record<string, [text: string, name: string | null]> = {
  'without a declaration': [inPort('<Name>a</Name>'), 'a'],
  'with a byte order mark': [`\ufeff<?xml version="1.0" encoding="utf-8"?>${inPort('<Name>a</Name>')}`, 'a'],
  'behind blank lines': [`\r\n\r\n${inPort('<Name>a</Name>')}`, 'a'],
  'with CRLF': [inPort('\r\n  <Name>a\r\nb</Name>\r\n').replaceAll('><', '>\r\n<'), 'a\nb'],
  'with a remark before the root': [`<?xml version="1.0"?><!-- <Ports> -->${inPort('<Name>a</Name>')}`, 'a'],
  'with a document type': [`<!DOCTYPE Ports>${inPort('<Name>a</Name>')}`, 'a'],
  'with references': [
    inPort('<Name>a &amp; b &lt;c&gt; &quot;d&quot; &#233;&#xE9;</Name>'),
    'a & b <c> "d" éé',
  ],
  'with a raw section': [inPort('<Name>a <![CDATA[<b> & ]]>c</Name>'), 'a <b> & c'],
  'with a remark inside': [inPort('<Name>a<!-- x -->b</Name>'), 'ab'],
  'with prefixes': ['<p:Ports xmlns:p="urn:p"><p:Port p:id="1"><p:Name>a</p:Name></p:Port></p:Ports>', 'a'],
  'with a prefix that nobody declares': ['<Ports><Port><x:Name>a</x:Name></Port></Ports>', 'a'],
  'with a name space of its own': [inPort('<Name>a</Name>').replace('Ports', 'Ports xmlns="urn:ports"'), 'a'],
  nil: [inPort('<Name xsi:nil="true" />'), null],
  'nil as 1': [inPort('<Name i:nil="1"></Name>'), null],
  'not nil': [inPort('<Name xsi:nil="false">a</Name>'), 'a'],
  empty: [inPort('<Name/>'), null],
  absent: [inPort(''), null],
  'white space alone stays, as in tables': [inPort('<Name> </Name>'), ' '],
  'as the text of a name that ends alike': [inPort('<LongName>b</LongName><Name>a</Name>'), 'a'],
};

describe('XML', () => {
  test.each(Object.entries(XML))('%s', (_, [text, name]) => expect(names(text)).toEqual([name]));

  test('a prefixed attribute is found with and without its prefix', () => {
    const text = '<Ports><Port xml:lang="en"><Name>a</Name></Port></Ports>';
    const layout = layoutOf('ports', {form: 'xml', path: 'Ports/Port'}, ['@xml:lang', '@lang']);
    expect(read([layout], text)).toEqual([['ports', {'@xml:lang': 'en', '@lang': 'en'}]]);
  });

  test('texts longer than a chunk of the parser', () => {
    const name = 'é&<'.repeat(70_000);
    const written = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    expect(names(inPort(`<Name>${written}</Name>`))).toEqual([name]);
  });
});

const BROKEN: Record<string, [text: string, says: string]> = {
  nothing: ['', 'the document is empty'],
  blanks: ['\ufeff \r\n', 'the document is empty'],
  'an end without a beginning': ['<Ports>\n</Port></Ports>', 'broken XML in line 2: '],
  'a cut': ['<Ports>\n<Port>\n<Name>a', 'broken XML in line 3: unclosed tag: Name'],
  'a cut inside a tag': ['<Ports><Port i', 'broken XML in line 1: '],
  'a cut before the root': ['<?xml version="1.0"?><!-- ', 'broken XML in line 1: '],
  'a text behind the root': ['<Ports></Ports>more', 'broken XML in line 1: '],
  'a second root': ['<Ports></Ports><Ports></Ports>', 'broken XML in line 1: '],
  'an unknown reference': ['<Ports><Port><Name>&eacute;</Name></Port></Ports>', 'broken XML in line 1: '],
  'an open ampersand': ['<Ports><Port><Name>a & b</Name></Port></Ports>', 'broken XML in line 1: '],
  'a character that XML has not': [
    '<Ports><Port><Name>\u0007</Name></Port></Ports>',
    'broken XML in line 1: ',
  ],
  'elements without end': ['<Ports>'.repeat(100_000), 'broken XML in line 1: elements stand 256 deep'],
  'JSON that was cut': ['[{"Name": "a"}, {"Na', 'broken JSON: '],
  'a call that was cut': [
    '/**/ typeof 1 === \'function\' && 1({"Name": "a"}',
    'the call around it is not closed',
  ],
  'a page that was cut': ['<!DOCTYPE html><html><body><p>a', 'the page ends before </html>'],
};

test.each(Object.entries(BROKEN))('refuses broken documents: %s', (_, [text, says]) => {
  const layouts = [PORT, layoutOf('json', {form: 'json', path: '[]'}, ['Name'])];
  expect(() => read(layouts, text, 'ports/7')).toThrow('invented: ports/7: ');
  expect(() => read(layouts, text, 'ports/7')).toThrow(says);
  expect(() => read(layouts, text, 'ports/7')).toThrow('fetch it again');
});

describe('JSON', () => {
  const layout = layoutOf('rows', {form: 'json', path: ''}, ['a']);
  const CALLS = [
    '{"a": 1}',
    '\ufeff {"a": 1}\n',
    '/**/ typeof 1 === \'function\' && 1({"a": 1});',
    '/**/typeof callback === "function" && callback( {"a": 1} );\r\n',
    'callback({"a": 1})',
    'jQuery.back_1({"a": 1}) ;',
  ];
  test.each(CALLS)('%s', (text) => expect(read([layout], text)).toEqual([['rows', {a: '1'}]]));

  test('a bracket in a string does not end the JSONP call', () => {
    expect(read([layout], 'f({"a": ");"});')).toEqual([['rows', {a: ');'}]]);
  });

  test('numbers, booleans and strings become text', () => {
    const text = '{"a": [0, -1.5, 12345678901234, true, false, "x", "", null, "é\\u00e9\\n"]}';
    expect(read([layout], text)).toEqual([
      ['rows', {a: '0\n-1.5\n12345678901234\ntrue\nfalse\nx\n\n\néé\n'}],
    ]);
  });

  test('items that are not objects are refused with their text', () => {
    const rows = layoutOf('rows', {form: 'json', path: '[]'}, ['a']);
    expect(read([rows], '[{"a": 1}, 7, null, "x", {"a": "\\u0000"}]')).toEqual([
      ['rows', {a: '1'}],
      ['rows', 'no JSON object', '7'],
      ['rows', 'no JSON object', 'null'],
      ['rows', 'no JSON object', 'x'],
      ['rows', 'NUL byte in a cell', '{"a":"\\u0000"}'],
    ]);
  });

  test('inherited property names are not names of the document', () => {
    const rows = layoutOf('rows', {form: 'json', path: ''}, ['constructor', 'a'], {
      optional: ['constructor'],
    });
    expect(read([rows], '{"a": 1}')).toEqual([['rows', {constructor: null, a: '1'}]]);
  });
});
