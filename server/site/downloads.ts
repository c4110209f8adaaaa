/** The files that a list can be downloaded as, one row each. */
import {pointOf} from '../api/routes/answers.ts';
import type {Format} from '../api/routes/formats.ts';
import type {ListRoute} from '../api/routes/types.ts';
import type {Text} from './messages.ts';
import type {Pairs} from './paths.ts';

interface Download {
  extension: string;
  title: Text;
  format: Exclude<Format, 'json'>;
  /** Parameters of the download besides those of the list. */
  extra: Pairs;
  fits: (route: ListRoute) => boolean;
}

/** Most records of a download without a key. */
export const MOST_DOWNLOADED = 5000;

const ORDER: ReadonlySet<string> = new Set(['sort_by', 'sort_order']);

/** What a download takes over from the address of its list: filters and order. */
export const downloadedPairs = ({parameters}: ListRoute, pairs: Pairs): [string, string][] =>
  pairs
    .filter(([name]) => Object.hasOwn(parameters, name) || ORDER.has(name))
    .map(([name, value]) => [name, value]);

const always = () => true;

export const DOWNLOADS: readonly Download[] = [
  // The file that most people open, and in a spreadsheet, where a text may be a formula.
  {extension: 'csv', title: 'list.excel', format: 'csv', extra: [['excel', 'true']], fits: always},
  {extension: 'csv', title: 'list.csv', format: 'csv', extra: [], fits: always},
  {extension: 'ndjson', title: 'list.ndjson', format: 'ndjson', extra: [], fits: always},
  {
    extension: 'geojson',
    title: 'list.geojson',
    format: 'geojson',
    extra: [],
    fits: ({dataset}) => pointOf(dataset) !== null,
  },
];
