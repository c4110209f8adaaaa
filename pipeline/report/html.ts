/**
 * HTML templates based on hono's `html`, which escapes every value: a publisher's cell can only become text.
 */
import {html as escapedHtml, raw} from 'hono/html';
import type {HtmlEscapedString} from 'hono/utils/html';
import {number} from '../runtime/counts.ts';

export {raw};

/** Markup whose values are escaped. */
export type Html = HtmlEscapedString;

export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** First of the symbols that Unicode has for control characters. */
const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = 0x2421;

/** Replaces control characters, which HTML does not allow, by their symbols; line feeds and tabs stay. */
const withControlPictures = (text: string): string =>
  text.replace(/\p{Cc}/gu, (control) => {
    const code = control.codePointAt(0) ?? 0;
    if (control === '\n' || control === '\t') return control;
    if (code === DELETE) return String.fromCodePoint(PICTURE_OF_DELETE);
    return code < 0x20 ? String.fromCodePoint(CONTROL_PICTURES + code) : '\ufffd';
  });

function printable(part: Part): Part {
  if (typeof part === 'string') return withControlPictures(part);
  return Array.isArray(part) ? part.map(printable) : part;
}

/** Template tag: escapes strings, joins lists, omits null and false. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  // hono returns a promise only where a value is one, and `Part` excludes promises.
  return escapedHtml(strings, ...parts.map(printable)) as Html;
}

/** A table cell that is right-aligned, in tabular figures; a number is one, too. */
export interface Figure {
  figure: string;
}

export const figure = (text: string): Figure => ({figure: text});

type Cell = Part | Figure;

const isFigure = (cell: Cell): cell is Figure =>
  typeof cell === 'object' && cell !== null && 'figure' in cell;

/**
 * A table with a caption, its columns by their headings; the first one names the rows. It scrolls by itself
 * where it is wider than the page; on a phone each row becomes a card that repeats the headings. `note`: a
 * text across the full width below a row.
 */
export function table<Row>(
  caption: string,
  rows: readonly Row[],
  columns: Record<string, (row: Row) => Cell>,
  note: (row: Row) => Part = () => null,
): Html {
  const headings = Object.keys(columns);
  const lines = rows.map((row) => ({note: note(row), cells: Object.values(columns).map((of) => of(row))}));
  const kind = (cell: Cell) => (typeof cell === 'number' || isFigure(cell) ? html` class="n"` : null);
  const text = (cell: Cell) =>
    typeof cell === 'number' ? number(cell) : isFigure(cell) ? cell.figure : cell;
  const head = headings.map((label, at) => html`<th scope="col"${kind(lines[0]?.cells[at])}>${label}</th>`);
  const body = lines.map(({cells: [first, ...others], note}) => {
    const cells = others.map(
      (cell, at) => html`<td data-label="${headings[at + 1]}"${kind(cell)}>${text(cell)}</td>`,
    );
    const below = note && html`<tr class="note"><td colspan="${headings.length}">${note}</td></tr>\n`;
    return html`<tr><th scope="row">${text(first)}</th>${cells}</tr>\n${below}`;
  });
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table></div>`;
}
