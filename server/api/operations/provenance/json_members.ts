/** The members of a JSON object with their text as it is published: numbers with all their digits. */

/** Positions of strings and of signs outside of them; a string without an end takes the rest, and is looked for once. */
const TOKENS = /"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]/gs;

/**
 * Name -> text of the value; of a repeated name the last one, as parsers take it. Null for what is no object.
 */
export function jsonMembers(text: string): ReadonlyMap<string, string> | null {
  if (!/^\s*\{/.test(text)) return null;
  const members = new Map<string, string>();
  let depth = 0;
  let [name, start]: [string | null, number] = [null, 0];
  let string = '';
  for (const {0: token, index} of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    if (depth === 1 && token === ':' && name === null) [name, start] = [string, index + 1];
    if (depth === 1 && (token === ',' || token === '}') && name !== null) {
      members.set(JSON.parse(name) as string, text.slice(start, index).trim());
      name = null;
    }
    if (token === '}' || token === ']') depth -= 1;
    if (token.startsWith('"')) string = token;
  }
  return depth === 0 ? members : null;
}
