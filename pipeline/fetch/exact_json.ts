/** JSON whose numbers keep their notation. */

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
