/** Which layouts read a document, and errors for names that they do not have. */
import {describe, expect, test} from 'vitest';
import {layoutOf, read, readAll} from '../../../helpers/documents.ts';

const PORTS = {form: 'xml', path: 'Ports/Port'} as const;
const port = (inside: string) => `<Ports><Port id="1">${inside}</Port></Ports>`;

describe('several layouts', () => {
  test('one document has rows of records and child rows', () => {
    const text = port('<Name>Cove</Name><Berths><Berth n="a"/><Berth n="b"/></Berths>');
    const layouts = [
      layoutOf('ports', PORTS, ['@id', 'Name']),
      layoutOf('berths', {form: 'xml', path: 'Ports/Port/Berths/Berth'}, ['../../@id', '@n'], {
        childTable: 'berths',
      }),
      layoutOf('names', PORTS, ['Name'], {childTable: 'names'}),
      layoutOf('json', {form: 'json', path: '[]'}, ['Name']),
    ];
    const {rows, seen} = readAll(layouts, text);
    expect(rows).toEqual([
      ['berths', {'../../@id': '1', '@n': 'a'}],
      ['berths', {'../../@id': '1', '@n': 'b'}],
      ['ports', {'@id': '1', Name: 'Cove'}],
      ['names', {Name: 'Cove'}],
    ]);
    // What another layout reads of a row is not unknown to it.
    expect(seen).toEqual([
      {layout: 'ports', unknown: [], missing: []},
      {layout: 'berths', unknown: [], missing: []},
      {layout: 'names', unknown: ['@id'], missing: []},
    ]);
  });

  test('the name of a document decides where layouts say so', () => {
    const layouts = [
      layoutOf('english', PORTS, ['Name'], {files: /^ports\/en/}),
      layoutOf('french', PORTS, ['Name'], {files: /^ports\/fr/, childTable: 'french'}),
    ];
    const text = port('<Name>Cove</Name>');
    expect(read(layouts, text, 'ports/en/1')).toEqual([['english', {Name: 'Cove'}]]);
    expect(read(layouts, text, 'ports/fr/1')).toEqual([['french', {Name: 'Cove'}]]);
    expect(() => read(layouts, text, 'ports/de/1')).toThrow('fits no layout (tried: none, by its name)');
  });
});

describe('generations of one header', () => {
  const old = layoutOf('old', PORTS, ['Title', '@id'], {optional: ['@id']});
  const now = layoutOf('now', PORTS, ['Name', 'Depth'], {optional: ['Depth']});

  test('the one whose columns are present is used', () => {
    expect(read([old, now], port('<Name>Cove</Name>'))).toEqual([['now', {Name: 'Cove', Depth: null}]]);
    expect(read([old, now], port('<Title>Cove</Title>'))).toEqual([['old', {Title: 'Cove', '@id': '1'}]]);
  });

  test('of two that fit the first is used; a list without rows fits either', () => {
    const both = port('<Name>Cove</Name><Title>Bay</Title>');
    expect(read([old, now], both)).toEqual([['old', {Title: 'Bay', '@id': '1'}]]);
    expect(read([now, old], both)).toEqual([['now', {Name: 'Cove', Depth: null}]]);
    expect(read([old, now], '<Ports></Ports>')).toEqual([]);
  });

  test('if none fits, the error names the nearest one', () => {
    const layouts = [layoutOf('far', PORTS, ['A', 'B', 'C']), now];
    expect(() => read(layouts, port('<Label>Cove</Label>'), 'ports/9')).toThrow(
      'invented: ports/9: no row of layout "now" has Name, they have unknown @id, Label; ' +
        'compare it with the layout and declare the new spelling under `aliases`',
    );
  });

  test('a superseded layout for another use is read only without the other one', () => {
    const earlier = layoutOf('earlier', PORTS, ['Label'], {childTable: 'labels', supersededBy: 'now'});
    for (const layouts of [
      [now, earlier],
      [earlier, now],
    ]) {
      expect(read(layouts, port('<Name>Cove</Name><Label>L</Label>'))).toEqual([
        ['now', {Name: 'Cove', Depth: null}],
      ]);
      expect(read(layouts, port('<Label>L</Label>'))).toEqual([['earlier', {Label: 'L'}]]);
    }
  });

  test('a column is found by its alias', () => {
    const renamed = layoutOf('now', PORTS, ['Name', 'Berth/@n'], {
      aliases: {Title: 'Name', Label: 'Name', 'Berth/@number': 'Berth/@n'},
    });
    const [cove, bay] = [
      '<Label>Cove</Label><Berth number="4"/>',
      '<Name>Bay</Name><Title>T</Title><Berth n="5"/>',
    ];
    const text = `<Ports><Port>${cove}</Port><Port>${bay}</Port></Ports>`;
    expect(readAll([renamed], text)).toEqual({
      rows: [
        ['now', {Name: 'Cove', 'Berth/@n': '4'}],
        ['now', {Name: 'Bay', 'Berth/@n': '5'}],
      ],
      seen: [{layout: 'now', unknown: [], missing: []}],
    });
  });
});

