/** docs/API.md: every operation, error, header, tier and setting, for reading. */
import {SETTINGS} from '../../datasets/settings.ts';
import type {Column, Columns} from '../../datasets/types.ts';
import {OPERATORS} from '../../engine/types.ts';
import {TIERS, type Tier} from '../accounts/tiers.ts';
import {ERRORS, STATUS} from '../api/errors.ts';
import {HEALTH, SYNTHETIC} from '../api/operations/health.ts';
import {furtherColumns} from '../api/operations/meta.ts';
import type {Parameter} from '../api/routes/types.ts';
import {KEYLESS, type Operation, operations} from '../api/schema/operations.ts';
import {HEADERS} from './headers.ts';
import {block, code, GENERATED, page, table} from './markdown.ts';

const INTRODUCTION = `Every operation is a \`GET\` (or \`HEAD\`) and answers JSON. Operations under \`/api/v1\` take the
key of an account in the header \`X-API-Key\`. Lists and statistics answer \`{"data": [...], "meta":
{"total", "limit", "offset", "next_cursor"}}\`, everything else \`{"data": {...}}\` (the search with a
\`meta\` of its own), errors \`{"error": {"code", "message"}}\`. Lists and statistics also answer CSV and NDJSON, by \`format\`
or \`Accept\`, permits and zones also GeoJSON; exports are NDJSON, CSV or Parquet. Dates are ISO 8601, money is in CAD, missing
values are null. A parameter that the operation does not know is ignored and named in
\`X-Ignored-Parameters\`; an empty one counts as not given; of a repeated one the last counts.`;

/** `integer, 1 to 200, default 50` and the like. */
function rule({
  type,
  values,
  lowest,
  highest,
  between,
  longest,
  required,
  default: preset,
}: Parameter): string {
  const bounds =
    lowest !== undefined && highest !== undefined
      ? `${lowest} to ${highest} (lowered)`
      : lowest !== undefined
        ? `at least ${lowest}`
        : '';
  const range = between ? `${between[0]} to ${between[1]}` : '';
  const set = type === 'set' || type === 'sets' ? `one of ${(values ?? []).map(code).join(', ')}` : '';
  const text = type === 'string' ? `at most ${longest ?? 200} characters` : '';
  const form = type === 'fiscal_year' ? 'form `YYYY-YY`' : '';
  const given = preset === undefined ? '' : `default ${code(preset)}`;
  return [required ? 'required' : '', bounds, range, set, text, form, given].filter(Boolean).join('; ');
}

const TYPE_NAMES: Partial<Record<Parameter['type'], string>> = {
  set: 'string',
  fiscal_year: 'string',
  time: 'date or timestamp',
  sets: 'comma list',
  names: 'comma list',
  cursor: 'string',
};

function parameterRow([name, parameter]: [string, Parameter]): string[] {
  const {type, op, columns, help, example} = parameter;
  const on = (columns ?? []).map(code).join(', ');
  const operator = op ? `${op}${on === '' ? '' : ` on ${on}`}` : '';
  return [code(name), TYPE_NAMES[type] ?? type, operator, rule(parameter), help, code(example)];
}

const TYPES: Partial<Record<Column['type'], string>> = {
  text: 'string',
  money: 'number',
  'text[]': 'array of strings',
  rows: 'array of objects',
};

/** Rows of a field table; fields of objects and of array items follow their field with a dot. */
function fieldRows(columns: Columns, before = ''): string[][] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const type = (TYPES[column.type] ?? column.type) + (column.nullable ? ', or null' : '');
    const values = column.values ? `. One of ${column.values.map(code).join(', ')}` : '';
    const unit = column.unit && !column.help.includes(column.unit) ? ` (${column.unit})` : '';
    const row = [code(before + name), type, column.help + unit + values];
    const below = column.fields ? fieldRows(column.fields, `${before}${name}.`) : [];
    return [row, ...below];
  });
}

const fieldTable = (columns: Columns) => table(['Field', 'Type', 'Meaning'], fieldRows(columns));

/** Members of `meta` that the operation has besides those of every list. */
function furtherTable(route: Operation['route']): string[] {
  const further = 'further' in route ? (route.further ?? []) : [];
  return further.length === 0
    ? []
    : [`Further members of ${code('meta')}:`, fieldTable(furtherColumns(further))];
}

