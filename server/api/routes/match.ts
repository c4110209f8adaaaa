/** Finds the route of a decoded path. */
import {EXPORTS, ROUTES} from './index.ts';
import type {Route} from './types.ts';

/** Never an identifier, even if the list has no statistics. */
const RESERVED = 'stats';

export interface Match {
  route: Route;
  /** Values of the `{...}` segments by name, decoded once. */
  path: Readonly<Record<string, string>>;
}

interface Pattern {
  route: Route;
  parts: readonly {text: string; isIdentifier: boolean}[];
}

function patternOf(route: Route): Pattern {
  const texts = route.path.slice(1).split('/');
  const parts = texts.map((text) => ({text: text.replace(/[{}]/g, ''), isIdentifier: text.startsWith('{')}));
  return {route, parts};
}

const identifiersIn = ({parts}: Pattern): number => parts.filter(({isIdentifier}) => isIdentifier).length;

/** Paths by number of segments and the first one, which is no identifier. */
const keyOf = (length: number, first = ''): string => `${length}/${first}`;

/** Literals win over identifiers: `stats` is an operation first. */
const PATTERNS = Map.groupBy(
  [...ROUTES, ...EXPORTS].map(patternOf).sort((a, b) => identifiersIn(a) - identifiersIn(b)),
  ({parts}) => keyOf(parts.length, parts[0]?.text),
);

/** The route of the segments from `from` on, or null. */
export function matchRoute(segments: readonly string[], from = 0): Match | null {
  const found = PATTERNS.get(keyOf(segments.length - from, segments[from]))?.find(({parts}) =>
    parts.every(({text, isIdentifier}, i) => {
      const segment = segments[from + i];
      return isIdentifier ? segment !== RESERVED : segment === text;
    }),
  );
  if (!found) return null;
  const path: Record<string, string> = {};
  for (const [i, {text, isIdentifier}] of found.parts.entries())
    if (isIdentifier) path[text] = segments[from + i]!;
  return {route: found.route, path};
}
