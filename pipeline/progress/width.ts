/** Texts of a terminal: sizes, times and bars, cut, padded and wrapped by the columns that they take. */
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

export const megabytes = (n: number): string => `${(n / 1e6).toFixed(1)} MB`;

const two = (n: number): string => String(n).padStart(2, '0');

/** `8 s`, `2:05 min`, `1:02 h`; milliseconds in. */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)} min`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
}

/** A bar of `width` columns with its brackets; `share` between 0 and 1. */
export function bar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * (width - 2));
  return `[${'#'.repeat(filled)}${'.'.repeat(width - 2 - filled)}]`;
}