function operation(one: Operation): string[] {
  const {route, identifiers, parameters, columns, optional, paged, example, exampleTarget} = one;
  const path = Object.entries(identifiers).map(([name, {help, example: value, values}]) => [
    code(`{${name}}`),
    'string',
    '',
    ['in the path', values ? `one of ${values.map(code).join(', ')}` : ''].filter(Boolean).join('; '),
    help,
    code(value),
  ]);
  const rows = [...path, ...Object.entries(parameters).map(parameterRow)];
  const missing = 'missing' in route ? `; nothing found: 404 ${code(route.missing)}` : '';
  const fields =
    route.kind === 'export'
      ? [`The records have the item fields of the list of the dataset${missing}.`]
      : [
          `Fields of ${paged ? 'the items' : code('data')}${missing}:`,
          fieldTable({...columns, ...optional}),
          ...furtherTable(route),
          ...(route.kind === 'search' ? [`Fields of ${code('meta')}:`, fieldTable(route.meta)] : []),
        ];
  return [
    `### ${code(`GET ${one.path}`)}`,
    [`${route.summary}.`, route.help ?? ''].filter(Boolean).join(' '),
    table(['Parameter', 'Type', 'Operator', 'Rule', 'Help', 'Example'], rows),
    ...fields,
    `Example: ${code(`GET ${exampleTarget}`)}`,
    block('json', JSON.stringify(example, null, 2)),
  ];
}

const amount = (value: number | null) => (value === null ? 'unlimited' : value.toLocaleString('en-CA'));

function reference(): string[] {
  const tiers = Object.entries<Tier>(TIERS).map(
    ([name, {price, month, day, minute, permits, export: may}]) => [
      code(name),
      price,
      ...[month, day, minute, permits].map(amount),
      may ? 'yes' : 'no',
    ],
  );
  return [
    '## Operators',
    'Texts are compared without accents, case and extra white space. Null matches no filter. All filters must hold.',
    table(
      ['Operator', 'Matches when'],
      Object.entries(OPERATORS).map(([name, help]) => [code(name), help]),
    ),
    '## Errors',
    table(
      ['Status', 'Code', 'Message', 'When'],
      Object.values(ERRORS).map(({code: name, message, when}) => [
        String(STATUS[name]),
        code(name),
        code(message),
        when,
      ]),
    ),
    '## Headers',
    table(
      ['Header', 'Meaning', 'Example'],
      Object.entries(HEADERS).map(([name, {help, example}]) => [code(name), help, code(example)]),
    ),
    '## Tiers',
    'Most requests in a UTC calendar month, day and minute. A request counts one in all three when it is answered ' +
      '2xx, 304, 400, 403 or 404; 401, 405, 429, 5xx and `/usage` count nothing. It is admitted only when all three ' +
      'have room, else it is answered 429 with `Retry-After`.',
    table(['Tier', 'Price', 'Month', 'Day', 'Minute', 'Largest `limit` of permits', 'Export'], tiers),
    '## Settings',
    'Environment variables; a blank one counts as not set.',
    table(
      ['Setting', 'Default', 'Meaning'],
      Object.entries(SETTINGS).map(([name, {default: preset, help}]) => [
        code(name),
        preset === '' ? '' : code(preset),
        help,
      ]),
    ),
  ];
}

/** The text of docs/API.md. */
export function apiMarkdown(): string {
  const all = operations();
  const sections = [...new Set(all.map(({route}) => route.section))];
  const index = all.map(({path, route}) => [code(`GET ${path}`), route.summary]);
  const keyless = KEYLESS.map(({path, summary}) => [code(`GET ${path}`), `${summary} (no key)`]);
  return page([
    GENERATED,
    '# API',
    INTRODUCTION,
    table(['Operation', 'Answers'], [...index, ...keyless]),
    ...sections.flatMap((section) => [
      `## ${section}`,
      ...all.filter(({route}) => route.section === section).flatMap(operation),
    ]),
    '## Service',
    `### ${code('GET /health')}`,
    'Not enveloped and never cached. The last two fields stand only where the loaded data is generated.',
    fieldTable({...HEALTH, ...SYNTHETIC}),
    ...reference(),
  ]);
}
