/** The route of the search over all datasets. */
import {SEARCH} from '../../../datasets/global_search.ts';
import type {Column, Columns} from '../../../datasets/types.ts';
import {
  column,
  examplesOf,
  integerColumn,
  NULLABLE,
  objectColumn,
  rowsColumn,
  textColumn,
} from './columns.ts';
import {asAdded, terms} from './filters.ts';
import type {DeclaredRoute} from './types.ts';

const HIT: Columns = {
  record_id: textColumn('id of the record', 'c_9f31a2b4c5d6e7f8'),
  dataset: textColumn('its dataset', 'contracts'),
  label: textColumn('what it is called', 'Northline Surveying Inc.'),
  url: textColumn('path of the record', '/api/v1/contracts/c_9f31a2b4c5d6e7f8'),
};

const LIST: Columns = {
  dataset: textColumn('dataset, or kind of place', 'contracts'),
  total: integerColumn('matches in it', 1),
  url: textColumn(
    'path that gives all of them, with this total',
    '/api/v1/contracts?search=northline%20survey',
  ),
};

/** The whole of what a group found, dataset by dataset. */
const lists: Column = rowsColumn('where all results are: one address for each dataset with a match', LIST);

const NONE = {total: 0, results: []};

function group(name: string, datasets: readonly string[]): Column {
  const hasExample = datasets.includes(String(HIT['dataset']!.example));
  const contributions =
    name === 'contributions' ? '; transfer payments of that type, not political ones' : '';
  const fields = {
    total: integerColumn(
      'matching records of the group; with `prefix` matching labels, each once for a dataset',
      1,
    ),
    results: column(
      'rows',
      'at most `results_per_domain`: label equal to `q`, then beginning with it, then containing it (not told apart with `prefix`), then the rest; inside each the newest first',
      [],
      {fields: HIT},
    ),
    lists: {...lists, help: `only with \`scope=all\`: ${lists.help}`, optional: true},
  } satisfies Columns;
  const example = hasExample ? {total: 1, results: [examplesOf(HIT)]} : NONE;
  return column('object', `matches in ${datasets.join(', ')}${contributions}`, example, {fields});
}

const ZONE = objectColumn(
  'the zone of its point, where the city publishes zones; else null',
  {
    record_id: textColumn('id of the zone', 'z_9f31a2b4c5d6e7f8'),
    zone_code: textColumn('as published', 'R-CG'),
    zone_description: textColumn('as published', 'Residential - Grade-Oriented Infill', NULLABLE),
    url: textColumn('path of the lookup', '/api/v1/zone?lat=51.0447&lng=-114.0719&municipality=calgary'),
  },
  NULLABLE,
);

/** A group that only the wider search has. */
const wider = (help: string, hit: Columns): Column =>
  objectColumn(`only with \`scope=all\`: ${help}`, {
    total: integerColumn('matches', 1),
    results: rowsColumn('at most `results_per_domain`', hit),
    lists,
  });

const hitOf = (record_id: string, dataset: string, label: string, url: string): Columns => ({
  record_id: textColumn('id, slug, name or path', record_id),
  dataset: textColumn('dataset, or kind of place', dataset),
  label: textColumn('what it is called', label),
  url: textColumn('path of the record, of the records of the place, or of the page', url),
});

const WIDER: Columns = {
  permits: wider(
    'building permits by number, address and the other fields of `q` of permits: that number first, then addresses that begin with the text or contain it, then the newest',
    {
      ...hitOf(
        'p_9f31a2b4c5d6e7f8',
        'permits',
        'BP2031-00417 · 1573 LARKSPUR WAY SW',
        '/api/v1/permits/p_9f31a2b4c5d6e7f8',
      ),
      zone: ZONE,
    },
  ),
  organizations: wider(
    'organizations with a name that contains the text, the largest first',
    hitOf(
      'northline-surveying',
      'organizations',
      'Northline Surveying Inc.',
      '/api/v1/organizations/northline-surveying',
    ),
  ),
  votes: wider(
    'divisions of the House by words of their subject or the number of their bill, the newest first',
    hitOf('44-1/387', 'votes', 'Bill C-11, 3rd reading', '/api/v1/votes/44-1/387'),
  ),
  places: wider(
    'municipalities, neighbourhoods and ridings with a name that contains the text',
    hitOf('calgary', 'municipalities', 'Calgary', '/api/v1/permits?municipality=calgary'),
  ),
  pages: wider(
    'pages of the site whose title has words that begin with all terms',
    hitOf('/map', 'pages', 'Map', '/en/map'),
  ),
};

export const search: DeclaredRoute = {
  kind: 'search',
  path: '/search',
  section: 'Search',
  summary: 'Search over all datasets, in five groups; with `scope=all` in ten',
  help: 'Every term must occur inside a word of the searched fields of a record, in any order. With `prefix=true` every term must begin a word of the label: a word begins after a blank, and at a letter or digit after any other sign. Labels that differ in case, accents and white space alone are one. `scope=all` also finds records by their numbers, where the text has a digit, bills by `Bill C-11`, `C11` or `projet de loi C-11`, permits by number and address with the zone of each, organizations, divisions of the House, places and pages; each group says where all of its results are, and a text that finds nothing is answered with a spelling that does.',
  parameters: {
    q: {...terms([], 'words in any order', 'northline survey'), required: true},
    results_per_domain: {
      type: 'integer',
      help: 'most results of a group; a larger value is lowered to the maximum',
      lowest: 1,
      highest: 25,
      default: '5',
      example: '10',
    },
    ...asAdded({
      prefix: {
        type: 'boolean',
        help: 'suggests labels while `q` is typed: those in which every term begins a word, each once for a dataset, as its newest record; other fields are not searched',
        default: 'false',
        example: 'true',
      },
      scope: {
        type: 'set',
        values: ['all'],
        help: 'the wider search: by numbers, in permits, organizations, divisions, places and pages, too; without it and with `prefix` the five groups alone',
        example: 'all',
      },
    }),
  },
  answer: Object.fromEntries(
    Object.entries(SEARCH).map(([name, members]) => [
      name,
      group(
        name,
        members.map(({table}) => table),
      ),
    ]),
  ),
  wider: WIDER,
  meta: {
    q: textColumn('the search text, trimmed', 'northline survey'),
    results_per_domain: integerColumn('as used', 5),
    domains_with_results: integerColumn('groups with a match', 1),
    did_you_mean: textColumn(
      'only with `scope=all` where nothing is found: the text with other words, which finds something',
      'northline',
      {optional: true},
    ),
  },
};
