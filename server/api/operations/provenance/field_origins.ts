/** What each field of a record is made of, as its source and dataset declare it. */
import {WITHOUT_CONTACTS} from '../../../../datasets/codes/contacts.ts';
import type {Dataset, Field, Layout, Source} from '../../../../datasets/types.ts';
import {columnsOf} from '../../../../datasets/used_columns.ts';
import type {Made} from '../../../labels/provenance.ts';

export interface FieldOrigin {
  /** The function that reads the cells; null: the layout reads none for it. */
  read: Field | null;
  /** Columns of the layout that it reads. */
  columns: readonly string[];
  /** The row that it reads; `filled`: the first one that has a value; `key`: the one that gives the id. */
  row: 'current' | 'first' | 'filled' | 'key';
  /** Null: the cells give the value alone. */
  made: Made | null;
  /** Other fields that the value follows from. */
  from: readonly string[];
}

const named = (sql: string, alias: string): string[] =>
  [...sql.matchAll(new RegExp(`\\b${alias}\\.([a-z]\\w*)`, 'g'))].map((match) => match[1] ?? '');

const others = (name: string, all: readonly string[]): string[] =>
  [...new Set(all)].filter((one) => one !== name && !one.startsWith('_'));

const NOTHING: FieldOrigin = {read: null, columns: [], row: 'current', made: null, from: []};

/** Whether SQL of a source names what only all rows of a record give. */
function isOverVersions(sql: string, {versions}: Source): boolean {
  const words = new Set(sql.match(/[a-z_]\w*/g));
  return ['total', ...Object.keys(versions?.aggregates ?? {})].some((name) => words.has(name));
}

/** What the SQL of a source makes of the rows of a record. */
function ofSource(name: string, sql: string, source: Source, several: boolean): Partial<FieldOrigin> {
  if (several && isOverVersions(sql, source)) return {made: 'versions', read: null, columns: []};
  const [last, first] = [named(sql, 'last'), named(sql, 'first')];
  const from = others(name, [...last, ...first]);
  const isOwn = [...last, ...first].includes(name);
  const row = isOwn && !last.includes(name) ? {row: 'first' as const} : {};
  // In a record of one row, such SQL changes nothing: the field is what was read.
  if (isOverVersions(sql, source) && isOwn && from.length === 0) return row;
  return {...row, made: 'computed', from, ...(isOwn ? {} : {read: null, columns: []})};
}

/** What the layout reads for a field, before anything is computed. */
function ofLayout(
  name: string,
  dataset: Dataset,
  source: Source,
  {fields}: Pick<Layout, 'fields'>,
): FieldOrigin {
  const read = fields[name];
  if (!read) return NOTHING;
  const isFirst = source.versions && dataset.versions?.fromOriginal.includes(name);
  const other = source.versions?.current === 'first' ? 'filled' : 'current';
  return {...NOTHING, read, columns: [...new Set(columnsOf(read))], row: isFirst ? 'first' : other};
}

/**
 * A stored field of the records of a source: in the order in which `pipeline/normalise/records.ts` decides.
 */
function stored(
  name: string,
  dataset: Dataset,
  source: Source,
  layout: Pick<Layout, 'fields'>,
  several: boolean,
): FieldOrigin {
  if (name === dataset.id.column && dataset.id.prefix) {
    const columns = source.key.flatMap((one) => (layout.fields[one] ? columnsOf(layout.fields[one]) : []));
    return {...NOTHING, made: 'key', row: 'key', columns: [...new Set(columns)]};
  }
  if (name === 'source_dataset') return {...NOTHING, made: 'source'};
  if (name === 'versions' || name === 'amendments') return {...NOTHING, made: 'versions'};
  const own = ofLayout(name, dataset, source, layout);
  const sql = source.versions?.computed?.[name];
  const ruled = sql === undefined ? own : {...own, ...ofSource(name, sql, source, several)};
  const given = Object.values(source.childTables ?? {}).some(({aggregates}) => name in aggregates);
  return given ? {...ruled, made: 'child_rows'} : ruled;
}

/** With the columns of fields that no answer shows, in place of their names. */
function withHidden(origin: FieldOrigin, {columns}: Dataset, {fields}: Pick<Layout, 'fields'>): FieldOrigin {
  const isShown = (name: string) => columns[name] !== undefined && columns[name].visibility !== 'internal';
  const read = origin.from
    .filter((name) => !isShown(name))
    .flatMap((name) => (fields[name] ? columnsOf(fields[name]) : []));
  return {
    ...origin,
    columns: [...new Set([...origin.columns, ...read])],
    from: [...new Set(origin.from.filter(isShown))],
  };
}

/**
 * What a field of the records of a source is made of, read by one of its layouts. `several`: the record is
 * made of several rows. Throws for a column that the dataset does not have.
 */
export function fieldOrigin(
  name: string,
  dataset: Dataset,
  source: Source,
  layout: Pick<Layout, 'fields'>,
  several: boolean,
): FieldOrigin {
  const column = dataset.columns[name];
  if (!column) throw new Error(`${dataset.name} has no column ${name}`);
  if (column.derived) {
    const {sql, join} = column.derived;
    const from = others(name, named(sql, 'r'));
    return withHidden({...NOTHING, made: join ? 'joined' : 'computed', from}, dataset, layout);
  }
  const own = stored(name, dataset, source, layout, several);
  const sql = dataset.versions?.computed[name];
  if (sql === undefined) return withHidden(own, dataset, layout);
  const all = named(sql, 'rec');
  const isOwn = all.includes(name);
  const combined = {
    ...(isOwn ? own : NOTHING),
    made: own.made ?? 'computed',
    from: [...own.from, ...others(name, all)],
  } as const;
  return withHidden(combined, dataset, layout);
}

const removesContacts = (field: Field): boolean =>
  field.op === 'when'
    ? removesContacts(field.value)
    : 'changes' in field && WITHOUT_CONTACTS.every((one) => field.changes?.includes(one));

/**
 * Columns of a layout from which records leave telephone numbers and e-mail addresses out: provenance does
 * not show them from the file either.
 */
export const contactColumns = ({fields, pivot}: Pick<Layout, 'fields' | 'pivot'>): ReadonlySet<string> =>
  new Set(
    Object.values(fields)
      .filter(removesContacts)
      .flatMap(columnsOf)
      .map((name) => (pivot ? name.replace(/@(en|fr)$/, '') : name)),
  );
