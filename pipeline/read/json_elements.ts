/** Streams the elements of one array of a JSON text; memory is bounded by a chunk and the largest element. */

/** The text of an element and its location; see RecordLocation. */
export interface JsonElement {
  text: string;
  line: number;
  from: number;
  to: number;
}

/** A larger element means that a bracket was never closed. */
const LONGEST = 256 * 1024 * 1024;
/** Most bytes that are kept of the text around the elements. */
const LONGEST_FRAME = 1 << 20;
/** Longest prefix of a name that is kept. */
const LONGEST_NAME = 64;

const [QUOTE, COMMA, COLON, BACKSLASH, LF] = Buffer.from('",:\\\n');
const [OPEN, CLOSE, BRACE, END] = Buffer.from('[]{}');
/** 1 for structural bytes; most bytes of an element are none. */
const MARKS = new Uint8Array(256);
for (const mark of Buffer.from('",:[]{}')) MARKS[mark] = 1;
const BLANKS = new Set(Buffer.from(' \t\r\n\ufeff'));

/** An open object or array: the name read last in it, and whether its value follows. */
interface Frame {
  isObject: boolean;
  key: string;
  isValue: boolean;
}

type Fault = (problem: string) => Error;

/**
 * Streams the elements of the array at the end of a path of names, one nested object a name; without names,
 * of the array at the top. `fault` makes the error for a text that ends too early or has no such array;
 * `onFrame` is given the text before and behind the array.
 */
export async function* arrayElements(
  stream: AsyncIterable<Buffer>,
  path: readonly string[],
  fault: Fault,
  onFrame?: (text: string) => void,
): AsyncGenerator<JsonElement> {
  const scanner = new ElementScanner(path, fault);
  for await (const chunk of stream) yield* scanner.scan(chunk);
  const frame = scanner.end();
  onFrame?.(frame);
}

/** Scans chunk after chunk; its fields are the state between two chunks. */
class ElementScanner {
  readonly #path: readonly string[];
  readonly #fault: Fault;
  /** Line of the current byte. */
  #line = 1;
  /** Position of the chunk in the text. */
  #base = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Whether the string being read is a name. */
  #isKey = false;
  /** Open objects and arrays, outermost first, until the array is found. */
  readonly #frames: Frame[] = [];
  /** Depth of the elements; 0 before the array is found, -1 after it. */
  #level = 0;
  /** The element being read. */
  #open: {line: number; from: number; pieces: Buffer[]; size: number} | null = null;
  #elements: JsonElement[] = [];
  /** Pieces of the text before and behind the array, and where the next one begins in the chunk. */
  readonly #frame: Buffer[] = [];
  #framed = 0;
  #outside = 0;

  constructor(path: readonly string[], fault: Fault) {
    this.#path = path;
    this.#fault = fault;
  }

  /** The elements that end in the chunk. */
  scan(chunk: Buffer): JsonElement[] {
    this.#elements = [];
    this.#outside = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LF) this.#line += 1;
      if (this.#inString) this.#inside(byte);
      else if (!((this.#open && MARKS[byte] === 0) || BLANKS.has(byte))) this.#mark(chunk, at, byte);
    }
    this.#hold(chunk);
    if (this.#level <= 0) this.#keep(chunk.subarray(this.#outside));
    this.#base += chunk.length;
    return this.#elements;
  }

  #keep(piece: Buffer): void {
    if (this.#framed > LONGEST_FRAME) return;
    this.#frame.push(piece);
    this.#framed += piece.length;
  }

  /** The text before and behind the array. Throws where the text was cut or has no such array. */
  end(): string {
    if (this.#depth > 0 || this.#inString) {
      const open = this.#open;
      throw this.#fault(
        open ? `the file ends inside the row of line ${open.line}` : `the file ends before its last bracket`,
      );
    }
    if (this.#level !== 0) return Buffer.concat(this.#frame).toString('utf8');
    const name = this.#path.length ? `"${this.#path.join('/')}"` : 'array';
    throw this.#fault(this.#base === 0 ? 'the file is empty' : `it has no ${name}`);
  }

  #inside(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) [this.#inString, this.#isKey] = [false, false];
    const frame = this.#isKey ? this.#frames.at(-1) : undefined;
    if (frame && frame.key.length < LONGEST_NAME) frame.key += String.fromCharCode(byte);
  }

  /** A byte outside strings that is not blank. */
  #mark(chunk: Buffer, at: number, byte: number): void {
    const closes = byte === CLOSE || byte === END;
    if (this.#level > 0 && this.#depth === this.#level) {
      // A string, a number or a word ends here: objects end with their own bracket.
      if (byte === COMMA || closes) this.#finish(chunk, this.#base + at);
      else this.#open ??= {line: this.#line, from: this.#base + at, pieces: [], size: 0};
    }
    const frame = this.#level === 0 ? this.#frames.at(-1) : undefined;
    if (byte === QUOTE) {
      this.#inString = true;
      if (frame?.isObject && !frame.isValue) [this.#isKey, frame.key] = [true, ''];
    } else if (byte === COLON) {
      if (frame) frame.isValue = true;
    } else if (byte === COMMA) {
      if (frame) frame.isValue = false;
    } else if (byte === OPEN || byte === BRACE) {
      this.#enter(chunk, at, byte);
    } else if (closes) {
      this.#leave(chunk, at);
    }
  }

  #enter(chunk: Buffer, at: number, byte: number): void {
    const frames = this.#frames;
    const isFound =
      frames.length === this.#path.length && frames.every(({key}, nth) => key === this.#path[nth]);
    this.#depth += 1;
    if (this.#level !== 0) return;
    if (byte === OPEN && isFound) {
      this.#level = this.#depth;
      this.#keep(chunk.subarray(this.#outside, at));
    } else frames.push({isObject: byte === BRACE, key: '', isValue: false});
  }

  #leave(chunk: Buffer, at: number): void {
    if (this.#depth === this.#level) [this.#level, this.#outside] = [-1, at];
    if (this.#level === 0) this.#frames.pop();
    this.#depth -= 1;
    if (this.#depth < 0) throw this.#fault(`a bracket too many in line ${this.#line}`);
    if (this.#level > 0 && this.#depth === this.#level) this.#finish(chunk, this.#base + at + 1);
  }

  #finish(chunk: Buffer, to: number): void {
    if (!this.#open) return;
    const {pieces, line, from} = this.#open;
    const bytes = Buffer.concat([...pieces, chunk.subarray(Math.max(0, from - this.#base), to - this.#base)]);
    this.#open = null;
    this.#elements.push({text: bytes.toString('utf8'), line, from, to});
  }

  /** Keeps the bytes of an element that continues in the next chunk. */
  #hold(chunk: Buffer): void {
    const open = this.#open;
    if (!open) return;
    const piece = chunk.subarray(Math.max(0, open.from - this.#base));
    open.pieces.push(piece);
    open.size += piece.length;
    if (open.size > LONGEST) throw this.#fault(`no end was found of what begins in line ${open.line}`);
  }
}
