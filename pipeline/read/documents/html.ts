/** Reads rows of HTML pages by CSS selectors. */
import {type CheerioAPI, load} from 'cheerio';
import type {Broken, Content, FoundRow, Presences, WantedLayout} from './content.ts';
import {joinValues, type Lookup} from './path.ts';

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
    form: 'html',
    description: `an HTML page with the title "${textOf($, $('title').first()) ?? ''}"`,
    fits: (rows) => rows.form === 'html' && $(rows.page).length > 0,
    rows: (wanted) => rowsOf($, wanted),
  };
}

function* rowsOf($: CheerioAPI, wanted: readonly WantedLayout[]): Generator<FoundRow, Presences> {
  const presences: Presences = new Map();
  for (const {layout, rows} of wanted) {
    if (rows.form !== 'html') continue;
    const nodes = $(rows.path).get();
    // A page without rows is empty: its selector identified it as the right page.
    presences.set(layout, {empty: nodes.length === 0, lacking: false});
    const columns = new Map(
      Object.entries(rows.columns).map(([name, selector]) => [name, column($, rows.path, selector)]),
    );
    const look = (node: Node) => (name: string) =>
      columns.get(name)?.(node) ?? {value: null, present: false, lacks: true};
    for (const node of nodes) yield {layout, look: look(node), names: () => []};
  }
  return presences;
}

/**
 * Compiles the reader of a column: `selector`, `selector@attribute`, `^selector` from the page, `~selector`
 * before the row.
 */
function column($: CheerioAPI, rowSelector: string, text: string): (row: Node) => Lookup {
  const [, from = '', selector = '', attribute] = /^([\^~]?)(.*?)(?:@([\w:-]+))?$/s.exec(text.trim()) ?? [];
  const read = (selection: Selection): Lookup => {
    const values = selection
      .get()
      .map((one) => (attribute ? ($(one).attr(attribute) ?? null) : textOf($, $(one))));
    const given = attribute ? values.filter((value) => value !== null) : values;
    return {value: joinValues(given), present: given.length > 0, lacks: given.length === 0};
  };
  if (from === '^') return once(() => read($(selector)));
  if (from === '~') {
    const before = nearestBefore($, rowSelector, selector);
    return (row) => {
      const nearest = before.get(row);
      return nearest ? read($(nearest)) : {value: null, present: false, lacks: true};
    };
  }
  return (row) => read(selector ? $(row).find(selector) : $(row));
}

function once(read: () => Lookup): () => Lookup {
  let known: Lookup | undefined;
  return () => {
    known ??= read();
    return known;
  };
}

/** Maps every row to the last matching element before it; an element contains none of the rows after it. */
function nearestBefore($: CheerioAPI, rowSelector: string, selector: string): Map<Node, Node> {
  const wanted = new Set($(selector).get());
  const rows = new Set($(rowSelector).get());
  const nearest = new Map<Node, Node>();
  let last: Node | undefined;
  for (const node of $(`${selector}, ${rowSelector}`).get()) {
    if (rows.has(node) && last) nearest.set(node, last);
    if (wanted.has(node)) last = node;
  }
  return nearest;
}

/** Text of an element as displayed: white space collapsed. */
const textOf = ($: CheerioAPI, one: Selection): string | null =>
  $(one).text().replace(/\s+/g, ' ').trim() || null;
