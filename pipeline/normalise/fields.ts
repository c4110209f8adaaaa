/** The closed set of field functions as SQL over a staging table (alias `s`): value, when it is unreadable, joins. */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {CodeTable, Field} from '../../datasets/types.ts';

export interface FieldSql {
  value: string;
  /** SQL type of the value. */
  type: string;
  /** True where a cell that is not blank could not be read, and the text of that cell. */
  unreadable?: {when: string; text: string};
  joins: string[];
}

const col = (name: string): string => `s.${ident(name)}`;

/** White space that `trim` does not know is folded away by `clean`. */
const cleaned = (sql: string): string => `nullif(clean(${sql}), '')`;

/** A cleaned cell, null where it is blank or one of the blank texts. */
function cell(name: string, blank: readonly string[]): string {
  const texts = [...new Set(blank.map(fold))];
  if (!texts.length) return cleaned(col(name));
  return `CASE WHEN fold(${col(name)}) NOT IN (${literals(texts)}) THEN ${cleaned(col(name))} END`;
}

const firstOf = (names: readonly string[], blank: readonly string[]): string =>
  names.length === 1
    ? cell(names[0] ?? '', blank)
    : `coalesce(${names.map((one) => cell(one, blank)).join(', ')})`;

/** JavaScript patterns of declarations in RE2's spelling. */
export const re2 = (pattern: RegExp): string =>
  literal((pattern.flags.includes('i') ? '(?i)' : '') + pattern.source);

const DATE_FORM = "'^(\\d{4}-\\d{2}-\\d{2})(?:[T ].*)?$'";
const MONEY_FORM = "'^-?\\$?-?(?:\\d{1,3}(?:,\\d{3})+|\\d{1,16})?(?:\\.\\d+)?$'";
const INTEGER_FORM = "'^\\d{1,15}(?:\\.0+)?$'";
const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;

/** Amount of a cleaned text: `$`, blanks and thousands commas dropped; a comma that groups no thousands is unreadable. */
const moneyOf = (text: string): string =>
  `CASE WHEN regexp_matches(replace(${text}, ' ', ''), ${MONEY_FORM})
    THEN TRY_CAST(regexp_replace(${text}, '[$, ]', '', 'g') AS DECIMAL(18, 2)) END`;

const dateOf = (text: string): string =>
  `CASE WHEN year(TRY_CAST(regexp_extract(${text}, ${DATE_FORM}, 1) AS DATE)) BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR}
    THEN TRY_CAST(regexp_extract(${text}, ${DATE_FORM}, 1) AS DATE) END`;

