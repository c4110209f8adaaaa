/** The closed set of field functions as SQL over a staged relation (alias `s`): value, when it is unreadable, joins. */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {SESSION_STARTS} from '../../datasets/codes/sessions.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {CodeTable, Field} from '../../datasets/types.ts';
import {cell, cellOf, type EncodedColumns, firstOf, foldOf, isOneOf, re2, textOf} from './cells.ts';
import {dateSql} from './dates.ts';
import {degreeSql} from './degrees.ts';
import {cellLines, firstNonEmptyList, jsonItems, listOf, listOrText, lookedUpSql, namedSql} from './lists.ts';
import {longText} from './long_text.ts';
import {htmlText} from './markup.ts';
import {numberSql, totalSql} from './numbers.ts';
import {rulesSql, whenSql} from './rules.ts';
import {polygonSql} from './staged_polygons.ts';
import {
  dateOf,
  FIRST_YEAR,
  type FieldSql,
  INTEGER,
  LAST_YEAR,
  MONEY,
  TIMESTAMP,
  typedSql,
} from './typed_values.ts';
import {zonedDate} from './zoned_date.ts';

/** SQL of one field. `number` keeps the join aliases of the fields of one statement apart; `coded` as in `withForms`. */
export function fieldSql(field: Field, number: number, coded: EncodedColumns = new Set()): FieldSql {
  const plain = (value: string, type = 'VARCHAR'): FieldSql => ({value, type, joins: []});
  switch (field.op) {
    case 'text': {
      const text = firstOf(coded, field.from, field.blank);
      return plain(field.case ? `${field.case}(${text})` : text);
    }
    case 'multiline':
      return plain(longText(field.from, field.blank));
    case 'html_text':
      return plain(htmlText(firstOf(coded, field.from, [])));
    case 'date_of_timestamp':
      return zonedDate(field.from);
    case 'date':
      return dateSql(field);
    case 'timestamp':
      return typedSql(field.from, TIMESTAMP);
    case 'money':
      return typedSql(field.from, MONEY, field);
    case 'number':
      return numberSql(field);
    case 'sum':
      return totalSql(field);
    case 'rules':
      return rulesSql(field.rules);
    case 'when':
      return whenSql(fieldSql(field.value, number, coded), rulesSql(field.rules), field.equals);
    case 'replace':
      return plain(replacedSql(firstOf(coded, field.from, field.blank), field.changes));
    case 'integer':
      return typedSql(field.from, INTEGER);
    case 'in_cad': {
      const amount = typedSql(field.amount, MONEY);
      const currency = `coalesce(upper(${cell(coded, field.currency, PLACEHOLDERS)}), 'CAD')`;
      return {...amount, value: `CASE WHEN ${currency} = 'CAD' THEN ${amount.value} END`};
    }
    case 'code':
      return codeSql(coded, field.from, field.table);
    case 'bilingual':
      return plain(bilingual(cell(coded, field.en, field.blank), cell(coded, field.fr, field.blank)));
    case 'department':
      return departmentSql(coded, field, `d${number}`);
    case 'lines':
      return listOrText(cellLines(field.from, field.blank), field.joinWith);
    case 'split': {
      const each = field.from.map((one) =>
        listOf(`string_split(${cellOf(one)}, ${literal(field.separator)})`, 'x', field.blank),
      );
      return listOrText(firstNonEmptyList(each), field.joinWith);
    }
    case 'bilingual_cell':
      return plain(bothLanguages(field.from, field.blank));
    case 'fiscal_year': {
      const text = firstOf(coded, field.from, PLACEHOLDERS);
      const value = fiscalYearOf(text);
      return {...plain(value), unreadable: {when: `${value} IS NULL AND ${text} IS NOT NULL`, text}};
    }
    case 'join_all':
      return plain(
        field.from.map((one) => cell(coded, one, PLACEHOLDERS)).join(` || ${literal(field.separator)} || `),
      );
    case 'join_non_blank': {
      const given = field.from.map((one) => cell(coded, one, []));
      return plain(wordsSql(given, field.separator));
    }
    case 'person_key': {
      const name = `nullif(concat_ws(' ', ${field.name.map(foldOf).join(', ')}), '')`;
      const ends = `regexp_replace(trim(${name}), '^([^ ]+) .* ([^ ]+)$', '\\1 \\2')`;
      return plain(`${ends} || ' ' || nullif(${foldOf(field.place)}, '')`);
    }
    case 'decode':
      return namedSql(field, `k${number}`);
    case 'lookup':
      return lookedUpSql(field);
    case 'identifier': {
      const others = field.otherwise.map((one) => `coalesce(${textOf(one)}, '')`).join(` || '|' || `);
      return plain(`coalesce(${cell(coded, field.from, field.blank)}, 'h' || left(sha256(${others}), 16))`);
    }
    case 'progress':
      return progressSql(coded, field, `f${number}`);
    case 'json_items':
      return jsonItems(field.from, field.among);
    case 'matches':
      return plain(
        listOf(`regexp_extract_all(${cellOf(field.from)}, ${re2(field.pattern)}, 1)`, 'x', []),
        'VARCHAR[]',
      );
    case 'first_characters': {
      const start = `left(upper(replace(${textOf(field.from)}, ' ', '')), ${field.length})`;
      return plain(`CASE WHEN regexp_matches(${start}, ${re2(field.pattern)}) THEN ${start} END`);
    }
    case 'constant':
      return plain(literal(field.value));
    case 'degree':
      return degreeSql(field, (inner) => fieldSql(inner, number, coded));
    case 'polygon':
      return polygonSql(field);
    case 'address':
      return plain(addressSql(field));
    case 'vendor_key': {
      const name = firstOf(coded, field.from, field.blank);
      const part = field.pattern ? `nullif(regexp_extract(${name}, ${re2(field.pattern)}, 1), '')` : name;
      return plain(`nullif(vendor_key_of(${part}), '')`);
    }
    case 'session':
      return plain(sessionSql(`regexp_extract(${textOf(field.from)}, ${re2(field.pattern)}, 1)`));
    case 'extract': {
      const found = field.from.map(
        (one) =>
          `nullif(trim(regexp_extract(${cell(coded, one, PLACEHOLDERS)}, ${re2(field.pattern)}, 1)), '')`,
      );
      return plain(`coalesce(${found.join(', ')}, NULL)`);
    }
  }
}

