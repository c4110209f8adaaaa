/**
 * The files of a source as its publisher frames them: CSV, JSON Lines of portals, GeoJSON, workbooks and
 * zips.
 */
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type CellObject, utils, write} from '@e965/xlsx';
import type {Json, Layout, Source, SourceFile} from '../../../datasets/types.ts';
import {iso, REFERENCE_DAY} from '../dates.ts';
import {createCsv, type FileForm} from '../files/csv.ts';
import {createPieces} from '../files/pieces.ts';
import {packZip} from '../files/zips.ts';
import {hash32} from '../prng.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import type {Cell} from './cells.ts';
import {columnsRead} from './columns_read.ts';
import {knownFields} from './known_fields.ts';

/** Cells by column as written; `change` bends the row after its cells stand in order. */
export interface WrittenRow {
  cells: Record<string, Cell>;
  change?: (cells: string[]) => string[];
}

/** One file of a layout that takes rows. */
export interface Output {
  layout: Layout;
  /** Columns that the file has, under the names of the layout. */
  columns: readonly string[];
  csv: boolean;
  /** Whether somebody who reads the file is told in it that it is generated, whatever its rows say. */
  labelled: boolean;
  /** Rows that stay together in this order; the first ones come first. */
  add(rows: readonly WrittenRow[], row: number): void;
  settle(): Promise<void>;
  /** Rows by file name. */
  close(): Promise<Record<string, number>>;
}

export interface OutputTask {
  folder: string;
  seed: string;
  /** Records of the source: large workbooks are parted. */
  records: number;
}

const nameOf = ({name}: SourceFile, suffix: string, ending: string): string =>
  `synthetic-${name.replace(/\.[a-z]+$/, '')}${suffix}.${ending}`;

/** Earlier spellings by column, those declared last first. */
const earlierNames = ({aliases}: Layout): Map<string, string[]> =>
  new Map(
    [...Map.groupBy(Object.entries(aliases).reverse(), ([, name]) => name)].map(([name, all]) => [
      name,
      all.map(([old]) => old),
    ]),
  );

/**
 * The columns of a layout under the names of an earlier generation, 1 or more: old spellings, and of those
 * that earlier files lack only the ones of known fields and of texts, where the notice stands.
 */
function olderForm(source: Source, layout: Layout, generation: number): {columns: string[]; names: string[]} {
  const known = knownFields(source);
  const kept = Object.entries(layout.fields).flatMap(([name, field]) =>
    known.has(name) || field.op === 'replace' || field.op === 'text' ? columnsRead(field) : [],
  );
  const lacking = layout.recent ?? layout.optional;
  const columns = layout.header.filter((name) => !lacking.includes(name) || kept.includes(name));
  const earlier = earlierNames(layout);
  const spelling = (name: string) => earlier.get(name)?.[generation - 1] ?? earlier.get(name)?.at(-1) ?? name;
  return {columns, names: columns.map(spelling)};
}

/**
 * Earlier generations of the CSV files of a layout: enough for every spelling and every encoding of the
 * source.
 */
function generationsOf(source: Source, layout: Layout): number {
  if (Object.keys(layout.aliases).length + (layout.recent ?? layout.optional).length === 0) return 0;
  const spellings = [...earlierNames(layout).values()].map((names) => names.length);
  return Math.max(1, ...spellings, source.encodings.length - 1);
}

/** The CSV file of a layout, 0 its current generation: each file has another encoding of the source. */
function csvForm(
  source: Source,
  file: SourceFile,
  layout: Layout,
  nth: number,
  generation: number,
): FileForm {
  const encoding = source.encodings[(nth + generation) % source.encodings.length] ?? 'utf-8';
  const older = generation > 1 ? `-older-${generation}` : '-older';
  const suffix = `${nth ? `-${layout.name}` : ''}${generation ? older : ''}`;
  const {columns, names} = generation
    ? olderForm(source, layout, generation)
    : {columns: layout.header, names: layout.header};
  return {
    name: nameOf(file, suffix, 'csv'),
    header: names,
    columns,
    encoding,
    bom: encoding === 'utf-16' || (encoding === 'utf-8' && hash32(source.slug) % 2 === 0),
    end: hash32(source.slug) % 3 === 0 ? '\n' : '\r\n',
    quoting: 'minimal',
    ...(source.delimiter ? {delimiter: source.delimiter} : {}),
  };
}

