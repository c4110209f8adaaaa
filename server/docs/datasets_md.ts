/** docs/DATASETS.md: datasets with their sources, columns, codes and checks, for analysts. */
import {LONGEST_REJECT} from '../../builds/artefacts.ts';
import {DATASETS, DERIVED, directionOf, profileSections, SOURCES} from '../../datasets/index.ts';
import {EXCLUDED_FILES} from '../../datasets/publishers/excluded_files.ts';
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
import {cityMatrix} from './city_matrix.ts';
import {headingOf, overviewTable} from './datasets_table.ts';
import {licenceSection} from './licences_md.ts';
import {block, code, contents, GENERATED, page, table} from './markdown.ts';
import {organizationSection} from './organizations_md.ts';
import {sectorSection} from './sectors_md.ts';
import {twinSection} from './twins_md.ts';

const SHOWN: Record<Column['visibility'], string> = {
  list: 'list and detail',
  detail: 'detail',
  internal: 'files only',
};

/** Where a column appears; derived ones come of other tables and are no part of the records of a source. */
const shownIn = (column: Column): string =>
  SHOWN[column.visibility] + (column.derived ? ', not in the parts' : '');

const example = (column: Column): string =>
  column.example === null ? '' : code(JSON.stringify(column.example).slice(0, 80));

/** The values and fields that a column may hold. */
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
    shownIn(column),
    [column.help, more(column)].filter(Boolean).join('. '),
    example(column),
  ]);
  return table(['Column', 'Type', 'Unit', 'Shown in', 'Meaning', 'Example'], rows);
}

function address(via: SourceFile['via']): string {
  switch (via.portal) {
    case 'plain':
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
        : `${via.layer.service} (${via.layer.name ? code(via.layer.name.source) : 'the layer with its columns'})`;
    case 'arcgis-items':
      return `${via.hub} (${code(via.title.source)})`;
  }
}

const addresses = ({files, unconfirmed}: Source): string =>
  unconfirmed === undefined
    ? files.map(({via}) => address(via)).join(' ')
    : `no feed is known: ${unconfirmed}`;

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

/** What the rows of a layout become. */
function rowRole({childTables = {}}: Source, {childTable, codeTable, where}: Layout): string {
  if (codeTable !== undefined) return `codes ${code(codeTable)}`;
  if (childTable !== undefined) return `child rows: ${childTables[childTable]?.help ?? childTable}`;
  return where ? `records; refused: ${where.reason}` : 'records';
}

