/** Valid and invalid texts of a parameter by the table of types in docs/API.md, with messages. */

/** A query parameter of the OpenAPI document. */
export interface Documented {
  name: string;
  in: string;
  required: boolean;
  schema: {
    type: string;
    format?: string;
    pattern?: string;
    enum?: string[];
    maxLength?: number;
    minimum?: number;
    maximum?: number;
    default?: string | number | boolean;
    items?: {enum: string[]};
    maxItems?: number;
    'x-added'?: string[];
  };
  example: unknown;
}

export interface Cases {
  valid: string[];
  /** Text -> exact message. */
  invalid: [text: string, message: string][];
}

const LARGEST = '9007199254740991';

const refused = (texts: string[], message: string): Cases['invalid'] => texts.map((text) => [text, message]);

function integers(name: string, lowest: number): Cases {
  return {
    valid: [
      String(lowest),
      `+${lowest}`,
      '7',
      '007',
      '200',
      '201',
      LARGEST,
      ' 12 ',
      `${lowest === 0 ? '-' : '+'}${lowest}`,
    ],
    invalid: [
      ...refused(
        ['x', '1.0', '1e2', '1,000', '0x10', '--1', '+', '1 2', '٣', '9007199254740992'],
        `${name} must be an integer.`,
      ),
      ...refused([String(lowest - 1), '-5', `-${LARGEST}`], `${name} must be at least ${lowest}.`),
    ],
  };
}

/** Numbers within bounds; a non-number is refused before the bounds are checked. */
const bounded = (name: string, low: number, high: number): Cases => ({
  valid: [
    String(low),
    String(high),
    `+${high}`,
    ` ${low} `,
    `0${high}`,
    `${high}.000`,
    String((low + high) / 2),
  ],
  invalid: [
    ...refused(['x', '1e1', '1,0', '.5', '5.', 'NaN', '--1', '-'], `${name} must be a number.`),
    ...refused(
      [String(low - 0.01), String(high + 0.01), `-${'9'.repeat(30)}`, '9'.repeat(30)],
      `${name} must be between ${low} and ${high}.`,
    ),
  ],
});

/** `builds`: the id of a build does as well. */
const times = (name: string, builds: boolean): Cases => ({
  valid: [
    '2024-02-29',
    '0001-01-01',
    '2024-02-29T00:00:00',
    '2024-02-29T23:59:59Z',
    ' 2023-12-31T12:30:00 ',
    '9999-12-31T23:59:59',
  ],
  invalid: refused(
    [
      '2023-02-29',
      '2023-02-29T00:00:00',
      '2024-01-01T24:00:00',
      '2024-01-01T10:60:00',
      '2024-01-01T10:00',
      '2024-01-01 10:00:00',
      '2024-01-01T10:00:00.',
      '2024-01-01T10:00:00,5',
      '2024-01-01T10:00:00+01:00',
      '2024-01-01t10:00:00',
      'now',
    ],
    builds
      ? `${name} must be the id of a build, a date, or a time in the form YYYY-MM-DDTHH:MM:SS.`
      : `${name} must be a date or a time in the form YYYY-MM-DDTHH:MM:SS.`,
  ),
});

/** A comma list of at most `most` values of a set; messages name the original ones. */
function setLists(name: string, values: string[], original: string[], most = values.length): Cases {
  const [first, second] = [values[0]!, values[1]!];
  return {
    valid: [
      first,
      first.toUpperCase(),
      `${first},${second}`,
      ` ${second} , ,${first},`,
      values.slice(-most).join(),
    ],
    invalid: [
      ...refused(
        ['nope', `${first},nope`, `${first};${second}`, first.slice(1)],
        `${name} must be one of: ${original.join(', ')}.`,
      ),
      ...(most < values.length
        ? refused([values.slice(0, most + 1).join()], `${name} takes at most ${most} values.`)
        : []),
    ],
  };
}

const numbers = (name: string): Cases => ({
  valid: [
    '0',
    '-0',
    '+5',
    '007.50',
    '12.345678',
    '-123456789012345678901234567890.55',
    '9'.repeat(150),
    ' 1.5 ',
    `0.${'0'.repeat(90)}1`,
  ],
  invalid: refused(
    ['x', '1e5', '1,000', '.5', '5.', '$5', '0x10', 'NaN', 'Infinity', '--1', '1 0', '1.2.3', '١', '-'],
    `${name} must be a number.`,
  ),
});

const dates = (name: string): Cases => ({
  valid: ['0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29', ' 2023-12-31 '],
  invalid: refused(
    [
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '2024-1-1',
      '20240101',
      '10000-01-01',
      '2024-01-01T00:00:00',
      '-2024-01-01',
      '2024/01/01',
      'today',
      '٢٠٢٤-01-01',
    ],
    `${name} must be a date in the form YYYY-MM-DD.`,
  ),
});

function sets(name: string, values: string[], added: string[] = []): Cases {
  const invalid = ['nope', `${values[0]}x`, `${values.join()},`, '1', values[0]!.slice(1) || '-'];
  return {
    valid: values.flatMap((value) => [value, value.toUpperCase(), value.toLowerCase(), ` ${value} `]),
    invalid: refused(
      invalid.filter((text) => !added.includes(text)),
      // The one message that names a set in its own way.
      name === 'source' ? 'source must be NSERC or SSHRC.' : `${name} must be one of: ${values.join(', ')}.`,
    ),
  };
}

