/**
 * Random trees, written as XML and as JSON, read back and compared with the trees; documents cut at every
 * byte.
 */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {layoutOf, type Read, read} from '../../../helpers/documents.ts';
import {seed as SEED} from '../../../helpers/seed.ts';

const RUNS = {seed: SEED, numRuns: 300};

/** Characters of texts: those that a writer must escape, accents, signs beyond the first plane. */
const text = fc.string({
  unit: fc.constantFrom(...'ab <>&"\'é—\n]]>', '\u{1f6a2}', '\u00a0', ']]>'),
  maxLength: 12,
});

/** A port: fields that may be absent, null or text; berths with ships. */
const field = fc.option(fc.option(text, {nil: null}), {nil: undefined, freq: 4});
const port = fc.record({
  id: fc.nat(999),
  name: field,
  note: field,
  berths: fc.array(fc.record({n: text, ships: fc.array(text, {maxLength: 3})}), {maxLength: 3}),
});
type Port = typeof port extends fc.Arbitrary<infer Made> ? Made : never;
const ports = fc.array(port, {maxLength: 5});

const optional = ['Name', 'Note', 'Berth/@n', 'Berth/Ship', '@id'];
const XML = [
  layoutOf('ports', {form: 'xml', path: 'Ports/Port'}, ['@id', 'Name', 'Note', 'Berth/Ship'], {optional}),
  layoutOf('berths', {form: 'xml', path: 'Ports/Port/Berth'}, ['../@id', '../Note', '@n', 'Ship[-1]'], {
    optional: ['../@id', '../Note', '@n', 'Ship[-1]'],
    childTable: 'berths',
  }),
];
const JSON_LAYOUTS = [
  layoutOf('ports', {form: 'json', path: 'Ports'}, ['Id', 'Name', 'Note', 'Berths/Ships'], {
    optional: ['Id', 'Name', 'Note', 'Berths/Ships'],
  }),
  layoutOf('berths', {form: 'json', path: 'Ports/Berths'}, ['../Id', '../Note', 'N', 'Ships[-1]'], {
    optional: ['../Id', '../Note', 'N', 'Ships[-1]'],
    childTable: 'berths',
  }),
];

/** What must be read, by names of the form. */
function oracle(
  all: readonly Port[],
  [id, ships, last]: [id: string, ships: string, last: string],
  n: string,
) {
  const cell = (value: string | null | undefined) => value || null;
  const expectedOf = (one: Port): Read => {
    const named = one.berths.flatMap((berth) => berth.ships);
    const joined = named.length === 1 ? cell(named[0]) : named.some(Boolean) ? named.join('\n') : null;
    return ['ports', {[id]: String(one.id), Name: cell(one.name), Note: cell(one.note), [ships]: joined}];
  };
  const below = (one: Port): Read[] =>
    one.berths.map((berth) => [
      'berths',
      {
        [`../${id}`]: String(one.id),
        '../Note': cell(one.note),
        [n]: cell(berth.n),
        [last]: cell(berth.ships.at(-1)),
      },
    ]);
  return {ports: all.map(expectedOf), berths: all.flatMap(below)};
}

const byLayout = (rows: readonly Read[]) => ({
  ports: rows.filter(([layout]) => layout === 'ports'),
  berths: rows.filter(([layout]) => layout === 'berths'),
});

