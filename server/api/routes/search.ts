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

const HIT: Columns = {
  record_id: text('id of the record', 'c_9f31a2b4c5d6e7f8'),
  dataset: text('its dataset', 'contracts'),
  label: text('what it is called', 'Northline Surveying Inc.'),
  url: text('path of the record', '/api/v1/contracts/c_9f31a2b4c5d6e7f8'),
};

const exampleOf = (columns: Columns) =>
  Object.fromEntries(Object.entries(columns).map(([name, {example}]) => [name, example]));

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
    },
    example: hasExample ? {total: 1, results: [exampleOf(HIT)]} : NONE,
  };
}

export const search: readonly Route[] = [
  {
    kind: 'search',
    path: '/search',
    section: 'Search',
    summary: 'Search over all datasets, in five groups',
    help: 'Every term must occur inside a word of the searched fields of a record, in any order. With `prefix=true` every term must begin a word of the label: a word begins after a blank, and at a letter or digit after any other sign. Labels that differ in case, accents and white space alone are one.',
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
    meta: {
      q: text('the search text, trimmed', 'northline survey'),
      results_per_domain: integer('as used', 5),
      domains_with_results: integer('groups with a match', 1),
    },
  },
];