/** Every known generation of a source's header. */
function layoutTable(sources: readonly Source[]): string {
  const rows = sources.flatMap((source) =>
    source.layouts.map((layout) => [
      code(source.slug),
      code(layout.name),
      rowRole(source, layout),
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
  const tables = fields.flatMap((field) => (field.op === 'code' ? [field.table] : []));
  return [...new Set(tables)];
}

const UNKNOWN: Record<CodeTable['unknown'], string> = {
  report: 'null, listed in the rejects file',
  null: 'null',
  keep: 'kept as published',
};

/** Canonical values with the spellings that mean them. */
function codeSection(codes: CodeTable): string[] {
  const rows = Object.entries(codes.values).map(([value, spellings]) => [
    code(value),
    spellings.map(code).join(', '),
    (codes.prefixes?.[value] ?? []).map(code).join(', '),
  ]);
  return [
    `### ${code(codes.name)}`,
    `${codes.help}; any other text is ${UNKNOWN[codes.unknown]}.`,
    table(['Value', 'Spellings', 'Beginnings'], rows),
  ];
}

function checkTable({checks}: Dataset): string {
  const rows = checks.map(({name, severity, reason}) => [name, severity, reason]);
  return table(['Check', 'Severity', 'Reason'], rows);
}

/** Files that no source loads, then files that lie beside those of a source. */
function leftOut(): string[][] {
  const beside = Object.values(SOURCES).flatMap((source) => source.excluded ?? []);
  return [
    ...EXCLUDED_FILES.map(({file, reason}) => [file, reason]),
    ...beside.map((one) => [one.content, one.reason]),
  ];
}

/** Why an unpublished dataset is in the files. */
function notServed({sources}: Dataset): string {
  const fed = [...new Set(sources.flatMap(({feeds}) => feeds ?? []))].map(code).join(', ');
  const into = fed ? `, and made part of ${fed}` : '';
  return `Not served by the API; in the files for analysts${into}.`;
}

function dataset(declaration: Dataset): string[] {
  const {view, once, sources, checks, stats, sort, id} = declaration;
  const prefix = id.prefix ? ` (prefix ${code(id.prefix)})` : '';
  const order = directionOf(declaration, sort.default) === 'asc' ? 'ascending' : 'newest first';
  const facts = [
    `Identified by ${code(id.column)}${prefix}, sorted by ${code(sort.keys[sort.default] ?? sort.default)}, ${order}.`,
    stats ? `Statistics group by ${Object.keys(stats.groups).map(code).join(', ')}.` : '',
    once ? `The catalogue has ${code(once.view)}. ${once.help}` : '',
    view ? `Rows of ${code(view.table)} where ${code(view.where)}.` : '',
    declaration.published ? '' : notServed(declaration),
  ];
  const published = sources.length > 0;
  return [
    `## ${headingOf(declaration)}`,
    declaration.help,
    facts.filter(Boolean).join(' '),
    ...(published ? [sourceTable(sources)] : []),
    columnTable(declaration.columns),
    ...cityMatrix(declaration),
    ...(published ? [layoutTable(sources)] : []),
    ...(checks.length > 0 ? [checkTable(declaration)] : []),
  ];
}

function derived(declaration: Derived): string[] {
  return [
    `## ${headingOf(declaration)}`,
    `${declaration.help} Computed at every build; identified by ${code(declaration.key.column)}.`,
    columnTable({...declaration.columns, ...profileSections(declaration)}),
  ];
}

const INTRODUCTION = `Every dataset with its publishers, columns, codes and data checks. A build has each dataset that the
API exports as one file, \`export/<dataset>.parquet\`, with every column that is listed here; \`parquet/<dataset>/\` has its parts, one for each
source, and the tables that are not exported. The catalogue has a view of each, and for each list of an exported dataset a view
with a row for each item: \`contracts_amendments\`, \`politicians_terms\`. The API serves the same records ([API.md](API.md));
[ANALYSIS.md](ANALYSIS.md) shows how to open, join and count them.`;

const START = [
  '## Where to start',
  block(
    'sh',
    `duckdb -readonly data/current/catalogue.duckdb -c "SELECT year(date), count(*), sum(value) FROM contracts_once GROUP BY 1 ORDER BY 1 DESC LIMIT 5"
duckdb -c "SELECT organization_key, sum(value) FROM 'data/current/export/grants.parquet' GROUP BY 1 ORDER BY 2 DESC LIMIT 5"`,
  ),
  `- Who was paid: \`contracts\`, one record a contract with its latest value; \`vendors\` adds them up. \`disclosures\` are the part of \`contracts\`
  that comes from proactive disclosure: never add the two.
- Who was funded: \`grants\` and, by year, \`research_grants\`. The research councils report in both: never add the two either.
- Before a contract: \`tenders\` and \`awards\`, tied together by \`solicitation_number\`.
- Who spoke to whom: \`lobbying_registrations\`, \`lobbying_communications\`; \`communication_links\` leads to \`politicians\`.
- Who an organization is in all of them: \`organizations\`, and \`organization_links\` for every name as published.
- Which body a name means: \`public_body_names\` leads from \`department_key\` and \`institution_key\` to \`public_bodies\`.
- What is built where: \`permits\` and \`zoning\`, both in WGS 84 degrees.`,
];

const CONVENTIONS = [
  '## Types and conventions',
  `\`money\` is DECIMAL(18,2) in CAD, \`text[]\` a list, \`rows\` a list of records, \`?\` marks a column that may be null. Dates are DATE,
timestamps TIMESTAMP WITH TIME ZONE. The column *Shown in* says where the API gives a column: in lists and details, in details only, or nowhere
(*files only*). Columns *not in the parts* are computed from other tables, and stand in \`export/\` and in the catalogue.`,
  `Beside the records a build holds for each source \`loads/<slug>.parquet\` (when each record was first seen and last changed) and
\`rejects/<slug>.ndjson.zst\` (every refused row, and every cell that became null because it could not be read or believed, however many,
with file, line, reason and original text). The text of a row is cut after ${LONGEST_REJECT.toLocaleString('en-CA')} characters, and left out where the source has columns about
private persons. Cells that say that there is no value, such as \`N/A\` or a cost of 0, are null without an entry. Rejects may hold personal
data that the records leave out: do not publish them.`,
];

/** The text of docs/DATASETS.md. */
export function datasetsMarkdown(): string {
  const guide = [...START, '## Overview', overviewTable(), ...CONVENTIONS];
  const datasets = [...Object.values(DATASETS).flatMap(dataset), ...Object.values(DERIVED).flatMap(derived)];
  const reference = [
    '## Codes',
    'Spellings are compared without case and accents. Institutions are mapped by code, title or former name (`datasets/codes/departments.ts`).',
    ...codeTables().flatMap(codeSection),
    ...sectorSection(),
    ...twinSection(),
    ...organizationSection(),
    ...licenceSection(),
    '## Not loaded',
    'Files of these publishers that are deliberately left out.',
    table(['File', 'Reason'], leftOut()),
  ];
  // The overview links to every dataset, so the contents leave them out.
  return page([
    GENERATED,
    '# Datasets',
    INTRODUCTION,
    contents([...guide, ...reference]),
    ...guide,
    ...datasets,
    ...reference,
  ]);
}
