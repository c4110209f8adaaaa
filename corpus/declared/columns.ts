/** How the rows of a layout are drawn: a generator per column, by the field functions that read it. */
import proj4 from 'proj4';
import {PROJECTIONS} from '../../datasets/codes/projections.ts';
import type {Field, Layout, PointLocation as PointForm, Source} from '../../datasets/types.ts';
import {
  alike,
  areaOf,
  BLANK,
  type Cell,
  countOf,
  dateOf,
  departmentOf,
  type Generator,
  identifierOf,
  integerOf,
  isProse,
  moneyOf,
  numberCell,
  pointCells,
  type Subject,
  shapedAs,
  spellings,
  textCell,
  topicOf,
  yearOf,
} from './cells.ts';
import {type Choice, type Choices, choicesOf} from './choices.ts';
import {type Expectation, expected, type Meaning} from './expected.ts';
import {describe} from './prose.ts';

/** One row before it is written. */
export interface Draft {
  columns: LayoutColumns;
  subject: Subject;
  cells: Record<string, Cell>;
  point: readonly [lng: number, lat: number] | null;
  /** The point as written, wherever it lies. */
  written: readonly [lng: number, lat: number] | null;
  /** The point comes out a little otherwise than it went in. */
  approximate: boolean;
  geometry: string | null;
  /** Of the code table that holds points: the code of this row; null where it has none. */
  code: string | null;
}

export interface LayoutColumns {
  layout: Layout;
  choices: readonly Choices[];
  /** Free texts, the best one for a notice first. */
  prose: readonly string[];
  point: Extract<Field, {op: 'degree'}> | null;
  draw(subject: Subject): Draft;
  /** Puts a choice of a component into a row. */
  choose(draft: Draft, choice: Choice): void;
  /** Writes the point into the n-th form that the layout reads. */
  place(draft: Draft, point: Draft['point'], form?: number): void;
  value(draft: Draft, field: string): Expectation;
  /** Columns that a field reads, directly or by the rules it asks. */
  read(field: string): readonly string[];
}

/** Columns that a field function reads. */
export function columnsRead(field: Field): readonly string[] {
  switch (field.op) {
    case 'sum':
      return [...field.terms, ...(field.or?.terms ?? [])].map(({column}) => column);
    case 'rules':
      return field.rules.rules.flatMap(({when}) => when.flatMap(({from}) => from));
    case 'when':
      return [
        ...columnsRead(field.value),
        ...field.rules.rules.flatMap(({when}) => when.flatMap(({from}) => from)),
      ];
    case 'degree':
      return field.at.flatMap(pointColumns);
    case 'bilingual':
      return [field.en, field.fr];
    case 'department':
      return [field.code, field.en, field.fr, field.both].filter((name) => name !== undefined);
    case 'identifier':
      return [field.from, ...field.otherwise];
    case 'progress':
      return [...field.start, ...field.end, ...(field.published ? [field.published] : [])];
    case 'constant':
    case 'address':
      return [];
    default: {
      const {from} = field as {from?: string | readonly string[]};
      return from === undefined ? [] : typeof from === 'string' ? [from] : from;
    }
  }
}

const pointColumns = (at: PointForm): string[] =>
  Object.entries(at).flatMap(([name, column]) => (['form', 'crs', 'table'].includes(name) ? [] : [column]));

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
 * Columns of the fields by which a record is known, which are unique. Institutions and quarters are unique together.
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

/** How likely a cell is blank that may be. Days and points seldom are: checks warn where many are missing. */
const BLANKS = 0.06;
const RARE_BLANKS = 0.005;

