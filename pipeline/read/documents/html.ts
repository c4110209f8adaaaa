/** Reads rows of HTML pages by CSS selectors. */
import {type CheerioAPI, load} from 'cheerio';
import {ABSENT, joinValues, type Lookup} from './path.ts';
import type {Broken, Content} from './types.ts';

type Selection = ReturnType<CheerioAPI>;
type Node = Selection extends Iterable<infer One> ? One : never;

/** What may follow `</html>`: servers append comments and scripts. */
const END = /<\/html\s*>(?:\s|<!--[\s\S]*?-->|<script[\s\S]*?<\/script\s*>)*$/i;

/** Whether a text is an HTML page, by its doctype or first element. */
export const looksLikeHtml = (text: string): boolean =>
  /^(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html[\s>])/i.test(text);

/** Any text parses as HTML: a truncated page is recognised only by its missing end tag. */
export function openHtml(text: string, broken: Broken): Content {
  if (!END.test(text)) throw broken('the page ends before </html>');
  const $ = load(text);
  $('script, style, template').remove();
  $('br').replaceWith(' ');
  return {
    description: `an HTML page with the title "${textOf($('title').first()) ?? ''}"`,
    fits: (rows) => rows.form === 'html' && $(rows.page).length > 0,
    read({rows}) {
      if (rows.form !== 'html') return {rows: [], empty: false, lacking: false};
      const nodes = $(rows.path).get();
      const columns = new Map(
        Object.entries(rows.columns).map(([name, selector]) => [name, column($, rows.path, selector)]),
      );
      const look = (node: Node) => (name: string) => columns.get(name)?.(node) ?? ABSENT;
      return {
        rows: nodes.map((node) => ({end: 0, look: look(node), names: () => []})),
        // A page without rows is empty: its selector identified it as the right page.
        empty: nodes.length === 0,
        lacking: false,
      };
    },
  };
}

/**
 * Compiles the reader of a column: `selector`, `selector@attribute`, `^selector` from the page, `~selector`
 * before the row.
 */
function column($: CheerioAPI, rowSelector: string, text: string): (row: Node) => Lookup {
  const [, from = '', selector = '', attribute] = /^([\^~]?)(.*?)(?:@([\w:-]+))?$/s.exec(text.trim()) ?? [];
  const read = (selection: Selection): Lookup => {
    const values = selection.get().flatMap((one) => {
      const value = attribute ? $(one).attr(attribute) : textOf($(one));
      return value === undefined ? [] : [value];
    });
    return {value: joinValues(values), present: values.length > 0, lacks: values.length === 0};
  };
  if (from === '^') {
    const known = read($(selector));
    return () => known;
  }
  if (from === '~') {
    // An element contains none of the rows after it.
    const before = new Set($(selector).get());
    const inOrder = $(`${selector}, ${rowSelector}`).get();
    return (row) => {
      const nearest = inOrder.slice(0, inOrder.indexOf(row)).findLast((node) => before.has(node));
      return nearest ? read($(nearest)) : ABSENT;
    };
  }
  return (row) => read(selector ? $(row).find(selector) : $(row));
}

/** Text of an element as displayed: white space collapsed. */
const textOf = (one: Selection): string | null => one.text().replace(/\s+/g, ' ').trim() || null;
