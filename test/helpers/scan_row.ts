/** A row of the oracle: its cells as text, folded, written and as amounts, each made when it is asked for. */
import {fold} from '../../datasets/rules/text.ts';
import type {ColumnType, Dataset, Derived, Json} from '../../datasets/types.ts';
import {isDerived} from '../../engine/file/table_layout.ts';
import type {Row} from '../../engine/types.ts';

/** A comparable value: units of the last digit, or a day or time as text; null for none. */
export type Amount = bigint | string | null;

export interface ScanRow {
  /** Index in the rows of the table. */
  at: number;
  id: string;
  /** JSON of the list item. */
  item: string;
  /** All columns. */
  fields: Row;
  /** Values as stored, by column of text; none for null. */
  texts: Record<string, string[]>;
  folded: Record<string, string[]>;
  /** By column that is compared by size. */
  amounts: Record<string, Amount>;
  /** Every column but lists as SQL writes it. */
  written: Record<string, string | null>;
  /** Label and groups in the search over all datasets; null if the table is not searched. */
  hit: {label: string; folded: string; groups: string[]} | null;
  /** By dimension of the statistics, the distinct values of the row. */
  groups: Record<string, string[]>;
}

/** Digits after the point of types that are compared exactly. */
export const SCALES: Partial<Record<ColumnType, number>> = {money: 2, integer: 0};

/** The text of a value of the type as what is compared. */
export function amountOf(type: ColumnType, text: string | null): Amount {
  if (text === null) return null;
  const scale = SCALES[type];
  if (scale === undefined) return text.replace(' ', 'T');
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

const folds = new Map<string, string>();

/** The folded text, folded once: the same texts are compared again and again. */
export function foldOnce(text: string): string {
  const known = folds.get(text) ?? fold(text);
  folds.set(text, known);
  return known;
}

const STORED = Symbol('stored');

/**
 * Makes objects of one cell a name. A cell is made when it is asked for: questions look at few columns of a
 * table.
 */
function cellsOf<T>(
  names: readonly string[],
  cell: (stored: Row, name: string) => T,
): (stored: Row) => Record<string, T> {
  class Cells {
    readonly [STORED]: Row;
    constructor(stored: Row) {
      this[STORED] = stored;
    }
  }
  for (const name of names)
    Object.defineProperty(Cells.prototype, name, {
      get(this: Cells) {
        return cell(this[STORED], name);
      },
    });
  return (stored) => new Cells(stored) as unknown as Record<string, T>;
}

const textsIn = (stored: Row, name: string): string[] =>
  [stored[name] ?? null]
    .flat()
    .filter((one: Json) => one !== null)
    .map(String);

function groupsIn(stored: Row, name: string): string[] {
  const values = [stored[`group ${name}`] ?? null].flat().map((value) => String(value ?? 'Unknown'));
  return values.length > 0 ? [...new Set(values)] : ['Unknown'];
}

function hitIn(declaration: Dataset | Derived, stored: Row): ScanRow['hit'] {
  if (!declaration.globalSearch) return null;
  const label = String(stored['found label']);
  return {label, folded: foldOnce(label), groups: stored['found groups'] as string[]};
}

/** Makes the rows of a table of what was read of them. */
export function rowMaker(declaration: Dataset | Derived): (stored: Row) => ScanRow {
  const columns = Object.entries(declaration.columns).map(([name, {type}]) => ({name, type}));
  const named = (test: (type: ColumnType) => boolean) =>
    columns.filter(({type}) => test(type)).map(({name}) => name);
  const listed = columns.filter(({name}) => declaration.columns[name]!.visibility === 'list');
  const isText = (type: ColumnType) => type === 'text' || type === 'text[]' || type === 'boolean';
  const isWritten = (type: ColumnType) => !['rows', 'object', 'geometry', 'wkb'].includes(type);
  const typeOf = (name: string) => declaration.columns[name]!.type;
  const writtenIn = (stored: Row, name: string) =>
    (typeOf(name) === 'text' ? (stored[name] ?? null) : stored[`written ${name}`]) as string | null;
  const amountIn = (stored: Row, name: string) =>
    typeOf(name) === 'text' ? null : amountOf(typeOf(name), writtenIn(stored, name));
  const make = {
    texts: cellsOf(named(isText), textsIn),
    folded: cellsOf(named(isText), (stored, name) => textsIn(stored, name).map(foldOnce)),
    amounts: cellsOf(
      named((type) => isWritten(type) && type !== 'text[]'),
      amountIn,
    ),
    written: cellsOf(named(isWritten), writtenIn),
    groups: cellsOf(isDerived(declaration) ? [] : Object.keys(declaration.stats?.groups ?? {}), groupsIn),
  };
  const areas = named((type) => type === 'geometry');
  const itemIn = (stored: Row) =>
    JSON.stringify(Object.fromEntries(listed.map(({name}) => [name, stored[name] ?? null])));
  class StoredRow implements ScanRow {
    at = 0;
    readonly id: string;
    readonly fields: Row;
    readonly hit: ScanRow['hit'];
    #item: string | null = null;
    constructor(stored: Row) {
      this.id = String(stored['_id']);
      this.fields = stored;
      this.hit = hitIn(declaration, stored);
    }
    get item(): string {
      this.#item ??= itemIn(this.fields);
      return this.#item;
    }
    get texts(): ScanRow['texts'] {
      return make.texts(this.fields);
    }
    get folded(): ScanRow['folded'] {
      return make.folded(this.fields);
    }
    get amounts(): ScanRow['amounts'] {
      return make.amounts(this.fields);
    }
    get written(): ScanRow['written'] {
      return make.written(this.fields);
    }
    get groups(): ScanRow['groups'] {
      return make.groups(this.fields);
    }
  }
  return (stored) => {
    for (const name of areas) {
      const text = stored[name] ?? null;
      stored[name] = text === null ? null : JSON.parse(String(text));
    }
    return new StoredRow(stored);
  };
}
