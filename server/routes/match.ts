/** Finds the route of a path that is already split and decoded. */
import {ROUTES} from './index.ts';
import type {Route} from './types.ts';

/** Never an identifier, also where the list has no statistics (specification 1.1). */
const RESERVED: ReadonlySet<string> = new Set(['stats']);

interface Pattern {
  route: Route;
  /** A text stands for itself, null for any identifier. */
  segments: (string | null)[];
  names: string[];
}

export interface Match {
  route: Route;
  /** Values of the `{...}` segments by name, decoded once. */
  path: Record<string, string>;
}

function pattern(route: Route): Pattern {
  const parts = route.path.slice(1).split('/');
  return {
    route,
    segments: parts.map((part) => (part.startsWith('{') ? null : part)),
    names: parts.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1)),
  };
}

/** Paths without identifiers first: `stats` is an operation before it could be an identifier. */
const PATTERNS = ROUTES.map(pattern).sort((a, b) => a.names.length - b.names.length);

/** The route of the segments below the base path, or null. */
export function matchRoute(segments: readonly string[]): Match | null {
  for (const {route, segments: wanted, names} of PATTERNS) {
    if (wanted.length !== segments.length) continue;
    const fits = wanted.every((part, i) =>
      part === null ? !RESERVED.has(segments[i]!) : part === segments[i],
    );
    if (!fits) continue;
    const values = segments.filter((_, i) => wanted[i] === null);
    return {route, path: Object.fromEntries(names.map((name, i) => [name, values[i]!]))};
  }
  return null;
}
