/** The `Link` header of a page that has a next one (RFC 8288). */

/** Pairs that say where a page begins: the cursor replaces them. */
const POSITION = new Set(['cursor', 'offset', 'page']);

/** The name of a pair of a query that was parsed before, and so is well encoded. */
const nameOf = (pair: string): string => decodeURIComponent(pair.split('=', 1)[0]!.replaceAll('+', ' '));

/** What a target may hold that ends a reference or the header, or is not ASCII. */
const UNSAFE = /[^!#-;=?-Z_a-z~[\]]/gu;

/** A target as a reference or a header may hold it. */
export const safeTarget = (target: string): string => target.replace(UNSAFE, encodeURIComponent);

/** The request's own path and query with the cursor of the next page, without the origin. */
export function nextTarget(target: string, cursor: string): string {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const pairs = at < 0 ? [] : target.slice(at + 1).split('&');
  const kept = pairs.filter((pair) => pair !== '' && !POSITION.has(nameOf(pair)));
  return safeTarget(`${path}?${[...kept, `cursor=${cursor}`].join('&')}`);
}

/** The target with another value of `format`, as a reference or a header may hold it. */
export function formatTarget(target: string, format: string): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
  const kept = query.split('&').filter((pair) => pair !== '' && nameOf(pair) !== 'format');
  return safeTarget(`${path}?${[...kept, `format=${format}`].join('&')}`);
}

export const nextLink = (target: string, cursor: string): string =>
  `<${nextTarget(target, cursor)}>; rel="next"`;
