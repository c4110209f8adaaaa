/** Reads JSON Lines: one object per line. */
import {type JsonRow, parseObject, type RereadableFile, tableOf} from './json_records.ts';
import {type RawTable, ReadError} from './types.ts';

const LF = '\n'.charCodeAt(0);

/**
 * Reads the rows; refuses lines that are not objects. Throws ReadError for an empty or truncated file, and
 * where the first line is not an object.
 */
export async function readJsonl(source: string, file: RereadableFile): Promise<RawTable> {
  const fault = (problem: string, remedy: string) => new ReadError(source, file.name, problem, remedy);
  async function* rowsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<JsonRow> {
    let number = 0;
    for await (const {text, from, to, ended} of linesOf(stream)) {
      number += 1;
      const record = parseObject(text);
      if (number === 1 && text.trim() === '') throw fault('the file is empty', 'fetch it again');
      if (number === 1 && !record) throw fault('the first line is no JSON record', 'fetch it again');
      if (record) {
        yield {line: number, from, to, record};
      } else if (!ended) {
        throw fault(`the file ends inside the record of line ${number}`, 'it was cut: fetch it again');
      } else if (text.trim() !== '') {
        yield {line: number, from, to, refused: 'not a JSON record'};
      }
    }
    if (number === 0) throw fault('the file is empty', 'fetch it again');
  }
  return tableOf(file, rowsIn);
}

export interface Line {
  text: string;
  /** Byte range of the line, its end included. */
  from: number;
  to: number;
  /** False for a last line without a line feed. */
  ended: boolean;
}

/** Lines end in LF only: node:readline also splits at U+2028, which is plain text inside JSON strings. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let held = Buffer.alloc(0);
  let from = 0;
  const line = (bytes: Buffer, ended: boolean): Line => {
    const text = bytes.toString('utf8').replace(/^\ufeff/, '');
    const made = {text, from, to: from + bytes.length, ended};
    from = made.to;
    return made;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
      yield line(Buffer.concat([held, chunk.subarray(start, at + 1)]), true);
      held = Buffer.alloc(0);
      start = at + 1;
    }
    held = Buffer.concat([held, chunk.subarray(start)]);
  }
  if (held.length) yield line(held, false);
}
