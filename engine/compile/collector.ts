/**
 * What is collected while the rows of a table are encoded: values of columns by their numbers, doubles, and
 * ids.
 */
import {idColumn} from '../../datasets/index.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {
  type CollectedColumn,
  type CollectedDictionary,
  foldedDictionary,
  type NumericColumn,
  valueDictionary,
} from '../columns/dictionary.ts';
import {type RowIds, textsOfIds} from '../columns/row_ids.ts';
import {columnOf, detailFields, isDerived, listFields, type TableLayout} from '../file/table_layout.ts';
import {type CollectedFields, NO_TEXT, type RowEncoder} from '../rows/row_encoder.ts';
import {type Expression, expression} from '../sql/columns.ts';
import {type StringArray, stringsOf} from '../text/string_array.ts';

/**
 * The columns of one table that are collected. Those that rows show are read as the rows are; others follow
 * each row.
 */
export class Collector {
  /** Columns read as doubles. */
  readonly numeric: NumericColumn[] = [];
  readonly #rows: number;
  /** By SQL and join: the field of the rows that shows it. */
  readonly #shown: Map<string, string>;
  readonly #columns = new Map<string, CollectedColumn>();
  /** The field of an id of hex digits. */
  readonly #hexId: {name: string; prefix: string; high: Uint32Array; low: Uint32Array} | null;
  readonly #textId: CollectedColumn | null;
  /** By position: the number of an id that is not its prefix and digits. */
  readonly #otherIds = new Map<number, number>();
  #encoder: RowEncoder | null = null;

  /** For a table of so many rows. */
  constructor({declaration}: TableLayout, rows: number) {
    this.#rows = rows;
    this.#shown = shownTexts(declaration);
    const name = idColumn(declaration);
    const prefix = isDerived(declaration) ? '' : declaration.id.prefix;
    const isShown = [...this.#shown.values()].includes(name);
    const isHex = prefix !== '' && isShown;
    // Its digits are collected, not its texts: where these are wanted too, they follow the row.
    if (isHex) this.#shown.delete(keyOf(expression(declaration, name)));
    this.#hexId = isHex ? {name, prefix, high: new Uint32Array(rows), low: new Uint32Array(rows)} : null;
    this.#textId = isHex ? null : this.text(expression(declaration, name));
  }

  /** Collects the values of an expression, as texts. */
  text(read: Expression): CollectedColumn {
    const key = keyOf(read);
    const known = this.#columns.get(key);
    if (known) return known;
    const column: CollectedColumn = {read, numbers: new Uint32Array(this.#rows)};
    this.#columns.set(key, column);
    return column;
  }

  /** Reads `sql`, which contains the expression `read`, as doubles. */
  number(read: Expression, sql: string): NumericColumn {
    const column: NumericColumn = {
      read,
      sql: `coalesce(${sql}, CAST('NaN' AS DOUBLE))`,
      target: new Float64Array(this.#rows),
    };
    this.numeric.push(column);
    return column;
  }

  /** The columns that no field shows, by the names under which they follow each row. */
  extra(): {name: string; read: Expression}[] {
    return this.#places()
      .filter(({field}) => field === null)
      .map(({column: {read}}, i) => ({name: `+${i}`, read}));
  }

  /** What the encoder is told. */
  fields(): CollectedFields {
    return {
      fields: this.#places().flatMap(({field}) => field ?? []),
      id: this.#hexId?.name ?? null,
      extra: this.extra().map(({name}) => name),
    };
  }

  /** Returns what takes over what the encoder collected of the row that it encoded last, given its position. */
  begin(encoder: RowEncoder): (position: number) => void {
    this.#encoder = encoder;
    const targets = this.#places().map(({column}) => column.numbers);
    const hex = this.#hexId;
    const {numbers, id} = encoder;
    return (position) => {
      for (let i = 0; i < targets.length; i++) targets[i]![position] = numbers[i]!;
      if (!hex) return;
      hex.high[position] = id.high;
      hex.low[position] = id.low;
      if (id.text !== NO_TEXT) this.#otherIds.set(position, id.text);
    };
  }

  /** The dictionary of a column by folded value, then value. */
  folded(column: CollectedColumn, keepValues: boolean): CollectedDictionary {
    return foldedDictionary(this.#valuesOf(column), keepValues);
  }

  /** The dictionary of a column by value, with a value for null. */
  valued(column: CollectedColumn, unknown: string | null): CollectedDictionary {
    return valueDictionary(this.#valuesOf(column), unknown);
  }

  /** The ids of all rows, by position. */
  ids(): RowIds {
    if (this.#textId) {
      const {values, ordinalOf} = this.valued(this.#textId, null);
      return stringsOf(
        values,
        this.#textId.numbers.map((number) => ordinalOf[number]!),
      );
    }
    const {prefix, high, low} = this.#hexId!;
    if (this.#otherIds.size === 0) return {prefix, high, low};
    const {bytes, offsets} = this.#encoder!.otherIds();
    const others = new Map<number, Uint8Array>();
    for (const [position, number] of this.#otherIds) {
      const json = Buffer.from(bytes.subarray(offsets[number], offsets[number + 1])).toString('utf8');
      others.set(position, Buffer.from(JSON.parse(json) as string));
    }
    return textsOfIds({prefix, high, low}, others);
  }

  /** All columns in the order of their places: those that a field shows come first. */
  #places(): {column: CollectedColumn; field: string | null}[] {
    const all = [...this.#columns].map(([key, column]) => ({column, field: this.#shown.get(key) ?? null}));
    return [...all.filter(({field}) => field !== null), ...all.filter(({field}) => field === null)];
  }

  #valuesOf(column: CollectedColumn): StringArray {
    if (!this.#encoder) throw new Error('nothing was collected yet');
    return this.#encoder.values(this.#places().findIndex((one) => one.column === column));
  }
}

/** A name that needs no quotes means the same with them: groupings are declared without. */
const keyOf = ({sql, join}: Expression): string =>
  `${join ?? ''}\n${sql.replace(/^r\."([a-z][a-z0-9_]*)"$/, 'r.$1')}`;

/** The fields of the rows whose JSON is that of a text or a truth value, by their expressions. */
function shownTexts(declaration: Dataset | Derived): Map<string, string> {
  const sections = isDerived(declaration) ? declaration.sections : {};
  const names = [...listFields(declaration), ...detailFields(declaration)].filter((name) => {
    if (name in sections) return false;
    const {type} = columnOf(declaration, name);
    return type === 'text' || type === 'boolean';
  });
  return new Map(names.map((name) => [keyOf(expression(declaration, name)), name]));
}
