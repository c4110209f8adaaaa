/**
 * Converts rendered rows, lines of JSON with the same fields in the same order, to CSV or to JSON of some of the fields.
 * AssemblyScript, compiled to `../convert.wasm`; `../line_converter.ts` calls it.
 *
 * The lines are as `JSON.stringify` writes them: without white space, with escapes only where JSON needs them. 16 bytes behind
 * every region may be read and written, since texts are looked at and copied in pieces of 16 bytes.
 */

const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const BACKSLASH: u8 = 0x5c;
/** The first byte of a byte order mark. */
const MARK: u8 = 0xef;
const OPEN_BRACE: u8 = 0x7b;
const CLOSE_BRACE: u8 = 0x7d;
const OPEN_BRACKET: u8 = 0x5b;
const BAR: u8 = 0x7c;
const SPACE: u8 = 0x20;
const APOSTROPHE: u8 = 0x27;
const TAB: u8 = 0x09;
/** The first letter of `null`. */
const LETTER_N: u8 = 0x6e;
const LF: u8 = 0x0a;
const CR: u8 = 0x0d;

/** Kinds of values. */
const NULL: u32 = 0;
const SCALAR: u32 = 1;
const TEXT: u32 = 2;
const NESTED: u32 = 3;
const KIND: u32 = 3;
/** Flags of texts: they have a backslash, a comma, the first byte of a byte order mark. */
const ESCAPED: u32 = 4;
const COMMAS: u32 = 8;
const MARKS: u32 = 16;

/** A brace and a line feed, the end of a row. */
const ROW_END: u16 = 0x0a7d;

/** Bytes of what is known of a value: where it begins and ends, a text without its quotation marks; kind and flags. */
const VALUE_BYTES: usize = 12;
/** Bytes of an output field: its number among those of the rows, what is cut from it, its label and the length of it. */
const OUTPUT_BYTES: usize = 16;
/** An output field that rows do not have. */
const ABSENT: u32 = 0xffffffff;
/** A field of the rows that the output leaves out. */
const LEFT_OUT: u32 = 0xffffffff;
/** What is cut from the text of an output field. */
const FIRST_HALF: u32 = 1;
const SECOND_HALF: u32 = 2;

/** The end of the lines: nothing is looked for behind it. */
let limit: usize = 0;
/** The fields of the rows: their number, the lengths of their labels, and the labels one behind the other. */
let fields: u32 = 0;
let lengths: usize = 0;
let labels: usize = 0;
/** Flags of the text that `textEnd` found last. */
let flags: u32 = 0;
/** The byte behind the value or row that was written last, 0 where it was not as it should be. */
let next: usize = 0;
/** The text that is left after a cut. */
let from: usize = 0;
let until: usize = 0;

/** Copies a text; up to 16 bytes more are written, which what follows overwrites. Returns its end. */
// @ts-expect-error: decorators of functions
@inline
function copy(to: usize, begin: usize, end: usize): usize {
  const last = to + (end - begin);
  do {
    v128.store(to, v128.load(begin));
    to += 16;
    begin += 16;
  } while (to < last);
  return last;
}

// @ts-expect-error
@inline
function put(to: usize, byte: u8): usize {
  store<u8>(to, byte);
  return to + 1;
}

/** Which of the 16 bytes at an address are this one. */
// @ts-expect-error
@inline
function equal(piece: v128, byte: u8): v128 {
  return i8x16.eq(piece, i8x16.splat(byte));
}

/** The quotation mark that ends the text at `at`; sets `flags`. */
function textEnd(at: usize): usize {
  let seen: u32 = 0;
  while (at < limit) {
    const piece = v128.load(at);
    const stops = i8x16.bitmask(v128.or(equal(piece, QUOTE), equal(piece, BACKSLASH)));
    const commas = i8x16.bitmask(equal(piece, COMMA));
    const marks = i8x16.bitmask(equal(piece, MARK));
    // All ones without a stop.
    const before = (stops & -stops) - 1;
    if ((commas & before) != 0) seen |= COMMAS;
    if ((marks & before) != 0) seen |= MARKS;
    if (stops == 0) {
      at += 16;
      continue;
    }
    at += <u32>ctz(stops);
    if (load<u8>(at) == QUOTE) break;
    seen |= ESCAPED;
    at += 2;
  }
  flags = seen;
  return at;
}

