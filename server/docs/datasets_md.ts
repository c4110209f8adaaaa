/** docs/DATASETS.md: datasets with their sources, columns, codes and checks, for analysts. */

import {EXCLUDED_FILES} from '../../datasets/excluded_files.ts';
import {DATASETS, DERIVED, directionOf, profileSections, SOURCES} from '../../datasets/index.ts';
import type {
  CodeTable,
  Column,
  Columns,
  Dataset,
  Derived,
  Layout,
  Source,
  SourceFile,
} from '../../datasets/types.ts';
import {block, code, GENERATED, page, table} from './markdown.ts';
import {sectorSection} from './sectors_md.ts';

const SHOWN: Record<Column['visibility'], string> = {
  list: 'list and detail',
  detail: 'detail',
  internal: 'files only',
};

/** Derived columns are joined in by the catalogue and the API. */
const place = (column: Column): string =>
  SHOWN[column.visibility] + (column.derived ? ', not in the files' : '');

const example = (column: Column): string =>
  column.example === null ? '' : code(JSON.stringify(column.example).slice(0, 80));

/** Values and fields that a cell of the type may hold. */
function more({values, fields, bilingual}: Column): string {
  const parts = [
    values ? `One of ${values.map(code).join(', ')}.` : '',
    fields ? `Fields: ${Object.keys(fields).map(code).join(', ')}.` : '',
    bilingual ? 'Form `English | Français`.' : '',
  ];
  return parts.filter(Boolean).join(' ');
}

function columnTable(columns: Columns): string {
  const rows = Object.entries(columns).map(([name, column]) => [
    code(name),
    column.type + (column.nullable ? '?' : ''),
    column.unit ?? '',
    place(column),
    [column.help, more(column)].filter(Boolean).join('. '),
    example(column),
  ]);
  return table(['Column', 'Type', 'Unit', 'Shown in', 'Meaning', 'Example'], rows);
}

function address(via: SourceFile['via']): string {
  switch (via.portal) {
    case 'plain':
    case 'zip':
      return via.url;
    case 'local':
      return code(`DATA_DIR/${via.path}`);
    case 'crawl':
      return [...new Set(via.pages.map(({url}) => code(url)))].join(' ');
    case 'ckan-file':
      return via.fallback;
    case 'ckan-files':
      return `${via.base} (${via.dataset}: ${code(via.resources.source)})`;
    case 'ckan-datastore':
      return `${via.base} (${via.resource})`;
    case 'socrata':
    case 'opendatasoft':
      return `${via.base} (${via.dataset})`;
    case 'arcgis':
      return typeof via.layer === 'string'
        ? via.layer
        : `${via.layer.service} (${code(via.layer.name.source)})`;
    case 'arcgis-search':
    case 'arcgis-items':
      return `${via.hub} (${code(via.title.source)})`;
  }
}

function addresses({files, unconfirmed}: Source): string {
  const all = files.map(({via}) => address(via)).join(' ');
  return unconfirmed === undefined ? all : `no feed is known: ${unconfirmed}; looked for at ${all}`;
}

function sourceTable(sources: readonly Source[]): string {
  const rows = sources.map((source) => [
    source.label,
    code(source.slug),
    source.publisher,
    `[${source.license}](${source.license_url})`,
    source.cadence,
    `[page](${source.page})`,
    addresses(source),
  ]);
  return table(['Source', 'Slug', 'Publisher', 'Licence', 'Renewed', 'Page', 'Files'], rows);
}

/** What becomes of the rows of a layout. */
function rowsAre(
  {childTables: parts = {}}: Source,
  {childTable: part, codeTable: codes, where: only}: Layout,
): string {
  if (codes !== undefined) return `codes ${code(codes)}`;
  if (part !== undefined) return `part: ${parts[part]?.help ?? part}`;
  return only ? `records; refused: ${only.reason}` : 'records';
}

/** Every header that a source is known to have had. */
function layoutTable(sources: readonly Source[]): string {
  const rows = sources.flatMap((source) =>
    source.layouts.map((layout) => [
      code(source.slug),
      code(layout.name),
      rowsAre(source, layout),
      `${layout.help} ${layout.header.length} columns now.`,
      Object.entries(layout.aliases)
        .map(([old, now]) => `${code(old)} for ${code(now)}`)
        .join(', '),
      source.encodings.join(' or '),
    ]),
  );
  return table(['Source', 'Layout', 'Rows', 'Header', 'Earlier spellings', 'Encoding'], rows);
}

