/** Streams rows of XML documents; only elements that contain a row are held. */
import {SaxesParser} from 'saxes';
import type {Layout} from '../../../datasets/types.ts';
import type {Broken, Content, FoundRow, Presences, WantedLayout} from './content.ts';
import {attributeOf, ELEMENTS, type Element, isNamed, namesIn} from './element.ts';
import {lookUp, nodesAt, parsePath, type Step} from './path.ts';

/** Characters passed to the parser at a time. */
const PIECE = 1 << 16;

/** Limit of nesting, which only damaged documents reach. */
const DEEPEST = 256;

/** Opens an XML document; `broken` receives line and fault. */
export function openXml(text: string, broken: Broken): Content {
  const root = rootOf(text, broken);
  return {
    form: 'xml',
    description: `XML with the root ${root}`,
    fits: (rows) => {
      const [first] = rows.form === 'xml' ? parsePath(rows.path) : [];
      return first?.kind === 'child' && isNamed(root, first.name);
    },
    rows: (wanted) => rowsOf(text, wanted, broken),
  };
}

function rootOf(text: string, broken: Broken): string {
  let root = '';
  const parse = parser(broken, {
    opened: ({name}) => {
      root ||= name;
    },
    closed: () => {},
    isWanted: () => false,
  });
  for (let at = 0; at < text.length && !root; at += PIECE) parse.write(text.slice(at, at + PIECE));
  if (!root) parse.end();
  return root;
}

function* rowsOf(
  text: string,
  wanted: readonly WantedLayout[],
  broken: Broken,
): Generator<FoundRow, Presences> {
  const ways = wanted.flatMap(({layout, rows, columns}) =>
    rows.form === 'xml' ? [new RowPath(layout, rows.path, columns)] : [],
  );
  let rows: FoundRow[] = [];
  let depth = 0;
  const parse = parser(broken, {
    opened(element) {
      depth += 1;
      for (const way of ways) way.open(depth, element);
    },
    closed(element) {
      for (const way of ways) {
        for (const row of way.close(depth, element))
          rows.push({
            layout: way.layout,
            look: (column) => lookUp(ELEMENTS, row, parsePath(column)),
            names: () => namesIn(row),
          });
      }
      depth -= 1;
    },
    isWanted: () => ways.some((way) => way.holds()),
  });
  for (let at = 0; at < text.length; at += PIECE) {
    parse.write(text.slice(at, at + PIECE));
    yield* rows;
    rows = [];
  }
  parse.end();
  return new Map(ways.map(({layout, presence}) => [layout, presence]));
}

/** Parser position on the path to the rows of one layout. */
class RowPath {
  readonly layout: Layout;
  readonly presence = {empty: false, lacking: false};
  readonly #steps: readonly Step[];
  /** Depth of the held element: of the row, or of the ancestor that a column's path climbs to. */
  readonly #hold: number;
  /** How many of the open elements, from the root, are on the path. */
  #reach = 0;
  /** By depth: whether the element has children, and one that continues the path. */
  readonly #has: {any: boolean; next: boolean}[] = [];

  constructor(layout: Layout, path: string, columns: readonly string[]) {
    this.layout = layout;
    this.#steps = parsePath(path);
    if (this.#steps.some((step) => step.kind !== 'child' || step.position !== null))
      throw new Error(`layout ${layout.name}: rows of XML stand at names without positions: ${path}`);
    const climbs = columns.map((column) => climb(parsePath(column)));
    this.#hold = Math.max(1, this.#steps.length - Math.max(0, ...climbs));
  }

  holds(): boolean {
    return this.#reach >= this.#hold;
  }

  open(depth: number, element: Element): void {
    if (this.#reach !== depth - 1) return;
    const step = this.#steps[depth - 1];
    const leads = step?.kind === 'child' && isOnWay(element, step);
    const above = this.#has[depth - 1];
    if (above) this.#has[depth - 1] = {any: true, next: above.next || leads};
    if (!leads) return;
    this.#reach = depth;
    this.#has[depth] = {any: false, next: false};
  }

  /** Rows that are complete now. */
  close(depth: number, element: Element): Element[] {
    if (this.#reach !== depth) return [];
    this.#reach -= 1;
    const has = this.#has[depth];
    if (depth < this.#steps.length && has && !has.next) this.presence[has.any ? 'lacking' : 'empty'] = true;
    return depth === this.#hold ? nodesAt(ELEMENTS, element, this.#steps.slice(depth)).nodes : [];
  }
}

const isOnWay = (element: Element, {name, where}: Extract<Step, {kind: 'child'}>): boolean =>
  isNamed(element.name, name) && (!where || attributeOf(element, where.name) === where.value);

/**
 * How many levels a path climbs to an element that must be complete; attributes are known as soon as it
 * opens.
 */
function climb(steps: readonly Step[]): number {
  const ups = steps.findIndex((step) => step.kind !== 'up');
  if (ups < 0) return steps.length;
  return steps[ups]?.kind === 'attribute' ? 0 : ups;
}

interface Listener {
  opened: (element: Element) => void;
  closed: (element: Element) => void;
  /** Whether the content of the open elements is to be held. */
  isWanted: () => boolean;
}

function parser(
  broken: Broken,
  {opened, closed, isWanted}: Listener,
): {write: (text: string) => void; end: () => void} {
  const parse = new SaxesParser({xmlns: false});
  const open: Element[] = [];
  const fail = (problem: string) => broken(`broken XML in line ${parse.line}: ${problem}`);
  parse.on('error', ({message}) => {
    throw fail(message.replace(/^\d+:\d+: /, ''));
  });
  parse.on('opentag', ({name, attributes}) => {
    const up = open.at(-1) ?? null;
    const element = {name, attributes, up, parts: []};
    if (isWanted()) up?.parts.push(element);
    open.push(element);
    if (open.length > DEEPEST) throw fail(`elements stand ${DEEPEST} deep in each other`);
    opened(element);
  });
  const text = (piece: string) => {
    if (isWanted()) open.at(-1)?.parts.push(piece);
  };
  parse.on('text', text);
  parse.on('cdata', text);
  parse.on('closetag', () => {
    const element = open.pop();
    if (element) closed(element);
  });
  return {write: (piece) => parse.write(piece), end: () => parse.close()};
}
