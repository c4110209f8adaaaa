/**
 * The TypeScript and SQL forms of the text rules agree, over every code point and over names as they are
 * published.
 */
import {DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  clean,
  compareText,
  fold,
  personKey,
  slugOf,
  TEXT_MACROS,
  vendorKey,
  vendorWords,
} from '../../datasets/rules/text.ts';
import {seed} from '../helpers/seed.ts';

/** Letters and digits that are newer than the tables of the regular expressions of DuckDB: keys lack them. */
const NEW_TO_KEY = `
  88f c5c cdc 1c89-1c8a a7cc-a7cf a7da-a7db 105c0-105f3 10940-10959 10d40-10d65 10d6f-10d85
  10ec2-10ec7 11380-11389 1138b 1138e 11390-113b5 113b7 113d1 113d3 116d0-116e3 11bc0-11be0
  11bf0-11bf9 11db0-11ddb 11de0-11de9 13460-143fa 16100-1611d 16130-16139 16d40-16d6c 16d70-16d79
  16ea0-16eb8 16ebb-16ed3 16ff2-16ff6 187f8-187ff 18cff 18d09-18d1e 18d80-18df2 1e5d0-1e5ed
  1e5f0-1e5fa 1e6c0-1e6de 1e6e0-1e6e2 1e6e4-1e6e5 1e6e7-1e6ed 1e6f0-1e6f4 1e6fe-1e6ff 2b73a-2b73f
  2cea2-2cead 2ebf0-2ee5d 323b0-33479
`;

/** Invisible by declaration, but no character yet. */
const UNUSED = /\p{Cn}/u;

let instance: DuckDBInstance;
let connection: Awaited<ReturnType<DuckDBInstance['connect']>>;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', {threads: '2'});
  connection = await instance.connect();
  for (const macro of TEXT_MACROS) await connection.run(macro);
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const MACROS = [
  'fold',
  'fold_coded',
  'clean',
  'vendor_key_of',
  'encode_uri_component',
  'slug_of',
  'person_key_of',
  'vendor_words_of',
];
const ALL = MACROS.map((name) => `${name}(x)`).join(', ');

/** What the macros make of texts, as columns. */
async function inSql(texts: readonly string[]) {
  const given = await connection.runAndReadAll(
    `SELECT ${ALL} FROM (SELECT unnest(json_extract_string($texts, '$[*]')) AS x)`,
    {texts: JSON.stringify(texts)},
  );
  return given.getRows() as string[][];
}

const inTypeScript = (text: string) => [
  fold(text),
  fold(text),
  clean(text),
  vendorKey(text),
  encodeURIComponent(text),
  slugOf(text),
  personKey(text),
  vendorWords(text),
];

