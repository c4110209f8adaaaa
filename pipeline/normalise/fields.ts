/**
 * The closed set of field functions as SQL over a staged relation (alias `s`): value, notes on cells, joins.
 */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Field, Layout} from '../../datasets/types.ts';
import {
  cell,
  cellOf,
  type EncodedColumns,
  firstBeside,
  firstOf,
  firstValue,
  foldOf,
  re2,
  replaced,
  textOf,
} from './cells.ts';
import {dateSql, zonedDate} from './dates.ts';
import {degreeSql} from './degrees.ts';
import {cellLines, firstNonEmptyList, jsonItems, listOf, listOrText, lookedUpSql, namedSql} from './lists.ts';
import {htmlText, longText} from './long_text.ts';
import {numberSql, totalSql} from './numbers.ts';
import {rulesSql, whenSql} from './rules.ts';
import {polygonSql} from './staged_polygons.ts';
import {
  addressSql,
  bilingual,
  bilingualCell,
  codeSql,
  departmentSql,
  fiscalYearSql,
  joinNonBlankSql,
  progressSql,
  sessionSql,
} from './text_fields.ts';
import {
  type FieldParts,
  type FieldSql,
  GROUPED_MONEY,
  INTEGER,
  MONEY,
  TIMESTAMP,
  typedSql,
  unreadable,
} from './typed_values.ts';

type Op = Field['op'];
type FieldOf<O extends Op> = Extract<Field, {op: O}>;

interface FieldContext {
  /** Position of the field in its layout; keeps join aliases distinct. */
  number: number;
  coded: EncodedColumns;
}

/** A string is short for a VARCHAR value that is never unreadable and needs no join. */
type FieldFunction<O extends Op> = (field: FieldOf<O>, context: FieldContext) => FieldParts | string;

const FIELD_FUNCTIONS: {[O in Op]: FieldFunction<O>} = {
  text(field, {coded}) {
    const {from, blank, filler} = field;
    const text = filler ? firstBeside(coded, from, blank, filler) : firstOf(coded, from, blank);
    return field.case ? `${field.case}(${text})` : text;
  },
  multiline: longText,
  html_text: ({from}, {coded}) => htmlText(firstOf(coded, from, [])),
  date_of_timestamp: ({from}) => zonedDate(from),
  date: dateSql,
  timestamp: ({from}) => typedSql(from, TIMESTAMP),
  money: (field) => typedSql(field.from, field.comma === 'groups' ? GROUPED_MONEY : MONEY, field),
  number: numberSql,
  sum: totalSql,
  rules: ({rules}) => rulesSql(rules),
  when: ({value, rules, equals}, context) => whenSql(fieldSql(value, context), rulesSql(rules), equals),
  replace: ({from, blank, changes}, {coded}) =>
    replaced(firstOf(coded, from, blank), changes, (text) => `nullif(clean(${text}), '')`),
  integer: ({from}) => typedSql(from, INTEGER),
  in_cad(field, {coded}) {
    const amount = typedSql(field.amount, MONEY);
    const currency = `coalesce(upper(${cell(coded, field.currency, PLACEHOLDERS)}), 'CAD')`;
    return {...amount, value: `CASE WHEN ${currency} = 'CAD' THEN ${amount.value} END`};
  },
  code: ({from, table}, {coded}) => codeSql(coded, from, table),
  bilingual: ({en, fr, blank}, {coded}) => bilingual(cell(coded, en, blank), cell(coded, fr, blank)),
  department: (field, {number, coded}) => departmentSql(coded, field, `d${number}`),
  lines: ({from, blank, joinWith}) => listOrText(cellLines(from, blank), joinWith),
  split({from, separator, blank, joinWith}) {
    const lists = from.map((one) => listOf(`string_split(${cellOf(one)}, ${literal(separator)})`, blank));
    return listOrText(firstNonEmptyList(lists), joinWith);
  },
  bilingual_cell: ({from, blank}) => bilingualCell(from, blank),
  fiscal_year({from}, {coded}) {
    const text = firstOf(coded, from, PLACEHOLDERS);
    const value = fiscalYearSql(text);
    return {value, notes: [unreadable(`${value} IS NULL AND ${text} IS NOT NULL`, text)]};
  },
  join_all: ({from, separator}, {coded}) =>
    from.map((one) => cell(coded, one, PLACEHOLDERS)).join(` || ${literal(separator)} || `),
  join_non_blank: ({from, separator}, {coded}) =>
    joinNonBlankSql(
      from.map((one) => cell(coded, one, [])),
      separator,
    ),
  person_key({name: names, location}) {
    const name = `nullif(concat_ws(' ', ${names.map(foldOf).join(', ')}), '')`;
    const ends = `regexp_replace(trim(${name}), '^([^ ]+) .* ([^ ]+)$', '\\1 \\2')`;
    return `${ends} || ' ' || nullif(${foldOf(location)}, '')`;
  },
  decode: (field, {number}) => namedSql(field, `k${number}`),
  lookup: lookedUpSql,
  identifier({from, blank, otherwise}, {coded}) {
    const others = otherwise.map((one) => `coalesce(${textOf(one)}, '')`).join(` || '|' || `);
    return `coalesce(${cell(coded, from, blank)}, 'h' || left(sha256(${others}), 16))`;
  },
  progress: (field, {number, coded}) => progressSql(coded, field, `f${number}`),
  json_items: ({from, among}) => jsonItems(from, among),
  matches: ({from, pattern}) => ({
    value: listOf(`regexp_extract_all(${cellOf(from)}, ${re2(pattern)}, 1)`),
    type: 'VARCHAR[]',
  }),
  first_characters({from, length, pattern}) {
    const start = `left(upper(replace(${textOf(from)}, ' ', '')), ${length})`;
    return `CASE WHEN regexp_matches(${start}, ${re2(pattern)}) THEN ${start} END`;
  },
  constant: ({value}) => literal(value),
  degree: degreeSql,
  polygon: polygonSql,
  address: addressSql,
  vendor_key({from, blank, pattern}, {coded}) {
    const text = firstOf(coded, from, blank);
    const name = pattern ? `nullif(regexp_extract(${text}, ${re2(pattern)}, 1), '')` : text;
    return `nullif(vendor_key_of(${name}), '')`;
  },
  session: ({from, pattern}) => sessionSql(`regexp_extract(${textOf(from)}, ${re2(pattern)}, 1)`),
  extract({from, pattern}, {coded}) {
    const captured = from.map(
      (one) => `nullif(trim(regexp_extract(${cell(coded, one, PLACEHOLDERS)}, ${re2(pattern)}, 1)), '')`,
    );
    return firstValue(captured);
  },
};

/** SQL of one field. */
function fieldSql(field: Field, context: FieldContext): FieldSql {
  const sqlOf = FIELD_FUNCTIONS[field.op] as FieldFunction<Op>;
  const sql = sqlOf(field, context);
  return {type: 'VARCHAR', joins: [], notes: [], ...(typeof sql === 'string' ? {value: sql} : sql)};
}

/** SQL of the fields of a layout by name. `coded`: dictionary-encoded columns, as in `withForms`. */
export const fieldsSql = ({fields}: Layout, coded: EncodedColumns = new Set()): Map<string, FieldSql> =>
  new Map(Object.entries(fields).map(([name, field], number) => [name, fieldSql(field, {number, coded})]));
