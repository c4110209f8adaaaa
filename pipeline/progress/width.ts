/** Texts by the columns that a terminal gives them: cut, padded and wrapped. */
import displayWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', {granularity: 'grapheme'});

/** The text on one line: control characters and runs of white space become one space. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** At most `width` columns of a text; what is cut leaves an ellipsis. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  for (const {segment} of graphemes.segment(text)) {
    if (displayWidth(kept + segment) > width - 1) break;
    kept += segment;
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
