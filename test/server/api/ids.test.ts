/** Records by their ids, from the request to the answer, over an engine that looks at every row. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type Answer, apiClient} from '../../helpers/api.ts';
import {scanEngine} from '../../helpers/engine.ts';
import {handle} from '../../helpers/handle.ts';
import {exampleTables} from '../../helpers/rows.ts';
import {type Service, testService} from '../../helpers/service.ts';

const IDS = ['c_0000000000000001', 'c_0000000000000002', 'c_0000000000000003'];

let service: Service;
let api: (path: string) => Promise<Answer>;
beforeEach(async () => {
  service = await testService();
  const tables = exampleTables();
  const [example] = tables['contracts']!;
  const dates = ['2025-01-01', '2025-03-01', '2025-02-01'];
  const contracts = IDS.map((record_id, i) => ({
    ...example!,
    record_id,
    date: dates[i]!,
    vendor: i === 0 ? 'Other' : 'North',
  }));
  const {list} = scanEngine({...tables, contracts});
  Object.assign(service.engine, {list});
  const client = apiClient((request) => handle(request, service.context), service.key);
  api = (path) => client(`/api/v1${path}`);
});
afterEach(() => service.close());

const idsOf = ({rows}: Answer) => rows.map(({record_id}) => record_id);
const metaOf = ({text}: Answer) => JSON.parse(text).meta;

test('the named records in the order of the list', async () => {
  const answer = await api(`/contracts?ids=${IDS.join(',')}`);
  expect(idsOf(answer)).toEqual([IDS[1], IDS[2], IDS[0]]);
  expect(metaOf(answer)).toMatchObject({total: 3});
  expect(metaOf(answer)).not.toHaveProperty('unknown_ids');
});

test('ids that no record has are named; those that other filters leave out are not', async () => {
  const answer = await api(`/contracts?ids=c_00000000000000ff,${IDS[0]},nobody&ids=${IDS[1]}&vendor=north`);
  expect(idsOf(answer)).toEqual([IDS[1]]);
  expect(metaOf(answer)).toMatchObject({total: 1, unknown_ids: ['c_00000000000000ff', 'nobody']});
});

test('one set of ids is one query in every order, and pages continue in it alone', async () => {
  const [one, other] = [
    await api(`/contracts?ids=${IDS[0]},${IDS[1]}`),
    await api(`/contracts?ids=${IDS[1]},${IDS[0]}`),
  ];
  expect(one.headers['etag']).toBe(other.headers['etag']);
  const {next_cursor} = metaOf(await api(`/contracts?ids=${IDS[0]},${IDS[1]}&limit=1`));
  expect(idsOf(await api(`/contracts?ids=${IDS[1]},${IDS[0]}&limit=1&cursor=${next_cursor}`))).toEqual([
    IDS[0],
  ]);
  expect((await api(`/contracts?ids=${IDS[0]}&cursor=${next_cursor}`)).text).toContain('does not match');
});

test.each([
  [Array.from({length: 101}, (_, i) => `c_${i}`).join(','), 'ids takes at most 100 values.'],
  ['c_1 c_2', 'ids has an id that no record can have: c_1 c_2. Separate ids by commas.'],
  ['x'.repeat(201), `ids has an id that no record can have: ${'x'.repeat(200)}. Separate ids by commas.`],
])('ids=%s is refused', async (ids, message) => {
  const answer = await api(`/contracts?ids=${encodeURIComponent(ids)}`);
  expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([400, message]);
});

test('a hundred ids, and one of them twice, are taken', async () => {
  const ids = Array.from({length: 100}, (_, i) => `c_${i}`);
  expect(metaOf(await api(`/contracts?ids=${[...ids, 'c_5'].join(',')}`))).toMatchObject({total: 0});
});
