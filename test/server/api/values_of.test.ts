/**
 * What pages and other callers in this process get is what the JSON answer says, whatever the operation, the
 * language and the fields.
 */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {DATASETS} from '../../../datasets/index.ts';
import {openBuild} from '../../../engine/open.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {answerCall, valuesOf} from '../../../server/api/answer.ts';
import {ApiError} from '../../../server/api/errors.ts';
import {type Call, parseCall} from '../../../server/api/request/call.ts';
import {ROUTES} from '../../../server/api/routes/index.ts';
import {matchRoute} from '../../../server/api/routes/match.ts';
import {recordPath} from '../../../server/api/routes/record_path.ts';
import {allocateBuffer} from '../../../server/http/buffers.ts';
import {sharedData} from '../../helpers/stack.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openBuild(dataPaths(await sharedData()).current);
}, 600_000);
afterAll(() => engine?.close());

type Pairs = [string, string][];

const callOf = (path: string, pairs: Pairs): Call =>
  parseCall(matchRoute(path.slice(1).split('/').map(decodeURIComponent))!, pairs, undefined, 'enterprise');

const answered = (call: Call) =>
  JSON.parse(answerCall(call, engine, allocateBuffer).body.toString()) as {data: Row[]; meta?: Row};

const LANGUAGES = ['both', 'en', 'fr'] as const;

/** Every question is asked in each language. */
function compare(path: string, pairs: Pairs = []): Row[] {
  for (const lang of LANGUAGES) {
    const call = callOf(path, [...pairs, ['lang', lang]]);
    const {data, meta = {}} = answered(call);
    expect([path, pairs, lang, valuesOf(call, engine)]).toEqual([path, pairs, lang, {data, meta}]);
  }
  return answered(callOf(path, pairs)).data;
}

test.each(ROUTES.flatMap((route) => (route.kind === 'list' ? [route] : [])))(
  'the list $path, some of its fields, and its records',
  ({path, dataset, parameters}) => {
    const required: Pairs = Object.keys(parameters).flatMap(
      (name): Pairs => (parameters[name]!.required ? [[name, 'a']] : []),
    );
    const rows = compare(path, required);
    const fields = Object.keys(rows[0] ?? {}).filter((_, i) => i % 2 === 0);
    if (fields.length > 0) compare(path, [...required, ['fields', fields.join(',')]]);
    for (const row of rows.slice(0, 3)) {
      const one = recordPath(dataset, row);
      if (one !== null) compare(one);
    }
  },
);

test.each(ROUTES.flatMap((route) => (route.kind === 'stats' ? [route] : [])))(
  'statistics $path by each grouping',
  ({path, dataset}) => {
    const groups = Object.keys(DATASETS[dataset]!.stats!.groups);
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) compare(path, [['group_by', group]]);
    if (groups.length > 1) compare(path, [['group_by', groups.slice(0, 2).join(',')]]);
  },
);

/** Longitude and latitude of a corner of a zone. */
function aCorner(): string[] {
  const query = {dataset: 'zoning', where: [], sort: 'id', order: 'asc', limit: 1, offset: 0} as const;
  const [zone] = rowsOf(engine.list(query).items);
  const record = JSON.parse(engine.detail('zoning', String(zone!['record_id']))!.toString());
  return record.geometry.coordinates.flat(Number.POSITIVE_INFINITY).slice(0, 2).map(String);
}

test('the search, values, zones and the records of a solicitation', () => {
  compare('/search', [['q', 'a']]);
  compare('/search', [
    ['q', 'a'],
    ['scope', 'all'],
  ]);
  compare('/values/contracts/department');
  const [lng, lat] = aCorner();
  compare('/zone', [
    ['lat', lat!],
    ['lng', lng!],
  ]);
  compare('/zones', [['points', `${lat},${lng};1,1`]]);
  const numbers = compare('/tenders').map((row) => row['solicitation_number'] ?? '');
  compare(`/procurement/${encodeURIComponent(String(numbers.find((one) => one !== '')))}`);
});

test('what is not found or refused throws the error of the API', () => {
  expect(() => valuesOf(callOf('/contracts/none', []), engine)).toThrow(ApiError);
  expect(() => callOf('/contracts', [['date_from', 'soon']])).toThrow(ApiError);
});
