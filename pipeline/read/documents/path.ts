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
  /** In JSON, the member of this name. */
  attribute: (node: Node, name: string) => Node | null;
  /** Whether the name exists, even with an empty list. */
  has: (node: Node, name: string) => boolean;
  up: (node: Node) => Node | null;
  /** Whether the node is empty, so that absent names mean nothing. */
  isHollow: (node: Node) => boolean;
  /** Whether the node has no children, so that a list of rows may be empty there. */
  isChildless: (node: Node) => boolean;
  /** Null where the tree states that there is no value. */
  value: (node: Node) => string | null;
  /** The names in a node as paths. */
  names: (node: Node) => Iterable<string>;
  /** Where the node ends: rows of several layouts are in the order in which all that they read has ended. */
  end: (node: Node) => number;
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

/** Result of looking where nothing is. */
export const ABSENT: Lookup = {value: null, present: false, lacks: true};

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
    // `[]` leads to the items of a top-level array, at which a path begins.
    if (piece === '.' || piece === '[]') return {kind: 'self'};
    if (piece === '..') return {kind: 'up'};
    if (piece.startsWith('@')) return {kind: 'attribute', name: piece.slice(1)};
    const [, name, attribute, value, position] = CHILD.exec(piece) ?? [];
    if (!name || position === '0') throw new Error(`no path: ${path}`);
    const where = attribute === undefined ? null : {name: attribute, value: value ?? ''};
    return {kind: 'child', name, where, position: position === undefined ? null : Number(position)};
  });
}

/**
 * The nodes at the end of some steps. `lacks`: a node on the way lacks the next name; `ends`: one has nothing
 * there, and says nothing by that, which `isHollow` decides.
 */
export function nodesAt<Node>(
  tree: Tree<Node>,
  from: Node,
  steps: readonly Step[],
  isHollow = tree.isHollow,
): {nodes: Node[]; lacks: boolean; ends: boolean} {
  let nodes = [from];
  let [lacks, ends] = [false, false];
  for (const step of steps) {
    nodes = nodes.flatMap((node) => {
      const matches = follow(tree, node, step);
      if (!matches.length) {
        if (isHollow(node) || isSilent(tree, node, step)) ends = true;
        else lacks = true;
      }
      return matches;
    });
  }
  return {nodes, lacks, ends};
}

/** Follows the steps of a column from a row. */
export function lookUp<Node>(tree: Tree<Node>, from: Node, steps: readonly Step[]): Lookup {
  const {nodes, lacks} = nodesAt(tree, from, steps);
  return {value: joinValues(nodes.map(tree.value)), present: nodes.length > 0, lacks};
}

/** Joins values by line feeds; null where all of them are empty. */
export function joinValues(values: readonly (string | null)[]): string | null {
  if (values.length === 1) return values[0] || null;
  return values.some((value) => value) ? values.map((value) => value ?? '').join('\n') : null;
}

function follow<Node>(tree: Tree<Node>, node: Node, step: Step): Node[] {
  if (step.kind === 'self') return [node];
  if (step.kind !== 'child') {
    const next = step.kind === 'up' ? tree.up(node) : tree.attribute(node, step.name);
    return next === null ? [] : [next];
  }
  const {name, where, position} = step;
  const chosen = tree.children(node, name).filter((child) => {
    const attribute = where && tree.attribute(child, where.name);
    return !where || (attribute && tree.value(attribute) === where.value);
  });
  if (position === null) return chosen;
  return chosen.slice(position > 0 ? position - 1 : position).slice(0, 1);
}

/** Whether a node has the name of an absent step, but not the requested position. */
function isSilent<Node>(tree: Tree<Node>, node: Node, step: Step): boolean {
  if (step.kind !== 'child' || !tree.has(node, step.name)) return false;
  return step.position !== null || !tree.children(node, step.name).length;
}