/** Texts that are not blank, parted by blanks; by another separator each once. */
function wordsSql(texts: readonly string[], separator = ' '): string {
  const parts = texts.map((text, at) => {
    const before = separator === ' ' ? [] : texts.slice(0, at);
    const isNew = before.map((other) => `${text} IS DISTINCT FROM ${other}`);
    return isNew.length ? `CASE WHEN ${isNew.join(' AND ')} THEN ${text} END` : text;
  });
  return `nullif(concat_ws(${literal(separator)}, ${parts.join(', ')}), '')`;
}

/** A text with changes made in turn, each at all places, and cleaned again. Groups are named as in JavaScript, `$1`. */
function replacedSql(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  const changed = changes.reduce((sql, [pattern, by]) => {
    const into = by.replaceAll('\\', '\\\\').replace(/\$(\d)/g, '\\$1');
    return `regexp_replace(${sql}, ${re2(pattern)}, ${literal(into)}, 'g')`;
  }, text);
  // Hardly any text has something to change, which one look at it tells.
  const any = changes.map(([{source, flags}]) => `(?${flags.includes('i') ? 'i' : ''}:${source})`).join('|');
  return `CASE WHEN regexp_matches(${text}, ${literal(any)}) THEN nullif(clean(${changed}), '') ELSE ${text} END`;
}

/** The session that had begun last on a day, in ISO form; null before the first one. */
function sessionSql(day: string): string {
  const cases = SESSION_STARTS.map(([id, from]) => `WHEN ${day} >= ${literal(from)} THEN ${literal(id)}`);
  return `CASE ${cases.reverse().join(' ')} END`;
}

/** A map and not a join: a dozen joins of one statement would take more memory than the rows themselves. */
function codeSql(coded: EncodedColumns, from: readonly string[], table: CodeTable): FieldSql {
  const key = firstFolded(from.map(foldOf));
  const pairs = [...spellings(table)].map(([text, value]) => `${literal(text)}: ${literal(value)}`);
  const beginnings = Object.entries(table.prefixes ?? {}).flatMap(([value, starts]) =>
    starts.map((start) => `WHEN starts_with(${key}, ${literal(fold(start))}) THEN ${literal(value)}`),
  );
  const exact = `map_extract_value(MAP {${pairs.join(', ')}}, ${key})`;
  const known = beginnings.length ? `coalesce(${exact}, CASE ${beginnings.join(' ')} END)` : exact;
  const value =
    table.unknown === 'keep' ? `coalesce(${known}, ${firstOf(coded, from, table.ignored)})` : known;
  const result: FieldSql = {value, type: 'VARCHAR', joins: []};
  if (table.unknown === 'note') {
    const meant = `NOT ${isOneOf(key, ['', ...table.ignored])}`;
    result.unreadable = {
      when: `${meant} AND ${known} IS NULL`,
      text:
        from.length === 1
          ? cellOf(from[0] ?? '')
          : `coalesce(${from.map((one) => `CASE WHEN ${foldOf(one)} <> '' THEN ${cellOf(one)} END`).join(', ')})`,
    };
  }
  return result;
}

/** The first of some folded texts that is not blank. */
const firstFolded = (folded: readonly string[]): string =>
  folded.length === 1
    ? (folded[0] ?? '')
    : `coalesce(${folded.map((one) => `nullif(${one}, '')`).join(', ')})`;

/** Folded spelling -> canonical value; the first meaning of a spelling stands. */
function spellings(table: CodeTable): Map<string, string> {
  const known = new Map<string, string>();
  for (const [value, others] of Object.entries(table.values)) {
    for (const text of [value, ...others]) if (!known.has(fold(text))) known.set(fold(text), value);
  }
  return known;
}

