/** Headers for hosts that read them from a file `_headers`, and what nginx needs for the same. */

import {contentPolicy, PAGE_HEADERS as PAGES} from '../server/site/respond.ts';

/** As those of every page; these install the worker. */
const PAGE_HEADERS = {...PAGES, ...contentPolicy({'worker-src': "'self'"})};

/** By path: how long it may be kept, and further headers. */
const RULES: readonly (readonly [path: string, headers: readonly string[]])[] = [
  [
    '/*',
    [
      ...Object.entries(PAGE_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Cache-Control: public, max-age=300',
    ],
  ],
  ['/builds/*', ['Cache-Control: public, max-age=31536000, immutable', 'Access-Control-Allow-Origin: *']],
  ['/site/*', ['Cache-Control: public, max-age=31536000, immutable']],
  ['/sw.js', ['Cache-Control: no-cache', 'Content-Type: text/javascript; charset=utf-8']],
  ['/current.json', ['Cache-Control: no-cache']],
];

/** The file as Netlify, Cloudflare Pages and others read it. */
export const headersFile = (): string =>
  RULES.map(([path, headers]) => `${path}\n${headers.map((one) => `  ${one}\n`).join('')}`).join('\n');

/** `Cache-Control` of a path. */
export function cacheOf(path: string): string {
  const fits = ([pattern]: (typeof RULES)[number]) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
  const [, headers = []] = RULES.findLast(fits) ?? [];
  return headers.find((one) => one.startsWith('Cache-Control: '))!.replace('Cache-Control: ', '');
}
