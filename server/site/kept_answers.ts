/**
 * What pages ask again and again: counts of values, charts and histograms are the same on every page of a
 * list, in every order, and the beginnings of words that readers type are few. They are kept, those least
 * recently asked for being the first to go.
 */
import {LRUCache} from 'lru-cache';
import type {Engine, Lines} from '../../engine/types.ts';

/** Bytes of a character of an answer, in objects: a text as JSON is about half of what it takes. */
const BYTES_A_CHARACTER = 2;

/**
 * Lists of so many rows are those of suggestions, which many readers ask for while they type; longer ones are
 * not kept.
 */
const MOST_SUGGESTED = 10;

/** Bytes of an entry besides its text. */
const OVERHEAD = 200;

interface Kept<T = unknown> {
  value: T;
  bytes: number;
}

/** Nothing of an answer that is kept may be changed by whoever gets it. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}

/** The answer itself. */
const frozen = <T>(value: T): Kept<T> => ({
  value: freeze(value),
  bytes: JSON.stringify(value).length * BYTES_A_CHARACTER,
});

/** A page of its own: the next query may overwrite the bytes of the engine. */
function copiedPage<T extends {items: Lines}>({items, ...page}: T): Kept<Omit<T, 'items'> & {items: Lines}> {
  const {count} = items;
  const bytes = Buffer.from(items.bytes);
  const ends = Array.from({length: count}, (_, i) => items.ends[i]!);
  const size = bytes.length + JSON.stringify(page).length * BYTES_A_CHARACTER;
  return {value: {...page, items: {bytes, count, ends, starts: null}}, bytes: size};
}

/** Of each engine, and so of each build: they go with it. */
const recentOf = new WeakMap<Engine, LRUCache<string, object>>();

/**
 * The engine for one page: its queries find the rows of the same conditions once. Counts and statistics are
 * kept for other pages, of one engine within `most` bytes.
 */
export function engineOfPage(engine: Engine, most: number): Engine {
  const recent = recentOf.get(engine) ?? new LRUCache<string, object>({maxSize: Math.max(1, most)});
  recentOf.set(engine, recent);
  // Rows are only shared where several queries read them: a list alone would copy what it has found.
  const walk = {};
  let isShared = false;

  function kept<Q extends object, T extends object>(
    name: string,
    query: Q,
    ask: (query: Q) => T,
    keep: (answer: T) => Kept<T>,
  ) {
    const key = JSON.stringify([name, query]);
    const known = recent.get(key) as T | undefined;
    if (known) return known;
    isShared ||= keep === frozen;
    const answer = ask({...query, walk: isShared ? walk : undefined});
    const {value, bytes} = keep(answer);
    recent.set(key, value, {size: OVERHEAD + bytes});
    return answer;
  }

  return {
    ...engine,
    list: (query) =>
      query.limit > MOST_SUGGESTED
        ? engine.list({...query, walk: isShared ? walk : undefined})
        : kept('list', query, engine.list, copiedPage),
    // Boxes without rows are the world's: those in sight change with every move.
    box: (query) => (query.limit > 0 ? engine.box(query) : kept('box', query, engine.box, copiedPage)),
    facets: (query) => kept('facets', query, engine.facets, frozen),
    stats: (query) => kept('stats', query, engine.stats, frozen),
    search: (query) => kept('search', query, engine.search, frozen),
  };
}
