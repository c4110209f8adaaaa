/** The tables of a build as the dictionaries describe them, from the declarations and the manifest. */
import {inBuild, type Manifest, type SourceEntry, type StoredFile} from '../../../builds/artefacts.ts';
import {DATASETS, DERIVED, idColumn, SOURCES} from '../../../datasets/index.ts';
import {licenceOf} from '../../../datasets/licence_of.ts';
import type {Both} from '../../../datasets/licences.ts';
import {storedColumns} from '../../../datasets/rules/sql_types.ts';
import {TABLE_KEYS, type TableKey} from '../../../datasets/table_keys.ts';
import type {Column, Dataset, Derived, Source} from '../../../datasets/types.ts';

/** A table of a build: an export, or the parts of what is not exported. */
export interface Table {
  name: string;
  title: string;
  help: string;
  rows: number;
  /** Those that its files have, in their order. */
  columns: readonly [name: string, column: Column][];
  key: string;
  leads: readonly TableKey[];
  files: readonly StoredFile[];
  /** Those of its rows; none of a table that is computed. */
  sources: readonly Source[];
  /** Days of its records as its sources have them, `YYYY-MM-DD`; null where none has one. */
  period: {first: string; last: string} | null;
}

/** All tables with files, datasets first. */
export function tablesOf(manifest: Manifest): Table[] {
  return [...Object.values(DATASETS), ...Object.values(DERIVED)].flatMap((declaration) => {
    const table = tableOf(manifest, declaration);
    return table.files.length > 0 ? [table] : [];
  });
}

function tableOf(manifest: Manifest, declaration: Dataset | Derived): Table {
  const {name, title, help, columns} = declaration;
  const whole = manifest.index[name]?.whole;
  const stored = manifest.datasets[name];
  const base = ('view' in declaration && declaration.view?.table) || name;
  const entries = manifest.sources.filter(({dataset}) => dataset === base);
  return {
    name,
    title,
    help,
    rows: stored?.rows ?? 0,
    columns: whole ? Object.entries(columns) : storedColumns(columns),
    key: idColumn(declaration),
    leads: TABLE_KEYS.filter(({table}) => table === name),
    files: whole ? [whole] : (stored?.files ?? []).filter(({path}) => path !== inBuild.names(name)),
    sources: entries.flatMap(({slug}) => SOURCES[slug] ?? []),
    period: periodOf(entries),
  };
}

function periodOf(entries: readonly SourceEntry[]): Table['period'] {
  const first = entries.flatMap(({first_date}) => first_date ?? []).sort()[0];
  const last = entries
    .flatMap(({last_date}) => last_date ?? [])
    .sort()
    .at(-1);
  return first === undefined || last === undefined ? null : {first, last};
}

/** The licences of the sources, each once. */
export function licencesOf(sources: readonly Source[]): {name: string; title: string; path: string}[] {
  const licences = new Map(sources.map((source) => [source.license_url, licenceOf(source)]));
  return [...licences.values()].map(({id, title, url}) => ({name: id, title: title.en, path: url.en}));
}

/** The sentences that the licences of the sources ask for, and their further terms, each once. */
export function rightsOf(sources: readonly Source[]): Both[] {
  const texts = sources.flatMap((source) => {
    const {attribution, terms} = licenceOf(source);
    return terms ? [attribution, terms] : [attribution];
  });
  return [...new Map(texts.map((both) => [both.en, both])).values()];
}

/** What all files of the service are called together. */
export const TITLE = 'Canadian public data';
export const DESCRIPTION =
  'Federal contracts, tenders, awards, grants, research grants, infrastructure, lobbying, Parliament, building permits and zoning of Canada, from their publishers.';
/** Said of builds that hold generated rows. */
export const SYNTHETIC = 'Synthetic: generated rows, published by no government.';

export const describedAs = ({synthetic}: Manifest): string =>
  synthetic ? `${SYNTHETIC} ${DESCRIPTION}` : DESCRIPTION;

export const MEDIA_TYPE = 'application/vnd.apache.parquet';
