/**
 * Rows of every dataset from edge cases of orders and texts: ties, nulls, spellings of one text, unusual
 * characters.
 */
import {DATASETS} from '../../datasets/index.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Column, Dataset, Json} from '../../datasets/types.ts';
import type {BuildInput, GivenRow} from './build.ts';

/** `Unknown` is also what the rows without a value are grouped by. */
const TEXTS: readonly (string | null)[] = [
  null,
  'Unknown',
  'unknown',
  'Élan Inc.',
  'ELAN INC.',
  'E\u0301lan  inc.',
  'élan',
  'elan ltd',
  'Élan | Elan',
  'Parks Canada | Parcs Canada',
  'Parcs Canada | Parks Canada',
  'Parks Canada',
  "O'Neil & Fils",
  'She said "no"',
  'back\\slash',
  '100 %',
  '100_%',
  '%',
  '_',
  '!!!',
  '',
  ' ',
  'a',
  'ab',
  'abc',
  'abcabcabc',
  'é',
  '😀',
  '😀 Zoë 😀',
  '\uffee wide',
  '\u{10ffff}',
  'ß straße',
  'İstanbul',
  'tab\there',
  'line\nbreak\r\n',
  '\u0001\u000b\u001f\u007f\u2028',
  'no\u00a0break',
  'x'.repeat(200),
  `${'long '.repeat(60)}end`,
  `${'x'.repeat(199)}y`,
  '長い名前',
  'Œuvre & Ætna',
  'OEUVRE & AETNA',
  'L’Oréal',
  "l'oreal",
  'Jean–Guy',
  'jean-guy',
  '“ＡＢＣ”　25 m²',
  'A\u00adb\u200bc\u200e\ufeff',
  'ΟΔΟΣ 한글',
];

/** Columns that name people and committees. */
const NAMED = /^(name|name_en|last_name|first_name|acronym)$/;
const NAMES = TEXTS.filter((text) => text !== null && /[a-z]/i.test(text));

const DAYS = [null, '1899-12-31', '1999-12-31', '2000-01-01', '2024-02-29', '2024-03-01', '9999-12-31'];
const MONEY = [null, '0.00', '0.01', '-0.01', '99.99', '100.00', '100.01', '-12.50', '5000.00', '1234567.89'];
/** Few of them add up to more than a number holds exactly. */
const HUGE = ['1999999999999.99', '-999999999999.98', '2000000000000.01'];
const YEARS = [null, '1999-00', '2019-20', '2020-21', '2024-25'];

/** A sequence of numbers that is the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

type Choose = (below: number) => number;

function edgeCaseValue(column: Column, choose: Choose, wide: boolean): Json {
  const one = <T>(list: readonly T[]): T => list[choose(list.length)]!;
  const {type, values, nullable, example, fields} = column;
  switch (type) {
    case 'text':
      if (values) return one(nullable ? [...values, null] : values);
      return nullable ? one(TEXTS) : example;
    case 'money':
      return one(wide ? [...MONEY, ...HUGE] : MONEY);
    case 'date':
      return one(DAYS);
    case 'integer':
      return one([null, 0, 1, -3, 2_147_483_648]);
    case 'number':
      return one([null, 0, 0.5, -1.25]);
    case 'boolean':
      return one([null, true, false]);
    case 'timestamp':
      return one(['2026-01-02T03:04:05', '1999-12-31T23:59:59']);
    case 'wkb':
    case 'geometry':
      return nullable ? one([example, null]) : example;
    case 'text[]':
      return Array.from({length: choose(4)}, () => one(TEXTS) ?? '');
    case 'rows':
    case 'object': {
      const row = () =>
        Object.fromEntries(
          Object.entries(fields ?? {}).map(([name, field]) => [name, edgeCaseValue(field, choose, false)]),
        );
      return type === 'object' ? row() : Array.from({length: choose(3)}, row);
    }
  }
}

/** Ids ascend in another order than rows are given; those that nobody is shown are numbers. */
function edgeCaseId({id, published}: Dataset, i: number, hex: boolean): string {
  const number = ((i * 7919) % 100_003) * 42_949;
  if (!published) return String(number);
  return hex ? id.prefix + number.toString(16).padStart(16, '0') : `é"${number}`;
}

