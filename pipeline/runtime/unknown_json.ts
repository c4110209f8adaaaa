/** Parsed but unvalidated JSON, whose numbers keep their notation. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a text; null for any other text. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The objects of a list; none where it is no list. */
export const objectsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list : []).filter(isObject);

/** A text; null for anything else and for an empty one. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** A text of one line, whatever blanks it was written with; empty for anything else. */
export const lineOf = (value: unknown): string => (textOf(value) ?? '').replace(/\s+/g, ' ').trim();

/** The texts of a name in the objects of a list. */
export const textsOf = (list: unknown, name: string): string[] =>
  objectsOf(list).flatMap((one) => textOf(one[name]) ?? []);

/**
 * The ECMAScript proposal "JSON.parse source text access", which this runtime has and the library types lack.
 */
interface ExactJson {
  parse: (
    text: string,
    reviver: (key: string, value: unknown, context: {source?: string}) => unknown,
  ) => unknown;
  rawJSON: (text: string) => unknown;
  isRawJSON: (value: unknown) => value is {rawJSON: string};
}
const exact: ExactJson = JSON as unknown as ExactJson;

/** A number, or the number of an opaque value; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return exact.isRawJSON(value) ? Number(value.rawJSON) : null;
}

/**
 * The value of a text, numbers that JavaScript would write differently as opaque values; undefined where it
 * is no JSON.
 */
export function parseExact(text: string): unknown {
  try {
    return exact.parse(text, (_, value, {source}) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? exact.rawJSON(source)
        : value,
    );
  } catch {
    return undefined; // the caller reports what came instead of JSON
  }
}
