/** Word lists written as plain texts, and picking from them by number. */

/** Texts between commas, over any number of lines. */
export function listed(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}

/** Rows of a table written as text: one a line, cells between bars, each row of the same width. */
export function tabled(text: string): string[][] {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const width = rows[0]?.length ?? 0;
  const odd = rows.find((row) => row.length !== width);
  if (odd) throw new Error(`a row of a table has ${odd.length} cells and not ${width}: ${odd.join(' | ')}`);
  return rows;
}

/** The item of that number, from the beginning again where the list ends. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('nothing to take: the list is empty');
  return found;
}
