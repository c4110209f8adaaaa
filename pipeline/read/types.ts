/** What reading gives: one raw row with its place in the file, or the reason why a record is refused. */

/** Place of a record: line where it begins (1 is the header) and its bytes in the UTF-8 form of the file. */
export interface RecordLocation {
  line: number;
  from: number;
  to: number;
}

/** What parts the cells of a CSV file. */
export type Delimiter = ',' | ';';

export type RawRow = RecordLocation &
  ({cells: (string | null)[]; refused?: undefined} | {cells?: undefined; refused: string});

/** A file of rows: its header, then its rows, once. */
export interface RawTable {
  header: string[];
  rows: AsyncIterable<RawRow>;
}

/** A file that cannot be read at all: names source, file, what was found and what to do. The old part stays. */
export class ReadError extends Error {
  override name = 'ReadError';
  constructor(source: string, file: string, found: string, remedy: string) {
    super(`${source}: ${file}: ${found}; ${remedy}`);
  }
}
