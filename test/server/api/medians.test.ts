/** The bound of medians by two groups. */
import {afterAll, expect, test} from 'vitest';
import type {Engine} from '../../../engine/types.ts';
import {MOST_OF_MEDIANS} from '../../../server/api/routes/parameters.ts';
import {handle} from '../../helpers/handle.ts';
import {testService} from '../../helpers/service.ts';

const service = await testService();
afterAll(() => service.close());

/** Requests to a service whose filters match so many records. */
function apiOver(total: number) {
  const engine: Engine = {
    ...service.engine,
    list: (query) => ({...service.engine.list(query), total}),
  };
  const builds = {...service.context.builds, acquire: () => ({engine, release: () => {}})};
  return async (target: string): Promise<{status: number; body: string}> => {
    const request = {method: 'GET', target, headers: {'x-api-key': service.key}};
    const {status, body} = await handle(request, {...service.context, builds});
    return {status, body: String(body)};
  };
}

const PATH = '/api/v1/contracts/stats';

test('medians by two groups take so many records and no more', async () => {
  const target = `${PATH}?group_by=year,department&median=true`;
  expect((await apiOver(MOST_OF_MEDIANS)(target)).status).toBe(200);
  const {status, body} = await apiOver(MOST_OF_MEDIANS + 1)(target);
  expect([status, JSON.parse(body).error.message]).toEqual([
    400,
    'Medians by two groups take at most 400000 records: add filters, or group by one.',
  ]);
});

test('medians by one group, and sums by two, take any number', async () => {
  const api = apiOver(MOST_OF_MEDIANS + 1);
  for (const query of ['group_by=year&median=true', 'group_by=year,department'])
    expect((await api(`${PATH}?${query}`)).status).toBe(200);
});
