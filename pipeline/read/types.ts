/** Results of reading: raw rows with their location in the file, or why a record is refused. */
import type {Readable} from 'node:stream';

/**
 * Location of a record: its first line (1 is the header) and its byte range in the UTF-8 form of the file.
 */
export interface RecordLocation {
  line: number;
  from: number;
  to: number;
}

/** Delimiter of CSV cells. */
export type Delimiter = ',' | ';';

/** `unread`: index and text of cells that hold no value and are not blank; among the cells they are null. */
export type RawRow = RecordLocation & {
  /** Number of the row where it does not follow the one before. */
  row?: number;
} & (
    | {cells: (string | null)[]; unread?: readonly [at: number, text: string][]; refused?: undefined}
    | {cells?: undefined; unread?: undefined; refused: string}
  );

/** A table: its header, then its rows, which can be iterated once. */
export interface RawTable {
  header: string[];
  rows: AsyncIterable<RawRow> | Iterable<RawRow>;
  /** A warning on the file. */
  note?: string;
}

/**
 * A file that is read twice: for its column names, then for its rows. `known`: whether a name is declared.
 */
export interface RereadableFile {
  name: string;
  again: () => Readable;
  known?: (name: string) => boolean;
}

/** A file that cannot be read at all: names source, file, fault and remedy. The old part stays. */
export class ReadError extends Error {
  override name = 'ReadError';
  constructor(source: string, file: string, problem: string, remedy: string) {
    super(`${source}: ${file}: ${problem}; ${remedy}`);
  }
}
