/** Reads rows of JSON documents, plain or wrapped into a call (JSONP). */
import type {Broken, Content, FoundRow, Presences, WantedLayout} from './content.ts';
import {lookUp, nodesAt, parsePath, type Step, type Tree} from './path.ts';

/** A value and its containing object; array items belong to the object of the array. */
interface Value {
  value: unknown;
  up: Value | null;
  isItem: boolean;
}

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const flat = (value: unknown): unknown[] => (Array.isArray(value) ? value.flatMap(flat) : [value]);

const valuesOf = (value: unknown, up: Value | null): Value[] =>
  flat(value).map((item) => ({value: item, up, isItem: Array.isArray(value)}));

const own = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const TREE: Tree<Value> = {
  children(node, name) {
    const value = isObject(node.value) ? own(node.value, name) : undefined;
    return value === undefined ? [] : valuesOf(value, node);
  },
  attribute(node, name) {
    const value = isObject(node.value) ? own(node.value, name) : undefined;
    return value === undefined ? undefined : textOf(value);
  },
  has: ({value}, name) => isObject(value) && own(value, name) !== undefined,
  up: ({up}) => up,
  isHollow: ({value}) => value === null || (typeof value === 'object' && Object.keys(value).length === 0),
  value: ({value}) => textOf(value),
};

/** The start of a JSONP call. */
const CALL = /^(?:\/\*\*\/\s*)?(?:typeof\s+[\w$.]+\s*===\s*(['"])function\1\s*&&\s*)?[\w$.]+\s*\(\s*(?=[[{])/;
const END_OF_CALL = /\)\s*;?\s*$/;

/** Whether a text without leading blanks is JSON or JSONP. */
export const looksLikeJson = (text: string): boolean => /^[[{]/.test(text) || CALL.test(text);

/** Opens a JSON document. */
export function openJson(text: string, broken: Broken): Content {
  const top = parse(text, broken);
  const isArray = Array.isArray(top);
  return {
    form: 'json',
    description: isArray
      ? `a JSON array of ${top.length}`
      : `a JSON object with ${
          Object.keys(top as JsonObject)
            .slice(0, 12)
            .join(', ') || 'nothing in it'
        }`,
    fits: (rows) => {
      if (rows.form !== 'json') return false;
      const {inArray, steps} = stepsOf(rows.path);
      if (inArray || isArray) return inArray && isArray;
      const [first] = steps;
      return first?.kind !== 'child' || Object.hasOwn(top as JsonObject, first.name);
    },
    rows: (wanted) => rowsOf(top, wanted),
  };
}

function parse(text: string, broken: Broken): unknown {
  const call = CALL.exec(text)?.[0];
  const end = call === undefined ? null : END_OF_CALL.exec(text);
  if (call !== undefined && !end) throw broken('broken JSON: the call around it is not closed');
  try {
    return JSON.parse(text.slice(call?.length ?? 0, end?.index));
  } catch (error) {
    throw broken(`broken JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A leading `[]` means that the rows are in a top-level array. */
function stepsOf(path: string): {inArray: boolean; steps: readonly Step[]} {
  const inArray = path === '[]' || path.startsWith('[]/');
  return {inArray, steps: parsePath(inArray ? path.slice(3) : path)};
}

function* rowsOf(top: unknown, wanted: readonly WantedLayout[]): Generator<FoundRow, Presences> {
  const presences: Presences = new Map();
  for (const {layout, rows, columns} of wanted) {
    if (rows.form !== 'json') continue;
    const isOfScalars = columns.every((column) => column === '.');
    const presence = {empty: false, lacking: false};
    presences.set(layout, presence);
    const {inArray, steps} = stepsOf(rows.path);
    const starts = inArray ? valuesOf(top, null) : [{value: top, up: null, isItem: false}];
    if (!starts.length) presence.empty = true;
    for (const start of starts) {
      const {nodes, lacks} = nodesAt(TREE, start, steps);
      if (lacks) presence.lacking = true;
      else if (!nodes.length) presence.empty = true;
      for (const node of nodes) {
        const {value} = node;
        // A null list is empty; a null item is an invalid row.
        if (value === null && !node.isItem) presence.empty = true;
        else if (!isObject(value) && !isOfScalars)
          yield {layout, refused: 'no JSON object', raw: textOf(value) ?? 'null'};
        else
          yield {
            layout,
            look: (column) => lookUp(TREE, node, parsePath(column)),
            names: () => (isObject(value) ? Object.keys(value) : []),
          };
      }
    }
  }
  return presences;
}