/** The CSV files of a layout, the current generation first. */
const csvForms = (source: Source, file: SourceFile, layout: Layout, nth: number): FileForm[] =>
  Array.from({length: 1 + generationsOf(source, layout)}, (_, generation) =>
    csvForm(source, file, layout, nth, generation),
  );

/** The CSV files of a source, in the order in which they are written. */
export const formsOf = (source: Source): FileForm[] =>
  source.files
    .filter(({format}) => format === 'csv')
    .flatMap((file) => layoutsOf(source, file).flatMap((layout, nth) => csvForms(source, file, layout, nth)));

const asText = (value: Json): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

async function csvOutput(
  layout: Layout,
  form: FileForm,
  {folder, seed}: OutputTask,
  zip?: string,
): Promise<Output> {
  const inner = zip ? join(folder, zip.replace('.zip', '')) : folder;
  const file = await createCsv(inner, form, seed);
  const columns = form.columns ?? form.header;
  let first = true;
  return {
    layout,
    columns,
    csv: true,
    labelled: false,
    add: (rows) => {
      const made = rows.map(({cells, change}) => ({
        cells: Object.fromEntries(columns.map((name) => [name, asText(cells[name]?.written ?? null)])),
        ...(change ? {change} : {}),
      }));
      if (first) for (const row of made) file.first(row);
      else file.add(...made);
      first = false;
    },
    settle: file.settle,
    close: async () => {
      await file.close();
      if (!zip) return {[form.name]: file.rows};
      await packZip({folder, name: zip}, {from: inner, entries: [form.name]});
      return {[`${zip}!${form.name}`]: file.rows};
    },
  };
}

/** Rows of Socrata leave out what is null, write numbers as texts, and have columns of the portal. */
function socrata(columns: Record<string, Json>, row: number): Record<string, Json> {
  const id = `row-${row.toString(36).padStart(6, '0')}~z4k7.s8qm`;
  const made: Record<string, Json> = {':id': id, ':created_at': CREATED, ':updated_at': CREATED};
  for (const name in columns) {
    const value = columns[name] ?? null;
    if (value !== null && !name.startsWith(':'))
      made[name] = typeof value === 'number' ? String(value) : value;
  }
  return made;
}
const CREATED = `${iso(REFERENCE_DAY - 30)}T09:00:00.000Z`;

/** What stands before, between and behind the features of a file, in three habits of publishers. */
const FRAMES: readonly (readonly [head: string, between: string, tail: string])[] = [
  [`{"type":"FeatureCollection","name":${JSON.stringify(NOTICE.en)},"features":[`, ',', ']}'],
  [
    `{\n"type": "FeatureCollection",\n"name": ${JSON.stringify(NOTICE.en)},\n"features": [\n`,
    ',\n',
    '\n]\n}\n',
  ],
  [
    `{ "type" : "FeatureCollection", "name" : ${JSON.stringify(NOTICE.en)}, "features" : [\n`,
    ',\n',
    '\n] }\n',
  ],
];

function feature(columns: Record<string, Json>, habit: number): string {
  const {geometry = null, ...properties} = columns;
  if (habit === 0) return JSON.stringify({type: 'Feature', geometry, properties});
  if (habit === 1) return JSON.stringify({type: 'Feature', properties, geometry});
  // A position a line, blanks around every mark.
  const shape = JSON.stringify(geometry).replace(
    /\[(-?[\d.]+),(-?[\d.]+)(?:,[\d.]+)?\](,?)/g,
    '[ $1, $2 ]$3\n',
  );
  return `{ "type" : "Feature", "geometry" : ${shape}, "properties" : ${JSON.stringify(properties)} }`;
}