/** The byte behind the array or object at `at`. */
function nestedEnd(at: usize): usize {
  let depth = 0;
  while (at < limit) {
    const byte = load<u8>(at);
    if (byte == QUOTE) {
      at = textEnd(at + 1) + 1;
      continue;
    }
    at++;
    // Braces and brackets differ in one bit.
    const form = byte | 0x20;
    if (form == OPEN_BRACE) depth++;
    else if (form == CLOSE_BRACE) {
      depth--;
      if (depth == 0) return at;
    }
  }
  return limit;
}

/** Notes the value at `at` in `value`; returns the byte behind it. */
function readValue(at: usize, value: usize): usize {
  const first = load<u8>(at);
  if (first == QUOTE) {
    const end = textEnd(at + 1);
    store<u32>(value, <u32>(at + 1));
    store<u32>(value, <u32>end, 4);
    store<u32>(value, TEXT | flags, 8);
    return end + 1;
  }
  let end = at;
  let kind: u32 = SCALAR;
  if (first == OPEN_BRACE || first == OPEN_BRACKET) {
    end = nestedEnd(at);
    kind = NESTED;
  } else {
    if (first == LETTER_N) kind = NULL;
    while (end < limit && load<u8>(end) != COMMA && load<u8>(end) != CLOSE_BRACE) end++;
  }
  store<u32>(value, <u32>at);
  store<u32>(value, <u32>end, 4);
  store<u32>(value, kind, 8);
  return end;
}

/** Whether the row has this label at `at`. */
// @ts-expect-error
@inline
function isLabel(at: usize, label: usize, length: usize): bool {
  let rest = length;
  for (; rest > 16; rest -= 16, at += 16, label += 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(label))) != 0xffff) return false;
  }
  const equalBytes: u32 = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(label)));
  return (equalBytes | (<u32>-1 << <u32>rest)) == 0xffffffff;
}

/** Notes the values of the row at `at`; returns the byte behind its line feed, 0 where its fields are others. */
function readRow(at: usize, values: usize): usize {
  let label = labels;
  for (let i: u32 = 0; i < fields; i++) {
    const length: usize = load<u32>(lengths + (i << 2));
    const begin = at + length;
    if (begin > limit || !isLabel(at, label, length)) return 0;
    label += length;
    at = readValue(begin, values + <usize>i * VALUE_BYTES);
  }
  return at + 2 > limit || load<u16>(at) != ROW_END ? 0 : at + 2;
}

/** Leaves the half before the first ` | ` in `from` and `until`, or the one behind it; all of a text without. */
function cut(half: u32): void {
  for (let at = from; at + 3 <= until; at++) {
    if (load<u8>(at) != SPACE || load<u8>(at, 1) != BAR || load<u8>(at, 2) != SPACE) continue;
    if (half == FIRST_HALF) until = at;
    else from = at + 3;
    return;
  }
}

function hexValue(at: usize): u32 {
  let value: u32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const digit: u32 = load<u8>(at + i);
    value = (value << 4) | (digit < 0x40 ? digit - 0x30 : (digit | 0x20) - 0x57);
  }
  return value;
}

/** Writes a code point as UTF-8. */
function putCode(to: usize, code: u32): usize {
  if (code < 0x80) return put(to, <u8>code);
  if (code < 0x800) {
    to = put(to, <u8>(0xc0 | (code >> 6)));
  } else {
    if (code < 0x10000) to = put(to, <u8>(0xe0 | (code >> 12)));
    else {
      to = put(to, <u8>(0xf0 | (code >> 18)));
      to = put(to, <u8>(0x80 | ((code >> 12) & 0x3f)));
    }
    to = put(to, <u8>(0x80 | ((code >> 6) & 0x3f)));
  }
  return put(to, <u8>(0x80 | (code & 0x3f)));
}

