/** Answers `provenance`: for each field of a record the row, the cells and the rule that it comes from. */
import {inBuild} from '../../../../builds/artefacts.ts';
import {keyOf} from '../../../../builds/row_locations.ts';
import {DATASETS} from '../../../../datasets/index.ts';
import type {Dataset, Field, Json, Source} from '../../../../datasets/types.ts';
import type {Engine, Row} from '../../../../engine/types.ts';
import type {NoCells} from '../../../labels/provenance.ts';
import {MOST_ROWS} from '../../routes/provenance.ts';
import {fieldAnswer, NO_TRACE, type Trace, untraced} from './answer.ts';
import {type FieldOrigin, fieldOrigin} from './field_origins.ts';
import {RecordRows} from './record_rows.ts';
import {rawFolder, withLocations} from './stored_bytes.ts';

/** What is traced. */
interface Traced {
  /** The dataset that the rows are of, which a view has from another one. */
  dataset: Dataset;
  source: Source;
  /** As the answer has it. */
  record: Row;
}

/** The source of a record: by its name, or the only one. */
function sourceOf({sources}: Dataset, record: Row): Source | undefined {
  return sources.length === 1 ? sources[0] : sources.find(({label}) => label === record['source_dataset']);
}

/**
 * The member `provenance` of a record of a dataset by its id. `fields`: names of its fields, in order. Fields that cannot be traced
 * say why.
 */
export function provenanceOf(
  name: string,
  id: string,
  record: Row,
  fields: readonly string[],
  engine: Engine,
): Row {
  const traced = withRows(name, id, record, engine, (rows, of) => {
    const traces = fields.map((field) => ({field, ...traceOf(field, of, rows)}));
    const used = new Set(traces.flatMap(({cells}) => cells.map(({row}) => row)));
    const shown = [...rows.rows.keys()].filter((at) => at < MOST_ROWS || used.has(at));
    return {
      row_count: rows.count,
      rows: shown.map((at) => rows.told(at)),
      fields: traces.map(fieldAnswer),
    };
  });
  return typeof traced === 'string' ? untraced(fields, traced) : traced;
}

/**
 * The row that gives the fields of a record of a dataset, whole: each column as its publisher names it, with its text, those that no
 * field is read from included. Null where no row is recorded or read, or where it does not name its columns.
 */
export function publishedRow(
  name: string,
  id: string,
  record: Row,
  engine: Engine,
): {column: string; text: string | null}[] | null {
  const all = withRows(name, id, record, engine, (rows) => rows.all(rows.current));
  return typeof all === 'string' || all.length === 0 ? null : all;
}

/** What `work` makes of the rows of a record, or why there are none. */
function withRows<T extends object>(
  name: string,
  id: string,
  record: Row,
  engine: Engine,
  work: (rows: RecordRows, traced: Traced) => T,
): T | NoCells {
  const declared = DATASETS[name]!;
  const dataset = declared.view ? DATASETS[declared.view.table]! : declared;
  const source = sourceOf(dataset, record);
  const file = source && engine.file(inBuild.rows(source.slug));
  if (!file) return 'not_recorded';
  const key = keyOf(dataset.id.prefix, id);
  const made = withLocations(file, (locations) => {
    const rows = new RecordRows(locations, key, source, rawFolder(file, source.slug));
    const {current} = rows;
    return current < 0 || !rows.layout(current) ? 'not_recorded' : work(rows, {dataset, source, record});
  });
  return made ?? 'unreadable';
}

function traceOf(field: string, traced: Traced, rows: RecordRows): Trace {
  const origin = originIn(field, traced, rows, rows.current);
  const at = rowOf(origin, field, traced, rows);
  if (at === null)
    return {...NO_TRACE, rule: origin.read?.op ?? null, made: origin.made, reason: 'several_rows'};
  return cellTrace(originIn(field, traced, rows, at), rows, at);
}

const originIn = (field: string, {dataset, source}: Traced, rows: RecordRows, at: number): FieldOrigin =>
  fieldOrigin(field, dataset, source, rows.layout(at) ?? {fields: {}}, rows.versions.length > 1);

/** The row that gives a field; null: nothing says which of several. */
function rowOf({row}: FieldOrigin, field: string, traced: Traced, rows: RecordRows): number | null {
  if (row === 'first') return 0;
  if (row === 'key') return rows.key < 0 ? null : rows.key;
  if (row === 'filled' && rows.versions.length > 1) return filledRow(field, traced, rows);
  return rows.current;
}

/**
 * The first row that has a value, where that is certain: only one has a cell that is not blank, or the text of the first
 * such cell is the value itself.
 */
function filledRow(field: string, traced: Traced, rows: RecordRows): number | null {
  const value = traced.record[field];
  if (value === null || value === undefined) return rows.current;
  // Of a row that nobody can read nothing says whether it has a value.
  if (rows.missing(rows.current)) return rows.current;
  if (rows.versions.length > MOST_ROWS || rows.versions.some((at) => rows.missing(at))) return null;
  const textsOf = (at: number): string[] =>
    originIn(field, traced, rows, at).columns.flatMap((column) => rows.cell(at, column)?.text?.trim() || []);
  const filled = rows.versions.filter((at) => textsOf(at).length > 0);
  const [first] = filled;
  if (first === undefined || filled.length === 1) return first ?? rows.current;
  const {read} = originIn(field, traced, rows, first);
  return isPlainly(read?.op, textsOf(first)[0] ?? '', value) ? first : null;
}

/** Whether a rule that is plain makes a value of a text. */
function isPlainly(rule: Field['op'] | undefined, text: string, value: Json): boolean {
  if (rule === 'text') return text.replace(/\s+/g, ' ') === value;
  if (rule === 'date') return text.slice(0, 'YYYY-MM-DD'.length) === value;
  return (rule === 'money' || rule === 'integer') && Number(text) === value;
}

function cellTrace(origin: FieldOrigin, rows: RecordRows, at: number): Trace {
  const {columns, made, from, read} = origin;
  const cells = columns.flatMap((column) => rows.cell(at, column) ?? []);
  const missing = columns.length > 0 ? rows.missing(at) : null;
  const cleaned = cells.some(({isCleaned}) => isCleaned) ? 'contacts' : null;
  const reason = missing ?? cleaned ?? reasonOf(origin, cells.length);
  return {rule: read?.op ?? null, made, cells, from, reason};
}

/** Why a field has no cells, or not all, of a row that was read. */
function reasonOf({made, read, columns}: FieldOrigin, cells: number): NoCells | null {
  if (made === 'key') return null;
  if (made === 'computed') return cells > 0 ? null : 'computed';
  if (made !== null) return made;
  if (read && columns.length === 0) return 'constant';
  return cells > 0 ? null : 'no_column';
}