async function jsonOutput(
  source: Source,
  file: SourceFile,
  layout: Layout,
  {folder}: OutputTask,
  suffix: string,
): Promise<Output> {
  const geojson = file.format === 'geojson';
  const name = nameOf(file, suffix, geojson ? 'geojson' : 'jsonl');
  const [head, between, tail] = geojson
    ? (FRAMES[hash32(source.slug) % 3] as (typeof FRAMES)[number])
    : ['', '', ''];
  const {put, settle, close} = await createPieces(folder, name);
  const portal = file.via.portal;
  const notice = layout.ignored?.test('notice') ?? false;
  let rows = 0;
  put(head);
  return {
    layout,
    columns: layout.header,
    csv: false,
    labelled: geojson || notice,
    add: (all, row) => {
      for (const {cells} of all) {
        const columns: Record<string, Json> = {};
        for (const column of layout.header) columns[column] = cells[column]?.written ?? null;
        if (rows === 0 && notice) columns['notice'] = NOTICE.en;
        const line = geojson
          ? (rows > 0 ? between : '') + feature(columns, hash32(source.slug) % 3)
          : `${JSON.stringify(portal === 'socrata' ? socrata(columns, row) : columns)}\n`;
        put(line);
        rows++;
      }
    },
    settle,
    close: async () => {
      put(tail);
      await close();
      return {[name]: rows};
    },
  };
}

/** Rows of a workbook: more take too much memory to write. */
const SHEET_ROWS = 20_000;
/** Sources with fewer records have a workbook of the old form, which takes much time to write. */
const SMALL = 5_000;

/** Workbooks with a sheet per layout, a banner above each header, and a sheet without a table. */
async function bookOutputs(
  file: SourceFile,
  layouts: readonly Layout[],
  task: OutputTask,
): Promise<Output[]> {
  await mkdir(task.folder, {recursive: true});
  const counts: Record<string, number> = {};
  const sheets = new Map(layouts.map((layout) => [layout, [] as (Json | CellObject)[][]]));
  const limit = Math.min(SHEET_ROWS, Math.ceil(task.records / 2));
  let held = 0;
  const flush = async () => {
    const nth = Object.keys(counts).length + 1;
    const old = nth === 1 && task.records < SMALL;
    const name = nameOf(file, `-${nth}`, old ? 'xls' : 'xlsx');
    const book = utils.book_new();
    for (const [layout, rows] of sheets) {
      const grid = [[NOTICE.en], [], [...layout.header], ...rows.splice(0)];
      utils.book_append_sheet(book, utils.aoa_to_sheet(grid, {dense: true}), layout.name.slice(0, 30));
    }
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Count'], [held]], {dense: true}), 'Summary');
    const bookType = old ? 'biff8' : 'xlsx';
    await writeFile(
      join(task.folder, name),
      write(book, {type: 'buffer', bookType, compression: true, bookSST: true}),
    );
    counts[name] = held;
    held = 0;
  };
  const settle = async () => {
    if (held >= limit) await flush();
  };
  return layouts.map((layout, at) => ({
    layout,
    columns: layout.header,
    csv: false,
    labelled: true,
    add: (rows) => {
      held += rows.length;
      for (const {cells} of rows)
        sheets.get(layout)?.push(layout.header.map((name) => cells[name]?.written ?? null));
    },
    settle: at === 0 ? settle : async () => undefined,
    close: async () => {
      if (at > 0) return {};
      if (held > 0) await flush();
      return counts;
    },
  }));
}

/** Layouts that the files of a name may hold. */
function layoutsOf(source: Source, file: SourceFile): Layout[] {
  const own = source.layouts.filter(({name}) => source.files.length > 1 && file.name.includes(name));
  const bound = source.layouts.filter(({files}) => files?.test(`synthetic-${file.name}`));
  const free = source.layouts.filter(
    ({files, name}) =>
      !files && !source.files.some((one) => source.files.length > 1 && one.name.includes(name)),
  );
  if (bound.length) return bound.slice(0, 1);
  return own.length ? own : free;
}

/** All files of a source, opened. */
export async function openOutputs(source: Source, task: OutputTask): Promise<Output[]> {
  const made: Output[] = [];
  for (const file of source.files) {
    const layouts = layoutsOf(source, file);
    if (file.format === 'workbook') {
      made.push(...(await bookOutputs(file, layouts, task)));
      continue;
    }
    const zipped = 'entries' in file.via && file.via.entries !== undefined;
    for (const [nth, layout] of layouts.entries()) {
      if (file.format !== 'csv') {
        made.push(await jsonOutput(source, file, layout, task, nth ? `-${layout.name}` : ''));
        continue;
      }
      for (const form of csvForms(source, file, layout, nth)) {
        const zip = zipped ? form.name.replace('.csv', '.zip') : undefined;
        made.push(await csvOutput(layout, form, task, zip));
        if (zipped) break;
      }
    }
  }
  return made;
}
