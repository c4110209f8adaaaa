/** Arbitraries of conditions over every filtered column, with values cut from the rows and edge cases. */
import {BODIES} from '../../datasets/codes/bodies.ts';
import {idColumn} from '../../datasets/index.ts';
import {keysOfBodies} from '../../datasets/rules/bodies.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {Comparison, Condition} from '../../engine/types.ts';
import fc from './fast_check.ts';
import {onceFor, type ScanTable} from './scan_rows.ts';

/** Any natural number; its remainder selects a choice, so that small numbers are simple cases. */
const any = fc.nat();

export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Numbers that make a condition: which filter, of which rows, cut where. */
const seeds = fc.record({
  kind: any,
  row: any,
  /** Seven of ten conditions of a query take their value from one row, so that they match together. */
  own: fc.integer({min: 0, max: 9}).map((n) => n < 7),
  how: any,
  start: any,
  length: fc.integer({min: 1, max: 30}),
});
export type ConditionSeeds = typeof seeds extends fc.Arbitrary<infer T> ? T : never;

/** Most queries have few conditions. */
export const conditionSeeds: fc.Arbitrary<ConditionSeeds[]> = fc.oneof(
  {weight: 3, arbitrary: fc.array(seeds, {maxLength: 1})},
  {weight: 2, arbitrary: fc.array(seeds, {minLength: 1, maxLength: 5})},
);

interface Kind {
  op: Comparison;
  columns: readonly string[];
}

const isView = (declaration: Dataset | Derived): boolean =>
  'view' in declaration && declaration.view !== undefined;

/** Every operator and set of columns that the declaration allows; also one column twice. */
export function kindsOf(declaration: Dataset | Derived): Kind[] {
  const byOp = new Map<string, Kind>();
  const put = (op: Comparison, column: string, type: string) => {
    const known = byOp.get(`${op} ${type}`) ?? {op, columns: []};
    byOp.set(`${op} ${type}`, {op, columns: [...known.columns, column]});
  };
  for (const [column, filter] of Object.entries(declaration.filters)) {
    const {type} = declaration.columns[column]!;
    if (filter === 'range') {
      put('gte', column, type);
      put('lte', column, type);
      continue;
    }
    if (type === 'boolean') put('flag', column, '');
    else put('exact', column, '');
    // Columns of parts of names keep their values as they are stored where these are counted, too.
    if (filter === 'partial') put('partial', column, '');
    if (filter === 'exact' || declaration.facets?.includes(column)) put('in', column, '');
  }
  byOp.set('in, ids', {op: 'in', columns: [idColumn(declaration)]});
  const kinds = [...byOp.values()].flatMap(({op, columns}): Kind[] => [
    ...columns.map((column) => ({op, columns: [column]})),
    ...(columns.length > 1 ? [{op, columns}] : []),
    {op, columns: [columns[0]!, columns[0]!]},
  ]);
  const {search, globalSearch} = declaration;
  const terms: Kind[] = search ? Array.from({length: 4}, () => ({op: 'terms', columns: search})) : [];
  const found: Kind[] = globalSearch ? [{op: 'terms', columns: globalSearch.columns}] : [];
  return [...kinds, ...terms, ...(isView(declaration) ? [] : found)];
}

/**
 * Characters that mean something to SQL, JSON, patterns or lexicons; what no row has; long and short texts.
 */
export const NASTY = [
  '%',
  '_',
  "'",
  '"',
  '\\',
  '😀',
  'é',
  'É',
  'e\u0301',
  '\u0301',
  '\0',
  'a\0',
  'ab\0',
  'abc\0',
  '\ud7ff',
  '\uffff',
  '\u{10ffff}',
  'qzxqzx',
  'a',
  ' ',
  'a   b',
  '  a  ',
  '\t',
  '\u00a0',
  '|',
  ' | ',
  '%20',
  '&amp;',
  'null',
  'unknown',
  'x'.repeat(200),
  "' OR 1=1 --",
  '[a-z]*',
  '(',
  'ß',
  'ss',
  'ﬁ',
  '＆',
  'œ',
  'oeuvre',
  '’',
  '“',
  '–',
  'm²',
  'ａｂ',
  '\u200b',
  '\ufeffa\u200eb',
  '한',
  'Σ',
];

/** Some characters of a text. */
export const cut = (text: string, start: number, length: number): string => {
  const points = [...text];
  const from = start % Math.max(1, points.length);
  return points.slice(from, from + length).join('');
};

/** The text in capitals with an accent put somewhere: folded it may be the text again. */
const decorated = (text: string, at: number): string => {
  const points = [...text.toUpperCase()];
  const position = at % (points.length + 1);
  return [...points.slice(0, position), '\u0301', ...points.slice(position)].join('');
};

/** A text derived from one in the data. */
export function textFrom(
  value: string,
  others: readonly string[],
  {how, start, length}: ConditionSeeds,
): string {
  switch (how % 12) {
    case 0:
    case 1:
      return value;
    case 2:
    case 3:
    case 4:
      return cut(value, start, length);
    case 5:
      return decorated(value, start);
    case 6:
      return decorated(cut(value, start, length), start);
    case 7:
      return [cut(value, start, length), ...others.map((other) => cut(other, start, length))].join(' ');
    case 8:
      return pick(NASTY, start);
    case 9:
      return cut(value, start, 1);
    case 10:
      return cut(value.repeat(Math.ceil(200 / Math.max(1, value.length))), 0, 200);
    default:
      return cut(value, start, 3);
  }
}

