/** Splits a request target into path segments and query pairs. */
import {ApiError} from '../errors.ts';

/** Longest request target in bytes. */
const MAX_LENGTH = 4096;

/** Most UTF-8 bytes of one UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

export interface Target {
  /** Path as sent, to test for the base path. */
  rawPath: string;
  /** Split at `/`, then decoded once; one trailing slash is dropped. Null if a segment is empty. */
  segments: string[] | null;
  /** Form-decoded, in order; empty pairs are dropped. */
  pairs: [name: string, value: string][];
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError('target');
  }
}

/** The transport replaces bytes that are not UTF-8 by U+FFFD; clients never send that character raw. */
const NOT_UTF8 = '\uFFFD';

const isTooLong = (target: string): boolean =>
  target.length * MAX_UTF8_BYTES > MAX_LENGTH && Buffer.byteLength(target) > MAX_LENGTH;

/** Throws 400 if the target is too long, or its encoding is broken or not UTF-8. */
export function parseTarget(target: string): Target {
  if (isTooLong(target) || target.includes(NOT_UTF8)) throw new ApiError('target');
  const at = target.indexOf('?');
  const rawPath = at < 0 ? target : target.slice(0, at);
  return {
    rawPath,
    segments: readSegments(rawPath),
    pairs: at < 0 ? [] : readPairs(target.slice(at + 1)),
  };
}

/** Decodes all segments, so that broken encoding is reported before an empty segment. */
function readSegments(rawPath: string): string[] | null {
  const end = rawPath.length > 1 && rawPath.endsWith('/') ? rawPath.length - 1 : rawPath.length;
  const segments: string[] = [];
  let isValid = rawPath.startsWith('/');
  for (let from = rawPath.indexOf('/') + 1; from > 0 && from <= end; ) {
    const slash = rawPath.indexOf('/', from);
    const to = slash < 0 || slash > end ? end : slash;
    const segment = decode(rawPath.slice(from, to));
    if (segment === '') isValid = false;
    segments.push(segment);
    from = to + 1;
  }
  return isValid ? segments : null;
}

/** `+` is a space; a literal plus sign is percent-encoded. */
const formDecode = (text: string): string => decode(text.includes('+') ? text.replaceAll('+', ' ') : text);

function readPairs(query: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (let from = 0; from < query.length; ) {
    const and = query.indexOf('&', from);
    const to = and < 0 ? query.length : and;
    const equals = query.indexOf('=', from);
    const at = equals < 0 || equals > to ? to : equals;
    if (to > from) pairs.push([formDecode(query.slice(from, at)), formDecode(query.slice(at + 1, to))]);
    from = to + 1;
  }
  return pairs;
}
