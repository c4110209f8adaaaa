/** Finds the route of a decoded path in a tree of segments. */
import {EXPORTS, ROUTES} from './index.ts';
import type {Route} from './types.ts';

/** Never an identifier, even if the list has no statistics. */
const RESERVED: ReadonlySet<string> = new Set(['stats']);

/** A node of the tree. */
interface PathNode {
  /** The route that ends here, with the names of its identifiers. */
  end: {route: Route; names: readonly string[]} | null;
  literals: Map<string, PathNode>;
  identifier: PathNode | null;
}

export interface Match {
  route: Route;
  /** Values of the `{...}` segments by name, decoded once. */
  path: Readonly<Record<string, string>>;
}

const createNode = (): PathNode => ({end: null, literals: new Map(), identifier: null});

const isIdentifier = (part: string): boolean => part.startsWith('{');

function addSegment(from: PathNode, part: string): PathNode {
  const next = (isIdentifier(part) ? from.identifier : from.literals.get(part)) ?? createNode();
  if (isIdentifier(part)) from.identifier = next;
  else from.literals.set(part, next);
  return next;
}

function buildTree(routes: readonly Route[]): PathNode {
  const root = createNode();
  for (const route of routes) {
    const parts = route.path.slice(1).split('/');
    const names = parts.filter(isIdentifier).map((part) => part.slice(1, -1));
    parts.reduce(addSegment, root).end = {route, names};
  }
  return root;
}

const ROOT = buildTree([...ROUTES, ...EXPORTS]);

/** Literals win over identifiers: `stats` is an operation first. */
function findNode(node: PathNode, segments: readonly string[], i: number, values: string[]): PathNode | null {
  if (i === segments.length) return node.end ? node : null;
  const segment = segments[i]!;
  const literal = node.literals.get(segment);
  const match = literal ? findNode(literal, segments, i + 1, values) : null;
  if (match || !node.identifier || RESERVED.has(segment)) return match;
  values.push(segment);
  const named = findNode(node.identifier, segments, i + 1, values);
  if (!named) values.pop();
  return named;
}

/** The route of the segments from `from` on, or null. */
export function matchRoute(segments: readonly string[], from = 0): Match | null {
  const values: string[] = [];
  const end = findNode(ROOT, segments, from, values)?.end;
  if (!end) return null;
  const path: Record<string, string> = {};
  for (let i = 0; i < values.length; i++) path[end.names[i]!] = values[i]!;
  return {route: end.route, path};
}
