/** XML and HTML as the portals write them. */
import {NOTICE} from '../vocabulary/texts.ts';

const SIGNS: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** A text between tags or in an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** Values of elements by name. */
export type Values = Record<string, string | number | boolean | null>;

/** An element with a text; `<Name />` where it is empty, `xsi:nil` for null. */
export function element(name: string, value: Values[string]): string {
  if (value === null) return `<${name} xsi:nil="true" />`;
  const text = String(value);
  return text === '' ? `<${name} />` : `<${name}>${escaped(text)}</${name}>`;
}

/** Elements of these names, in order. */
export const elements = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => element(name, value))
    .join('');

const SCHEMA =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** The sentence that every generated document begins with. */
export const COMMENT = `<!-- ${NOTICE.en} ${NOTICE.fr} -->`;

/** A document on one line, without a declaration, as the House serves its lists. */
export const house = (root: string, inside: string): string =>
  `<${root} ${SCHEMA}>${COMMENT}${inside}</${root}>`;

/** A document on several lines, with a byte order mark and a declaration. */
export const declared = (root: string): string =>
  `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n${COMMENT}\r\n${root}`;

/** A page of the House. */
export const htmlPage = (title: string, body: string): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>\n${COMMENT}\n<body><main>${body}</main></body></html>\n`;

/** A name as addresses of the House have it: `marie-eve-o-tarrow`. */
export const pathOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-');

/** `2021-09-20T00:00:00`, the beginning of a day. */
export const midnight = (day: string): string => `${day}T00:00:00`;
