/** Counts as people read them. */

/** Grouped by thousands, rounded to a whole. */
export const number = (n: number): string => Math.round(n).toLocaleString('en-CA');

/** The count and its noun, which is plural for every count but 1. */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${number(n)} ${Math.round(n) === 1 ? one : many}`;
