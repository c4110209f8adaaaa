/** Headers for hosts that read them from a file `_headers`, and what nginx needs for the same. */

import {contentPolicy, PAGE_HEADERS as PAGES} from '../server/site/respond.ts';
import {KEPT} from './site_files.ts';

/** As those of every page; these install the worker. */
const PAGE_HEADERS = {...PAGES, ...contentPolicy({'worker-src': "'self'"})};

/** Headers by path, besides how long a file may be kept. */
const FURTHER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/*': PAGE_HEADERS,
  '/builds/*': {'Access-Control-Allow-Origin': '*'},
  '/sw.js': {'Content-Type': 'text/javascript; charset=utf-8'},
};

/** The file as Netlify, Cloudflare Pages and others read it. */
export const headersFile = (): string =>
  Object.entries(KEPT)
    .map(([path, kept]) => {
      const headers = Object.entries({...FURTHER[path], 'Cache-Control': kept});
      return `${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
    })
    .join('\n');