function codeTables(): CodeTable[] {
  const fields = Object.values(SOURCES).flatMap(({layouts}) =>
    layouts.flatMap((layout) => Object.values(layout.fields)),
  );
  const found = fields.flatMap((field) => (field.op === 'code' ? [field.table] : []));
  return [...new Set(found)];
}

const UNKNOWN: Record<CodeTable['unknown'], string> = {
  note: 'null, listed in the rejects file',
  null: 'null',
  keep: 'kept as published',
};

/** Canonical values with the spellings that mean them. */
function codeSection(of: CodeTable): string[] {
  const rows = Object.entries(of.values).map(([value, spellings]) => [
    code(value),
    spellings.map(code).join(', '),
    (of.prefixes?.[value] ?? []).map(code).join(', '),
  ]);
  return [
    `### ${code(of.name)}`,
    `${of.help}; any other text is ${UNKNOWN[of.unknown]}.`,
    table(['Value', 'Spellings', 'Beginnings'], rows),
  ];
}

function checkTable({checks}: Dataset): string {
  const rows = checks.map(({name, severity, reason}) => [name, severity, reason]);
  return table(['Check', 'Severity', 'Reason'], rows);
}

/** Files that no source loads, then those beside the files of a source. */
function leftOut(): string[][] {
  const beside = Object.values(SOURCES).flatMap((source) => source.excluded ?? []);
  return [
    ...EXCLUDED_FILES.map(({file, reason}) => [file, reason]),
    ...beside.map((one) => [one.what, one.reason]),
  ];
}

/** What an unpublished dataset is good for. */
function notServed({sources}: Dataset): string {
  const fed = [...new Set(sources.flatMap(({feeds}) => feeds ?? []))].map(code).join(', ');
  const into = fed ? `, and made part of ${fed}` : '';
  return `Not served by the API; in the files for analysts${into}.`;
}

function dataset(of: Dataset): string[] {
  const {view, sources, checks, stats, sort, id} = of;
  const prefix = id.prefix ? ` (prefix ${code(id.prefix)})` : '';
  const facts = [
    `Records are identified by ${code(id.column)}${prefix} and sorted by ${code(sort.keys[sort.default] ?? sort.default)}, ${directionOf(of, sort.default) === 'asc' ? 'ascending' : 'newest first'}.`,
    stats ? `Statistics group by ${Object.keys(stats.groups).map(code).join(', ')}.` : '',
    view ? `Rows of ${code(view.of)} that meet ${code(view.where)}.` : '',
    of.published ? '' : notServed(of),
  ];
  return [
    `## ${of.title} (${code(of.name)})`,
    of.help,
    facts.filter(Boolean).join(' '),
    ...(sources.length > 0 ? [sourceTable(sources), layoutTable(sources)] : []),
    columnTable(of.columns),
    ...(checks.length > 0 ? [checkTable(of)] : []),
  ];
}

function derived(of: Derived): string[] {
  return [
    `## ${of.title} (${code(of.name)})`,
    `${of.help} Computed at every build; identified by ${code(of.key.column)}.`,
    columnTable({...of.columns, ...profileSections(of)}),
  ];
}

const INTRODUCTION = `Types: \`money\` is DECIMAL(18,2) in CAD, \`text[]\` a list, \`rows\` a list of records; \`?\` marks columns
that may be null. Timestamps are UTC. Every dataset is a folder of Parquet files, one a source, and a view of the
same name in the catalogue of the current build:`;

const BESIDE = `Beside the records a build holds, per source, \`loads/<slug>.parquet\` (when each record was first seen and
last changed) and \`rejects/<slug>.ndjson.zst\` (every refused row and every cell that became null, with file, line,
reason and text as published; such rows may hold what the records leave out, so do not publish them).`;

/** The text of docs/DATASETS.md. */
export function datasetsMarkdown(): string {
  return page([
    GENERATED,
    '# Datasets',
    INTRODUCTION,
    block('sh', 'duckdb -readonly data/current/catalogue.duckdb -c "SELECT count(*) FROM contracts"'),
    BESIDE,
    ...Object.values(DATASETS).flatMap(dataset),
    ...Object.values(DERIVED).flatMap(derived),
    '## Codes',
    'Spellings are compared without case and accents. Institutions are mapped by code, title or former name (`datasets/codes/departments.ts`).',
    ...codeTables().flatMap(codeSection),
    ...sectorSection(),
    '## Not loaded',
    table(['File', 'Reason'], leftOut()),
  ]);
}
