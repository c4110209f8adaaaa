/** Entity tags: made from build, version and query, matched against `If-None-Match`. */
import {hash} from 'node:crypto';
import type {ContentCoding} from './negotiate.ts';

/** Tag of a query, without quotes; changes with the build and with the code of the service. */
export function entityTag(build: string, code: string, canonical: string): string {
  return `${build}-${hash('sha256', `${code}\n${canonical}`, 'hex').slice(0, 20)}`;
}

/** The tag as a header value; each content coding has its own. */
export const quoteTag = (tag: string, coding: ContentCoding | null = null): string =>
  coding ? `"${tag}-${coding}"` : `"${tag}"`;

/** The tag in `If-None-Match` that names the response in any coding; null if none does. */
export function matchEntityTag(header: string | undefined, tag: string): string | null {
  if (header === undefined) return null;
  const variants = [quoteTag(tag), quoteTag(tag, 'gzip'), quoteTag(tag, 'br')];
  const sent = header.split(',').map((item) => item.trim().replace(/^W\//, ''));
  return sent.find((item) => variants.includes(item)) ?? null;
}
