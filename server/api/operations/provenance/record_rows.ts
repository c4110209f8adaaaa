/** The rows that a record is made of: their places, and their cells, each read once. */
import type {LocatedText, RowLocation, RowLocations} from '../../../../builds/row_locations.ts';
import {contactsRemoved} from '../../../../datasets/codes/contacts.ts';
import {fold} from '../../../../datasets/rules/text.ts';
import type {Layout, Source} from '../../../../datasets/types.ts';
import type {Row} from '../../../../engine/types.ts';
import type {NoBytes} from '../../../labels/provenance.ts';
import {contactColumns} from './field_origins.ts';
import {type Cells, cellsOf, columnNames, type ReadRow} from './published_cells.ts';
import {rowBytes} from './stored_bytes.ts';

/** A cell: the index of its row, and the name of its column in the file. */
export interface PublishedCell {
  row: number;
  column: string;
  text: string | null;
  /** Telephone numbers or e-mail addresses were taken out of the text. */
  isCleaned: boolean;
}

/** Most rows of a record that are looked at. */
const MOST = 10_000;

/** A row that was read: its cells, or why there are none. */
interface ReadAlready {
  line: number | null;
  cells: Cells | null;
  /** All its columns; none where the row does not name them. */
  names: readonly string[];
  missing: NoBytes | null;
}

export class RecordRows {
  /** First version first; of layouts with a row for each language the other one follows. */
  readonly rows: readonly RowLocation[];
  readonly #locations: RowLocations;
  readonly #source: Source;
  readonly #folder: string;
  readonly #read = new Map<number, ReadAlready>();

  /** The rows of the record with this key; `folder` has the files of the publisher. */
  constructor(locations: RowLocations, key: string, source: Source, folder: string) {
    this.rows = locations.find(key, MOST);
    this.#locations = locations;
    this.#source = source;
    this.#folder = folder;
  }

  /** How many they are; null where there are more than are looked at. */
  get count(): number | null {
    return this.rows.length < MOST ? this.rows.length : null;
  }

  /** Indexes of the versions. */
  get versions(): readonly number[] {
    return [...this.rows.keys()].filter((at) => !this.rows[at]!.other);
  }

  /** Indexes of the rows that play a part; -1 where there is none. */
  get current(): number {
    return this.rows.findIndex(({current}) => current);
  }

  get key(): number {
    return this.rows.findIndex(({key}) => key);
  }

  /** The layout that read a row; undefined where the declaration has no more layout of this name. */
  layout(at: number): Layout | undefined {
    const name = this.#part(at).layout;
    return this.#source.layouts.find((one) => one.name === name);
  }

  /** Why the text of a row is not given; null: it is. */
  missing(at: number): NoBytes | null {
    return this.#reading(at).missing;
  }

  /**
   * The cell of a column of the layout, `@en` or `@fr` being that of the row in this language; null where the file does not
   * have it, or the row is not read.
   */
  cell(at: number, column: string): PublishedCell | null {
    const {pivot} = this.layout(at) ?? {};
    const language = /@(en|fr)$/.exec(column)?.[1];
    if (!pivot || (language !== 'en' && language !== 'fr')) return this.#cell(at, column);
    const rows = [at, at + 1].filter((one) => one === at || this.rows[one]?.other);
    const row = rows.find(
      (one) => fold(this.#cell(one, pivot.language)?.text ?? '') === fold(pivot[language]),
    );
    return row === undefined ? null : this.#cell(row, column.slice(0, -'@en'.length));
  }

  /**
   * The columns of a row as its publisher names them, those that no layout reads included, with their texts; none of a form
   * that does not name them. Contacts are taken out of the columns that lose them everywhere.
   */
  all(at: number): {column: string; text: string | null}[] {
    const {cells, names} = this.#reading(at);
    const free = contactColumns(this.layout(at) ?? {fields: {}});
    const {columns} = this.#part(at);
    const freed = new Set([...free].map((column) => columns[column]?.[1] ?? column));
    return names.map((column) => {
      const text = cells?.(-1, column) ?? null;
      return {column, text: text !== null && freed.has(column) ? contactsRemoved(text) : text};
    });
  }

  /** The row as the answer tells it. */
  told(at: number): Row {
    const text = this.#text(at);
    const {current, from, length, number, copy} = this.rows[at]!;
    const {line, missing} = this.#reading(at);
    const isLine = text.counts === 'lines' || text.counts === 'sheet rows';
    return {
      row: at + 1,
      current,
      file: text.name,
      address: text.url,
      sha256: text.sha256,
      fetched_at: text.fetched_at,
      encoding: text.encoding,
      layout: this.#part(at).layout,
      line: isLine && number > 0 ? number : line,
      element: isLine ? null : number,
      place: placeOf(text, copy),
      first_byte: text.inPlace ? from : null,
      bytes: text.inPlace ? length : null,
      reason: missing,
    };
  }

  #part(at: number) {
    return this.#locations.parts[this.rows[at]!.part]!;
  }

  #text(at: number): LocatedText {
    return this.#locations.texts[this.#part(at).text]!;
  }

  #cell(at: number, column: string): PublishedCell | null {
    const {cells} = this.#reading(at);
    const text = this.#text(at);
    // Documents have no header: their columns are paths.
    const place = text.counts === 'document rows' ? ([-1, column] as const) : this.#part(at).columns[column];
    if (!cells || !place) return null;
    const published = cells(...place);
    const isFree = published !== null && contactColumns(this.layout(at) ?? {fields: {}}).has(column);
    const given = isFree ? contactsRemoved(published) : published;
    return {row: at, column: place[1], text: given, isCleaned: given !== published};
  }

  #reading(at: number): ReadAlready {
    const known = this.#read.get(at);
    if (known) return known;
    const found = rowBytes(this.#locations, this.rows[at]!, this.#folder);
    const made =
      'missing' in found
        ? {line: null, cells: null, names: [], missing: found.missing}
        : this.#parsed(at, found);
    this.#read.set(at, made);
    return made;
  }

  #parsed(at: number, {bytes, line}: {bytes: Buffer; line: number | null}): ReadAlready {
    const text = this.#text(at);
    const cells = cellsOf(text, bytes);
    const names = cells ? (columnNames(text, bytes) ?? []) : [];
    return {line, cells, names, missing: cells ? null : 'odd_row'};
  }
}

/** The sheet and row, or the document, of a row that was read from a file that is no single text. */
function placeOf({form}: LocatedText, copy: Buffer | null): string | null {
  if (form !== 'read' || !copy?.length) return null;
  const {document, place} = JSON.parse(copy.toString('utf8')) as ReadRow;
  return document ?? place ?? null;
}
