/** Entity tags: made from build, version and query; matched against `If-None-Match`. */
import {hash} from 'node:crypto';
import type {Coding} from './negotiate.ts';

/** Tag of a query against a build and a service version, without quotes. */
export function entityTag(build: string, version: string, canonical: string): string {
  return `${build}-${hash('sha256', `${version}\n${canonical}`, 'hex').slice(0, 20)}`;
}

/** The tag as a header value; every content coding has its own. */
export const quotedTag = (tag: string, coding: Coding | null = null): string =>
  coding ? `"${tag}-${coding}"` : `"${tag}"`;

/** The tag of `If-None-Match` that names the response in any of its codings; null when none does. */
export function matchingTag(header: string | undefined, tag: string): string | null {
  if (header === undefined) return null;
  const variants = [quotedTag(tag), quotedTag(tag, 'gzip'), quotedTag(tag, 'br')];
  const given = header.split(',').map((item) => item.trim().replace(/^W\//, ''));
  return given.find((item) => variants.includes(item)) ?? null;
}