const integerOf = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, ${INTEGER_FORM}) THEN TRY_CAST(split_part(${text}, '.', 1) AS BIGINT) END`;

/** A typed value of the first cell that is not blank. */
function typed(from: readonly string[], type: string, parse: (text: string) => string): FieldSql {
  const text = firstOf(from, PLACEHOLDERS);
  const value = parse(text);
  return {value, type, joins: [], unreadable: {when: `${text} IS NOT NULL AND ${value} IS NULL`, text}};
}

/** SQL of one field. `number` keeps the join aliases of the fields of one statement apart. */
export function fieldSql(field: Field, number: number): FieldSql {
  const plain = (value: string, type = 'VARCHAR'): FieldSql => ({value, type, joins: []});
  switch (field.op) {
    case 'text': {
      const text = firstOf(field.from, field.blank);
      return plain(field.case ? `${field.case}(${text})` : text);
    }
    case 'long':
      return plain(longText(field.from, field.blank));
    case 'date':
      return typed(field.from, 'DATE', dateOf);
    case 'money':
      return typed(field.from, 'DECIMAL(18,2)', moneyOf);
    case 'integer':
      return typed(field.from, 'BIGINT', integerOf);
    case 'in_cad': {
      const amount = typed(field.amount, 'DECIMAL(18,2)', moneyOf);
      const currency = `coalesce(upper(${cell(field.currency, PLACEHOLDERS)}), 'CAD')`;
      return {...amount, value: `CASE WHEN ${currency} = 'CAD' THEN ${amount.value} END`};
    }
    case 'code':
      return codeSql(field.from, field.table, `c${number}`);
    case 'bilingual':
      return plain(bilingual(cell(field.en, field.blank), cell(field.fr, field.blank)));
    case 'department':
      return departmentSql(field, `d${number}`);
    case 'lines':
      return plain(lines(field.from, field.blank), 'VARCHAR[]');
    case 'split':
      return plain(
        listOf(`string_split(${col(field.from)}, ${literal(field.separator)})`, 'x', field.blank),
        'VARCHAR[]',
      );
    case 'matches':
      return plain(
        listOf(`regexp_extract_all(${col(field.from)}, ${re2(field.pattern)}, 1)`, 'x', []),
        'VARCHAR[]',
      );
    case 'first_characters': {
      const start = `left(upper(regexp_replace(${col(field.from)}, '\\s', '', 'g')), ${field.length})`;
      return plain(`CASE WHEN regexp_matches(${start}, ${re2(field.pattern)}) THEN ${start} END`);
    }
    case 'constant':
      return plain(literal(field.value));
    case 'address':
      return plain(addressSql(field));
    case 'vendor_key': {
      const name = firstOf(field.from, field.blank);
      const part = field.pattern ? `nullif(regexp_extract(${name}, ${re2(field.pattern)}, 1), '')` : name;
      return plain(`nullif(vendor_key_of(${part}), '')`);
    }
    case 'extract': {
      const found = field.from.map(
        (one) => `nullif(trim(regexp_extract(${cell(one, [])}, ${re2(field.pattern)}, 1)), '')`,
      );
      return plain(`coalesce(${found.join(', ')}, NULL)`);
    }
  }
}

function longText(from: readonly string[], blank: readonly string[]): string {
  const one = (name: string) => {
    const ends = `replace(replace(nfc_normalize(${col(name)}), chr(13) || chr(10), chr(10)), chr(13), chr(10))`;
    const runs = `regexp_replace(${ends}, '[^\\S\\n]+|[\\x{a0}\\x{2000}-\\x{200a}\\x{202f}\\x{3000}\\x{feff}]+', ' ', 'g')`;
    const text = `nullif(trim(regexp_replace(${runs}, ' ?\\n ?', chr(10), 'g'), ' ' || chr(10)), '')`;
    return blank.length
      ? `CASE WHEN fold(${col(name)}) NOT IN (${literals(blank.map(fold))}) THEN ${text} END`
      : text;
  };
  return from.length === 1 ? one(from[0] ?? '') : `coalesce(${from.map(one).join(', ')})`;
}

/** Cleaned items of a list, blank ones left out; an absent list is empty. */
function listOf(list: string, item: string, blank: readonly string[]): string {
  const texts = literals(['', ...blank.map(fold)]);
  return `coalesce(list_filter(list_transform(${list}, x -> clean(${item})), x -> fold(x) NOT IN (${texts})), [])`;
}

function lines(from: readonly string[], blank: readonly string[]): string {
  const first =
    from.length === 1
      ? col(from[0] ?? '')
      : `coalesce(${from.map((one) => `nullif(trim(${col(one)}), '')`).join(', ')})`;
  return listOf(`string_split(replace(${first}, chr(13), ''), chr(10))`, "ltrim(trim(x), '*')", blank);
}

function codeSql(from: string, table: CodeTable, alias: string): FieldSql {
  const key = `fold(${col(from)})`;
  const join = `LEFT JOIN ${codeTable(table.name)} AS ${alias} ON ${alias}.spelling = ${key}`;
  const beginnings = Object.entries(table.beginnings ?? {}).flatMap(([value, starts]) =>
    starts.map((start) => `WHEN starts_with(${key}, ${literal(fold(start))}) THEN ${literal(value)}`),
  );
  const known = beginnings.length
    ? `coalesce(${alias}.value, CASE ${beginnings.join(' ')} END)`
    : `${alias}.value`;
  const ignored = literals(['', ...table.ignored.map(fold)]);
  const value = table.unknown === 'keep' ? `coalesce(${known}, ${cell(from, table.ignored)})` : known;
  const result: FieldSql = {value, type: 'VARCHAR', joins: [join]};
  if (table.unknown === 'note') {
    result.unreadable = {when: `${key} NOT IN (${ignored}) AND ${known} IS NULL`, text: col(from)};
  }
  return result;
}

const bilingual = (en: string, fr: string): string =>
  `CASE WHEN ${en} IS NULL OR ${en} = ${fr} THEN ${fr} WHEN ${fr} IS NULL THEN ${en} ELSE ${en} || ' | ' || ${fr} END`;

/** Titles end in an abbreviation in brackets at some publishers: `Department of Transport (TC)`. */
const withoutAbbreviation = (text: string): string =>
  `fold(regexp_replace(${text}, '\\s*\\([^()]*\\)\\s*$', ''))`;

function departmentSql(field: Extract<Field, {op: 'department'}>, alias: string): FieldSql {
  const halves = field.both
    ? [1, 2].map((n) => cleaned(`split_part(${col(field.both ?? '')}, '|', ${n})`))
    : [field.en, field.fr].map((name) => (name ? cell(name, PLACEHOLDERS) : 'NULL::VARCHAR'));
  const [en, fr] = [halves[0] ?? 'NULL::VARCHAR', halves[1] ?? 'NULL::VARCHAR'];
  const joins = [
    `LEFT JOIN departments AS ${alias}e ON ${alias}e.spelling = ${withoutAbbreviation(en)}`,
    `LEFT JOIN departments AS ${alias}f ON ${alias}f.spelling = ${withoutAbbreviation(fr)}`,
  ];
  const known = [`${alias}e.title`, `${alias}f.title`];
  if (field.code) {
    joins.push(`LEFT JOIN institutions AS ${alias}c ON ${alias}c.code = fold(${col(field.code)})`);
    known.unshift(`${alias}c.title`);
  }
  return {value: `coalesce(${known.join(', ')}, ${bilingual(en, fr)})`, type: 'VARCHAR', joins};
}

function addressSql(field: Extract<Field, {op: 'address'}>): string {
  const names = [...field.template.matchAll(/\{([^}]+)\}/g)].map((found) => found[1] ?? '');
  const pieces = field.template.split(/\{[^}]+\}/);
  const part = (name: string) => {
    const text = cleaned(col(name));
    return `encode_uri_component(${field.case === 'lower' ? `lower(${text})` : text})`;
  };
  const whole = pieces
    .flatMap((piece, at) => [literal(piece), ...(names[at] ? [part(names[at])] : [])])
    .join(' || ');
  const when = field.when
    ? `regexp_matches(${cleaned(col(field.when.column))}, ${re2(field.when.pattern)})`
    : 'true';
  return `CASE WHEN coalesce(${when}, false) THEN coalesce(${whole}, ${literal(field.otherwise)}) ELSE ${literal(field.otherwise)} END`;
}

/** Name of the lookup table of a code table. */
export const codeTable = (name: string): string => `code_${name}`;
