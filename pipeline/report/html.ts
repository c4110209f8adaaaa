/**
 * HTML templates based on hono's `html`, which escapes every value: a publisher's cell can only become text.
 */
import {html as escapedHtml, raw} from 'hono/html';
import type {HtmlEscapedString} from 'hono/utils/html';

export {raw};

/** Markup whose values are escaped. */
export type Html = HtmlEscapedString;

type Part = Html | string | number | null | undefined | false | readonly Part[];

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

interface Heading {
  label: string;
  /** Right-aligned, in tabular figures. */
  numeric?: true;
}

/**
 * A table with a caption, which scrolls by itself where it is wider than the page; on a phone each row
 * becomes a card that repeats the headings. `notes`: by row index, a text across the full width below the
 * row.
 */
export function table(
  caption: string,
  headings: readonly Heading[],
  rows: readonly (readonly Part[])[],
  notes: readonly Part[] = [],
): Html {
  const kind = (at: number) => (headings[at]?.numeric ? html` class="n"` : '');
  const cell = (part: Part, at: number) =>
    at === 0
      ? html`<th scope="row">${part}</th>`
      : html`<td data-label="${headings[at]?.label}"${kind(at)}>${part}</td>`;
  const note = (part: Part) =>
    part ? html`<tr class="note"><td colspan="${headings.length}">${part}</td></tr>\n` : null;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${headings.map(({label}, at) => html`<th scope="col"${kind(at)}>${label}</th>`)}</tr></thead>
<tbody>
${rows.map((row, at) => html`<tr>${row.map(cell)}</tr>\n${note(notes[at])}`)}</tbody>
</table></div>`;
}