/** What the letter behind a backslash stands for. */
function escapedByte(letter: u8): u8 {
  if (letter == LETTER_N) return LF;
  if (letter == 0x74) return TAB;
  if (letter == 0x72) return CR;
  if (letter == 0x62) return 0x08;
  if (letter == 0x66) return 0x0c;
  return letter;
}

/** Writes the text without its escapes; returns its end. A lone surrogate becomes U+FFFD, as in every UTF-8 encoder. */
function unescape(at: usize, end: usize, to: usize): usize {
  while (at < end) {
    const byte = load<u8>(at);
    if (byte != BACKSLASH) {
      to = put(to, byte);
      at++;
      continue;
    }
    const letter = load<u8>(at, 1);
    if (letter != 0x75) {
      to = put(to, escapedByte(letter));
      at += 2;
      continue;
    }
    let code = hexValue(at + 2);
    at += 6;
    if ((code & 0xf800) == 0xd800) {
      const isPair = code < 0xdc00 && at + 6 <= end && load<u16>(at) == 0x755c;
      const low: u32 = isPair ? hexValue(at + 2) : 0;
      if ((low & 0xfc00) == 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        at += 6;
      } else code = 0xfffd;
    }
    to = putCode(to, code);
  }
  return to;
}

/** Whether a byte of the text needs quotes: a comma, quotation mark, line break or byte order mark. */
function needsQuotes(at: usize, end: usize): bool {
  for (; at < end; at += 16) {
    const piece = v128.load(at);
    const breaks = v128.or(equal(piece, LF), equal(piece, CR));
    const marks = v128.or(equal(piece, COMMA), equal(piece, QUOTE));
    const rest = end - at;
    const inside: u32 = rest >= 16 ? 0xffff : (1 << <u32>rest) - 1;
    if ((i8x16.bitmask(v128.or(breaks, marks)) & inside) != 0) return true;
    let leads: u32 = i8x16.bitmask(equal(piece, MARK)) & inside;
    for (; leads != 0; leads &= leads - 1) {
      const lead = at + <u32>ctz(leads);
      if (lead + 3 <= end && load<u16>(lead, 1) == 0xbfbb) return true;
    }
  }
  return false;
}

// @ts-expect-error
@inline
function isDigit(at: usize, end: usize): bool {
  return at < end && load<u8>(at) - 0x30 < 10;
}

/** Whether all of the text behind a sign is a number. */
function isNumber(at: usize, end: usize): bool {
  if (!isDigit(at, end)) return false;
  while (isDigit(at, end)) at++;
  if (at < end && load<u8>(at) == 0x2e) {
    at++;
    if (!isDigit(at, end)) return false;
    while (isDigit(at, end)) at++;
  }
  if (at < end && (load<u8>(at) | 0x20) == 0x65) {
    at++;
    if (at < end && (load<u8>(at) == 0x2b || load<u8>(at) == 0x2d)) at++;
    if (!isDigit(at, end)) return false;
    while (isDigit(at, end)) at++;
  }
  return at == end;
}

/** Whether spreadsheets would run the text as a formula. */
function isFormula(at: usize, end: usize): bool {
  if (at == end) return false;
  const first = load<u8>(at);
  if (first == 0x3d || first == 0x40 || first == TAB || first == CR) return true;
  return (first == 0x2b || first == 0x2d) && !isNumber(at + 1, end);
}

/** Writes a text with its quotation marks doubled. */
function doubled(to: usize, at: usize, end: usize): usize {
  while (at < end) {
    const piece = v128.load(at);
    v128.store(to, piece);
    const quotes = i8x16.bitmask(equal(piece, QUOTE));
    const rest: u32 = <u32>min<usize>(16, end - at);
    const i: u32 = quotes == 0 ? 16 : <u32>ctz(quotes);
    if (i >= rest) {
      to += rest;
      at += rest;
    } else {
      to = put(to + i + 1, QUOTE);
      at += i + 1;
    }
  }
  return to;
}