/** `wide`: sums need more digits than a number has. `hex`: ids have the form of published ones. */
function edgeCaseRow(
  declaration: Dataset,
  i: number,
  choose: Choose,
  {wide, hex}: {wide: boolean; hex: boolean},
): GivenRow {
  const row: GivenRow = {};
  for (const [name, column] of storedColumns(declaration.columns))
    row[name] = edgeCaseValue(column, choose, wide);
  row[declaration.id.column] = edgeCaseId(declaration, i, hex);
  // Entities are made of these: most are named differently.
  for (const name of Object.keys(row)) {
    if (!NAMED.test(name) || declaration.columns[name]?.nullable) continue;
    const text = NAMES[choose(NAMES.length)]!;
    // Capitals throughout: committees have slugs of their own by them.
    row[name] = name === 'acronym' ? text.toUpperCase() : text;
  }
  row['source_dataset'] = declaration.sources[choose(declaration.sources.length)]!.label;
  if ('fiscal_year' in declaration.columns) row['fiscal_year'] = YEARS[choose(YEARS.length)]!;
  for (const name of Object.keys(row).filter((one) => one.endsWith('_folded'))) {
    const text = row[name.slice(0, -'_folded'.length)];
    row[name] = typeof text === 'string' ? fold(text) || null : null;
  }
  delete row['vendor_group'];
  const {lat, lng} = declaration.point ?? {};
  // Either is known or none is.
  if (lat && lng && (row[lat] === null || row[lng] === null)) [row[lat], row[lng]] = [null, null];
  return row;
}

/** Those for analysts only too: people and committees are made of them. */
const given = Object.values(DATASETS).filter(({view}) => !view);

/**
 * Hundreds of rows of every dataset, or a `share` of them; of every other one with huge sums and ids of any
 * form.
 */
export function edgeCaseBuild(share = 1): BuildInput {
  const rows = given.map((declaration, n): [string, GivenRow[]] => {
    const choose = numbers(n);
    const form = {wide: n % 2 === 0, hex: n % 2 === 0};
    return [
      declaration.name,
      Array.from({length: Math.ceil((300 + 40 * n) * share)}, (_, i) =>
        edgeCaseRow(declaration, i, choose, form),
      ),
    ];
  });
  return {rows: Object.fromEntries(rows)};
}

/** Datasets with one row, with one row of nulls, without rows, and without sources. */
export function sparseBuild(): BuildInput {
  const rows: Record<string, GivenRow[]> = {};
  given.forEach((declaration, n) => {
    const odd = edgeCaseRow(declaration, 1, numbers(40 + n), {wide: false, hex: true});
    if (n % 4 === 0) rows[declaration.name] = [odd];
    if (n % 4 === 1) rows[declaration.name] = [declaration.published ? {} : odd];
    if (n % 4 === 2) rows[declaration.name] = [];
  });
  return {rows};
}

/**
 * What a dataset has that an index treats in its own way: types by filter, order, group and facet, words,
 * points.
 */
function featuresOf({columns, filters, sort, stats, facets, search, point}: Dataset): string[] {
  const typeOf = (name: string) => columns[name]?.type;
  const groups = Object.values(stats?.groups ?? {});
  return [
    ...Object.entries(filters).map(([name, filter]) => `${filter} filter of ${typeOf(name)}`),
    ...Object.values(sort.keys).map((name) => `order by ${typeOf(name)}`),
    ...groups.map(({list, chronological}) => `group ${list === true} ${chronological === true}`),
    ...(facets ?? []).map((name) => `facet of ${typeOf(name)}`),
    ...(stats ? [`sum ${stats.sum !== null}`] : []),
    ...(search ? ['words'] : []),
    ...(point ? ['points'] : []),
  ];
}

/** Few datasets that together have every feature; those of `first` are among them. */
function covering(all: readonly Dataset[], first: readonly string[]): Dataset[] {
  const chosen = all.filter(({name}) => first.includes(name));
  const missing = new Set(all.flatMap(featuresOf));
  const take = (one: Dataset) => {
    for (const feature of featuresOf(one)) missing.delete(feature);
  };
  chosen.forEach(take);
  while (missing.size > 0) {
    const gain = (one: Dataset) => new Set(featuresOf(one).filter((feature) => missing.has(feature))).size;
    const best = all.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    chosen.push(best);
    take(best);
  }
  return chosen;
}

/** Two datasets of one group of the search, and people, who are sorted by name. */
const BROAD = ['contracts', 'awards', 'members'];

/**
 * Thousands of rows of some datasets that have every kind of column between them: sets too large to be kept
 * as lists of numbers. All have hundreds in another build.
 */
export function broadBuild(): BuildInput {
  const rows = covering(
    given.filter(({search, name}) => search || BROAD.includes(name)),
    BROAD,
  ).map((declaration, n): [string, GivenRow[]] => {
    const choose = numbers(80 + n);
    const form = {wide: false, hex: true};
    return [
      declaration.name,
      Array.from({length: 9000}, (_, i) => edgeCaseRow(declaration, i, choose, form)),
    ];
  });
  return {rows: Object.fromEntries(rows)};
}
