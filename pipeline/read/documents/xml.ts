/** Opens XML documents as trees of elements; a truncated or malformed one is an error. */
import {SaxesParser} from 'saxes';
import type {Tree} from './path.ts';
import {openTree} from './tree.ts';
import type {Broken, Content} from './types.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  up: Element | null;
  children: Element[];
  /** Children and the texts between them. */
  parts: (Element | string)[];
  /** Number of elements that end before it; infinite while it is open. */
  end: number;
}

const elementOf = (name: string, up: Element | null, attributes: Record<string, string>): Element => ({
  name,
  up,
  attributes,
  children: [],
  parts: [],
  end: Number.POSITIVE_INFINITY,
});

/** Limit of nesting, which only damaged documents reach. */
const DEEPEST = 256;

/** Compares names with or without their namespace prefix. */
const isNamed = (name: string, wanted: string): boolean =>
  name === wanted || (name.endsWith(wanted) && name[name.length - wanted.length - 1] === ':');

const isBlank = (part: Element | string): boolean => typeof part === 'string' && part.trim() === '';

/** Joins child elements without text between them by blanks, such as a label and its value. */
function textOf({children, parts}: Element): string {
  const isBetween = children.length > 0 && parts.every((part) => typeof part !== 'string' || isBlank(part));
  return parts.map((part) => (typeof part === 'string' ? part : textOf(part))).join(isBetween ? ' ' : '');
}

/** `xsi:nil`, also where the prefix is not declared. */
const isNil = ({attributes}: Element): boolean =>
  Object.keys(attributes).some(
    (name) => name.endsWith(':nil') && /^\s*(true|1)\s*$/.test(attributes[name] ?? ''),
  );

/** Attributes that declare something of the document. */
const DECLARED = /^xmlns\b|:(nil|type|schemaLocation|noNamespaceSchemaLocation)$/;

const childrenOf = ({children}: Element, name: string) => children.filter((one) => isNamed(one.name, name));

const TREE: Tree<Element> = {
  children: childrenOf,
  attribute(element, wanted) {
    const names = Object.keys(element.attributes);
    const name = names.find((one) => one === wanted) ?? names.find((one) => isNamed(one, wanted));
    const text = name === undefined ? undefined : element.attributes[name];
    return text === undefined ? null : {...elementOf('', element, {}), parts: [text]};
  },
  has: (element, name) => childrenOf(element, name).length > 0,
  up: ({up}) => up,
  isHollow: (element) =>
    isNil(element) || (Object.keys(element.attributes).length === 0 && element.parts.every(isBlank)),
  isChildless: ({children}) => children.length === 0,
  value: (element) => (isNil(element) ? null : textOf(element)),
  names: ({attributes, children}) => [
    ...Object.keys(attributes).flatMap((name) => (DECLARED.test(name) ? [] : [`@${name}`])),
    ...children.map(({name}) => name),
  ],
  end: ({end}) => end,
};

/** Opens an XML document; `broken` receives line and fault. */
export function openXml(text: string, broken: Broken): Content {
  const top = elementOf('', null, {});
  let open = top;
  let [depth, ended] = [0, 0];
  const parser = new SaxesParser({xmlns: false});
  const fail = (problem: string) => broken(`broken XML in line ${parser.line}: ${problem}`);
  parser.on('error', ({message}) => {
    throw fail(message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('opentag', ({name, attributes}) => {
    const element = elementOf(name, open, attributes);
    open.children.push(element);
    open.parts.push(element);
    open = element;
    depth += 1;
    if (depth > DEEPEST) throw fail(`elements stand ${DEEPEST} deep in each other`);
  });
  const add = (piece: string) => {
    open.parts.push(piece);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    open.end = ended++;
    open = open.up ?? top;
    depth -= 1;
  });
  parser.write(text).close();
  const description = `XML with the root ${top.children[0]?.name}`;
  return openTree({form: 'xml', description, tree: TREE, starts: [top], isArray: false});
}
