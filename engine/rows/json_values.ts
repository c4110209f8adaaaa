/** Splits JSON objects whose field names are known into the bytes of their values. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const LETTER_U = 0x75;
const CASE_BIT = 0x20;
/** Hex digits of an escape. */
const DIGITS = 4;

/** The byte behind the string that begins at `at`. */
function stringEnd(json: Uint8Array, at: number, end: number): number {
  let i = at + 1;
  for (; i < end; i++) {
    const byte = json[i]!;
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  return end;
}

/** The byte behind the array or object that begins at `at`. */
function nestedEnd(json: Uint8Array, at: number, end: number): number {
  let depth = 0;
  for (let i = at; i < end; ) {
    const byte = json[i]!;
    if (byte === QUOTE) {
      i = stringEnd(json, i, end);
      continue;
    }
    i++;
    if (byte === OPEN_BRACKET || byte === OPEN_BRACE) depth++;
    else if ((byte === CLOSE_BRACKET || byte === CLOSE_BRACE) && --depth === 0) return i;
  }
  return end;
}

function valueEnd(json: Uint8Array, at: number, end: number): number {
  const first = json[at];
  if (first === QUOTE) return stringEnd(json, at, end);
  if (first === OPEN_BRACKET || first === OPEN_BRACE) return nestedEnd(json, at, end);
  let i = at;
  while (i < end && json[i] !== COMMA && json[i] !== CLOSE_BRACE) i++;
  return i;
}

/**
 * The labels of fields, as they stand before the values of an object: `{"name":` of the first, `,"name":` of
 * each other one.
 */
export const labelsOf = (names: readonly string[]): Buffer[] =>
  names.map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`));

/** The separators before the values of a row without names: none before the first, then commas. */
export const separatorsOf = (values: number): Buffer[] =>
  Array.from({length: values}, (_, i) => Buffer.from(i === 0 ? '' : ','));

/**
 * Finds the values of the object that begins at `at`, of which `labels` are the labels. Writes begin and end
 * of each to `bounds` and returns the byte behind the last one; -1 minus the number of the first label that
 * is not where it should be.
 */
export function splitValues(
  json: Uint8Array,
  at: number,
  end: number,
  labels: readonly Uint8Array[],
  bounds: Uint32Array,
): number {
  let next = at;
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    const {length} = label;
    const begin = next + length;
    if (begin >= end) return -1 - i;
    // From its end: most other labels differ there.
    for (let k = 1; k <= length; k++) if (json[begin - k] !== label[length - k]) return -1 - i;
    next = valueEnd(json, begin, end);
    bounds[2 * i] = begin;
    bounds[2 * i + 1] = next;
  }
  return next;
}

const isUpperCase = (byte: number): boolean => byte > 0x40 && byte < 0x47;

/**
 * Writes the digits of all escapes in lower case, as JSON.stringify does: DuckDB writes them in upper case.
 */
export function lowerEscapes(json: Uint8Array): void {
  for (let at = json.indexOf(BACKSLASH); at >= 0; at = json.indexOf(BACKSLASH, at + 2)) {
    if (json[at + 1] !== LETTER_U) continue;
    for (let i = at + 2; i < at + 2 + DIGITS; i++) if (isUpperCase(json[i]!)) json[i]! |= CASE_BIT;
  }
}
