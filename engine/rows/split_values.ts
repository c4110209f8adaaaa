/** Finds the values of the fields of a JSON object whose names are known. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The byte behind a string that begins at `at`. */
function stringEnd(json: Uint8Array, at: number): number {
  let i = at + 1;
  while (json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
  return i + 1;
}

/** The byte behind the array or object that begins at `at`. */
function nestedEnd(json: Uint8Array, at: number): number {
  let depth = 0;
  for (let i = at; i < json.length; ) {
    const byte = json[i]!;
    if (byte === QUOTE) {
      i = stringEnd(json, i);
      continue;
    }
    i++;
    if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth--;
      if (depth === 0) return i;
    }
  }
  return json.length;
}

function valueEnd(json: Uint8Array, at: number): number {
  const first = json[at]!;
  if (first === QUOTE) return stringEnd(json, at);
  if (first === OPEN_ARRAY || first === OPEN_OBJECT) return nestedEnd(json, at);
  let i = at;
  while (i < json.length && json[i] !== COMMA) i++;
  return i;
}

/**
 * Begin and end of each value of `"name":value,"name":value`, of which `labels` are `"name":`, all but the first after a comma.
 * Writes them to `bounds`, two numbers for each. Throws where the names are others.
 */
export function splitValues(json: Uint8Array, labels: readonly Uint8Array[], bounds: Uint32Array): void {
  let next = 0;
  let i = 0;
  for (const label of labels) {
    const begin = i + label.length;
    // The length tells most other names; comparing all bytes costs more than the rest.
    if (json[begin - 1] !== label[label.length - 1] || json[begin - 3] !== label[label.length - 3]) {
      throw new Error(`a row has another field than ${Buffer.from(label).toString()}`);
    }
    i = valueEnd(json, begin);
    bounds[next++] = begin;
    bounds[next++] = i;
  }
  if (i !== json.length) throw new Error(`a row of ${json.length} bytes goes on behind its last field`);
}
