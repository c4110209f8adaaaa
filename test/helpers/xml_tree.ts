/** XML as a tree, read by a strict parser. */
import {SaxesParser} from 'saxes';

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** The root element; throws what the parser refuses. */
export function parseXml(xml: string): Element {
  const parser = new SaxesParser({xmlns: true});
  const root: Element = {name: '', attributes: {}, children: [], text: ''};
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({name, attributes}) => {
    const pairs = Object.values(attributes).map((one): [string, string] => [one.name, one.value]);
    const element: Element = {name, attributes: Object.fromEntries(pairs), children: [], text: ''};
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

export const named = ({children}: Element, name: string): Element[] =>
  children.filter((one) => one.name === name);

/** Text of the one child of that name. */
export const textOf = (element: Element, name: string): string => {
  const [one, ...more] = named(element, name);
  if (!one || more.length > 0) throw new Error(`${element.name} has ${more.length + 1} ${name}`);
  return one.text;
};

/** Addresses of links by `rel`, with the type where there is one. */
export const linksOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    named(element, 'link').map(({attributes: {rel, type, href}}) => [
      type && rel === 'alternate' ? `${rel} ${type}` : String(rel),
      String(href),
    ]),
  );
