/** XML elements as a tree that paths navigate. */
import type {Tree} from './path.ts';

export interface Element {
  name: string;
  attributes: Record<string, string>;
  up: Element | null;
  /** Child texts and elements in order; empty while nothing inside is wanted. */
  parts: (Element | string)[];
}

/** Compares names with or without their namespace prefix. */
export const isNamed = (name: string, wanted: string): boolean =>
  name === wanted || (name.endsWith(wanted) && name[name.length - wanted.length - 1] === ':');

export function attributeOf({attributes}: Element, wanted: string): string | undefined {
  const own = attributes[wanted];
  if (own !== undefined) return own;
  const name = Object.keys(attributes).find((one) => isNamed(one, wanted));
  return name === undefined ? undefined : attributes[name];
}

const isElement = (part: Element | string): part is Element => typeof part !== 'string';

const isBlank = (part: Element | string): boolean => !isElement(part) && part.trim() === '';

/** Joins child elements without text between them by blanks, such as a label and its value. */
function textOf({parts}: Element): string {
  const between = parts.some(isElement) && parts.every((part) => isElement(part) || isBlank(part));
  return parts.map((part) => (isElement(part) ? textOf(part) : part)).join(between ? ' ' : '');
}

/** `xsi:nil`, also where the prefix is not declared. */
function isNil({attributes}: Element): boolean {
  for (const name in attributes) {
    if (name.endsWith(':nil')) return /^\s*(true|1)\s*$/.test(attributes[name] ?? '');
  }
  return false;
}

export const ELEMENTS: Tree<Element> = {
  children: ({parts}, name) => parts.filter(isElement).filter((one) => isNamed(one.name, name)),
  attribute: attributeOf,
  has: ({parts}, name) => parts.some((part) => isElement(part) && isNamed(part.name, name)),
  up: ({up}) => up,
  isHollow: (element) =>
    isNil(element) || (Object.keys(element.attributes).length === 0 && element.parts.every(isBlank)),
  value: (element) => (isNil(element) ? null : textOf(element)),
};

/** Names inside an element as paths, its attributes and child elements, each once. */
export function namesIn({attributes, parts}: Element): Set<string> {
  const declared = (name: string) =>
    /^xmlns\b|:(nil|type|schemaLocation|noNamespaceSchemaLocation)$/.test(name);
  const own = Object.keys(attributes).filter((name) => !declared(name));
  return new Set([...own.map((name) => `@${name}`), ...parts.filter(isElement).map(({name}) => name)]);
}
