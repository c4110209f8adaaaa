/** How the rows of a layout are drawn: cells by their generators, choices of texts, and the point. */
import proj4 from 'proj4';
import {PROJECTIONS} from '../../../datasets/codes/projections.ts';
import type {Field, Layout, Source} from '../../../datasets/types.ts';
import {samplesOf} from '../samples.ts';
import {BLANK, type Cell, numberCell, pointCells, type Subject, textCell} from './cells.ts';
import {type Choice, type Choices, choicesOf} from './choices.ts';
import {columnsRead} from './columns_read.ts';
import {type Expectation, expected, type Meaning} from './expected.ts';
import {type Generators, generatorsOf, pointColumnsOf} from './generators.ts';
import {describe} from './prose.ts';

type Position = readonly [lng: number, lat: number];
type PointField = Extract<Field, {op: 'degree'}>;

/** One row before it is written. */
export interface Draft {
  columns: LayoutColumns;
  subject: Subject;
  cells: Record<string, Cell>;
  point: Position | null;
  /** The point as written, wherever it lies. */
  written: Position | null;
  /** The point comes out a little otherwise than it went in. */
  approximate: boolean;
  geometry: string | null;
  /** Of the code table that holds points: the code of this row; null where it has none. */
  code: string | null;
}

/** How likely a cell is blank that may be. Days and points seldom are: checks warn where many are missing. */
const BLANKS = 0.06;
const RARE_BLANKS = 0.005;

/** The columns of one layout of a source. */
export class LayoutColumns {
  readonly layout: Layout;
  readonly choices: readonly Choices[];
  /** Free texts, the best one for a notice first. */
  readonly prose: readonly string[];
  readonly point: PointField | null;
  readonly #generators: Generators;
  readonly #rarelyBlank: ReadonlySet<string>;
  readonly #pointed: readonly string[];
  readonly #shape: 'Point' | 'MultiPoint';

  constructor(source: Source, layout: Layout) {
    const {fields} = layout;
    const rows = samplesOf(source)
      .filter((one) => one.layout === layout.name)
      .map((one) => one.in);
    const examplesOf = (column: string) =>
      rows.map((row) => row[column] ?? '').filter((text) => text.trim() !== '');
    const needed = [...source.required, ...source.key].flatMap((name) =>
      columnsRead(fields[name] ?? {op: 'constant', value: ''}),
    );
    this.layout = layout;
    this.choices = choicesOf(layout, rows, new Set(needed));
    const chosen = new Set(this.choices.flatMap(({columns}) => columns));
    this.#generators = generatorsOf(source, layout, {examplesOf, needed, chosen});
    this.prose = [...this.#generators.prose].sort((a, b) => a[1] - b[1]).map(([name]) => name);
    this.point = Object.values(fields).find((field) => field.op === 'degree') ?? null;
    this.#pointed = [...new Set(pointColumnsOf(layout))];
    const dates = Object.values(fields).flatMap((field) => (field.op === 'date' ? field.from : []));
    this.#rarelyBlank = new Set([...dates, ...(this.point ? columnsRead(this.point) : [])]);
    const geometry = this.point?.locations.find(({form}) => form === 'geojson')?.['column' as never] ?? '';
    this.#shape = examplesOf(geometry)[0]?.includes('MultiPoint') ? 'MultiPoint' : 'Point';
  }

  draw(subject: Subject): Draft {
    const {inOrder, sparse} = this.#generators;
    const cells: Record<string, Cell> = {};
    for (const [name, generate] of inOrder) {
      const blanks = this.#rarelyBlank.has(name) ? RARE_BLANKS : BLANKS;
      cells[name] = sparse.has(name) && subject.means.chance(blanks) ? BLANK : generate(subject);
    }
    const nothing = {point: null, written: null, approximate: false, geometry: null, code: null};
    const draft: Draft = {columns: this, subject, cells, ...nothing};
    for (const {known} of this.choices) this.choose(draft, subject.means.pick(known));
    if (this.point) this.place(draft, [subject.place.lng, subject.place.lat]);
    return draft;
  }

  /** Puts a choice of a component into a row. */
  choose(draft: Draft, choice: Choice): void {
    const {means, french} = draft.subject;
    for (const column in choice) {
      const text = choice[column] ?? null;
      if ((this.#generators.prose.get(column) ?? 2) < 2) {
        const more = describe(means, french);
        const whole = text === null ? more : means.chance(0.5) ? text : `${text}, ${more}`;
        draft.cells[column] = textCell(whole);
      } else draft.cells[column] = text === null ? BLANK : textCell(numbered(text, means));
    }
  }

  /** Writes the point into the n-th form that the layout reads. */
  place(draft: Draft, at: Position | null, form = 0): void {
    const {unique} = this.#generators;
    for (const column of this.#pointed) if (!unique.has(column)) draft.cells[column] = BLANK;
    draft.point = null;
    draft.written = at;
    draft.code = null;
    const how = this.point?.locations[form];
    if (!how || !this.point) return;
    if (how.form === 'lookup') this.#lookUp(draft, how.column, at);
    else if (at !== null && how.form === 'projected') {
      const [x = 0, y = 0] = projection(how.crs).forward([...at]);
      draft.cells[how.x] = numberCell(x.toFixed(3));
      draft.cells[how.y] = numberCell(y.toFixed(3));
      draft.approximate = true;
    } else if (at !== null) Object.assign(draft.cells, pointCells(how, at, this.#shape));
    draft.point = at !== null && isInside(at, this.point) ? at : null;
  }

  /** Writes the code of a point that stands in a code table. */
  #lookUp(draft: Draft, column: string, at: Position | null): void {
    const own = !this.#generators.unique.has(column);
    if (own) draft.cells[column] = numberCell(String(900_000 + draft.subject.row));
    draft.code = at === null ? null : (draft.cells[column]?.text ?? null);
    if (at === null && own) draft.cells[column] = BLANK;
  }

  /** What a field must have for a row. */
  readonly value = (draft: Draft, name: string): Expectation => {
    const field = this.layout.fields[name];
    return field ? expected(field, meaningOf(draft)) : null;
  };

  /** Columns that a field reads, directly or by the rules it asks. */
  readonly read = (name: string): readonly string[] => {
    const field = this.layout.fields[name];
    return field ? columnsRead(field) : [];
  };
}

function isInside([lng, lat]: Position, {within}: PointField): boolean {
  const [west, south, east, north] = within;
  return lng >= west && lng <= east && lat >= south && lat <= north && lng !== 0 && lat !== 0;
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
