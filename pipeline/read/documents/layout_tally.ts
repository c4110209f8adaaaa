/** Reads the rows of one layout in one document and tallies which columns occur. */
import type {DocumentRows, Layout, Source} from '../../../datasets/types.ts';
import {usedColumns} from '../../../datasets/used_columns.ts';
import {checkCells} from '../json_cells.ts';
import {ABSENT, type Lookup} from './path.ts';
import type {Cells, Content, Document, DocumentRow, Row, Wanted} from './types.ts';

/** Columns that describe the document itself. */
const OF_DOCUMENT = new Map<string, 'name' | 'url'>([
  ['document:name', 'name'],
  ['document:url', 'url'],
]);

export class LayoutTally implements Wanted {
  readonly layout: Layout;
  readonly rows: DocumentRows;
  /** Rows read, including refused ones. */
  count = 0;
  /** Whether the container of the rows is empty, or has other children than the rows. */
  empty = false;
  lacking = false;
  /** Names in the rows that the layout does not declare. */
  readonly unknown = new Set<string>();
  readonly #present = new Set<string>();
  readonly #lacks = new Set<string>();
  readonly #used: readonly string[];
  /** Column -> its name and earlier ones. */
  readonly #spellings: ReadonlyMap<string, readonly string[]>;
  /** First steps of the paths of all columns, and names that lead to the rows of other layouts. */
  readonly #known: ReadonlySet<string>;

  constructor({layouts}: Source, layout: Layout, rows: DocumentRows) {
    this.layout = layout;
    this.rows = rows;
    this.#used = usedColumns(layout);
    const aliases = Object.entries(layout.aliases);
    this.#spellings = new Map(
      [...layout.header, ...this.#used].map((name) => [
        name,
        [name, ...aliases.flatMap(([old, now]) => (now === name ? [old] : []))],
      ]),
    );
    const below = layouts.flatMap(({rows: other}) =>
      other && 'path' in other && 'path' in rows && other.path.startsWith(`${rows.path}/`)
        ? [other.path.slice(rows.path.length + 1)]
        : [],
    );
    this.#known = new Set([...[...this.#spellings.values()].flat(), ...below].map(firstName));
  }

  /** The rows of an opened document. */
  open(content: Content): Row[] {
    const {rows, empty, lacking} = content.read(this);
    Object.assign(this, {empty, lacking});
    return rows;
  }

  /** A row as its cells; refuses cells with NUL bytes. */
  add(row: Row, document: Document): DocumentRow {
    const {layout} = this;
    this.count += 1;
    if (row.refused !== undefined) return {layout, refused: row.refused, raw: row.raw};
    const cells: Cells = {};
    for (const [name, spellings] of this.#spellings) {
      const own = OF_DOCUMENT.get(name);
      cells[name] = own ? document[own] : this.#look(row.look, name, spellings);
    }
    for (const name of row.names()) {
      const known = this.#known.has(name) || this.#known.has(withoutPrefix(name));
      if (!known && !layout.ignored?.test(name)) this.unknown.add(name);
    }
    const {refused} = checkCells(Object.values(cells));
    return refused === undefined ? {layout, cells} : {layout, refused, raw: JSON.stringify(cells)};
  }

  #look(look: (column: string) => Lookup, name: string, spellings: readonly string[]): string | null {
    let seen = ABSENT;
    for (const spelling of spellings) if (!seen.present) seen = look(spelling);
    if (seen.present) this.#present.add(name);
    else if (seen.lacks) this.#lacks.add(name);
    return seen.value;
  }

  /** Adds the tally of another document. */
  merge(other: LayoutTally): void {
    this.count += other.count;
    this.empty ||= other.empty;
    this.lacking &&= other.lacking;
    for (const name of other.unknown) this.unknown.add(name);
    for (const name of other.#present) this.#present.add(name);
    for (const name of other.#lacks) this.#lacks.add(name);
  }

  /** Used columns that some row lacks and no row has. */
  missing(): string[] {
    return this.#used.filter((name) => this.#lacks.has(name) && !this.#present.has(name));
  }

  /** Missing columns that are not optional. */
  lacksColumns(): string[] {
    return this.missing().filter((name) => !this.layout.optional.includes(name));
  }
}

const firstName = (path: string): string => /^(\.\.\/)*([^/[]+)/.exec(path)?.[2] ?? path;

const withoutPrefix = (name: string): string => name.replace(/^(@?)[^:]*:/, '$1');

export interface FileFacts {
  layout: string;
  unknown: string[];
  missing: string[];
}

export class FileSummary {
  readonly #tallies = new Map<Layout, LayoutTally>();

  add(tally: LayoutTally): void {
    const seen = this.#tallies.get(tally.layout);
    if (seen) seen.merge(tally);
    else this.#tallies.set(tally.layout, tally);
  }

  /** Where there are several layouts, every name is prefixed with its layout. */
  facts(): FileFacts {
    const tallies = [...this.#tallies.values()];
    const named = ({layout}: LayoutTally, columns: Iterable<string>) =>
      [...columns].map((column) => (tallies.length > 1 ? `${layout.name}: ${column}` : column));
    return {
      layout: tallies.map(({layout}) => layout.name).join(', '),
      unknown: tallies.flatMap((tally) => named(tally, tally.unknown)),
      missing: tallies.flatMap((tally) => {
        // The container of its rows has another name in every document.
        const hasContainer = tally.count > 0 || tally.empty || !tally.lacking;
        return named(tally, [...tally.missing(), ...(hasContainer ? [] : [placeOf(tally)])]);
      }),
    };
  }
}

/** Where a layout looks for its rows, for messages. */
export const placeOf = ({rows}: LayoutTally): string => ('path' in rows ? rows.path : rows.form);
