/**
 * Addresses of pages: those of the API below a language, so that a page and its data have the same path and
 * query.
 */
import {DERIVED} from '../../datasets/index.ts';
import {LISTS} from '../api/routes/index.ts';
import type {ListRoute} from '../api/routes/types.ts';
import type {Language} from './language.ts';

export {LISTS, STATISTICS} from '../api/routes/index.ts';
export {pathTo, recordPath} from '../api/routes/record_path.ts';

export type Pairs = readonly [name: string, value: string][];

/** Whether a list needs no filter. */
export const isUnfiltered = ({parameters}: ListRoute): boolean =>
  !Object.values(parameters).some(({required}) => required);

/** Parameters of a list that names everyone who ever sat, and not members of today alone. */
export const everyone = (dataset: string): Pairs => (dataset === 'politicians' ? [['current', 'false']] : []);

/** The last value of a parameter; empty without one. */
export const given = (pairs: Pairs, name: string): string =>
  pairs.findLast(([one]) => one === name)?.[1] ?? '';

/** Path of the list of a dataset with filters; null without a list, or if a filter is no parameter of it. */
export function listPath(dataset: string, filters: Readonly<Record<string, string>> = {}): string | null {
  const route = LISTS.get(dataset);
  if (!route || Object.keys(filters).some((name) => !route.parameters[name])) return null;
  return withQuery(route.path, Object.entries(filters));
}

/** Parameters that place a page within its list: a change of filters begins at the first page again. */
const PLACE = new Set(['cursor', 'offset', 'page']);

/** What stays when a filter changes. */
export const withoutPlace = (pairs: Pairs): Pairs => pairs.filter(([name]) => !PLACE.has(name));

/** What needs no escape in a query: most names and many values. */
const PLAIN = /^[\w.*-]*$/;

/** A name or value as forms encode them: `URLSearchParams` does the same, in ten times the time. */
export const formEncoded = (text: string): string =>
  PLAIN.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed())
        .replaceAll('%20', '+')
        .replace(/[!'()~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Filters that take keys. */
const OF_KEYS = /_key$/;

/** What a name must not have to stand for its key: percent signs, a comma that parts keys, white space at an end. */
const UNLIKE_KEY = /%|,(?!\s)|^\s|\s$/;

/**
 * Keys as addresses hold them. A key is the percent-encoded name, so that its percent signs would be encoded once
 * more; filters take the name itself, too, which people can read.
 */
export function readableKeys(value: string): string {
  if (!value.includes('%')) return value;
  return value
    .split(/,(?!\s)/)
    .map((key) => {
      try {
        const name = decodeURIComponent(key);
        return UNLIKE_KEY.test(name) ? key : name;
      } catch {
        return key;
      }
    })
    .join(',');
}

/** A parameter as addresses hold it. */
export const inAddress = (name: string, value: string): string =>
  `${formEncoded(name)}=${formEncoded(OF_KEYS.test(name) ? readableKeys(value) : value)}`;

/** A path with a query; empty values are left out. */
export function withQuery(path: string, pairs: Pairs): string {
  let query = '';
  for (const [name, value] of pairs)
    if (value !== '') query += `${query === '' ? '?' : '&'}${inAddress(name, value)}`;
  return path + query;
}

/** A path in a language. */
export const inLanguage = (path: string, language: Language): string =>
  path === '/' ? `/${language}/` : `/${language}${path}`;

/** Whether a name belongs to an entity with profiles. */
export const isEntity = (name: string): boolean => DERIVED[name] !== undefined;

/** The filter of permits that were issued and not cancelled: what `issued` means in the figures of pages. */
export const ISSUED: Pairs[number] = ['status_key', 'issued,completed,expired'];
