/** Reads the rows of documents that are trees, XML and JSON, by paths. */
import type {Layout} from '../../../datasets/types.ts';
import {lookUp, nodesAt, parsePath, type Tree} from './path.ts';
import type {Content, RefusedRow, Row} from './types.ts';

export interface TreeDocument<Node> {
  form: 'xml' | 'json';
  description: string;
  tree: Tree<Node>;
  /** Where paths begin: the top, or the items of a top-level array. */
  starts: readonly Node[];
  isArray: boolean;
  /** Why a node at the path is no row of a layout; `empty`: it is a list without rows. */
  notRow?: (node: Node, layout: Layout) => RefusedRow | 'empty' | null;
}

/** The content of a tree. */
export function openTree<Node>(document: TreeDocument<Node>): Content {
  const {form, description, tree, starts, isArray, notRow} = document;
  return {
    description,
    fits(rows) {
      if (rows.form !== form || rows.path.startsWith('[]') !== isArray) return false;
      const [first] = parsePath(rows.path);
      return first?.kind !== 'child' || starts.some((start) => tree.has(start, first.name));
    },
    read({layout, rows}) {
      const read = {rows: [] as Row[], empty: starts.length === 0, lacking: false};
      if (rows.form !== form) return read;
      const columns = [...layout.header, ...Object.keys(layout.aliases)];
      const climb = Math.max(0, ...columns.map(climbOf));
      for (const start of starts) {
        const {nodes, lacks, ends} = nodesAt(tree, start, parsePath(rows.path), tree.isChildless);
        read.lacking ||= lacks;
        read.empty ||= ends;
        for (const node of nodes) {
          const not = notRow?.(node, layout) ?? null;
          if (not === 'empty') read.empty = true;
          else
            read.rows.push({
              end: tree.end(ancestor(tree, node, climb)),
              ...(not ?? {
                look: (column) => lookUp(tree, node, parsePath(column)),
                names: () => tree.names(node),
              }),
            });
        }
      }
      return read;
    },
  };
}

/** How many levels a path climbs to an element; the attributes above a row are known before it. */
function climbOf(path: string): number {
  const steps = parsePath(path);
  const ups = steps.findIndex(({kind}) => kind !== 'up');
  if (ups < 0) return steps.length;
  return steps[ups]?.kind === 'attribute' ? 0 : ups;
}

const ancestor = <Node>(tree: Tree<Node>, node: Node, levels: number): Node =>
  levels === 0 ? node : ancestor(tree, tree.up(node) ?? node, levels - 1);
