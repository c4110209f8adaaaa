/** Splits JSON into elements and their locations: lines, the items of an array, or what a caller cuts off. */
import type {RecordLocation} from './types.ts';

/** `ended`: false for a last line without a line feed. */
export interface JsonElement extends RecordLocation {
  text: string;
  ended: boolean;
}

/** A longer element means that a bracket or a string was never closed. */
const LONGEST = 256 * 1024 * 1024;
/** Bytes that are retained of the text around the items of an array. */
const LONGEST_FRAME = 1 << 20;

const [MARKS, BRACKETS, IN_STRING, LF] = [/["[\]{},:]/g, /["[\]{}]/g, /"|\\./gs, /\n/g];
const BLANKS = /^[ \t\r\n\xef\xbb\xbf]*/;

/** What is held of a stream. A byte is a character of Latin-1 in `held`, so that positions count bytes. */
export class Window {
  /** Line and offset of the first byte held. */
  line = 1;
  from = 0;
  held = '';
  /** Where the search for the next mark begins. */
  at = 0;
  /** The string read last by `mark`. */
  string = '';
  /** Where an open string begins; -1 outside strings. */
  #quote = -1;
  #bytes: Buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /**
   * Adds half of what is held, so that copying costs long elements no more for each byte; false at the end.
   */
  async more(): Promise<boolean> {
    const pieces = [this.#bytes];
    for (let wanted = Math.max(1, this.held.length / 2); wanted > 0; ) {
      const {value, done} = await this.#chunks.next();
      if (done) break;
      pieces.push(value);
      wanted -= value.length;
    }
    if (pieces.length === 1) return false;
    this.#bytes = Buffer.concat(pieces);
    this.held = this.#bytes.toString('latin1');
    return true;
  }

  /** Ends the stream; a reader that stops early would leave its file open. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** The next match of a pattern; undefined where none is held. */
  next(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.held)?.[0];
    if (match !== undefined) this.at = pattern.lastIndex;
    return match;
  }

  /** The next of some marks outside strings; undefined where none is held. */
  mark(marks: RegExp): string | undefined {
    for (;;) {
      const isOutside = this.#quote < 0;
      const match = this.next(isOutside ? marks : IN_STRING);
      if (match === undefined || (isOutside && match !== '"')) return match;
      if (isOutside) this.#quote = this.at - 1;
      else if (match === '"') {
        this.string = this.held.slice(this.#quote + 1, this.at - 1);
        this.#quote = -1;
      }
    }
  }

  isInString(): boolean {
    return this.#quote >= 0;
  }

  /** Removes bytes: those before `at`, but for an open string. */
  take(length = this.#quote < 0 ? this.at : this.#quote): JsonElement {
    const {line, from, held} = this;
    const text = this.#bytes.toString('utf8', 0, length).replace(/^\ufeff/, '');
    for (let at = held.indexOf('\n'); at >= 0 && at < length; at = held.indexOf('\n', at + 1)) this.line += 1;
    this.held = held.slice(length);
    this.#bytes = this.#bytes.subarray(length);
    this.from += length;
    this.at = Math.max(0, this.at - length);
    this.#quote = Math.max(-1, this.#quote - length);
    return {text, line, from, to: this.from, ended: true};
  }

  /** Removes what is before `end`, which is an element unless it is blank. */
  *element(end: number): Generator<JsonElement> {
    const blanks = BLANKS.exec(this.held)?.[0].length ?? 0;
    this.take(Math.min(blanks, end));
    if (blanks < end) yield this.take(end - blanks);
  }
}

/** Lines end in LF only: node:readline also splits at U+2028, which is plain text inside JSON strings. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<JsonElement> {
  const window = new Window(stream);
  try {
    do {
      while (window.next(LF)) yield window.take();
    } while (await window.more());
    if (window.held) yield {...window.take(window.held.length), ended: false};
  } finally {
    await window.close();
  }
}

/**
 * Streams the items of the array at the end of a path of names, one nested object a name; without names, of
 * the array at the top. `fault` makes the error for a text that ends too early or has no such array;
 * `onFrame` receives the text before and behind the array.
 */
export async function* arrayElements(
  stream: AsyncIterable<Buffer>,
  path: readonly string[],
  fault: (problem: string) => Error,
  onFrame?: (text: string) => void,
): AsyncGenerator<JsonElement> {
  const window = new Window(stream);
  const wanted = ['', ...path].join('/');
  /** The names before the open brackets; '' for one without a name. */
  const names: string[] = [];
  /** Number of open brackets around an item: 0 before the array is found, -1 behind it. */
  let level = 0;
  let [before, frame] = ['', ''];
  const openLine = () => [...window.element(window.held.length)][0]?.line;
  try {
    for (;;) {
      const isBetween = level > 0 && names.length === level;
      const mark = window.mark(level > 0 && !isBetween ? BRACKETS : MARKS);
      const closes = mark === ']' || mark === '}';
      if (isBetween && (closes || mark === ',')) yield* window.element(window.at - 1);
      if (mark === undefined) {
        if (level <= 0) frame = (frame + window.take().text).slice(0, LONGEST_FRAME);
        if (window.held.length > LONGEST)
          throw fault(`no end was found of what begins in line ${openLine()}`);
        if (!(await window.more())) break;
      } else if (mark === '[' || mark === '{') {
        names.push(before === ':' ? window.string : '');
        if (level === 0 && mark === '[' && names.join('/') === wanted) {
          level = names.length;
          frame += window.take().text;
        }
      } else if (closes) {
        if (isBetween) level = -1;
        if (names.pop() === undefined) {
          window.take();
          throw fault(`a bracket too many in line ${window.line}`);
        }
        if (names.length === level && level > 0) yield* window.element(window.at);
      } else if (mark === ',' && isBetween) {
        window.take();
      }
      before = mark ?? before;
    }
    if (names.length || window.isInString()) {
      const line = level > 0 ? openLine() : undefined;
      throw fault(
        line ? `the file ends inside the row of line ${line}` : 'the file ends before its last bracket',
      );
    }
    if (level === 0) {
      const isEmpty = window.from + window.held.length === 0;
      throw fault(
        isEmpty ? 'the file is empty' : `it has no ${path.length ? `"${path.join('/')}"` : 'array'}`,
      );
    }
    onFrame?.(frame);
  } finally {
    await window.close();
  }
}
