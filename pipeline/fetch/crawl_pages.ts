/** Determines the pages of a crawl: the declared ones, and those that rows of fetched documents link to. */
import type {CrawlPage} from '../../datasets/types.ts';
import type {DocumentRow} from '../read/documents/types.ts';
import {FetchError, type Target} from './errors.ts';

/** One page of a crawl. */
export interface Page {
  /** Index of its kind in the declared pages. */
  kind: number;
  name: string;
  url: string;
  /** Null where nothing indicates whether the page changed. */
  stamp: string | null;
}

/** Pages that a document links to, and counts of rows without a required cell for a link. */
export interface Links {
  pages: Page[];
  /** Kind and column -> rows. */
  lacking: Record<string, number>;
}

type Cells = Readonly<Record<string, string | null>>;

const LOWER = ':lower';

/** The template with its cells filled in, or the column that is blank. */
function fillTemplate(
  template: string,
  cells: Cells,
  encode: (text: string) => string,
): {text: string} | {lacks: string} {
  let lacks: string | undefined;
  const text = template.replace(/\{([^}]+)\}/g, (_, part: string) => {
    const lower = part.endsWith(LOWER);
    const column = lower ? part.slice(0, -LOWER.length) : part;
    const cell = cells[column]?.trim() ?? '';
    if (cell === '') lacks ??= column;
    return encode(lower ? cell.toLowerCase() : cell);
  });
  return lacks === undefined ? {text} : {lacks};
}

function pageOf(declared: readonly CrawlPage[], kind: number, cells: Cells): Page | {lacks: string} {
  const {name, url, changeStamp} = declared[kind] as CrawlPage;
  const named = fillTemplate(name, cells, String);
  const placed = fillTemplate(url, cells, encodeURIComponent);
  if ('lacks' in named) return named;
  if ('lacks' in placed) return placed;
  return {
    kind,
    name: named.text,
    url: placed.text,
    stamp: (changeStamp === undefined ? '' : (cells[changeStamp]?.trim() ?? '')) || null,
  };
}

/** Pages that need no document, in declaration order. Throws where a template value is missing. */
export function seedPages(target: Target, declared: readonly CrawlPage[]): Page[] {
  return declared.flatMap(({seeds: each = []}, kind) =>
    each.map((values) => {
      const page = pageOf(declared, kind, values);
      if (!('lacks' in page)) return page;
      const problem = `one of \`each\` of the pages ${declared[kind]?.kind} lacks ${page.lacks}`;
      throw new FetchError(target, problem, 'declare it');
    }),
  );
}

/** Values captured from cells, by name; null where the pattern does not match. */
const captured = ({captures: take = {}}: NonNullable<CrawlPage['from']>, cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(take).map(([name, {column, pattern}]) => [
      name,
      pattern.exec(cells[column] ?? '')?.[1] ?? null,
    ]),
  );

/** Pages that the rows of a document link to, in order. */
export function linksIn(declared: readonly CrawlPage[], rows: Iterable<DocumentRow>): Links {
  const links: Links = {pages: [], lacking: {}};
  for (const {layout, cells} of rows) {
    if (!cells) continue;
    for (const [kind, {kind: label, from}] of declared.entries()) {
      if (from?.layout !== layout.name) continue;
      const values = {...cells, ...captured(from, cells)};
      const fits = [from.when ?? []]
        .flat()
        .every(({column, pattern}) => (values[column] ?? '').search(pattern) >= 0);
      if (!fits) continue;
      const page = pageOf(declared, kind, values);
      if (!('lacks' in page)) links.pages.push(page);
      else count(links.lacking, `${label}: ${page.lacks}`, 1);
    }
  }
  return links;
}

/** Adds to a counter. */
export function count(counts: Record<string, number>, key: string, more: number): void {
  counts[key] = (counts[key] ?? 0) + more;
}

/**
 * All pages known so far, each once. Where rows give a page different stamps, its stamp is dropped; different
 * addresses are a fault of the declaration.
 */
export function knownPages(target: Target) {
  const pages = new Map<string, Page>();
  let waiting = new Map<string, Page>();
  return {
    size: () => pages.size,
    /** Adds a page. Throws where its name is taken by another address. */
    add(page: Page): void {
      const known = pages.get(page.name);
      if (known === undefined) {
        const own = {...page};
        pages.set(page.name, own);
        waiting.set(page.name, own);
      } else if (known.url !== page.url) {
        const problem = `page ${page.name} is at ${known.url} and at ${page.url}`;
        throw new FetchError(target, problem, 'let `name` hold what tells them apart');
      } else if (waiting.has(page.name) && known.stamp !== page.stamp) known.stamp = null;
    },
    /** Pages added since the last call, ordered by kind and name. */
    next(): Page[] {
      const level = [...waiting.values()];
      waiting = new Map();
      return level.sort((a, b) => a.kind - b.kind || (a.name < b.name ? -1 : 1));
    },
  };
}
