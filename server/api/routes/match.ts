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

/**
 * By the first segment, which is no identifier. Literals win over identifiers: `stats` is an operation
 * first.
 */
const PATTERNS = Map.groupBy(
  [...ROUTES, ...EXPORTS].map(patternOf).sort((a, b) => identifiersIn(a) - identifiersIn(b)),
  ({parts}) => parts[0]!.text,
);

function fits({parts}: Pattern, segments: readonly string[], from: number): boolean {
  if (parts.length !== segments.length - from) return false;
  for (let i = 1; i < parts.length; i++) {
    const {text, isIdentifier} = parts[i]!;
    const segment = segments[from + i]!;
    if (isIdentifier ? segment === RESERVED : segment !== text) return false;
  }
  return true;
}

/** The route of the segments from `from` on, or null. */
export function matchRoute(segments: readonly string[], from = 0): Match | null {
  const found = PATTERNS.get(segments[from] ?? '')?.find((one) => fits(one, segments, from));
  if (!found) return null;
  const path: Record<string, string> = {};
  found.parts.forEach(({text, isIdentifier}, i) => {
    if (isIdentifier) path[text] = segments[from + i]!;
  });
  return {route: found.route, path};
}