/** `1acf-1add 1c89` for a list of code points. */
function ranges(points: number[]): string {
  const all: [number, number][] = [];
  for (const point of points) {
    const last = all.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else all.push([point, point]);
  }
  const hex = (n: number) => n.toString(16);
  return all.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`)).join(' ');
}

const sorted = (list: string) => {
  const start = (range: string) => Number.parseInt(range, 16);
  return list
    .trim()
    .split(/\s+/)
    .sort((a, b) => start(a) - start(b))
    .join(' ');
};

/**
 * Planes without characters (4 to 13) and those for private use: all are alike, so that every 256th stands
 * for them.
 */
const WITH_CHARACTERS = 'i < 262144 OR i BETWEEN 917504 AND 921599 OR i % 256 = 0';

test('every code point that may have a character, between two letters', async () => {
  const differing: number[][] = MACROS.map(() => []);
  const rows = await connection.runAndReadAll(
    `SELECT i::INTEGER, ${ALL}
    FROM (SELECT i, 'a' || chr(i::INTEGER) || 'b' AS x FROM range(1, 1114112) AS t(i)
      WHERE i NOT BETWEEN 55296 AND 57343 AND (${WITH_CHARACTERS}))
    ORDER BY i`,
  );
  for (const [point, ...folds] of rows.getRows() as [number, ...string[]][]) {
    const expected = inTypeScript(`a${String.fromCodePoint(point)}b`);
    for (const [i, text] of folds.entries()) if (text !== expected[i]) differing[i]?.push(point);
  }
  expect(differing.map(ranges)).toEqual([
    '',
    '',
    '',
    sorted(NEW_TO_KEY),
    '',
    sorted(NEW_TO_KEY),
    sorted(NEW_TO_KEY),
    sorted(NEW_TO_KEY),
  ]);
});

test('multi-character texts with special folding', async () => {
  const character = fc.constantFrom(
    ...[
      'a',
      'Z',
      'é',
      'e\u0301',
      'İ',
      'ß',
      'Œ',
      '\u0301',
      ' ',
      '\u00a0',
      '\t',
      '\n',
      '.',
      "'",
      '’',
      '&',
      '-',
      '%',
      '_',
    ],
    ...[
      'inc',
      'LTD',
      'ltée',
      ' Inc.',
      ' co',
      ' S.A.',
      'corp ',
      ' Hon. ',
      'The ',
      'Right ',
      'Dr ',
      ', M.P.',
      ' pc',
      ' LLP',
      'sencrl',
      'the ',
      ' the',
      ' o/a ',
      ', now ',
      ' joint venture',
      '2',
      '–',
      '1',
      '½',
      '²',
      'Æ',
      'Σ',
      '한',
      'ㄱ',
      'ﬁ',
      'Ａ',
      '\u2011',
      '\u200b',
      '\u200e',
      '\ufeff',
      '\u00ad',
      '\u1100\u1161',
      '😀',
      '"',
      '*',
      '(',
      ')',
      '!',
    ],
  );
  const text = fc.array(character, {maxLength: 12}).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, {minLength: 1, maxLength: 60}), async (texts) => {
      expect(await inSql(texts)).toEqual(texts.map(inTypeScript));
    }),
    {seed, numRuns: 100},
  );
});

test('any texts', async () => {
  const text = fc
    .string({unit: 'binary', maxLength: 30})
    .map((one) => one.toWellFormed().replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, {minLength: 1, maxLength: 100}), async (texts) => {
      const made = await inSql(texts);
      expect(made.map(([plain, coded]) => [plain, coded])).toEqual(
        texts.map((one) => [fold(one), fold(one)]),
      );
    }),
    {seed, numRuns: 50},
  );
});

test('what Unicode calls dashes, quotes and invisible is folded to one of each kind', () => {
  const unlike = Array.from({length: 0x110000}, (_, i) => i)
    .filter((i) => i < 0xd800 || i > 0xdfff)
    .map((i) => String.fromCodePoint(i))
    .filter((one) => {
      const folded = fold(one);
      if (/\p{Dash}/u.test(one)) return folded !== '-';
      if (/[\p{Pi}\p{Pf}]/u.test(one)) return !/^['"]$/.test(folded);
      return /\p{Default_Ignorable_Code_Point}/u.test(one) && !UNUSED.test(one) && folded !== '';
    });
  // Brackets of manuscripts, which count as quotes by their category alone.
  expect(ranges(unlike.map((one) => one.codePointAt(0)!))).toBe(
    '2e02-2e05 2e09-2e0a 2e0c-2e0d 2e1c-2e1d 2e20-2e21',
  );
});

test.each([
  ['Œuvre', 'oeuvre'],
  ['CŒUR ÆTNA Straße', 'coeur aetna strasse'],
  ['L’Oréal', "l'oreal"],
  ['Kʼómoks', "k'omoks"],
  ['xʷməθkʷəy̓əm', 'xwməθkwəyəm'],
  ['« Le “Fil” »', '" le "fil" "'],
  ['Jean–Guy Jean‑Guy Jean−Guy', 'jean-guy jean-guy jean-guy'],
  ['ＡＢＣ　１２', 'abc 12'],
  ['25 m² ﬁn №5 …', '25 m2 fin no5 ...'],
  ['\ufeffA\u200bB\u200eC\u00adD\u2060', 'abcd'],
  ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
  [' \t A\u00a0\u2003B\n', 'a b'],
  ['\u200b \ufeff', ''],
  ["50% _off_ *'`", "50% _off_ *'`"],
])('the folded form of %j', async (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
  expect((await inSql([text]))[0]!.slice(0, 2)).toEqual([folded, folded]);
});

