/** HTML by template: whatever is put in is escaped, so that a cell of a publisher can only ever be text. */

/** Text that is markup already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** First of the pictures that Unicode has for the control characters. */
const PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = 0x2421;

/** Control characters, which HTML does not allow, are shown by their pictures; line ends and tabs stay. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
    .replace(/\p{Cc}/gu, (sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (sign === '\n' || sign === '\t') return sign;
      if (code === DELETE) return String.fromCodePoint(PICTURE_OF_DELETE);
      return code < 0x20 ? String.fromCodePoint(PICTURES + code) : '\ufffd';
    });
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(rendered).join('');
}

/** Template tag: strings and numbers are escaped, lists joined, null and false left out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, at) => text + rendered(parts[at])).join(''));
}

interface Heading {
  label: string;
  /** Right-aligned, in figures of one width. */
  numeric?: true;
}

/**
 * A table with a caption; on a phone every row becomes a card that repeats the headings. `notes`: by number of the row,
 * a text below it over the whole width.
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
  return html`<table>
<caption>${caption}</caption>
<thead><tr>${headings.map(({label}, at) => html`<th scope="col"${kind(at)}>${label}</th>`)}</tr></thead>
<tbody>
${rows.map((row, at) => html`<tr>${row.map(cell)}</tr>\n${note(notes[at])}`)}</tbody>
</table>`;
}
