/** Writes JSON values as cells of CSV (RFC 4180), byte by byte. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const APOSTROPHE = 0x27;
const LF = 0x0a;
const CR = 0x0d;
const LETTER_N = 0x6e;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
/** The first byte of a byte order mark, and the two behind it. */
const MARK = [0xef, 0xbb, 0xbf] as const;

/** By byte of a JSON string: what of it may make its cell need quotation marks or more. */
const SPECIAL = new Uint8Array(256);
const HAS_COMMA = 1;
const IS_ODD = 2;
SPECIAL[COMMA] = HAS_COMMA;
for (const byte of [BACKSLASH, MARK[0]]) SPECIAL[byte] = IS_ODD;

/** First characters of what spreadsheets may run as a formula. */
const FORMULA_STARTS: ReadonlySet<number> = new Set(Buffer.from('=@+-'));

/** What spreadsheets run as a formula: signed numbers are none. */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?(?:e[+-]?\d+)?$))/i;

/** Copies bytes; returns the end of the copy. Most values are too short to be worth a call. */
export function copyBytes(out: Uint8Array, to: number, bytes: Uint8Array, from: number, end: number): number {
  const target = to - from;
  for (let i = from; i < end; i++) out[target + i] = bytes[i]!;
  return target + end;
}

/** Copies bytes with their quotation marks doubled, between quotation marks. */
function putQuoted(out: Uint8Array, at: number, bytes: Uint8Array, from: number, end: number): number {
  let to = at;
  out[to++] = QUOTE;
  for (let i = from; i < end; i++) {
    const byte = bytes[i]!;
    out[to++] = byte;
    if (byte === QUOTE) out[to++] = QUOTE;
  }
  out[to++] = QUOTE;
  return to;
}

/**
 * Whether bytes between quotation marks have a comma, a quotation mark, a line break or a byte order mark.
 */
function needsQuotes(bytes: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) {
    const byte = bytes[i]!;
    if (byte === COMMA || byte === QUOTE || byte === LF || byte === CR) return true;
    if (byte === MARK[0] && i + 2 < end && bytes[i + 1] === MARK[1] && bytes[i + 2] === MARK[2]) return true;
  }
  return false;
}

/** A loop: most texts are too short to be worth a call. */
function hasBackslash(bytes: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (bytes[i] === BACKSLASH) return true;
  return false;
}

/**
 * Copies a text, with quotation marks around it where it has a comma: most have no other special byte.
 * Returns -1 for any other.
 */
function putPlain(out: Uint8Array, to: number, bytes: Uint8Array, from: number, end: number): number {
  const target = to - from;
  let seen = 0;
  for (let i = from; i < end; i++) {
    const byte = bytes[i]!;
    seen |= SPECIAL[byte]!;
    out[target + i] = byte;
  }
  if (seen === 0) return target + end;
  if (seen !== HAS_COMMA) return -1;
  out.copyWithin(to + 1, to, target + end);
  out[to] = QUOTE;
  out[target + end + 1] = QUOTE;
  return target + end + 2;
}

/** Writes a text that may need quotation marks, an apostrophe, or to be rid of escapes. */
function putOddText(
  out: Uint8Array,
  to: number,
  json: Buffer,
  from: number,
  end: number,
  excel: boolean,
): number {
  let [text, begin, last] = [json, from, end];
  if (hasBackslash(json, from, end)) {
    const unescaped: string = JSON.parse(`"${json.toString('utf8', from, end)}"`);
    text = Buffer.from(unescaped);
    [begin, last] = [0, text.length];
  }
  if (excel && FORMULA.test(text.toString('latin1', begin, last))) {
    const after = putQuoted(out, to + 1, text, begin, last);
    out[to] = QUOTE;
    out[to + 1] = APOSTROPHE;
    return after;
  }
  const isQuoted = text[begin] === SPACE || text[last - 1] === SPACE || needsQuotes(text, begin, last);
  return isQuoted ? putQuoted(out, to, text, begin, last) : copyBytes(out, to, text, begin, last);
}

/**
 * Writes the text between two bytes of JSON, its quotation marks left out, as a cell; returns the end of the
 * cell, which has at most twice the bytes and four more. With `excel` an apostrophe is put before a formula.
 */
export function putText(
  out: Uint8Array,
  to: number,
  json: Buffer,
  from: number,
  end: number,
  excel: boolean,
): number {
  if (from === end) return to;
  const first = json[from]!;
  if (first !== SPACE && json[end - 1] !== SPACE && !(excel && FORMULA_STARTS.has(first))) {
    const after = putPlain(out, to, json, from, end);
    if (after >= 0) return after;
  }
  return putOddText(out, to, json, from, end, excel);
}

/** Writes a JSON value that is no string as a cell; returns its end. Null is an empty cell. */
export function putValue(out: Uint8Array, to: number, json: Uint8Array, from: number, end: number): number {
  const first = json[from];
  if (first === LETTER_N) return to;
  const isNested = first === OPEN_BRACKET || first === OPEN_BRACE;
  return isNested && needsQuotes(json, from, end)
    ? putQuoted(out, to, json, from, end)
    : copyBytes(out, to, json, from, end);
}
