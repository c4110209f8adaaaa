/** The generator of every column of a layout, by the field function that reads it. */
import type {Field, Layout, Source} from '../../../datasets/types.ts';
import {
  alike,
  areaOf,
  BLANK,
  countOf,
  dateOf,
  departmentOf,
  type Generator,
  identifierOf,
  integerOf,
  isProse,
  moneyOf,
  numberCell,
  shapedAs,
  spellings,
  textCell,
  topicOf,
  yearOf,
} from './cells.ts';
import {columnsRead, pointColumns} from './columns_read.ts';
import {knownFields} from './known_fields.ts';

/** What a column of no field holds: numbers of rows, private data, or what an example says. */
function unread(column: string, source: Source, examples: readonly string[]): Generator {
  if (source.personal?.includes(column)) return () => textCell('(416) 555-0142');
  if (/^(_id|objectid)$/i.test(column)) return ({row}) => numberCell(String(row));
  return examples.length ? alike(examples) : () => BLANK;
}

/** The generator of a column that a field reads; null where another one draws it. */
function generatorOf(
  name: string,
  field: Field,
  column: string,
  examples: readonly string[],
): Generator | null {
  switch (field.op) {
    case 'date':
      return dateOf(`${name} ${column}`.toLowerCase(), field.form ?? 'iso');
    case 'when':
      return generatorOf(name, field.value, column, examples);
    case 'money':
    case 'in_cad':
      return moneyOf;
    case 'number':
      return areaOf;
    case 'sum':
      return field.as === 'integer' ? countOf : areaOf;
    case 'integer':
      return integerOf;
    case 'code':
      return spellings(field.table);
    case 'fiscal_year':
      return yearOf;
    case 'department':
      return departmentOf(field, column);
    case 'replace':
      return isProse(name) ? topicOf(name, column) : alike(examples);
    case 'degree':
    case 'polygon':
    case 'rules':
    case 'progress':
      return null;
    default:
      return shapedAs(examples[0]) ?? topicOf(name, column) ?? alike(examples);
  }
}

/**
 * Columns of the fields by which a record is known, which are unique. Institutions and quarters are unique
 * together.
 */
function identifying(
  source: Source,
  layout: Layout,
  chosen: ReadonlySet<string>,
  examplesOf: (column: string) => readonly string[],
): Set<string> {
  const fields = [...source.key, ...source.required].map((name) => layout.fields[name]);
  const named = fields.filter(
    (field) => field && ['text', 'replace', 'identifier', 'join_all'].includes(field.op),
  );
  const columns = named.flatMap((field) =>
    field?.op === 'identifier' ? [field.from] : columnsRead(field as Field),
  );
  const departments = Object.values(layout.fields).flatMap((field) =>
    field.op === 'department' ? columnsRead(field) : [],
  );
  const shared = (name: string) => departments.includes(name) || shapedAs(examplesOf(name)[0]) !== null;
  return new Set(columns.filter((name) => !chosen.has(name) && !shared(name)));
}

/** How the columns of a layout are drawn. */
export interface Generators {
  /** By column, in the order in which they are drawn; columns of choices and points are not among them. */
  inOrder: readonly (readonly [column: string, Generator])[];
  /** Columns that identify a record. */
  unique: ReadonlySet<string>;
  /** Columns that may be blank. */
  sparse: ReadonlySet<string>;
  /** Columns of free text with their rank: the lowest takes a notice best. */
  prose: ReadonlyMap<string, number>;
}

interface GeneratorsOptions {
  examplesOf: (column: string) => readonly string[];
  /** Columns that are never blank. */
  needed: readonly string[];
  /** Columns that choices decide. */
  chosen: ReadonlySet<string>;
}

/** The generators of a layout. */
export function generatorsOf(source: Source, layout: Layout, options: GeneratorsOptions): Generators {
  const {examplesOf, needed, chosen} = options;
  const {fields, header} = layout;
  const unique = identifying(source, layout, chosen, examplesOf);
  const dates = Object.values(fields).flatMap((field) => (field.op === 'date' ? field.from : []));
  const known = knownFields(source);
  const generators = new Map<string, Generator>();
  const sparse = new Set<string>();
  for (const [name, field] of Object.entries(fields)) {
    for (const column of columnsRead(field)) {
      if (chosen.has(column) || generators.has(column)) continue;
      if (unique.has(column)) {
        generators.set(column, identifierOf(examplesOf(column)[0] ?? '100417', dates.includes(column)));
        continue;
      }
      const made = generatorOf(name, field, column, examplesOf(column));
      if (made === null) continue;
      generators.set(column, made);
      if (!needed.includes(column) && !known.has(name)) sparse.add(column);
    }
  }
  const drawn = new Set([...generators.keys(), ...chosen, ...pointColumnsOf(layout)]);
  for (const column of header) {
    if (!drawn.has(column)) generators.set(column, unread(column, source, examplesOf(column)));
  }
  return {inOrder: [...generators], unique, sparse, prose: proseOf(layout, chosen)};
}

/** All columns of the point of a layout. */
export function pointColumnsOf({fields}: Layout): string[] {
  const point = Object.values(fields).find((field) => field.op === 'degree');
  return point ? point.locations.flatMap(pointColumns) : [];
}

/** Fields whose text may be anything, though it is short. */
const NAMES = /name$|builder|contractor|neighbour|^location$|address/;

function proseOf({fields}: Layout, chosen: ReadonlySet<string>): Map<string, number> {
  const prose = new Map<string, number>();
  for (const [name, field] of Object.entries(fields)) {
    const free = isProse(name) && ['text', 'multiline', 'replace'].includes(field.op);
    for (const column of columnsRead(field)) {
      if (free) prose.set(column, field.op === 'replace' ? 0 : 1);
      else if (field.op === 'department' && [field.both, field.en].includes(column)) prose.set(column, 3);
      else if (field.op === 'text' && NAMES.test(name) && !chosen.has(column) && !prose.has(column))
        prose.set(column, 2);
    }
  }
  return prose;
}
