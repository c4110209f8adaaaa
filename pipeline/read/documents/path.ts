/** Paths into an XML or JSON row: parsed once, followed from every row. */

/** One step of a path. `where`: only children with this attribute; `position`: from 1, or -1 for the last. */
export type Step =
  | {kind: 'self'}
  | {kind: 'up'}
  | {kind: 'attribute'; name: string}
  | {kind: 'child'; name: string; where: {name: string; value: string} | null; position: number | null};

/** Navigation of a kind of tree. */
export interface Tree<Node> {
  children: (node: Node, name: string) => Node[];
  /** Undefined where there is no such attribute; in JSON, a scalar member. */
  attribute: (node: Node, name: string) => string | null | undefined;
  /** Whether the name exists, even with an empty list. */
  has: (node: Node, name: string) => boolean;
  up: (node: Node) => Node | null;
  /** Whether the node is empty, so that absent names mean nothing. */
  isHollow: (node: Node) => boolean;
  /** Null where the tree states that there is no value. */
  value: (node: Node) => string | null;
}

/** Result of following a path. */
export interface Lookup {
  /** Several values are joined by line feeds; null where there is none or it is blank. */
  value: string | null;
  /** Something exists there, possibly empty. */
  present: boolean;
  /** A non-empty node on the way lacks the next name. */
  lacks: boolean;
}

const PIECE = /(?:[^/[]|\[[^\]]*\])+/g;
const CHILD = /^([^[\]]+)(?:\[@([^=\]]+)=([^\]]*)\])?(?:\[(-?\d+)\])?$/;

/** Cache: paths are few, all of them declared. */
const known = new Map<string, readonly Step[]>();

/** Parses a path. Throws for an invalid one, which is a fault of the declaration. */
export function parsePath(path: string): readonly Step[] {
  const steps = known.get(path) ?? stepsOf(path);
  known.set(path, steps);
  return steps;
}

function stepsOf(path: string): Step[] {
  const pieces = [...path.matchAll(PIECE)].map(([piece]) => piece);
  if (pieces.join('/') !== path) throw new Error(`no path: ${path}`);
  return pieces.map((piece): Step => {
    if (piece === '.') return {kind: 'self'};
    if (piece === '..') return {kind: 'up'};
    if (piece.startsWith('@')) return {kind: 'attribute', name: piece.slice(1)};
    const [, name, attribute, value, position] = CHILD.exec(piece) ?? [];
    if (!name || position === '0') throw new Error(`no path: ${path}`);
    const where = attribute === undefined ? null : {name: attribute, value: value ?? ''};
    return {kind: 'child', name, where, position: position === undefined ? null : Number(position)};
  });
}

/** The nodes at the end of some steps, and whether a node on the way lacks the next name. */
export function nodesAt<Node>(
  tree: Tree<Node>,
  from: Node,
  steps: readonly Step[],
): {nodes: Node[]; lacks: boolean} {
  let nodes = [from];
  let lacks = false;
  for (const step of steps) {
    const next: Node[] = [];
    for (const node of nodes) {
      const matches = follow(tree, node, step);
      if (!matches.length && !isSilent(tree, node, step)) lacks = true;
      next.push(...matches);
    }
    nodes = next;
  }
  return {nodes, lacks};
}

/** Follows the steps of a column from a row. */
export function lookUp<Node>(tree: Tree<Node>, from: Node, steps: readonly Step[]): Lookup {
  const last = steps.at(-1);
  if (last?.kind === 'child' && steps.length === 1 && !last.where && last.position === null) {
    // Fast path for nearly all columns of nearly all rows.
    const [only, ...more] = tree.children(from, last.name);
    if (only && !more.length) return {value: tree.value(only) || null, present: true, lacks: false};
  }
  if (last?.kind !== 'attribute') {
    const {nodes, lacks} = nodesAt(tree, from, steps);
    return {value: joinValues(nodes.map(tree.value)), present: nodes.length > 0, lacks};
  }
  const {nodes, lacks} = nodesAt(tree, from, steps.slice(0, -1));
  const values = nodes.map((node) => tree.attribute(node, last.name));
  const given = values.filter((value) => value !== undefined);
  const unsaid = nodes.some((node, at) => values[at] === undefined && !tree.isHollow(node));
  return {value: joinValues(given), present: given.length > 0, lacks: lacks || unsaid};
}

/** Joins values by line feeds; null where all of them are empty. */
export function joinValues(values: readonly (string | null)[]): string | null {
  if (values.length === 1) return values[0] || null;
  return values.some((value) => value) ? values.map((value) => value ?? '').join('\n') : null;
}

function follow<Node>(tree: Tree<Node>, node: Node, step: Step): Node[] {
  if (step.kind === 'self') return [node];
  if (step.kind === 'up') {
    const above = tree.up(node);
    return above === null ? [] : [above];
  }
  if (step.kind !== 'child') return [];
  const {name, where, position} = step;
  const named = tree.children(node, name);
  const chosen = where ? named.filter((one) => tree.attribute(one, where.name) === where.value) : named;
  if (position === null) return chosen;
  const one = chosen.at(position > 0 ? position - 1 : position);
  return one === undefined ? [] : [one];
}

/**
 * Whether an absent step means nothing: the node is empty, or has the name but not the requested position.
 */
function isSilent<Node>(tree: Tree<Node>, node: Node, step: Step): boolean {
  if (tree.isHollow(node)) return true;
  if (step.kind !== 'child' || !tree.has(node, step.name)) return false;
  return step.position !== null || !tree.children(node, step.name).length;
}