/** A text in XML, in one of the ways in which it may be written. */
function escaped(value: string, how: number): string {
  const plain = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (how === 0) return plain;
  if (how === 1) return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  return [...value].map((sign) => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`).join('');
}

// A line feed in an attribute would be read as a blank unless it is written as a reference.
const attribute = (value: string) => escaped(value, 0).replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

function asXml(all: readonly Port[], how: number, gap: string): string {
  const element = (name: string, value: string | null | undefined) => {
    if (value === undefined) return '';
    return value === null ? `<${name} xsi:nil="true"/>` : `<${name}>${escaped(value, how)}</${name}>`;
  };
  const rows = all.map(({id, name, note, berths}) => {
    const inside = berths.map(
      (berth) =>
        `<Berth n="${attribute(berth.n)}">${gap}${berth.ships.map((ship) => element('Ship', ship)).join(gap)}</Berth>`,
    );
    // The note follows the berths that refer to it.
    return `<Port id="${id}">${[element('Name', name), ...inside, element('Note', note)].join(gap)}</Port>`;
  });
  return `<?xml version="1.0"?>${gap}<Ports>${rows.join(gap)}</Ports>${gap}`;
}

const asJson = (all: readonly Port[], indent: number): string =>
  JSON.stringify(
    {
      Ports: all.map(({id, name, note, berths}) => ({
        Id: id,
        Name: name,
        Berths: berths.map(({n, ships}) => ({N: n, Ships: ships})),
        Note: note,
      })),
    },
    null,
    indent,
  );

test('random XML trees are read like the oracle reads them', () => {
  fc.assert(
    fc.property(ports, fc.nat(2), fc.constantFrom('', '\n', '\r\n  ', '<!-- x -->'), (all, how, gap) => {
      expect(byLayout(read(XML, asXml(all, how, gap)))).toEqual(
        oracle(all, ['@id', 'Berth/Ship', 'Ship[-1]'], '@n'),
      );
    }),
    RUNS,
  );
});

test('random JSON trees are read like the oracle reads them', () => {
  fc.assert(
    fc.property(ports, fc.nat(2), (all, indent) => {
      expect(byLayout(read(JSON_LAYOUTS, asJson(all, indent)))).toEqual(
        oracle(all, ['Id', 'Berths/Ships', 'Ships[-1]'], 'N'),
      );
    }),
    RUNS,
  );
});

const EXAMPLE: Port[] = [
  {id: 7, name: 'Côve & "Bay"', note: null, berths: [{n: 'a', ships: ['Fay', 'Iris']}]},
  {id: 8, name: undefined, note: 'x', berths: []},
];
const PAGE = {
  form: 'html',
  page: '#ports',
  path: '.port',
  columns: {id: '@id', name: '.name'},
} as const;
const ROLES = {form: 'sections', heading: /\(\w+\)$/} as const;

const WHOLE = {
  XML: {layouts: XML, text: asXml(EXAMPLE, 0, '\r\n')},
  JSON: {layouts: JSON_LAYOUTS, text: `\ufeff${asJson(EXAMPLE, 1)}\n`},
  JSONP: {layouts: JSON_LAYOUTS, text: `/**/ typeof f === 'function' && f(${asJson(EXAMPLE, 0)});\r\n`},
  HTML: {
    layouts: [layoutOf('ports', PAGE, ['id', 'name'])],
    text: '<!DOCTYPE html>\n<html><body><ul id="ports"><li class="port" id="7"><b class="name">Côve</b><li class="port" id="8"><b class="name">Bay</b></ul></body></html>\n<!-- end -->\n',
  },
};

test.each(Object.entries(WHOLE))(
  '%s that is cut anywhere is an error or says the same',
  (_, {layouts, text}) => {
    const whole = read(layouts, text);
    expect(whole.length).toBeGreaterThan(1);
    let refused = 0;
    for (let length = 0; length < text.length; length += 1) {
      try {
        expect(read(layouts, text.slice(0, length)), `cut at ${length} of ${text.length}`).toEqual(whole);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ReadError') throw error;
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(text.length - 40);
  },
);

const damage = fc.array(
  fc.record({
    at: fc.double({min: 0, max: 1, noNaN: true}),
    drop: fc.nat(4),
    put: fc.constantFrom(
      '',
      '<',
      '>',
      '"',
      '&',
      '[',
      ']',
      '{',
      '}',
      '/',
      '\\',
      '\0',
      '</Port>',
      ',',
      'é',
      '\ufeff',
    ),
  }),
  {minLength: 1, maxLength: 4},
);

test('a document damaged anywhere is read or refused by name', () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(WHOLE)), damage, ({layouts, text}, wounds) => {
      let damaged = text;
      for (const {at, drop, put} of wounds) {
        const position = Math.floor(at * damaged.length);
        damaged = damaged.slice(0, position) + put + damaged.slice(position + drop);
      }
      try {
        for (const [, cells] of read(layouts, damaged, 'ports/4'))
          if (typeof cells !== 'string') expect(Object.values(cells).join('')).not.toContain('\0');
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ReadError') throw error;
        expect(error.message).toMatch(/^invented: ports\/4: .+; .+$/s);
        refused += 1;
      }
    }),
    {...RUNS, numRuns: 1500},
  );
  expect(refused).toBeGreaterThan(500);
});

test('sections cut inside a row are an error; a cut between rows is undetectable', () => {
  const layouts = [layoutOf('roles', ROLES, ['Name', 'Title'])];
  const text = 'Ports (PORT)\n"Name","Title",\n"Lee, Maren","Chair",\n"Okafor","Member",\n';
  const whole = read(layouts, text);
  const header = text.indexOf('\n', text.indexOf('Title'));
  const ends = new Set(
    [...text.matchAll(/,?\n/g)].flatMap(({index, 0: {length}}) => [index + 1, index + length]),
  );
  for (let length = 0; length < text.length; length += 1) {
    const cut = () => read(layouts, text.slice(0, length));
    if (ends.has(length) && length > header) {
      expect(whole.slice(0, cut().length), `cut at ${length}`).toEqual(cut());
    } else expect(cut, `cut at ${length}`).toThrow(/^invented: /);
  }
});
