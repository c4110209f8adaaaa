/** docs/DATASETS.md: datasets with their sources, columns, codes and checks, for analysts. */
import {DATASETS, DERIVED} from '../../datasets/index.ts';
import type {Column, Columns, Dataset, Derived, Source} from '../../datasets/types.ts';
import {block, code, GENERATED, page, table} from './markdown.ts';

const SHOWN: Record<Column['shown'], string> = {
  list: 'list and detail',
  detail: 'detail',
  internal: 'files only',
};

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
    SHOWN[column.shown],
    [column.help, more(column)].filter(Boolean).join('. '),
    example(column),
  ]);
  return table(['Column', 'Type', 'Unit', 'Shown in', 'Meaning', 'Example'], rows);
}

function addresses({files}: Source): string {
  return files
    .map(({via}) => {
      if ('url' in via) return via.url;
      return 'fallback' in via ? via.fallback : `${via.base} (${via.resource})`;
    })
    .join(' ');
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

function checkTable({checks}: Dataset): string {
  const rows = checks.map(({name, severity, reason}) => [name, severity, reason]);
  return table(['Check', 'Severity', 'Reason'], rows);
}

function dataset(of: Dataset): string[] {
  const {view, sources, checks, stats, sort, id} = of;
  const prefix = id.prefix ? ` (prefix ${code(id.prefix)})` : '';
  const facts = [
    `Records are identified by ${code(id.column)}${prefix} and sorted by ${code(sort.default)}, newest first.`,
    stats ? `Statistics group by ${Object.keys(stats.groups).map(code).join(', ')}.` : '',
    view ? `Rows of ${code(view.of)} that meet ${code(view.where)}.` : '',
    of.published ? '' : 'Not served by the API; in the files for analysts.',
  ];
  return [
    `## ${of.title} (${code(of.name)})`,
    of.help,
    facts.filter(Boolean).join(' '),
    ...(sources.length > 0 ? [sourceTable(sources)] : []),
    columnTable(of.columns),
    ...(checks.length > 0 ? [checkTable(of)] : []),
  ];
}

function derived(of: Derived): string[] {
  const sections = Object.fromEntries(Object.entries(of.sections).map(([name, {column}]) => [name, column]));
  return [
    `## ${of.title} (${code(of.name)})`,
    `${of.help} Computed at every build; identified by ${code(of.key.column)}.`,
    columnTable({...of.columns, ...sections}),
  ];
}

const INTRODUCTION = `Types: \`money\` is DECIMAL(18,2) in CAD, \`text[]\` a list, \`rows\` a list of records; \`?\` marks columns
that may be null. Timestamps are UTC. Every dataset is a folder of Parquet files, one a source, and a view of the
same name in the catalogue of the current build:`;

/** The text of docs/DATASETS.md. */
export function datasetsMarkdown(): string {
  return page([
    GENERATED,
    '# Datasets',
    INTRODUCTION,
    block('sh', 'duckdb data/current/catalogue.duckdb -c "SELECT count(*) FROM contracts"'),
    ...Object.values(DATASETS).flatMap(dataset),
    ...Object.values(DERIVED).flatMap(derived),
  ]);
}
