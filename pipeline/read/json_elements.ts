/** Elements of one array of a JSON text as a stream; no more is held than the largest of them. */

/** An element as it stands, with its place; see Place. */
export interface JsonElement {
  text: string;
  line: number;
  from: number;
  to: number;
}

/** An element of this size is none: a bracket was opened and never closed. */
const LONGEST = 256 * 1024 * 1024;
/** Bytes of a name that are kept. */
const LONGEST_NAME = 64;

const [QUOTE, COMMA, COLON, BACKSLASH, LF] = Buffer.from('",:\\\n');
const [OPEN, CLOSE, BRACE, END] = Buffer.from('[]{}');
/** 1 for the bytes that part a text; most bytes of an element are none. */
const MARKS = new Uint8Array(256);
for (const mark of Buffer.from('",:[]{}')) MARKS[mark] = 1;
const BLANKS = new Set(Buffer.from(' \t\r\n\ufeff'));

/** An object or array that is open: the name read last in it, and whether its value follows. */
interface Frame {
  isObject: boolean;
  key: string;
  isValue: boolean;
}

/**
 * Elements of the array at the end of a path of names, of which each is that of an object in the one before; no names:
 * of the array at the top. `fault` makes the error that is thrown for a text that ends too early or has no such array.
 */
export async function* arrayElements(
  stream: AsyncIterable<Buffer>,
  path: readonly string[],
  fault: (found: string) => Error,
): AsyncGenerator<JsonElement> {
  let [line, base, depth] = [1, 0, 0];
  let [inString, escaped] = [false, false];
  /** What is open, outermost first, until the array is found. */
  const frames: Frame[] = [];
  let isKey = false;
  /** Depth of the elements; 0 before the array is found, -1 behind it. */
  let level = 0;
  /** The element at hand. */
  let open: {line: number; from: number; pieces: Buffer[]; size: number} | null = null;

  const finished = (chunk: Buffer, to: number): JsonElement | null => {
    if (!open) return null;
    const {pieces, ...element} = open;
    const bytes = Buffer.concat([...pieces, chunk.subarray(Math.max(0, element.from - base), to - base)]);
    open = null;
    return {text: bytes.toString('utf8'), line: element.line, from: element.from, to};
  };

  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === LF) line += 1;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) [inString, isKey] = [false, false];
        const frame = isKey ? frames.at(-1) : undefined;
        if (frame && frame.key.length < LONGEST_NAME) frame.key += String.fromCharCode(byte ?? 0);
        continue;
      }
      if (byte === undefined || (open && MARKS[byte] === 0) || BLANKS.has(byte)) continue;
      const closes = byte === CLOSE || byte === END;
      if (level > 0 && depth === level && (byte === COMMA || closes)) {
        // What ends here is a text, a number or a word: objects end with their own bracket.
        const element = finished(chunk, base + at);
        if (element) yield element;
      } else if (level > 0 && depth === level && !open) {
        open = {line, from: base + at, pieces: [], size: 0};
      }
      const frame = level === 0 ? frames.at(-1) : undefined;
      if (byte === QUOTE) {
        inString = true;
        if (frame?.isObject && !frame.isValue) [isKey, frame.key] = [true, ''];
      } else if (byte === COLON) {
        if (frame) frame.isValue = true;
      } else if (byte === COMMA) {
        if (frame) frame.isValue = false;
      } else if (byte === OPEN || byte === BRACE) {
        const isFound = frames.length === path.length && frames.every((one, nth) => one.key === path[nth]);
        depth += 1;
        if (level === 0 && byte === OPEN && isFound) level = depth;
        if (level === 0) frames.push({isObject: byte === BRACE, key: '', isValue: false});
      } else if (closes) {
        if (depth === level) level = -1;
        if (level === 0) frames.pop();
        depth -= 1;
        if (depth < 0) throw fault(`a bracket too many in line ${line}`);
        if (level > 0 && depth === level) {
          const element = finished(chunk, base + at + 1);
          if (element) yield element;
        }
      }
    }
    if (open) {
      const piece = chunk.subarray(Math.max(0, open.from - base));
      open.pieces.push(piece);
      open.size += piece.length;
      if (open.size > LONGEST) throw fault(`no end was found of what begins in line ${open.line}`);
    }
    base += chunk.length;
  }
  if (depth > 0 || inString) {
    throw fault(
      open ? `the file ends inside the row of line ${open.line}` : `the file ends before its last bracket`,
    );
  }
  if (level === 0)
    throw fault(
      base === 0 ? 'the file is empty' : `it has no ${path.length ? `"${path.join('/')}"` : 'array'}`,
    );
}