/** The columns of one layout of a source. */
export function columnsOf(source: Source, layout: Layout): LayoutColumns {
  const {fields, header} = layout;
  const rows = source.examples.filter((one) => one.layout === layout.name).map((one) => one.in);
  const examplesOf = (column: string) =>
    rows.map((row) => row[column] ?? '').filter((text) => text.trim() !== '');
  const needed = [...source.required, ...source.key].flatMap((name) =>
    columnsRead(fields[name] ?? {op: 'constant', value: ''}),
  );
  const choices = choicesOf(layout, rows, new Set(needed));
  const chosen = new Set(choices.flatMap(({columns}) => columns));
  const unique = identifying(source, layout, chosen, examplesOf);
  const dates = Object.values(fields).flatMap((field) => (field.op === 'date' ? field.from : []));
  const point = Object.values(fields).find((field) => field.op === 'degree') ?? null;
  const rarelyBlank = new Set([...dates, ...(point ? columnsRead(point) : [])]);
  const generators = new Map<string, Generator>();
  const sparse = new Set<string>();
  const prose = new Map<string, number>();
  for (const [name, field] of Object.entries(fields)) {
    const proseHere = isProse(name) && ['text', 'multiline', 'replace'].includes(field.op);
    for (const column of columnsRead(field)) {
      if (field.op === 'department' && [field.both, field.en].includes(column)) prose.set(column, 3);
      if (proseHere) prose.set(column, field.op === 'replace' ? 0 : 1);
      else if (
        field.op === 'text' &&
        /name$|builder|contractor|neighbour|^location$|address/.test(name) &&
        !chosen.has(column) &&
        !prose.has(column)
      )
        prose.set(column, 2);
      if (chosen.has(column) || generators.has(column)) continue;
      if (unique.has(column)) {
        generators.set(column, identifierOf(examplesOf(column)[0] ?? '100417', dates.includes(column)));
        continue;
      }
      const made = generatorOf(name, field, column, examplesOf(column));
      if (made === null) continue;
      generators.set(column, made);
      if (!needed.includes(column)) sparse.add(column);
    }
  }
  const pointed = new Set(point ? point.at.flatMap(pointColumns) : []);
  for (const column of header)
    if (!generators.has(column) && !chosen.has(column) && !pointed.has(column))
      generators.set(column, unread(column, source, examplesOf(column)));
  const inOrder = [...generators];
  const geometry = examplesOf(point?.at.find(({form}) => form === 'geojson')?.['column' as never] ?? '')[0];
  const shape = geometry?.includes('MultiPoint') ? 'MultiPoint' : 'Point';

  const columns: LayoutColumns = {
    layout,
    choices,
    prose: [...prose].sort((a, b) => a[1] - b[1]).map(([name]) => name),
    point,
    draw: (subject) => {
      const cells: Record<string, Cell> = {};
      for (const [name, generate] of inOrder) {
        const blanks = rarelyBlank.has(name) ? RARE_BLANKS : BLANKS;
        cells[name] = sparse.has(name) && subject.means.chance(blanks) ? BLANK : generate(subject);
      }
      const draft: Draft = {
        columns,
        subject,
        cells,
        point: null,
        written: null,
        approximate: false,
        geometry: null,
        code: null,
      };
      for (const {known} of choices) columns.choose(draft, subject.means.pick(known));
      if (point) columns.place(draft, [subject.place.lng, subject.place.lat]);
      return draft;
    },
    choose: (draft, choice) => {
      const {means, french} = draft.subject;
      for (const column in choice) {
        const text = choice[column] ?? null;
        if (prose.get(column) !== undefined && (prose.get(column) ?? 2) < 2) {
          const more = describe(means, french);
          draft.cells[column] = textCell(
            text === null ? more : means.chance(0.5) ? text : `${text}, ${more}`,
          );
        } else draft.cells[column] = text === null ? BLANK : textCell(numbered(text, means));
      }
    },
    place: (draft, at, form = 0) => {
      for (const column of pointed) if (!unique.has(column)) draft.cells[column] = BLANK;
      const how = point?.at[form];
      draft.point = null;
      draft.written = at;
      draft.code = null;
      if (!how || !point) return;
      if (how.form === 'lookup') {
        if (!unique.has(how.column))
          draft.cells[how.column] = numberCell(String(900_000 + draft.subject.row));
        draft.code = at === null ? null : (draft.cells[how.column]?.text ?? null);
        if (at === null && !unique.has(how.column)) draft.cells[how.column] = BLANK;
      } else if (at !== null && how.form === 'projected') {
        const [x = 0, y = 0] = projection(how.crs).forward([...at]);
        draft.cells[how.x] = numberCell(x.toFixed(3));
        draft.cells[how.y] = numberCell(y.toFixed(3));
        draft.approximate = true;
      } else if (at !== null) Object.assign(draft.cells, pointCells(how, at, shape));
      const [west, south, east, north] = point.within;
      const [lng = 0, lat = 0] = at ?? [];
      const inside = lng >= west && lng <= east && lat >= south && lat <= north && lng !== 0 && lat !== 0;
      draft.point = at !== null && inside ? at : null;
    },
    value: (draft, name) => {
      const field = fields[name];
      if (!field) return null;
      return expected(field, meaningOf(draft));
    },
    read: (name) => {
      const field = fields[name];
      return field ? columnsRead(field) : [];
    },
  };
  return columns;
}

/** Numbers that a pattern asked for differ from row to row. */
const numbered = (text: string, {int}: Subject['means']): string =>
  text.replace(/3{3,}/g, (digits) => String(int(9 * 10 ** (digits.length - 1)) + 10 ** (digits.length - 1)));

const meaningOf = ({cells, point, geometry}: Draft): Meaning => ({
  text: (column) => cells[column]?.text ?? null,
  value: (column) => cells[column]?.value ?? null,
  point,
  geometry,
});

interface Projection {
  forward(at: number[]): number[];
}

const projections = new Map<string, Projection>();
function projection(crs: string): Projection {
  const known = projections.get(crs) ?? proj4('WGS84', PROJECTIONS[crs] ?? crs);
  projections.set(crs, known);
  return known;
}
