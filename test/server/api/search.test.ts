/**
 * The search over all datasets, from the request to the answer, over an engine that finds what the test says.
 */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {SEARCH} from '../../../datasets/global_search.ts';
import type {Hit, Hits, SearchQuery} from '../../../engine/types.ts';
import {type Answer, apiClient} from '../../helpers/api.ts';
import {handle} from '../../helpers/handle.ts';
import {type Service, testService} from '../../helpers/service.ts';

let service: Service;
let queries: SearchQuery[];
let hits: Record<string, {total: number; results: Hit[]}>;
let api: (query: string, headers?: Record<string, string>) => Promise<Answer>;
beforeEach(async () => {
  service = await testService();
  queries = [];
  hits = {};
  service.engine.search = (query) => {
    queries.push(query);
    return Object.keys(SEARCH).map((group): Hits => ({group, total: 0, results: [], ...hits[group]}));
  };
  const client = apiClient((request) => handle(request, service.context), service.key);
  api = (query, headers) => client(`/api/v1/search${query}`, headers);
});
afterEach(() => service.close());

const metaOf = ({text}: Answer) => JSON.parse(text).meta;

test('the five groups in their order, those without a match too', async () => {
  hits = {grants: {total: 12, results: [{dataset: 'research_grants', record_id: 'r_1', label: 'A (B)'}]}};
  const answer = await api('?q=permafrost');
  const none = {total: 0, results: []};
  expect(Object.entries(answer.data)).toEqual([
    ['contracts', none],
    ['lobbying', none],
    [
      'grants',
      {
        total: 12,
        results: [
          {record_id: 'r_1', dataset: 'research_grants', label: 'A (B)', url: '/api/v1/research_grants/r_1'},
        ],
      },
    ],
    ['contributions', none],
    ['parliament', none],
  ]);
  expect(metaOf(answer)).toEqual({q: 'permafrost', results_per_domain: 5, domains_with_results: 1});
});

test('the engine gets the folded text; the answer has the text as sent, trimmed', async () => {
  const answer = await api('?q=%20%20%C3%89lan%20%20INC.+&results_per_domain=7');
  // What follows looks for hints.
  expect(queries[0]).toEqual({text: 'elan inc.', limit: 7});
  expect(metaOf(answer)).toMatchObject({q: 'Élan  INC.', results_per_domain: 7});
});

test.each([
  ['&prefix=true', {prefix: true}],
  ['&prefix=1', {prefix: true}],
  ['&prefix=false', {}],
  ['&prefix=', {}],
])('suggestions are asked for by prefix: %s', async (given, asked) => {
  await api(`?q=nor${given}`);
  expect(queries).toEqual([{text: 'nor', limit: 5, ...asked}]);
});

test('spellings of one text have different entity tags, since `meta` shows them', async () => {
  const [one, other] = [await api('?q=elan'), await api('?q=%C3%89LAN')];
  expect(one.headers['etag']).not.toBe(other.headers['etag']);
  const again = await api('?q=elan', {'if-none-match': one.headers['etag']!});
  expect(again.status).toBe(304);
});

test.each([
  ['1', 1],
  ['25', 25],
  ['26', 25],
  ['1000000', 25],
])('results_per_domain=%s is %i', async (given, used) => {
  expect(metaOf(await api(`?q=a&results_per_domain=${given}`))).toMatchObject({results_per_domain: used});
  expect(queries).toEqual([{text: 'a', limit: used}]);
});

test.each([
  ['', 'q is required.'],
  ['?q=', 'q is required.'],
  ['?q=%20%CC%81%20', 'q is required.'],
  [`?q=${'x'.repeat(201)}`, 'q must be at most 200 characters.'],
  ['?q=a&results_per_domain=0', 'results_per_domain must be at least 1.'],
  ['?q=a&results_per_domain=1.5', 'results_per_domain must be an integer.'],
  ['?results_per_domain=x', 'q is required.'],
  ['?q=a&prefix=maybe', 'prefix must be a valid boolean.'],
  ['?q=a&lang=xx', 'lang must be one of: en, fr, both.'],
])('%s is refused: %s', async (query, message) => {
  expect(await api(query)).toMatchObject({status: 400, message});
  expect(queries).toEqual([]);
});

describe('results', () => {
  const RECIPIENT = 'Riverbend Society | Société Riverbend';
  const first = async (query: string, group: string) => {
    const {results} = (await api(query)).data[group] as {results: Record<string, string>[]};
    return results[0]!;
  };

  test('bilingual labels are cut by `lang`, others are unchanged', async () => {
    hits = {
      contributions: {total: 1, results: [{dataset: 'grants', record_id: 'g_1', label: RECIPIENT}]},
      contracts: {total: 1, results: [{dataset: 'tenders', record_id: 't_1', label: 'Supply | Install'}]},
    };
    expect((await first('?q=a', 'contributions'))['label']).toBe(RECIPIENT);
    expect((await first('?q=a&lang=en', 'contributions'))['label']).toBe('Riverbend Society');
    expect((await first('?q=a&lang=fr', 'contributions'))['label']).toBe('Société Riverbend');
    expect((await first('?q=a&lang=fr', 'contracts'))['label']).toBe('Supply | Install');
  });

  test('a record without a name has an empty label', async () => {
    hits = {contracts: {total: 1, results: [{dataset: 'contracts', record_id: 'c_1', label: ''}]}};
    expect(await first('?q=a', 'contracts')).toMatchObject({label: '', url: '/api/v1/contracts/c_1'});
  });

  test('ids are encoded in the path', async () => {
    hits = {contracts: {total: 1, results: [{dataset: 'awards', record_id: 'a/é ?', label: 'x'}]}};
    expect((await first('?q=a', 'contracts'))['url']).toBe('/api/v1/awards/a%2F%C3%A9%20%3F');
  });
});