/** A bound of any size, from the text of a value. */
function numberFrom(value: string, {how, start}: ConditionSeeds): string {
  const [whole = '0', fraction = ''] = value.split('.');
  switch (how % 8) {
    case 0:
    case 1:
      return value;
    case 2:
      return `${whole}.${fraction}${pick(['1', '5', '9', '000', '0001', '99999999999999999999'], start)}`;
    case 3:
      return whole;
    case 4:
      return value.startsWith('-') ? value.slice(1) : value === '0.00' ? '0' : `-${value}`;
    case 5:
      return `${whole}${pick(['0', '00', '7'], start)}`;
    case 6:
      return pick(
        ['0', '0.001', '-0.001', '1', '9'.repeat(30), `-${'9'.repeat(30)}`, '90071992547409.91', '10000'],
        start,
      );
    default:
      return `${whole.slice(0, Math.max(1, whole.length - 2)).replace(/-$/, '')}.5`.replace(/^\./, '0.');
  }
}

const EDGES = ['0001-01-01', '1899-12-31', '1970-01-01', '2024-02-29', '2100-01-01', '9999-12-31'];

function dayFrom(value: string, {how, start}: ConditionSeeds): string {
  if (how % 4 === 3) return pick(EDGES, start);
  const time = Date.parse(`${value.slice(0, 10)}T00:00:00Z`) + ((how % 3) - 1) * 86_400_000;
  const day = new Date(time).toISOString();
  return /^\d{4}-/.test(day) ? day.slice(0, 10) : '9999-12-31';
}

/** The value of a column in a row, or where it has none in the next row that has. */
function valueNear(table: ScanTable, start: number, column: string): string | null {
  const values = onceFor(table, `value near ${column}`, () =>
    table.rows.map(({texts, written}) => texts[column]?.[0] ?? written[column] ?? null),
  );
  for (let i = 0; i < values.length; i++) {
    const value = values[(start + i) % values.length];
    if (value) return value;
  }
  return null;
}

/** Whether the columns may be those of bodies: their values are kept as they are published. */
const namable = (op: Comparison, columns: readonly string[], {facets = []}: Dataset | Derived): boolean =>
  op === 'partial' && columns.every((column) => facets.includes(column));

/**
 * Names as bodies have them: halves of values, some without a bracket, of bodies of the table, and some that
 * no row has.
 */
function namesFrom(values: readonly string[], {how, start}: ConditionSeeds): string[] {
  const halves = values.flatMap((value) => [
    ...fold(value).split(' | '),
    fold(value).replace(/ ?\([^()]*\)$/, ''),
  ]);
  return [pick(halves, start), ...keysOfBodies([pick(BODIES, start)]), fold(pick(NASTY, start))].slice(
    how % 2,
  );
}

/** A number as it may be written: with a sign or a space within, or behind another word. */
function written(number: string, {start, length}: ConditionSeeds): string {
  const at = start % (number.length + 1);
  return number.slice(0, at) + pick(['', '-', '/', ' ', ' - ', '.', ' 1'], length) + number.slice(at);
}

/** The conditions that the numbers mean; `anchor` chooses the row whose values they share. */
export function conditionsOf(table: ScanTable, anchor: number, all: readonly ConditionSeeds[]): Condition[] {
  const {declaration} = table;
  const kinds = kindsOf(declaration);
  if (kinds.length === 0) return [];
  const conditions = all.map((one): Condition => {
    const {op, columns} = pick(kinds, one.kind);
    const start = one.own ? anchor : one.row;
    const column = pick(columns, one.row);
    const value = valueNear(table, start, column) ?? 'nothing';
    const others = columns.map((name, i) => valueNear(table, one.row + i, name) ?? '');
    switch (op) {
      case 'gte':
      case 'lte': {
        const isDay = ['date', 'timestamp'].includes(declaration.columns[column]!.type);
        if (isDay) return {op, columns, value: dayFrom(value === 'nothing' ? '2024-01-01' : value, one)};
        return {op, columns, value: numberFrom(value === 'nothing' ? '1' : value, one)};
      }
      case 'flag':
        return {op, columns, value: one.how % 2 === 0};
      case 'in':
        return {
          op,
          columns,
          value: [value, ...others, pick(NASTY, one.start)].slice(one.how % 2, one.how % 4),
        };
      case 'terms': {
        const typed = textFrom(value, others.slice(0, 1 + (one.how % 3)), one);
        const isNumber = declaration.columns[column]!.number === true;
        const text = fold(isNumber ? written(typed, one) : typed);
        return {op, columns, value: text === '' ? 'a' : text};
      }
      default: {
        // Texts come folded; now and then one does not and must find nothing more than what it says.
        const text = textFrom(value, others.slice(0, 1), one);
        const condition = {op, columns, value: one.start % 13 === 12 ? text : fold(text) || 'a'};
        return namable(op, columns, declaration) && one.row % 3 === 0
          ? {...condition, names: namesFrom([value, ...others], one)}
          : condition;
      }
    }
  });
  // Now and then the last is another way to satisfy the first.
  if (conditions.length < 2 || all[0]!.row % 5 > 0) return conditions;
  const [first, ...others] = conditions as [Condition, ...Condition[]];
  return [{...first, or: [others.pop()!]}, ...others];
}
