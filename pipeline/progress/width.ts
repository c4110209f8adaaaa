/** Texts by the columns that a terminal gives them: measured, cut and wrapped. */

const graphemes = new Intl.Segmenter('en', {granularity: 'grapheme'});

/** East Asian wide and full-width characters and pictures, which take two columns. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}])/u;

/** Marks and format characters that stand alone take no column. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

function columnsOf(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return NO_WIDTH.test(grapheme) ? 0 : 1;
}

/** Columns of a text without control characters. */
export const displayWidth = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : [...graphemes.segment(text)].reduce((sum, {segment}) => sum + columnsOf(segment), 0);

/** The text on one line: control characters and runs of white space become one space. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** At most `width` columns of a text; what is cut leaves an ellipsis. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let [kept, used] = ['', 0];
  for (const {segment} of graphemes.segment(text)) {
    const columns = columnsOf(segment);
    if (used + columns > width - 1) break;
    kept += segment;
    used += columns;
  }
  return width > 0 ? `${kept.trimEnd()}…` : '';
}

/** The text filled up to `width` columns; longer ones are cut. */
export const pad = (text: string, width: number): string => {
  const short = cut(text, width);
  return short + ' '.repeat(width - displayWidth(short));
};

/**
 * Lines of at most `width` columns, broken between words, further ones indented; a longer word has a line of
 * its own.
 */
export function wrap(text: string, width: number, indent = '  '): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line.trim() && displayWidth(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
