/** Preassembled headers that many responses share. */

export type Headers = Record<string, string>;

export interface HeaderBlock {
  headers: Readonly<Headers>;
  /** Name of the first header. */
  name: string;
  /** Its value, then the other headers after line breaks: the transport writes the block in one call. */
  lines: string;
}

/**
 * A block of at least one header. Values must come from code, never from a request; a line break would inject
 * a header.
 */
export function headerBlock(headers: Headers): HeaderBlock {
  const [first, ...rest] = Object.entries(headers);
  if (!first) throw new Error('a block needs a header');
  const lines = [first[1], ...rest.map(([name, value]) => `${name}: ${value}`)];
  if (lines.some((line) => /[\r\n]/.test(line))) throw new Error(`${first[0]}: a header is one line`);
  return {headers, name: first[0], lines: lines.join('\r\n')};
}

/** Concatenates two blocks. */
export const joinBlocks = (first: HeaderBlock, second: HeaderBlock): HeaderBlock => ({
  headers: {...first.headers, ...second.headers},
  name: first.name,
  lines: `${first.lines}\r\n${second.name}: ${second.lines}`,
});
