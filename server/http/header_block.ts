/** Headers that many answers share, put together once. */

export type Headers = Record<string, string>;

export interface Block {
  headers: Readonly<Headers>;
  /** Name of the first header. */
  name: string;
  /** Its value and, behind line breaks, the other headers: written by one call of the transport. */
  lines: string;
}

/** A block of at least one header. Values come from the code, never from a request: a line break would be a header. */
export function block(headers: Headers): Block {
  const [first, ...rest] = Object.entries(headers);
  if (!first) throw new Error('a block needs a header');
  const lines = [first[1], ...rest.map(([name, value]) => `${name}: ${value}`)];
  if (lines.some((line) => /[\r\n]/.test(line))) throw new Error(`${first[0]}: a header is one line`);
  return {headers, name: first[0], lines: lines.join('\r\n')};
}

/** Both as one. */
export const joined = (first: Block, second: Block): Block => ({
  headers: {...first.headers, ...second.headers},
  name: first.name,
  lines: `${first.lines}\r\n${second.name}: ${second.lines}`,
});

/** All headers of an answer by name. */
export const allHeaders = (blocks: readonly Block[], own: Headers): Headers =>
  Object.assign({}, ...blocks.map(({headers}) => headers), own);