test.each([
  ['Northline Surveying Inc.', 'northline surveying'],
  ['NORTHLINE SURVEYING INCORPORATED', 'northline surveying'],
  ['Géomatique Élan Ltée', 'geomatique elan'],
  ['L’Œuvre‑Mère ltée', 'loeuvre mere'],
  ['A & B Co. Ltd.', 'a and b'],
  ["L'Atelier S.A.", 'latelier sa'],
  ['L’Atelier (Québec) S.E.N.C.', 'latelier quebec senc'],
  ['Alder Ridge LLP', 'alder ridge llp'],
  ['Alder Ridge L.L.P./S.E.N.C.R.L., s.r.l.', 'alder ridge llp'],
  ['Alder Ridge s.r.l./s.e.n.c.r.l.', 'alder ridge llp'],
  ['Alder Ridge Co. LP', 'alder ridge lp'],
  ['LLP', 'llp'],
  ['9207-1188 Québec inc.', '92071188 quebec'],
  ['9207–1188 Quebec', '92071188 quebec'],
  ['9207 1188 Québec inc.', '92071188 quebec'],
  ['1204 200 Main Street', '1204 200 main street'],
  ['1-2-3-4 Paving', '1234 paving'],
  ['Route 7 - 8 Paving', 'route 7 8 paving'],
  ['The Tern Company Ltd.', 'tern'],
  ['Tern Company Ltd., The', 'tern'],
  ['The', 'the'],
  ['Theodore Tern', 'theodore tern'],
  ['7311202 Canada Inc. o/a Tern Bakery', '7311202 canada'],
  ['Tern Foods Ltd. (operating as Tern Bakery)', 'tern foods'],
  ['Pains Sterne inc. faisant affaire sous le nom de Boulangerie', 'pains sterne'],
  ['Tern Foods Inc., DBA: Tern Bakery', 'tern foods'],
  [
    'Tern Foods Ltd. o/a Bakery and Gull Inc. in joint venture',
    'tern foods ltd o a bakery and gull inc in joint venture',
  ],
  ['O/A Tern', 'o a tern'],
  ['Inc. Ltd.', 'inc'],
  ['Inc', 'inc'],
  ['Saltd', 'saltd'],
  ['Company of Friends', 'company of friends'],
  ['Friends Company Inc Ltd Corp', 'friends'],
  ['3-D Cie', '3 d'],
  ['&', 'and'],
  ['???', ''],
  ['', ''],
])('the vendor key of %j', async (name, key) => {
  expect(vendorKey(name)).toBe(key);
  expect((await inSql([name]))[0]?.[3]).toBe(key);
});

test.each([
  ['Maren Côté-Lindqvist', 'maren-cote-lindqvist'],
  ["Siobhán O'Hara", 'siobhan-o-hara'],
  ['Thomas J. Okafor', 'thomas-j-okafor'],
  ['Émile  Roy Jr.', 'emile-roy-jr'],
  ['(…)', ''],
])('the slug of %j', async (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect((await inSql([name]))[0]?.[5]).toBe(slug);
});

test.each([
  ['The Right Hon. Maren Côté-Lindqvist, P.C., M.P.', 'maren cote lindqvist'],
  ['HON. SIOBHAN O’HARA', 'siobhan ohara'],
  ["L'hon. Émile Roy, député", 'emile roy'],
  ['Senator Dr. Thomas J. Okafor', 'thomas j okafor'],
  ['Hon. Okafor', 'hon okafor'],
  ['Minister Hon. Okafor', 'hon okafor'],
  ['M. P. Roy', 'p roy'],
  ['Emile Roy MP PC', 'emile roy'],
  ['Roy MP', 'roy mp'],
  ['Le Tran', 'le tran'],
  ['Dr', 'dr'],
  ['', ''],
])('the person key of %j', async (name, key) => {
  expect(personKey(name)).toBe(key);
  expect((await inSql([name]))[0]?.[6]).toBe(key);
});

test('a null stays null in every macro', async () => {
  const rows = await connection.runAndReadAll(`SELECT ${ALL} FROM (SELECT NULL AS x)`);
  expect(rows.getRows()).toEqual([MACROS.map(() => null)]);
});

test('texts compare by code point, as DuckDB compares them', async () => {
  const texts = ['', 'A', 'a', 'Z', 'é', '\uffee', '😀', 'ab', 'b'];
  const rows = await connection.runAndReadAll(
    `SELECT x FROM (SELECT unnest(json_extract_string($texts, '$[*]')) AS x) ORDER BY x`,
    {texts: JSON.stringify(texts)},
  );
  expect(rows.getRows().flat()).toEqual([...texts].sort(compareText));
});

test('texts compare as their bytes do, with halves of characters too', () => {
  const unit = fc.constantFrom('a', 'b', '\ud7ff', '\ud83d', '\ude00', '\ue000', '\uffff', '\u{1f600}');
  const text = fc.string({unit, maxLength: 5});
  const bytes = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(compareText(a, b)).toBe(bytes(a, b));
    }),
    {seed, numRuns: 3000},
  );
});
