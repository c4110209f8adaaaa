/**
 * Elements as HTML. They are text from the start: a tree of them would have to be walked, and collected, for
 * every page.
 */

/**
 * The HTML of an element. Only functions of this file make it, so that nothing of the data is ever taken for
 * markup.
 */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** What stands in an element. Texts are escaped; null, undefined and booleans are left out. */
export type Child = Markup | string | number | boolean | null | undefined | readonly Child[];

type Attribute = string | number | boolean | null | undefined;
type Attributes = Readonly<Record<string, Attribute>>;

/** Elements that have no content and no end. */
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

const SPECIAL = /["&<]/;
const EACH_SPECIAL = /["&<]/g;
const ESCAPES: Readonly<Record<string, string>> = {'"': '&quot;', '&': '&amp;', '<': '&lt;'};

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (one) => ESCAPES[one]!) : text;

function contentOf(child: Child): string {
  if (typeof child === 'string') return escaped(child);
  if (child instanceof Markup) return child.html;
  if (typeof child === 'number') return String(child);
  if (!Array.isArray(child)) return '';
  let html = '';
  for (const one of child as readonly Child[]) html += contentOf(one);
  return html;
}

function startOf(tag: string, attributes: Attributes | null): string {
  let html = `<${tag}`;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === true || value === '') html += ` ${name}`;
    else if (typeof value === 'string') html += ` ${name}="${escaped(value)}"`;
    else if (typeof value === 'number') html += ` ${name}="${value}"`;
  }
  return html;
}

/**
 * Makes an element. Attributes and texts are escaped; attributes that are null, undefined or false are left
 * out.
 */
export function h(tag: string, attributes: Attributes | null, ...children: readonly Child[]): Markup {
  const start = startOf(tag, attributes);
  if (VOID.has(tag)) return new Markup(`${start}/>`);
  return new Markup(`${start}>${contentOf(children)}</${tag}>`);
}

/** A script that holds data, which browsers do not run. */
export const dataScript = (attributes: Attributes, data: unknown): Markup =>
  // A `<` could end the element.
  new Markup(`${startOf('script', attributes)}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`);
