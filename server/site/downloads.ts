/**
 * The files that a list can be downloaded as, one row each, and its feed: all have the address of the list,
 * with an extension.
 */
import {pointOf} from '../api/routes/answers.ts';
import type {Format} from '../api/routes/formats.ts';
import type {ListRoute} from '../api/routes/types.ts';
import type {Text} from './messages.ts';
import {given, inLanguage, type Pairs, withQuery} from './paths.ts';
import type {View} from './view/types.ts';

interface Download {
  extension: string;
  title: Text;
  format: Exclude<Format, 'json'>;
  /** Parameters of the download besides those of the list, by the language of the page. */
  extra?: (language: View['language']) => Pairs;
  fits: (route: ListRoute) => boolean;
}

/** Most records of a download without a key. */
export const MOST_DOWNLOADED = 5000;

/** What a download takes over from the address of its list: filters and order. */
export const downloadedPairs = ({parameters}: ListRoute, pairs: Pairs): Pairs =>
  pairs.filter(([name]) => Object.hasOwn(parameters, name) || name === 'sort_by' || name === 'sort_order');

/** Value of `excel` for a file with semicolons, decimal commas and French headings; the site has it alone. */
export const FRENCH_EXCEL = 'fr';

const always = () => true;

/** The value of `excel` that spreadsheets of a language read. */
export const excelIn = (language: View['language']): string => (language === 'fr' ? FRENCH_EXCEL : 'true');

export const DOWNLOADS: readonly Download[] = [
  // The file that most people open, and in a spreadsheet, where a text may be a formula.
  {
    extension: 'csv',
    title: 'list.excel',
    format: 'csv',
    extra: (language) => [['excel', excelIn(language)]],
    fits: always,
  },
  {extension: 'csv', title: 'list.csv', format: 'csv', fits: always},
  {extension: 'ndjson', title: 'list.ndjson', format: 'ndjson', fits: always},
  {
    extension: 'geojson',
    title: 'list.geojson',
    format: 'geojson',
    fits: ({dataset}) => pointOf(dataset) !== null,
  },
];

export const FEED_EXTENSION = 'atom';

/** What the columns of the CSV download are, for programs, as CSV on the Web looks for it beside the file. */
export const CSVW_EXTENSION = 'csv-metadata.json';

/** Where the records of a download come from, as a text beside it. */
export const ABOUT_EXTENSION = 'txt';

/** The chart of a list, or a record, as a picture. */
export const PICTURE_EXTENSIONS = ['png', 'svg'] as const;

/** The chart of a list as a page of its own, which other sites may frame. */
export const EMBED_EXTENSION = 'embed';

/** Path of a file of a list or record. */
export const filePath = (
  {language}: View,
  {path, pairs}: {path: string; pairs: Pairs},
  extension: string,
): string => inLanguage(withQuery(`${path}.${extension}`, pairs), language);

/** Characters of a file name that the filters give. */
const LONGEST_NAME = 80;

/** Letters, digits and hyphens: file systems and programs differ about all else. */
const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Whole words of a slug, as many as there is room for. */
const shortened = (words: string): string =>
  words.length <= LONGEST_NAME
    ? words
    : words
        .slice(0, LONGEST_NAME + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, LONGEST_NAME);

/** Name of a downloaded file: the dataset, the words that it is filtered by, and the day of the data. */
export const fileName = (dataset: string, words: readonly string[], day: string, extension: string): string =>
  `${[slug(dataset), shortened(slug(words.join(' '))), day].filter(Boolean).join('-')}.${extension}`;

/**
 * Sort key of the feed of a list: the order that the reader chose if it is one by time, else the list's own,
 * else the first by time.
 */
export function feedSort(route: ListRoute, pairs: Pairs): string | null {
  const {feedSorts: sorts, takes} = route;
  const own = takes['sort_by']?.default ?? '';
  return [given(pairs, 'sort_by'), own, ...sorts].find((key) => sorts.includes(key)) ?? null;
}

/** Path of the feed with the filters of a list; null for a list that is no feed. */
export function feedPath({language}: View, route: ListRoute, pairs: Pairs): string | null {
  const sort = feedSort(route, pairs);
  if (sort === null) return null;
  const filters = pairs.filter(([name]) => route.parameters[name]);
  const isDefault = route.takes['sort_by']?.default === sort;
  const query: Pairs = isDefault ? filters : [...filters, ['sort_by', sort]];
  return inLanguage(withQuery(`${route.path}.${FEED_EXTENSION}`, query), language);
}
