/**
 * What pages ask under the same filters again and again: counts of values, charts and histograms are the same on every page of a list,
 * in every order. They are kept, those least recently asked for being the first to go.
 */
import type {Answer, Engine, FacetsQuery, StatsQuery} from '../../engine/types.ts';

/** Bytes of a character of an answer, in objects: a text as JSON is about half of what it takes. */
const BYTES_A_CHARACTER = 2;

/** Bytes of an entry besides its text. */
const OVERHEAD = 200;

interface Kept {
  value: unknown;
  bytes: number;
}

/** Values by key, as long as all together are within the bound. */
class Recent {
  readonly #kept = new Map<string, Kept>();
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, which is the most recent then; undefined without one. */
  get(key: string): unknown {
    const known = this.#kept.get(key);
    if (!known) return undefined;
    // A map keeps the order in which keys were added.
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known.value;
  }

  add(key: string, value: unknown, bytes: number): void {
    if (bytes > this.#most) return;
    this.#kept.set(key, {value, bytes});
    this.#bytes += bytes;
    for (const [oldest, {bytes: freed}] of this.#kept) {
      if (this.#bytes <= this.#most) return;
      this.#kept.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

/** Nothing of an answer may be changed by whoever gets it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Of each engine, and so of each build: they go with it. */
const recentOf = new WeakMap<Engine, Recent>();

/**
 * The engine for one page: its queries find the rows of the same conditions once. Counts and statistics are kept for other pages, of one
 * engine within `most` bytes.
 */
export function engineOfPage(engine: Engine, most: number): Engine {
  const recent = recentOf.get(engine) ?? new Recent(most);
  recentOf.set(engine, recent);
  const walk = {};

  function kept<Q extends FacetsQuery | StatsQuery, T>(name: string, query: Q, ask: (query: Q) => Answer<T>) {
    const key = JSON.stringify([name, query]);
    const known = recent.get(key) as T | undefined;
    if (known) return known;
    const answer = ask({...query, walk});
    // Only the reference of the tests answers later.
    if (answer instanceof Promise) return answer;
    recent.add(key, frozen(answer), OVERHEAD + JSON.stringify(answer).length * BYTES_A_CHARACTER);
    return answer;
  }

  return {
    ...engine,
    list: (query) => engine.list({...query, walk}),
    facets: (query) => kept('facets', query, (asked) => engine.facets(asked)),
    stats: (query) => kept('stats', query, (asked) => engine.stats(asked)),
  };
}
