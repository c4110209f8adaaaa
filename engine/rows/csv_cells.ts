/** Writes JSON values as cells of CSV (RFC 4180), byte by byte. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const POINT = 0x2e;
const EQUALS = 0x3d;
const ZERO = 0x30;
const NINE = 0x39;
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

/** How cells are written. */
export interface CellStyle {
  /** For spreadsheets: no text is run as a formula, read as a number that it is not, or too long for a cell. */
  excel: boolean;
  /** Byte between cells. */
  separator: number;
  /** By byte of a JSON string: what of it may make its cell need quotation marks or more. */
  special: Uint8Array;
  /** Byte before decimals. */
  decimal: number;
}

const HAS_SEPARATOR = 1;
const IS_ODD = 2;

const styleOf = (excel: boolean, separator: number, decimal: number): CellStyle => {
  const special = new Uint8Array(256);
  special[separator] = HAS_SEPARATOR;
  for (const byte of [BACKSLASH, MARK[0]]) special[byte] = IS_ODD;
  return {excel, separator, special, decimal};
};

const PLAIN = styleOf(false, COMMA, POINT);
const EXCEL = styleOf(true, COMMA, POINT);
/** Of a French computer, whose decimals have the comma. */
const FRENCH = styleOf(true, SEMICOLON, COMMA);

export const cellStyle = (excel: boolean | 'fr'): CellStyle =>
  excel === 'fr' ? FRENCH : excel ? EXCEL : PLAIN;

/** Most characters of a cell of a spreadsheet, and what stands at the end of a text that was cut. */
const MOST_CHARACTERS = 32_767;
const CUT = ' […]';

/** Most digits that a spreadsheet keeps of a number. */
const MOST_DIGITS = 15;

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
 * Whether bytes between quotation marks have a separator, a quotation mark, a line break or a byte order mark.
 */
function needsQuotes(bytes: Uint8Array, from: number, end: number, separator: number): boolean {
  for (let i = from; i < end; i++) {
    const byte = bytes[i]!;
    if (byte === separator || byte === QUOTE || byte === LF || byte === CR) return true;
    if (byte === MARK[0] && i + 2 < end && bytes[i + 1] === MARK[1] && bytes[i + 2] === MARK[2]) return true;
  }
  return false;
}

/** A loop: most texts are too short to be worth a call. */
function hasBackslash(bytes: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (bytes[i] === BACKSLASH) return true;
  return false;
}

/** Whether a text has digits alone. */
function isDigits(bytes: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (bytes[i]! < ZERO || bytes[i]! > NINE) return false;
  return true;
}

/**
 * Writes digits of which a reader would drop some: between quotation marks, for spreadsheets as a formula of
 * the text, since they look behind the marks.
 */
function putDigits(
  out: Uint8Array,
  at: number,
  bytes: Uint8Array,
  from: number,
  end: number,
  excel: boolean,
): number {
  if (!excel) return putQuoted(out, at, bytes, from, end);
  let to = at;
  for (const byte of [QUOTE, EQUALS, QUOTE, QUOTE]) out[to++] = byte;
  to = copyBytes(out, to, bytes, from, end);
  for (let i = 0; i < 3; i++) out[to++] = QUOTE;
  return to;
}

/** Whether digits are no number: with a zero in front, or for spreadsheets too many. */
function isCode(bytes: Uint8Array, from: number, end: number, excel: boolean): boolean {
  const hasZero = bytes[from] === ZERO && end - from > 1;
  return (hasZero || (excel && end - from > MOST_DIGITS)) && isDigits(bytes, from, end);
}

/** The text as far as a cell of a spreadsheet takes it, with a mark where that is not all. */
function cutToCell(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  // One less, since an apostrophe may stand before it.
  return `${text.slice(0, MOST_CHARACTERS - 1 - CUT.length).replace(/[\uD800-\uDBFF]$/, '')}${CUT}`;
}

/**
 * Copies a text, with quotation marks around it where it has a separator: most have no other special byte.
 * Returns -1 for any other.
 */
function putPlain(
  out: Uint8Array,
  to: number,
  bytes: Uint8Array,
  from: number,
  end: number,
  special: Uint8Array,
): number {
  const target = to - from;
  let seen = 0;
  for (let i = from; i < end; i++) {
    const byte = bytes[i]!;
    seen |= special[byte]!;
    out[target + i] = byte;
  }
  if (seen === 0) return target + end;
  if (seen !== HAS_SEPARATOR) return -1;
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
  {excel, separator}: CellStyle,
): number {
  let [text, begin, last] = [json, from, end];
  const isLong = excel && end - from > MOST_CHARACTERS;
  if (isLong || hasBackslash(json, from, end)) {
    const unescaped: string = JSON.parse(`"${json.toString('utf8', from, end)}"`);
    text = Buffer.from(isLong ? cutToCell(unescaped) : unescaped);
    [begin, last] = [0, text.length];
  }
  if (excel && FORMULA.test(text.toString('latin1', begin, last))) {
    const after = putQuoted(out, to + 1, text, begin, last);
    out[to] = QUOTE;
    out[to + 1] = APOSTROPHE;
    return after;
  }
  const isQuoted =
    text[begin] === SPACE || text[last - 1] === SPACE || needsQuotes(text, begin, last, separator);
  return isQuoted ? putQuoted(out, to, text, begin, last) : copyBytes(out, to, text, begin, last);
}

/**
 * Writes the text between two bytes of JSON, its quotation marks left out, as a cell; returns the end of the
 * cell, which has at most twice the bytes and seven more. For spreadsheets an apostrophe is put before a formula.
 */
export function putText(
  out: Uint8Array,
  to: number,
  json: Buffer,
  from: number,
  end: number,
  style: CellStyle,
): number {
  if (from === end) return to;
  const {excel} = style;
  const first = json[from]!;
  if ((first === ZERO || excel) && isCode(json, from, end, excel))
    return putDigits(out, to, json, from, end, excel);
  const isPlain = !excel || (!FORMULA_STARTS.has(first) && end - from <= MOST_CHARACTERS);
  if (isPlain && first !== SPACE && json[end - 1] !== SPACE) {
    const after = putPlain(out, to, json, from, end, style.special);
    if (after >= 0) return after;
  }
  return putOddText(out, to, json, from, end, style);
}

/** Writes a number with the decimal sign of the style. */
function putNumber(
  out: Uint8Array,
  to: number,
  json: Uint8Array,
  from: number,
  end: number,
  decimal: number,
): number {
  const after = copyBytes(out, to, json, from, end);
  if (decimal === POINT) return after;
  for (let i = to; i < after; i++) if (out[i] === POINT) out[i] = decimal;
  return after;
}

/** Writes a JSON value that is no string as a cell; returns its end. Null is an empty cell. */
export function putValue(
  out: Uint8Array,
  to: number,
  json: Buffer,
  from: number,
  end: number,
  {excel, separator, decimal}: CellStyle,
): number {
  const first = json[from];
  if (first === LETTER_N) return to;
  if (first !== OPEN_BRACKET && first !== OPEN_BRACE) return putNumber(out, to, json, from, end, decimal);
  if (excel && end - from > MOST_CHARACTERS) {
    const text = Buffer.from(cutToCell(json.toString('utf8', from, end)));
    return putQuoted(out, to, text, 0, text.length);
  }
  return needsQuotes(json, from, end, separator)
    ? putQuoted(out, to, json, from, end)
    : copyBytes(out, to, json, from, end);
}