/** Writes the text between `from` and `until`, of such a form, as a field of RFC 4180. */
function putText(to: usize, form: u32, excel: bool, scratch: usize): usize {
  if ((form & ESCAPED) != 0) {
    until = unescape(from, until, scratch);
    from = scratch;
  }
  if (from == until) return to;
  const disarmed = excel && isFormula(from, until);
  const isQuoted =
    disarmed ||
    load<u8>(from) == SPACE ||
    load<u8>(until - 1) == SPACE ||
    ((form & (ESCAPED | COMMAS | MARKS)) != 0 && needsQuotes(from, until));
  if (!isQuoted) return copy(to, from, until);
  to = put(to, QUOTE);
  if (disarmed) to = put(to, APOSTROPHE);
  to = (form & ESCAPED) != 0 ? doubled(to, from, until) : copy(to, from, until);
  return put(to, QUOTE);
}

/** Writes the cell of a value. */
function putCell(to: usize, value: usize, half: u32, excel: bool, scratch: usize): usize {
  const form: u32 = load<u32>(value, 8);
  const kind = form & KIND;
  from = load<u32>(value);
  until = load<u32>(value, 4);
  if (kind == NULL) return to;
  if (kind == SCALAR) return copy(to, from, until);
  if (kind == TEXT) {
    if (half != 0) cut(half);
    return putText(to, form, excel, scratch);
  }
  // Neither a space nor a formula begins or ends an array or object.
  if (!needsQuotes(from, until)) return copy(to, from, until);
  return put(doubled(put(to, QUOTE), from, until), QUOTE);
}

/** Writes a value as JSON. */
function putJson(to: usize, value: usize, half: u32): usize {
  from = load<u32>(value);
  until = load<u32>(value, 4);
  if ((load<u32>(value, 8) & KIND) != TEXT) return copy(to, from, until);
  // No escape begins or ends inside ` | `.
  if (half != 0) cut(half);
  return put(copy(put(to, QUOTE), from, until), QUOTE);
}

/**
 * Copies the text that begins at `at`, if it needs no quotes or a comma alone makes it need them, as most texts do; sets `next`
 * to the byte behind its quotation mark, or to 0 for any other text, of which nothing is written.
 */
// @ts-expect-error
@inline
function putPlainText(at: usize, to: usize): usize {
  let source = at;
  let target = to;
  let stops: u32 = 0;
  do {
    const piece = v128.load(source);
    v128.store(target, piece);
    const ends = v128.or(equal(piece, QUOTE), equal(piece, BACKSLASH));
    stops = i8x16.bitmask(v128.or(ends, v128.or(equal(piece, COMMA), equal(piece, MARK))));
    source += 16;
    target += 16;
  } while (stops == 0 && source < limit);
  if (stops == 0) return failed(to);
  source += <usize>ctz(stops) - 16;
  const stop = load<u8>(source);
  if (stop == QUOTE) {
    if (source > at && (load<u8>(at) == SPACE || load<u8>(source - 1) == SPACE)) return failed(to);
    next = source + 1;
    return to + (source - at);
  }
  return stop == COMMA ? putQuotedText(at, to) : failed(to);
}

/** As `putPlainText`, of a text with a comma. */
function putQuotedText(at: usize, to: usize): usize {
  let source = at;
  let target = put(to, QUOTE);
  let stops: u32 = 0;
  do {
    const piece = v128.load(source);
    v128.store(target, piece);
    stops = i8x16.bitmask(v128.or(equal(piece, QUOTE), equal(piece, BACKSLASH)));
    source += 16;
    target += 16;
  } while (stops == 0 && source < limit);
  if (stops == 0) return failed(to);
  source += <usize>ctz(stops) - 16;
  if (load<u8>(source) != QUOTE) return failed(to);
  next = source + 1;
  return put(to + 1 + (source - at), QUOTE);
}

function failed(to: usize): usize {
  next = 0;
  return to;
}

