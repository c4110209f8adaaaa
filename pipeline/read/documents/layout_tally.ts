/** Reads the rows of one layout in one document and tallies which columns occur. */
import type {DocumentRows, Layout, Source} from '../../../datasets/types.ts';
import {usedColumns} from '../../../datasets/used_columns.ts';
import type {FoundRow, Presence, WantedLayout} from './content.ts';
import type {Lookup} from './path.ts';
import type {Cells, Document, DocumentRow} from './types.ts';

/** Columns that describe the document itself. */
const OF_DOCUMENT = new Map<string, (document: Document) => string>([
  ['document:name', ({name}) => name],
  ['document:url', ({url}) => url],
]);

export class LayoutTally implements WantedLayout {
  readonly layout: Layout;
  readonly rows: DocumentRows;
  /** Columns to look up: those of the header and their aliases. */
  readonly columns: readonly string[];
  /** Whether the container of the rows is empty, or has other children than the rows. */
  presence: Readonly<Presence> = {empty: false, lacking: false};
  /** Rows read, including refused ones. */
  count = 0;
  /** Names in the rows that the layout does not declare. */
  readonly unknown = new Set<string>();
  readonly #plan: Plan;
  readonly #present = new Set<string>();
  readonly #lacks = new Set<string>();

  constructor(source: Source, layout: Layout, rows: DocumentRows) {
    this.layout = layout;
    this.rows = rows;
    this.#plan = planOf(source, layout, rows);
    this.columns = this.#plan.columns;
  }

  /** Equal for layouts that are generations of one header. */
  use(): string {
    return this.#plan.use;
  }

  /** A row as its cells; refuses cells with NUL bytes. */
  add(row: FoundRow, document: Document): DocumentRow {
    const {layout} = row;
    this.count += 1;
    if (row.refused !== undefined) return {layout, refused: row.refused, raw: row.raw};
    const cells: Cells = {};
    for (const name of this.#plan.names) {
      const own = OF_DOCUMENT.get(name);
      cells[name] = own ? own(document) : this.#look(row.look, name);
    }
    for (const name of row.names()) {
      const known = this.#plan.known.has(name) || this.#plan.known.has(withoutPrefix(name));
      if (!known && !layout.ignored?.test(name)) this.unknown.add(name);
    }
    if (Object.values(cells).some((cell) => cell?.includes('\0')))
      return {layout, refused: 'NUL byte in a cell', raw: JSON.stringify(cells)};
    return {layout, cells};
  }

  #look(look: (column: string) => Lookup, name: string): string | null {
    let seen = look(name);
    for (const old of this.#plan.earlier.get(name) ?? []) {
      if (!seen.present) seen = look(old);
    }
    if (seen.present) this.#present.add(name);
    else if (seen.lacks) this.#lacks.add(name);
    return seen.value;
  }

  /** Used columns that some row lacks and no row has. */
  missing(): string[] {
    return this.#plan.used.filter((name) => this.#lacks.has(name) && !this.#present.has(name));
  }

  /** Missing columns that are not optional. */
  lacking(): string[] {
    return this.missing().filter((name) => !this.layout.optional.includes(name));
  }

  /** Columns that some row has. */
  presentColumns(): ReadonlySet<string> {
    return this.#present;
  }

  setPresence(presence: Readonly<Presence>): void {
    this.presence = presence;
  }

  /** Resets to the state before the first row. */
  forget(): void {
    this.count = 0;
    this.presence = {empty: false, lacking: false};
    for (const seen of [this.unknown, this.#present, this.#lacks]) seen.clear();
  }
}

/** What all documents share of a layout. */
interface Plan {
  names: readonly string[];
  used: readonly string[];
  columns: readonly string[];
  /** Column -> its aliases. */
  earlier: ReadonlyMap<string, string[]>;
  /** First steps of the paths of all columns. */
  known: ReadonlySet<string>;
  use: string;
}

const plans = new WeakMap<Layout, Plan>();

function planOf(source: Source, layout: Layout, rows: DocumentRows): Plan {
  const made = plans.get(layout);
  if (made) return made;
  const used = usedColumns(layout);
  const names = [...new Set([...layout.header, ...used])];
  const earlier = new Map<string, string[]>();
  for (const [old, name] of Object.entries(layout.aliases))
    earlier.set(name, [...(earlier.get(name) ?? []), old]);
  const columns = [...names, ...Object.keys(layout.aliases)].filter((name) => !OF_DOCUMENT.has(name));
  const known = new Set([...columns.map(firstName), ...placesBelow(source, rows)]);
  const serves = source.layouts.find(({name}) => name === layout.supersededBy) ?? layout;
  const use = [rows, serves.childTable ?? '', serves.codeTable ?? ''];
  const plan = {names, used, columns, earlier, known, use: JSON.stringify(use, patterns)};
  plans.set(layout, plan);
  return plan;
}

const patterns = (_: string, value: unknown): unknown => (value instanceof RegExp ? String(value) : value);

const firstName = (path: string): string => /^(\.\.\/)*([^/[]+)/.exec(path)?.[2] ?? path;

const withoutPrefix = (name: string): string => name.replace(/^(@?)[^:]*:/, '$1');

/** Names that lead from a row to the rows of other layouts. */
function placesBelow({layouts}: Source, rows: DocumentRows): string[] {
  if (rows.form !== 'xml' && rows.form !== 'json') return [];
  return layouts.flatMap(({rows: other}) =>
    other?.form === rows.form && other.path.startsWith(`${rows.path}/`)
      ? [firstName(other.path.slice(rows.path.length + 1))]
      : [],
  );
}
