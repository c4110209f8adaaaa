/** The route of the search over all datasets. */
import {SEARCH} from '../../../datasets/global_search.ts';
import type {Column, Columns} from '../../../datasets/types.ts';
import {asAdded, terms} from './filters.ts';
import type {Route} from './types.ts';

const text = (help: string, example: string): Column => ({
  type: 'text',
  nullable: false,
  visibility: 'list',
  help,
  example,
});
const integer = (help: string, example: number): Column => ({...text(help, ''), type: 'integer', example});
const object = (help: string, fields: Columns): Column => ({
  ...text(help, ''),
  type: 'object',
  fields,
  example: exampleOf(fields),
});
const rows = (help: string, fields: Columns): Column => ({
  ...text(help, ''),
  type: 'rows',
  fields,
  example: [exampleOf(fields)],
});

const exampleOf = (columns: Columns) =>
  Object.fromEntries(Object.entries(columns).map(([name, {example}]) => [name, example]));

const HIT: Columns = {
  record_id: text('id of the record', 'c_9f31a2b4c5d6e7f8'),
  dataset: text('its dataset', 'contracts'),
  label: text('what it is called', 'Northline Surveying Inc.'),
  url: text('path of the record', '/api/v1/contracts/c_9f31a2b4c5d6e7f8'),
};

const LIST: Columns = {
  dataset: text('dataset, or kind of place', 'contracts'),
  total: integer('matches in it', 1),
  url: text('path that gives all of them, with this total', '/api/v1/contracts?search=northline%20survey'),
};

/** The whole of what a group found, dataset by dataset. */
const lists: Column = rows('where all results are: one address for each dataset with a match', LIST);

const NONE = {total: 0, results: []};

function group(name: string, datasets: readonly string[]): Column {
  const hasExample = datasets.includes(String(HIT['dataset']!.example));
  return {
    type: 'object',
    nullable: false,
    visibility: 'list',
    help: `matches in ${datasets.join(', ')}${name === 'contributions' ? '; transfer payments of that type, not political ones' : ''}`,
    fields: {
      total: integer(
        'matching records of the group; with `prefix` matching labels, each once for a dataset',
        1,
      ),
      results: {
        type: 'rows',
        nullable: false,
        visibility: 'list',
        help: 'at most `results_per_domain`: label equal to `q`, then beginning with it, then containing it (not told apart with `prefix`), then the rest; inside each the newest first',
        fields: HIT,
        example: [],
      },
      lists: {...lists, help: `only with \`scope=all\`: ${lists.help}`, optional: true},
    },
    example: hasExample ? {total: 1, results: [exampleOf(HIT)]} : NONE,
  };
}

const ZONE: Column = {
  ...object('the zone of its point, where the city publishes zones; else null', {
    record_id: text('id of the zone', 'z_9f31a2b4c5d6e7f8'),
    zone_code: text('as published', 'R-CG'),
    zone_description: {...text('as published', 'Residential - Grade-Oriented Infill'), nullable: true},
    url: text('path of the lookup', '/api/v1/zone?lat=51.0447&lng=-114.0719&municipality=calgary'),
  }),
  nullable: true,
};

/** A group that only the wider search has. */
const wider = (help: string, hit: Columns): Column =>
  object(`only with \`scope=all\`: ${help}`, {
    total: integer('matches', 1),
    results: rows('at most `results_per_domain`', hit),
    lists,
  });

const hitOf = (record_id: string, dataset: string, label: string, url: string): Columns => ({
  record_id: text('id, slug, name or path', record_id),
  dataset: text('dataset, or kind of place', dataset),
  label: text('what it is called', label),
  url: text('path of the record, of the records of the place, or of the page', url),
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
  places: wider(
    'municipalities, neighbourhoods and ridings with a name that contains the text',
    hitOf('calgary', 'municipalities', 'Calgary', '/api/v1/permits?municipality=calgary'),
  ),
  pages: wider(
    'pages of the site whose title has words that begin with all terms',
    hitOf('/map', 'pages', 'Map', '/en/map'),
  ),
};

export const search: readonly Route[] = [
  {
    kind: 'search',
    path: '/search',
    section: 'Search',
    summary: 'Search over all datasets, in five groups; with `scope=all` in nine',
    help: 'Every term must occur inside a word of the searched fields of a record, in any order. With `prefix=true` every term must begin a word of the label: a word begins after a blank, and at a letter or digit after any other sign. Labels that differ in case, accents and white space alone are one. `scope=all` also finds records by their numbers, where the text has a digit, bills by `Bill C-11`, `C11` or `projet de loi C-11`, permits by number and address with the zone of each, organizations, places and pages; each group says where all of its results are, and a text that finds nothing is answered with a spelling that does.',
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
          help: 'the wider search: by numbers, in permits, organizations, places and pages, too; without it and with `prefix` the five groups alone',
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
      q: text('the search text, trimmed', 'northline survey'),
      results_per_domain: integer('as used', 5),
      domains_with_results: integer('groups with a match', 1),
      did_you_mean: {
        ...text(
          'only with `scope=all` where nothing is found: the text with other words, which finds something',
          'northline',
        ),
        optional: true,
      },
    },
  },
];