/** Writes the cell of the value at `at` and sets `next` to the byte behind the value; `value` is working memory. */
// @ts-expect-error
@inline
function putCellAt(at: usize, to: usize, half: u32, excel: bool, value: usize, scratch: usize): usize {
  const first = load<u8>(at);
  if (first == QUOTE) {
    if (half == 0 && !(excel && isFormula(at + 1, at + 2))) {
      to = putPlainText(at + 1, to);
      if (next != 0) return to;
    }
  } else if (first != OPEN_BRACE && first != OPEN_BRACKET) {
    const piece = v128.load(at);
    const stops = i8x16.bitmask(v128.or(equal(piece, COMMA), equal(piece, CLOSE_BRACE)));
    if (stops != 0) {
      v128.store(to, piece);
      next = at + <usize>ctz(stops);
      return first == LETTER_N ? to : to + <usize>ctz(stops);
    }
  }
  next = readValue(at, value);
  return putCell(to, value, half, excel, scratch);
}

/** Writes the row at `at` as CSV, with its fields in their own order; returns the end, and sets `next` to the byte behind the row or to 0. */
function putRow(
  at: usize,
  to: usize,
  inOrder: usize,
  excel: bool,
  value: usize,
  scratch: usize,
): usize {
  let label = labels;
  for (let i: usize = 0; i < fields; i++) {
    const length: usize = load<u32>(lengths + (i << 2));
    const begin = at + length;
    if (begin > limit || !isLabel(at, label, length)) return failed(to);
    label += length;
    const form = load<u32>(inOrder + (i << 2));
    if (form == LEFT_OUT) {
      at = readValue(begin, value);
      continue;
    }
    to = putCellAt(begin, to, form, excel, value, scratch);
    at = next;
    to = put(to, COMMA);
  }
  next = at + 2;
  // The comma behind the last cell becomes the line break.
  return load<u16>(at) == ROW_END ? to - 1 : failed(to);
}

/**
 * Converts the lines from `begin` to `end`, with so many fields of these labels, to `to`, as CSV or as JSON
 * lines of the output fields. `ends` gets the offset of each line feed from `to`. `values` and `scratch` are working memory:
 * of a row, and for the longest text. Returns the end of the output, 0 where a line is no row of these fields.
 */
export function convert(
  begin: usize,
  end: usize,
  to: usize,
  fieldCount: u32,
  labelLengths: usize,
  labelTexts: usize,
  outputs: usize,
  count: u32,
  inOrder: usize,
  csv: bool,
  excel: bool,
  ends: usize,
  values: usize,
  scratch: usize,
): usize {
  limit = end;
  fields = fieldCount;
  lengths = labelLengths;
  labels = labelTexts;
  const start = to;
  for (let at = begin; at < end; ) {
    if (inOrder) {
      to = putRow(at, to, inOrder, excel, values, scratch);
      if (next == 0) return 0;
      at = next;
      to = put(put(to, CR), LF);
      store<u32>(ends, <u32>(to - 1 - start));
      ends += 4;
      continue;
    }
    at = readRow(at, values);
    if (at == 0) return 0;
    for (let i: u32 = 0; i < count; i++) {
      const output = outputs + <usize>i * OUTPUT_BYTES;
      const field = load<u32>(output);
      const half = load<u32>(output, 4);
      const value = values + <usize>field * VALUE_BYTES;
      if (csv) {
        if (i > 0) to = put(to, COMMA);
        if (field != ABSENT) to = putCell(to, value, half, excel, scratch);
        continue;
      }
      const label: usize = load<u32>(output, 8);
      to = copy(to, label, label + load<u32>(output, 12));
      if (field != ABSENT) to = putJson(to, value, half);
      else {
        store<u32>(to, 0x6c6c756e);
        to += 4;
      }
    }
    to = put(put(to, csv ? CR : CLOSE_BRACE), LF);
    store<u32>(ends, <u32>(to - 1 - start));
    ends += 4;
  }
  return to;
}
