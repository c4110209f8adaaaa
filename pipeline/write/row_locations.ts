/**
 * Writes where the rows of each record stand: a file that only provenance reads (`builds/row_locations.ts`).
 */
import {closeSync, fsyncSync, openSync} from 'node:fs';
import {basename} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Snapshot} from '../../builds/artefacts.ts';
import {chunksOf as rowsOf} from '../../builds/duckdb_stream.ts';
import {
  keySql,
  LONGEST_ROW,
  type LocatedPart,
  type LocatedRow,
  type LocatedText,
  RowLocationWriter,
  TextChecks,
} from '../../builds/row_locations.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Source} from '../../datasets/types.ts';
import {chunksOf} from '../read/file_bytes.ts';
import {columnsKey, type PlainFile, type Staged} from '../read/staging.ts';
import {readFullySync, writeFullySync} from '../runtime/read_fully.ts';

/**
 * A row of a record, from `labels`, `typed_rows`, `record_ids` and the tables of rows that were staged one by
 * one. The row of the other language follows its own.
 */
const rowsSql = (dataset: Dataset, {tables}: Pick<Staged, 'tables'>): string => {
  const singles = tables.flatMap(({single}, at) =>
    single ? [`SELECT _row, ${at} AS _table, _line, _from, _to FROM ${single}`] : [],
  );
  const none =
    'SELECT NULL::BIGINT AS _row, NULL::INTEGER AS _table, NULL AS _line, NULL AS _from, NULL AS _to WHERE false';
  const own = `SELECT l._record, l._nth, l._row, t._file, l._current, l._key, false AS _other
    FROM labels AS l JOIN typed_rows AS t USING (_row)`;
  const others = tables
    .filter(({layout}) => layout.pivot)
    .map(
      ({table}) => `SELECT l._record, l._nth, p._other_row, p._other_file, false, false, true
        FROM labels AS l JOIN ${table}_pairs AS p USING (_row) WHERE p._other_row IS NOT NULL`,
    );
  const key = keySql(dataset.id.prefix, `i.${ident(dataset.id.column)}`);
  const half = (side: 'left' | 'right') => `CAST(CAST('0x' || ${side}(${key}, 8) AS BIGINT) AS DOUBLE)`;
  return `SELECT ${half('left')}, ${half('right')},
      CAST(l._row AS DOUBLE), l._file, l._current, l._key, l._other, s._table,
      CAST(s._line AS DOUBLE), CAST(s._from AS DOUBLE), CAST(s._to AS DOUBLE)
    FROM (${[own, ...others].join(' UNION ALL ')}) AS l JOIN record_ids AS i USING (_record)
    LEFT JOIN (${singles.length ? singles.join(' UNION ALL ') : none}) AS s ON s._row = l._row
    ORDER BY ${key}, l._nth, l._other`;
};

/** What of the staged files the rows of records were read from, numbered as they occur. */
class Parts {
  readonly texts: LocatedText[] = [];
  readonly parts: LocatedPart[] = [];
  /** Paths of the texts. */
  readonly paths: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #texts = new Map<number, number>();
  readonly #staged: Staged;
  readonly #snapshots: readonly Snapshot[];

  constructor(staged: Staged, snapshots: readonly Snapshot[]) {
    this.#staged = staged;
    this.#snapshots = snapshots;
  }

  /** The number of the part of a layout in a file. */
  of(file: number, layout: string): number {
    const key = columnsKey(file, layout);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.parts.length);
    const columns = this.#staged.columns.get(key) ?? {};
    return this.parts.push({text: this.#textOf(file), layout, columns}) - 1;
  }

  #textOf(file: number): number {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const {name, url, sha256, bytes, fetched_at, encoding} = this.#staged.files[file]!;
    const {inPlace, form, counts, delimiter} = this.#staged.forms[file]!;
    const stored = basename(this.#snapshots.find((one) => one.sha256 === sha256)?.path ?? '');
    const facts = {name, url, sha256, bytes, fetched_at, encoding, stored};
    this.#texts.set(file, this.texts.length);
    this.paths.push(this.#staged.texts[file]!);
    return this.texts.push({...facts, inPlace, form, counts, delimiter}) - 1;
  }
}

/** Reads rows of texts that stay open. */
class Copies {
  readonly #open = new Map<string, number>();

  read(path: string, from: number, to: number): Buffer {
    const file = this.#open.get(path) ?? openSync(path, 'r');
    this.#open.set(path, file);
    const bytes = Buffer.alloc(to - from);
    return bytes.subarray(0, readFullySync(file, bytes, from));
  }

  close(): void {
    for (const file of this.#open.values()) closeSync(file);
  }
}

/** In place of a copy. */
const NOTHING = Buffer.alloc(0);

/** `number` as `LocatedText.counts` says. */
function numberOf({counts, inPlace}: LocatedText, row: number, first: number, line: number): number {
  if (counts === 'elements') return inPlace ? row - first + 1 : line;
  return inPlace ? 0 : line;
}

/**
 * Writes the file of a source at `path`, and flushes it. Reads what `buildPart` leaves in the working
 * database. Of sources with columns on private persons nothing is copied.
 */
export async function writeRowLocations(
  db: DuckDBConnection,
  dataset: Dataset,
  {personal = []}: Pick<Source, 'personal'>,
  staged: Staged,
  snapshots: readonly Snapshot[],
  path: string,
): Promise<void> {
  const file = openSync(path, 'w');
  const copies = new Copies();
  try {
    const writer = new RowLocationWriter((bytes) => writeFullySync(file, bytes));
    const parts = new Parts(staged, snapshots);
    const plain = new Map(staged.plain.map((one) => [one.file, one]));
    for await (const chunk of rowsOf(db, rowsSql(dataset, staged)))
      for (const row of chunk.getRows())
        writer.add(located(row as SqlRow, {staged, parts, plain, copies: personal.length ? null : copies}));
    writer.end(
      parts.texts,
      parts.parts,
      parts.texts.map((text, at) => checksOf(text, parts.paths[at]!)),
    );
    fsyncSync(file);
  } finally {
    copies.close();
    closeSync(file);
  }
}

/** A row of `rowsSql`. */
type SqlRow = [
  high: number,
  low: number,
  row: number,
  file: number,
  current: boolean,
  key: boolean,
  other: boolean,
  table: number | null,
  line: number | null,
  from: number | null,
  to: number | null,
];

function located(
  [high, low, row, file, current, key, other, table, ...single]: SqlRow,
  from: {staged: Staged; parts: Parts; plain: ReadonlyMap<number, PlainFile>; copies: Copies | null},
): LocatedRow {
  const {staged, parts, plain, copies} = from;
  const loaded = table === null ? plain.get(file) : undefined;
  const layout = loaded ? loaded.layout : staged.tables[table!]!.layout.name;
  const at = loaded?.locations.at((row - loaded.base) / loaded.step);
  const [line, start, end] = at ? [at.line, at.from, at.to] : (single as [number, number, number]);
  const part = parts.of(file, layout);
  const text = parts.texts[parts.parts[part]!.text]!;
  const isLeft = text.inPlace || end - start > LONGEST_ROW;
  return {
    high,
    low,
    part,
    current,
    key,
    other,
    number: numberOf(text, row, staged.forms[file]!.first, line),
    from: start,
    length: end - start,
    copy: isLeft ? null : (copies?.read(staged.texts[file]!, start, end) ?? NOTHING),
  };
}

function checksOf({inPlace}: LocatedText, path: string): Buffer {
  const checks = new TextChecks();
  if (inPlace) for (const chunk of chunksOf(path)) checks.add(chunk);
  return checks.end();
}