const booleans = (name: string): Cases => ({
  valid: ['true', 'false', 'TRUE', 'False', '1', '0', ' true '],
  invalid: refused(
    ['yes', 'no', 'truee', 't', '2', '-1', '01', '1.0', 'null', 'true,false', '١'],
    `${name} must be a valid boolean.`,
  ),
});

const fiscalYears = (name: string): Cases => ({
  valid: ['1998-99', '1999-00', '2023-24', ' 2023-24 ', '0000-00', '2023-99'],
  invalid: refused(
    ['2023', '2023-2024', '2023/24', '23-24', '2023-4', '2023-24-25', 'x', '٢٠٢٣-24', '2023 - 24'],
    `${name} must have the form YYYY-YY.`,
  ),
});

/** A comma list of names, at most `most` of them. */
function fieldLists(name: string, values: string[], most = values.length): Cases {
  const unknown = (text: string) => `${name} has an unknown name: ${text}. Allowed: ${values.join(', ')}.`;
  return {
    valid: [
      values[0]!,
      values.slice(0, most).join(),
      values.toReversed().slice(0, most).join(' , '),
      `${values[0]},,${values[0]},`,
    ],
    invalid: [
      ...(most < values.length ? refused([values.join()], `${name} takes at most ${most} values.`) : []),
      ['nope', unknown('nope')],
      [`${values[0]},no such,worse`, unknown('no such')],
      [values[0]!.toUpperCase(), unknown(values[0]!.toUpperCase())],
      [`${values[0]};${values[1]}`, unknown(`${values[0]};${values[1]}`)],
    ],
  };
}

const strings = (name: string, longest: number): Cases => ({
  valid: [
    'a',
    'x'.repeat(longest),
    `  ${'é'.repeat(longest)}  `,
    '%',
    "'; DROP TABLE contracts; --",
    '\\',
    '"',
    '\u0000',
    '$1',
    ...(longest === 200 ? ['😀'.repeat(200)] : []),
  ],
  invalid: refused(
    ['x'.repeat(longest + 1), 'é'.repeat(longest + 1)],
    `${name} must be at most ${longest} characters.`,
  ),
});

const CURSORS: Cases = {
  valid: [],
  invalid: refused(['x', 'not a cursor', 'e30', 'bnVsbA', '[]', 'eyJ2IjoxfQ', 'é'], 'cursor is not valid.'),
};

/** Different short texts: several lists of them fit into one address. */
const several = (count: number): string => Array.from({length: count}, (_, i) => i.toString(36)).join(',');

/** Keys of any text. */
const keyLists = (name: string, most: number): Cases => ({
  valid: ['a', 'a,b', 'a,a', "';--", 'A, b', '100%', 'a%20b', several(most)],
  invalid: refused([several(most + 1)], `${name} takes at most ${most} values.`),
});

/** Ids of any text, but of no length and no white space. */
const idLists = (name: string, most: number): Cases => ({
  valid: ['a', 'a,b', 'a,a', "';--", several(most)],
  invalid: [
    ...refused([several(most + 1)], `${name} takes at most ${most} values.`),
    ...refused(['a b'], `${name} has an id that no record can have: a b. Separate ids by commas.`),
  ],
});

/** Points in degrees; a bad one is named by its position. */
const points = (name: string): Cases => {
  const bad = (position: number) =>
    `${name}: point ${position} must be lat,lng in degrees, lat from -90 to 90 and lng from -180 to 180. Separate points by semicolons.`;
  return {
    valid: ['0,0', '49.26,-123.1', ' +1.50 , -2 ;90,180;', '-90,-180;-90,-180', '1,2;'.repeat(100)],
    invalid: [
      ...refused(['x', '1', '1,2,3', '1e1,2', '91,0', '0,180.1', ',', '1,2,;3,4'], bad(1)),
      ...refused(['1,2;x', '1,2;;3,4', '1,2;91,0;x'], bad(2)),
      ...refused(['1,2;'.repeat(101)], `${name} takes at most 100 values.`),
    ],
  };
};

/** Cases of a parameter by what the document says of it. */
export function casesOf({name, schema}: Documented): Cases {
  if (name === 'cursor') return CURSORS;
  if (name === 'points') return points(name);
  const {items, maxItems} = schema;
  if (items && !items.enum) return name === 'ids' ? idLists(name, maxItems!) : keyLists(name, maxItems!);
  if (items && !['fields', 'facets'].includes(name)) {
    const original = items.enum.filter((one) => !schema['x-added']?.includes(one));
    return setLists(name, items.enum, original, maxItems);
  }
  if (items) return fieldLists(name, items.enum, maxItems);
  // Feeds have tests of their own: not every order of a list is one.
  if (schema.enum)
    return sets(
      name,
      schema.enum.filter((one) => !schema['x-added']?.includes(one)),
      schema['x-added'],
    );
  if (schema.type === 'integer') return integers(name, schema.minimum!);
  if (schema.minimum !== undefined && schema.type === 'number')
    return bounded(name, schema.minimum, schema.maximum!);
  if (schema.type === 'number') return numbers(name);
  if (schema.type === 'boolean') return booleans(name);
  if (schema.format === 'date') return dates(name);
  if (schema.pattern?.includes('T')) return times(name, schema.pattern.includes('[0-9a-f]{16}'));
  if (schema.pattern) return fiscalYears(name);
  return strings(name, schema.maxLength!);
}
