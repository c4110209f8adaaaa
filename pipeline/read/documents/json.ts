/** Opens JSON documents, plain or wrapped into a call (JSONP). */
import {messageOf} from '../../runtime/errors.ts';
import {isObject} from '../../runtime/unknown_json.ts';
import {cellOf} from '../json_cells.ts';
import type {Tree} from './path.ts';
import {openTree} from './tree.ts';
import type {Broken, Content} from './types.ts';

/** A value and its containing object; array items belong to the object of the array. */
interface Value {
  value: unknown;
  up: Value | null;
  isItem: boolean;
}

const flat = (value: unknown): unknown[] => (Array.isArray(value) ? value.flatMap(flat) : [value]);

const valuesOf = (value: unknown, up: Value | null): Value[] =>
  flat(value).map((item) => ({value: item, up, isItem: Array.isArray(value)}));

/** The member of an object; undefined where it has none of this name. */
const member = ({value}: Value, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const isHollow = ({value}: Value): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const TREE: Tree<Value> = {
  children(node, name) {
    const value = member(node, name);
    return value === undefined ? [] : valuesOf(value, node);
  },
  attribute(node, name) {
    const value = member(node, name);
    return value === undefined ? null : {value, up: node, isItem: false};
  },
  has: (node, name) => member(node, name) !== undefined,
  up: ({up}) => up,
  isHollow,
  isChildless: isHollow,
  value: ({value}) => cellOf(value),
  names: ({value}) => (isObject(value) ? Object.keys(value) : []),
  // Each layout has all of its rows before the next one.
  end: () => 0,
};

/** The start of a JSONP call. */
const CALL = /^(?:\/\*\*\/\s*)?(?:typeof\s+[\w$.]+\s*===\s*(['"])function\1\s*&&\s*)?[\w$.]+\s*\(\s*(?=[[{])/;
const END_OF_CALL = /\)\s*;?\s*$/;

/** Names of an object that its description lists. */
const LISTED = 12;

/** Whether a text without leading blanks is JSON or JSONP. */
export const looksLikeJson = (text: string): boolean => /^[[{]/.test(text) || CALL.test(text);

/** Opens a JSON document. */
export function openJson(text: string, broken: Broken): Content {
  const top = parse(text, broken);
  const isArray = Array.isArray(top);
  const names = isObject(top) ? Object.keys(top).slice(0, LISTED).join(', ') : '';
  return openTree({
    form: 'json',
    description: isArray ? `a JSON array of ${top.length}` : `a JSON object with ${names || 'nothing in it'}`,
    tree: TREE,
    starts: isArray ? valuesOf(top, null) : [{value: top, up: null, isItem: false}],
    isArray,
    notRow({value, isItem}, {header}) {
      // A null list is empty; a null item is an invalid row.
      if (value === null && !isItem) return 'empty';
      if (isObject(value) || header.every((column) => column === '.' || column.startsWith('document:')))
        return null;
      return {refused: 'no JSON object', raw: String(value)};
    },
  });
}

function parse(text: string, broken: Broken): unknown {
  const call = CALL.exec(text)?.[0];
  const end = call === undefined ? null : END_OF_CALL.exec(text);
  if (call !== undefined && !end) throw broken('broken JSON: the call around it is not closed');
  try {
    return JSON.parse(text.slice(call?.length ?? 0, end?.index));
  } catch (error) {
    throw broken(`broken JSON: ${messageOf(error)}`);
  }
}