describe('columns', () => {
  test('one that some row has is present; one that no row has is an error unless it is optional', () => {
    const text = '<Ports><Port><Name>A</Name></Port><Port><Name>B</Name><Depth>7</Depth></Port></Ports>';
    expect(read([layoutOf('ports', PORTS, ['Name', 'Depth'])], text)).toHaveLength(2);
    const lacks = layoutOf('ports', PORTS, ['Name', 'Length']);
    expect(() => read([lacks], text)).toThrow(
      'no row of layout "ports" has Length, they have unknown Depth; ',
    );
    const may = {...lacks, optional: ['Length']};
    expect(readAll([may], text).seen).toEqual([{layout: 'ports', unknown: ['Depth'], missing: ['Length']}]);
  });

  test('a column that no field uses may be missing', () => {
    const layout = layoutOf('ports', PORTS, ['Name']);
    expect(readAll([{...layout, header: ['Name', 'Depth', '@id']}], port('<Name>A</Name>')).seen).toEqual([
      {layout: 'ports', unknown: [], missing: []},
    ]);
  });

  test.each([
    ['an empty element', '<Berths/>'],
    ['blanks', '<Berths>\n </Berths>'],
    ['nil', '<Berths xsi:nil="true"/>'],
    ['too few of a name', '<Berths><Berth n="1"/></Berths>'],
  ])('%s says nothing of the names that it would hold', (_, inside) => {
    const layout = layoutOf('ports', PORTS, ['Berths/Berth[3]/@n']);
    expect(readAll([layout], port(inside)).seen[0]?.missing).toEqual([]);
  });

  test.each([
    '<Berths><Quay n="1"/></Berths>',
    '<Berths>none</Berths>',
    '',
    '<Berths><Berth m="1"/></Berths>',
  ])('%s lacks them', (inside) => {
    const layout = layoutOf('ports', PORTS, ['Berths/Berth/@n']);
    expect(() => read([layout], port(inside))).toThrow('no row of layout "ports" has Berths/Berth/@n');
  });

  test.each(['{"b": null}', '{"b": []}', '{"b": {}}'])('%s has no value either', (text) => {
    expect(readAll([layoutOf('ports', {form: 'json', path: ''}, ['b/c'])], text).seen[0]?.missing).toEqual(
      [],
    );
  });

  test.each(['{"b": [{"d": 1}]}', '{"b": "c"}', '{"d": 1}'])('%s lacks it', (text) => {
    expect(() => read([layoutOf('ports', {form: 'json', path: ''}, ['b/c'])], text)).toThrow('has b/c');
  });
});

describe('documents that fit nothing', () => {
  const xml = layoutOf('ports', PORTS, ['Name']);
  const json = layoutOf('list', {form: 'json', path: 'Ports'}, ['Name']);

  test.each([
    ['<Piers><Pier/></Piers>', 'XML with the root Piers fits no layout (tried: ports, list)'],
    ['[]', 'a JSON array of 0 fits no layout (tried: ports, list)'],
    ['{"Message": "x", "StackTrace": ""}', 'a JSON object with Message, StackTrace fits no layout'],
    ['{}', 'a JSON object with nothing in it fits no layout'],
    ['null', 'text that begins with "null" fits no layout'],
    ['<html><head><title>Sorry</title></head></html>', 'an HTML page with the title "Sorry" fits no layout'],
    ['Name,Depth\nCove,7\n', 'text that begins with "Name,Depth" fits no layout'],
  ])('%s', (text, says) => {
    expect(() => read([xml, json], text, 'ports/9')).toThrow(`invented: ports/9: ${says}`);
  });

  test.each([
    ['<Ports><Pier><Name>A</Name></Pier></Ports>', 'XML with the root Ports has nothing at Ports/Port'],
    ['{"Ports": {"Piers": [{"Name": "A"}]}}', 'nothing at Ports/Items'],
  ])('%s would be lost silently', (text, says) => {
    const items = layoutOf('items', {form: 'json', path: 'Ports/Items'}, ['Name']);
    expect(() => read([xml, items], text)).toThrow(says);
  });

  test.each(['<Ports/>', '<Ports>\n</Ports>', '<Ports count="0"/>', '{"Ports": []}', '{"Ports": null}'])(
    '%s has no rows',
    (text) => {
      expect(read([xml, json], text)).toEqual([]);
    },
  );

  test('an empty list with other lists missing is no error', () => {
    const layouts = [
      layoutOf('ports', {form: 'xml', path: 'Profile/Ports/Port'}, ['Name']),
      layoutOf('piers', {form: 'xml', path: 'Profile/Piers/Pier'}, ['Name'], {childTable: 'piers'}),
    ];
    expect(read(layouts, '<Profile><Ports/><Name>x</Name></Profile>')).toEqual([]);
    expect(() => read(layouts, '<Profile><Name>x</Name></Profile>')).toThrow(
      'nothing at Profile/Ports/Port, Profile/Piers/Pier',
    );
  });
});
