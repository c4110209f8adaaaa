/** The size of pictures, and their texts: how wide they are, about, and where they break. */

/** Pixels: what other sites show beside a link. */
export const WIDTH = 1200;
export const HEIGHT = 630;

/** Widths of characters in shares of the size, by kind: those of Inter and, rounded up, of the usual fonts. */
const WIDTHS: readonly (readonly [of: RegExp, width: number])[] = [
  [/[ilj.,:;'’|!]/, 0.3],
  [/[frtI()[\]\-/\s\u00a0\u202f]/, 0.4],
  [/[mwMW@%—…]/, 0.95],
  [/[A-Z0-9$&+=<>]/, 0.68],
  // Narrower than a square are letters of alphabets alone.
  [/[\u0000-\u04ff]/, 0.58],
];
const WIDEST = 1.05;

const ofCharacter = (one: string): number => WIDTHS.find(([of]) => of.test(one))?.[1] ?? WIDEST;

/** Pixels that a text of a size is wide at most, about. */
export const widthOf = (text: string, size: number): number => {
  let width = 0;
  for (const one of text) width += ofCharacter(one);
  return width * size;
};

/** The text, or as much of it as fits, with an ellipsis. */
export function cutTo(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text;
  let [kept, room] = ['', width / size - ofCharacter('…')];
  for (const one of text) {
    room -= ofCharacter(one);
    if (room < 0) break;
    kept += one;
  }
  return `${kept.trimEnd()}…`;
}

/** Where an address breaks: behind its signs. */
const ADDRESS_PIECES = /(?<=[/?&,=])/;
const WORDS = /(?<= )/;

/** The text in at most `most` lines; what is too long ends with an ellipsis. */
export function linesOf(text: string, size: number, width: number, most: number): string[] {
  const pieces = text.split(text.includes(' ') ? WORDS : ADDRESS_PIECES);
  const lines: string[] = [];
  let line = '';
  while (pieces.length > 0) {
    const next = line + pieces[0];
    const isFull = line !== '' && widthOf(next.trimEnd(), size) > width;
    if (isFull && lines.length + 1 === most) return [...lines, cutTo(line + pieces.join(''), size, width)];
    if (isFull) {
      lines.push(cutTo(line.trimEnd(), size, width));
      line = '';
      continue;
    }
    line = next;
    pieces.shift();
  }
  return line === '' ? lines : [...lines, cutTo(line.trimEnd(), size, width)];
}
