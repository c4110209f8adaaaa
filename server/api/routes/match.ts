/** Finds the route of a path that is already split and decoded. */
import {EXPORTS, ROUTES} from './index.ts';
import type {Route} from './types.ts';

/** Never an identifier, also where the list has no statistics (specification 1.1). */
const RESERVED: ReadonlySet<string> = new Set(['stats']);

/** One place in the tree of paths. */
interface Place {
  /** The route that ends here, with the names of its identifiers. */
  end: {route: Route; names: readonly string[]} | null;
  words: Map<string, Place>;
  identifier: Place | null;
}

export interface Match {
  route: Route;
  /** Values of the `{...}` segments by name, decoded once. */
  path: Readonly<Record<string, string>>;
}

const place = (): Place => ({end: null, words: new Map(), identifier: null});

const isIdentifier = (part: string): boolean => part.startsWith('{');

function step(from: Place, part: string): Place {
  const next = (isIdentifier(part) ? from.identifier : from.words.get(part)) ?? place();
  if (isIdentifier(part)) from.identifier = next;
  else from.words.set(part, next);
  return next;
}

function plant(routes: readonly Route[]): Place {
  const root = place();
  for (const route of routes) {
    const parts = route.path.slice(1).split('/');
    const names = parts.filter(isIdentifier).map((part) => part.slice(1, -1));
    parts.reduce(step, root).end = {route, names};
  }
  return root;
}

const ROOT = plant([...ROUTES, ...EXPORTS]);

/** Words come first: `stats` is an operation before it could be an identifier. */
function find(at: Place, segments: readonly string[], i: number, values: string[]): Place | null {
  if (i === segments.length) return at.end ? at : null;
  const segment = segments[i]!;
  const word = at.words.get(segment);
  const found = word ? find(word, segments, i + 1, values) : null;
  if (found || !at.identifier || RESERVED.has(segment)) return found;
  values.push(segment);
  const named = find(at.identifier, segments, i + 1, values);
  if (!named) values.pop();
  return named;
}

/** The route of the segments from `from` on, or null. */
export function matchRoute(segments: readonly string[], from = 0): Match | null {
  const values: string[] = [];
  const end = find(ROOT, segments, from, values)?.end;
  if (!end) return null;
  const path: Record<string, string> = {};
  for (let i = 0; i < values.length; i++) path[end.names[i]!] = values[i]!;
  return {route: end.route, path};
}
