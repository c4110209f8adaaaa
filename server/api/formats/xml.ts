/** Writes XML 1.0: elements as texts, with nothing in them that a parser would refuse. */

/**
 * Characters that XML 1.0 has no form for, not even as a reference: most control characters, lone surrogates
 * and noncharacters.
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers turn them into spaces or line feeds where they stand raw.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text without what XML cannot hold. */
export const inXml = (text: string): string => text.replace(FORBIDDEN, '');

/** A text for an element or an attribute in double quotes. What XML cannot hold is left out. */
export const escapeXml = (text: string): string =>
  inXml(text).replace(/[&<>"\t\n\r]/g, (one) => ENTITIES[one]!);

/** An element with a text. */
export const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** An empty element; attributes without a value are left out. */
export function emptyElement(name: string, attributes: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeXml(value)}"`],
  );
  return `<${name}${pairs.join('')}/>`;
}