const bilingual = (en: string, fr: string): string =>
  `CASE WHEN ${en} IS NULL OR ${en} = ${fr} THEN ${fr} WHEN ${fr} IS NULL THEN ${en} ELSE ${en} || ' | ' || ${fr} END`;

/** The halves of a cell at its first bar. A blank half counts as none. */
function bothLanguages(from: string, blank: readonly string[]): string {
  const text = textOf(from);
  const bar = `strpos(${text}, '|')`;
  const half = (sql: string) => {
    const trimmed = `nullif(trim(${sql}), '')`;
    return blank.length ? `CASE WHEN NOT ${isOneOf(`fold(${sql})`, blank)} THEN ${trimmed} END` : trimmed;
  };
  const en = half(`CASE WHEN ${bar} > 0 THEN left(${text}, ${bar} - 1) ELSE ${text} END`);
  const fr = half(`CASE WHEN ${bar} > 0 THEN substr(${text}, ${bar} + 1) END`);
  return bilingual(en, fr);
}

const FISCAL_YEAR_FORM = "'^(\\d{4})(?: ?[-/–] ?(\\d{2}|\\d{4}))?$'";

/** `1998`, `1998-99` or `1998-1999` as `1998-99`; a second year that does not follow is unreadable. */
function fiscalYearOf(text: string): string {
  const first = `TRY_CAST(regexp_extract(${text}, ${FISCAL_YEAR_FORM}, 1) AS INTEGER)`;
  const second = `regexp_extract(${text}, ${FISCAL_YEAR_FORM}, 2)`;
  const ending = `lpad(CAST((${first} + 1) % 100 AS VARCHAR), 2, '0')`;
  return `CASE WHEN ${first} BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR}
    AND (${second} = '' OR ${second} = ${ending} OR ${second} = CAST(${first} + 1 AS VARCHAR))
    THEN ${first} || '-' || ${ending} END`;
}

/** Days that cannot be read count as none; the columns of the dates note them. */
function progressSql(
  coded: EncodedColumns,
  field: Extract<Field, {op: 'progress'}>,
  alias: string,
): FieldSql {
  const [start, end] = [field.start, field.end].map((from) => dateOf(firstOf(coded, from, PLACEHOLDERS)));
  const today = `${alias}.fetched_on`;
  const derived = `CASE WHEN ${end} < ${today} THEN 'Completed' WHEN ${start} <= ${today} THEN 'In Progress'
    WHEN ${start} IS NOT NULL OR ${end} IS NOT NULL THEN 'Not Started' END`;
  const published = field.published ? cell(coded, field.published, PLACEHOLDERS) : 'NULL::VARCHAR';
  const joins = [`LEFT JOIN files AS ${alias} ON ${alias}._file = s._file`];
  return {value: `coalesce(${published}, ${derived})`, type: 'VARCHAR', joins};
}

/** Titles end in an abbreviation in brackets at some publishers: `Department of Transport (TC)`. */
const withoutAbbreviation = (text: string): string =>
  `fold(regexp_replace(${text}, '\\s*\\([^()]*\\)\\s*$', ''))`;

function departmentSql(
  coded: EncodedColumns,
  field: Extract<Field, {op: 'department'}>,
  alias: string,
): FieldSql {
  const halves = field.both
    ? [1, 2].map((n) => `nullif(trim(split_part(${textOf(field.both ?? '')}, '|', ${n})), '')`)
    : [field.en, field.fr].map((name) => (name ? cell(coded, name, PLACEHOLDERS) : 'NULL::VARCHAR'));
  const [en, fr] = [halves[0] ?? 'NULL::VARCHAR', halves[1] ?? 'NULL::VARCHAR'];
  const joins = [
    `LEFT JOIN departments AS ${alias}e ON ${alias}e.spelling = ${withoutAbbreviation(en)}`,
    `LEFT JOIN departments AS ${alias}f ON ${alias}f.spelling = ${withoutAbbreviation(fr)}`,
  ];
  const known = [`${alias}e.title`, `${alias}f.title`];
  if (field.code) {
    joins.push(`LEFT JOIN institutions AS ${alias}c ON ${alias}c.code = ${foldOf(field.code)}`);
    known.unshift(`${alias}c.title`);
  }
  return {value: `coalesce(${known.join(', ')}, ${bilingual(en, fr)})`, type: 'VARCHAR', joins};
}

function addressSql(field: Extract<Field, {op: 'address'}>): string {
  const names = [...field.template.matchAll(/\{([^}]+)\}/g)].map((found) => found[1] ?? '');
  const pieces = field.template.split(/\{[^}]+\}/);
  const part = (name: string) => {
    const text = textOf(name);
    return `encode_uri_component(${field.case === 'lower' ? `lower(${text})` : text})`;
  };
  const whole = pieces
    .flatMap((piece, at) => [literal(piece), ...(names[at] ? [part(names[at])] : [])])
    .join(' || ');
  const when = field.when
    ? `regexp_matches(${textOf(field.when.column)}, ${re2(field.when.pattern)})`
    : 'true';
  return `CASE WHEN coalesce(${when}, false) THEN coalesce(${whole}, ${literal(field.otherwise)}) ELSE ${literal(field.otherwise)} END`;
}
