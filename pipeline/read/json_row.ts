/** Parses one row `[...]` of a JSON table, with the faults of hand-made JSON. */

const [QUOTE, COMMA, OPEN, CLOSE, BRACE, END, BACKSLASH] = Buffer.from('",[]{}\\');
const BLANKS = new Set(Buffer.from(' \t\r\n'));
const SCALAR = /^(?:null|true|false|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const ESCAPES: Record<string, string> = {b: '\b', f: '\f', n: '\n', r: '\r', t: '\t'};

/** The boundary between two rows, which no published text contains. */
const NEXT_ROW = /\]\s*,\s*\[/;

/** Most characters of a broken value that its reason quotes. */
const SHOWN = 40;

/** `to`: offset after the row. */
export type ParsedRow =
  | {to: number; cells: (string | null)[]; refused?: undefined}
  | {to: number; cells?: undefined; refused: string};

/** Offset of the first byte from `at` that is not white space. */
export function skipBlanks(bytes: Buffer, at: number): number {
  let here = at;
  while (BLANKS.has(bytes[here] ?? -1)) here += 1;
  return here;
}

/**
 * Parses the row that starts at the bracket `from`; null where the bytes end first. Beyond JSON it accepts
 * doubled or unescaped quotes, omitted values (`,,`, read as null), a trailing comma, and line breaks in
 * strings. An unreadable row is refused up to the start of the next one.
 */
export function parseRow(bytes: Buffer, from: number): ParsedRow | null {
  const cells: (string | null)[] = [];
  let at = from + 1;
  for (;;) {
    at = skipBlanks(bytes, at);
    const byte = bytes[at];
    if (byte === undefined) return null;
    if (byte === OPEN || byte === BRACE) return refusedRow(bytes, at, 'a value is no text or number');
    if (byte === QUOTE) {
      const end = closingQuote(bytes, at + 1);
      if (end < 0) return null;
      const text = bytes.toString('utf8', at + 1, end);
      // The closing quote belongs to a string of a later row.
      if (NEXT_ROW.test(text)) return refusedRow(bytes, at, 'a string is not closed');
      cells.push(unescaped(text) || null);
      at = skipBlanks(bytes, end + 1);
    } else {
      const end = endOfScalar(bytes, at);
      if (end < 0) return null;
      const text = bytes.toString('utf8', at, end).trim();
      if (text && !SCALAR.test(text))
        return refusedRow(bytes, at, `not a JSON value: ${text.slice(0, SHOWN)}`);
      // `[]` has no values, `[,]` two omitted ones.
      if (text || bytes[end] === COMMA || cells.length) cells.push(scalar(text));
      at = end;
    }
    if (bytes[at] === CLOSE) return checkEnd(bytes, at + 1, cells);
    at += 1;
  }
}

/** A comma, the next row or the end must follow a row; otherwise the bracket was part of a broken text. */
function checkEnd(bytes: Buffer, to: number, cells: (string | null)[]): ParsedRow | null {
  const next = bytes[skipBlanks(bytes, to)];
  if (next === undefined) return null;
  if (next === COMMA || next === OPEN || next === CLOSE) return {to, cells};
  return refusedRow(bytes, to, 'text behind the row', true);
}

/**
 * A refused row, up to the boundary before the next row or the end of all rows. The boundary is `],[`; with
 * `afterRow`, after a row whose closing bracket has passed, it is `,[`.
 */
export function refusedRow(bytes: Buffer, from: number, refused: string, afterRow = false): ParsedRow | null {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === CLOSE && endsAll(bytes, at + 1)) return {to: at, refused};
    if (bytes[at] !== OPEN) continue;
    const before = skipBlanksBack(bytes, at - 1);
    if (bytes[before] === CLOSE) return {to: before + 1, refused};
    if (bytes[before] !== COMMA) continue;
    const close = skipBlanksBack(bytes, before - 1);
    if (bytes[close] === CLOSE) return {to: close + 1, refused};
    if (afterRow && before >= from) return {to: before, refused};
  }
  return null;
}

function endsAll(bytes: Buffer, from: number): boolean {
  const at = skipBlanks(bytes, from);
  return bytes[bytes[at] === COMMA ? skipBlanks(bytes, at + 1) : at] === END;
}

function skipBlanksBack(bytes: Buffer, at: number): number {
  let here = at;
  while (BLANKS.has(bytes[here] ?? -1)) here -= 1;
  return here;
}

/** Offset of the quote that ends a string: a comma or bracket follows; -1 where the bytes end first. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    if (byte !== QUOTE) continue;
    if (bytes[at + 1] === QUOTE) {
      at += 1;
      continue;
    }
    const next = bytes[skipBlanks(bytes, at + 1)];
    if (next === undefined) return -1;
    if (next === COMMA || next === CLOSE) return at;
  }
  return -1;
}

function endOfScalar(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === COMMA || bytes[at] === CLOSE) return at;
  }
  return -1;
}

/** Expands exponents. */
function scalar(text: string): string | null {
  if (!text || text === 'null') return null;
  return /^-?\d.*[eE]/.test(text) ? String(Number(text)) : text;
}

/** An invalid escape is kept as text. */
function unescaped(text: string): string {
  return text.replace(/""|\\(?:u([\dA-Fa-f]{4})|(.))/gs, (all, code: string | undefined, sign: string) => {
    if (all === '""') return '"';
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES[sign] ?? ('"\\/'.includes(sign) ? sign : all);
  });
}
