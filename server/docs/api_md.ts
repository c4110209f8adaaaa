/** docs/API.md: every operation, error, header, tier and setting, for reading. */
import {SETTINGS} from '../../datasets/settings.ts';
import type {Column, Columns} from '../../datasets/types.ts';
import {OPERATORS} from '../../engine/types.ts';
import {HEALTH, REPLICATION, SYNTHETIC} from '../api/operations/health.ts';
import {extraMetaColumns} from '../api/operations/meta.ts';
import type {Parameter} from '../api/routes/types.ts';
import {hasItems, KEYLESS, type Operation, operations} from '../api/schema/operations.ts';
import {guide} from './api_guide.ts';
import {HEADERS} from './headers.ts';
import {block, code, contents, GENERATED, page, table, toHeading} from './markdown.ts';

const INTRODUCTION = `A read-only JSON API over Canadian public data. The first part of this page is what most callers need; the operations
with their parameters, fields and examples follow, then operators, headers and settings for reference.`;

/** `integer, 1 to 200, default 50` and the like. */
function rule({
  type,
  values,
  further,
  most,
  most_short: short,
  lowest,
  highest,
  between,
  longest,
  required,
  default: preset,
  added,
}: Parameter): string {
  const bounds =
    lowest !== undefined && highest !== undefined
      ? `${lowest} to ${highest} (lowered)`
      : lowest !== undefined
        ? `at least ${lowest}`
        : '';
  const range = between ? `${between[0]} to ${between[1]}` : '';
  const among = [values ?? [], further ?? []].map((list) => list.map(code).join(', '));
  const set = type === 'set' || type === 'sets' ? `one of ${among[0]}` : '';
  const more = further ? `added: ${among[1]}` : '';
  const count = most === undefined ? '' : `at most ${most}${type === 'string' ? ' words' : ''}`;
  const few = short === undefined ? '' : `at most ${short} of one or two letters`;
  const text = type === 'string' ? `at most ${longest ?? 200} characters` : '';
  const form = type === 'fiscal_year' ? 'form `YYYY-YY`' : '';
  const given = preset === undefined ? '' : `default ${code(preset)}`;
  const beyond = added ? 'added' : '';
  return [required ? 'required' : '', bounds, range, count, few, set, more, text, form, given, beyond]
    .filter(Boolean)
    .join('; ');
}

const TYPE_NAMES: Partial<Record<Parameter['type'], string>> = {
  set: 'string',
  fiscal_year: 'string',
  time: 'date or timestamp',
  since: 'build, date or timestamp',
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
  const extra_meta = 'extra_meta' in route ? (route.extra_meta ?? []) : [];
  return extra_meta.length === 0
    ? []
    : [`Further members of ${code('meta')}:`, fieldTable(extraMetaColumns(extra_meta))];
}

const OCDS_LINES = 'Each line is a package; [Open contracting](#open-contracting) has the columns in it.';

function operation(one: Operation): string[] {
  const {route, identifiers, parameters, optional, example, exampleTarget} = one;
  const path = Object.entries(identifiers).map(([name, {help, example: value, values}]) => [
    code(`{${name}}`),
    'string',
    '',
    ['in the path', values ? `one of ${values.map(code).join(', ')}` : ''].filter(Boolean).join('; '),
    help,
    code(value),
  ]);
  const rows = [...path, ...Object.entries(parameters).map(parameterRow)];
  const missing = 'missing' in route ? `; nothing found: 404 ${code(route.missing.en)}` : '';
  const fields =
    route.kind === 'export'
      ? [route.ocds ? OCDS_LINES : `The records have the item fields of the list of the dataset${missing}.`]
      : [
          `Fields of ${hasItems(route) ? 'the items' : code('data')}${missing}:`,
          fieldTable({...route.columns, ...optional}),
          ...furtherTable(route),
          ...('meta' in route ? [`Fields of ${code('meta')}:`, fieldTable(route.meta)] : []),
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

const OPERATOR_ROWS = Object.entries(OPERATORS).map(([name, help]) => [code(name), help]);

const HEADER_ROWS = Object.entries(HEADERS).map(([name, {help, example}]) => [
  code(name),
  help,
  code(example),
]);

const SETTING_ROWS = Object.entries(SETTINGS).map(([name, {default: preset, help}]) => [
  code(name),
  preset === '' ? '' : code(preset),
  help,
]);

const REFERENCE = [
  '## Operators',
  'How a filter compares its value with a column.',
  table(['Operator', 'Matches when'], OPERATOR_ROWS),
  '## Headers',
  table(['Header', 'Meaning', 'Example'], HEADER_ROWS),
  '## Settings',
  'Environment variables of the programs. A blank one counts as not set.',
  table(['Setting', 'Default', 'Meaning'], SETTING_ROWS),
];

/** Links to every operation, by section. */
function operationIndex(all: readonly Operation[]): string[] {
  const rows = all.map(({path, route}) => [route.section, toHeading(code(`GET ${path}`)), route.summary]);
  const keyless = KEYLESS.map(({path, summary}) => ['Service', code(`GET ${path}`), `${summary} (no key)`]);
  return ['## Operations', table(['Section', 'Operation', 'Answers'], [...rows, ...keyless])];
}

/** The text of docs/API.md. */
export function apiMarkdown(): string {
  const all = operations();
  const sections = [...new Set(all.map(({route}) => route.section))];
  const parts = [
    ...guide(),
    ...operationIndex(all),
    ...sections.flatMap((section) => [
      `## ${section}`,
      ...all.filter(({route}) => route.section === section).flatMap(operation),
    ]),
    '## Service',
    `### ${code('GET /health')}`,
    'No envelope, never cached. The last two fields are present only when the loaded data is synthetic.',
    fieldTable({...HEALTH, ...REPLICATION, ...SYNTHETIC}),
    ...REFERENCE,
  ];
  return page([GENERATED, '# API', INTRODUCTION, contents(parts), ...parts]);
}
