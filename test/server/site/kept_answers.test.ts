/**
 * Answers that pages share: the same as those of the engine, whatever was asked before and however little is
 * kept.
 */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {openBuild} from '../../../engine/open.ts';
import type {Engine, FacetsQuery, StatsQuery} from '../../../engine/types.ts';
import {engineOfPage} from '../../../server/site/kept_answers.ts';
import {againstScan} from '../../helpers/engine_agreement.ts';
import {type ScanOracle, scanOracle} from '../../helpers/scan_answers.ts';
import {scanTables} from '../../helpers/scan_rows.ts';
import {sharedData} from '../../helpers/stack.ts';

let index: Engine;
let scan: ScanOracle;
beforeAll(async () => {
  const {current} = dataPaths(await sharedData());
  scan = scanOracle(await scanTables(current));
  index = await openBuild(current);
}, 600_000);
afterAll(() => index?.close());

/** An engine of its own for each test: what is kept goes by the engine. */
const ownEngine = (): Engine => ({...index});

/** Asks every question twice and answers what came the second time. */
function asksTwice(engine: Engine): Engine {
  const twice =
    <Q, T>(ask: (query: Q) => T) =>
    (query: Q): T => {
      ask(query);
      return ask(query);
    };
  const {list, facets, stats, search} = engine;
  return {...engine, list: twice(list), facets: twice(facets), stats: twice(stats), search: twice(search)};
}

const KINDS = ['list', 'facets', 'stats', 'search'] as const;

describe.each([
  ['much', 1e8],
  ['little', 20_000],
  ['nothing', 0],
])('an engine that keeps %s', (_, most) => {
  test('answers random questions of one page as a scan does', {timeout: 600_000}, () => {
    againstScan(asksTwice(engineOfPage(ownEngine(), most)), scan, 800, KINDS);
  });
});

const WHERE = [{op: 'partial', columns: ['vendor'], value: 'e'}] as const;
const STATS: StatsQuery = {dataset: 'contracts', where: WHERE, group_by: 'year', limit: 200, offset: 0};
const FACETS: FacetsQuery = {dataset: 'contracts', where: WHERE, columns: ['vendor', 'department']};

/** Counts how often the engine itself is asked. */
function counted(): {engine: Engine; asked: string[]} {
  const asked: string[] = [];
  const engine = ownEngine();
  const {facets, stats} = index;
  engine.facets = (query) => {
    asked.push('facets');
    return facets(query);
  };
  engine.stats = (query) => {
    asked.push('stats');
    return stats(query);
  };
  return {engine, asked};
}

test('counts of a box without rows are kept, rows of a box are not', () => {
  const {engine} = counted();
  let boxes = 0;
  engine.box = (query) => {
    boxes++;
    return index.box(query);
  };
  const world = {dataset: 'permits', where: [], west: -180, south: -90, east: 181, north: 91};
  const ask = (limit: number) => {
    const {total, groups} = engineOfPage(engine, 1e6).box({...world, limit, count_by: 'municipality'});
    return {total, groups};
  };
  const first = ask(0);
  expect(first.total).toBeGreaterThan(0);
  expect([ask(0), ask(0)]).toEqual([first, first]);
  expect(boxes).toBe(1);
  expect([ask(1), ask(1)]).toEqual([first, first]);
  expect(boxes).toBe(3);
});

test('what one page asked, the next finds', () => {
  const {engine, asked} = counted();
  for (let page = 0; page < 3; page++) {
    const own = engineOfPage(engine, 1e6);
    expect(own.stats(STATS)).toEqual(index.stats(STATS));
    expect(own.facets(FACETS)).toEqual(index.facets(FACETS));
  }
  expect(asked).toEqual(['stats', 'facets']);
});

test('of too little room, what was asked for least recently goes first', () => {
  const {engine, asked} = counted();
  const bytes = JSON.stringify(index.stats(STATS)).length * 2;
  const own = engineOfPage(engine, bytes * 2.5);
  const others = ['a', 'o'].map((value) => ({...STATS, where: [{...WHERE[0], value}]}));
  own.stats(STATS);
  own.stats(others[0]!);
  own.stats(STATS);
  own.stats(others[1]!);
  expect(asked).toHaveLength(3);
  own.stats(STATS);
  expect(asked).toHaveLength(3);
  own.stats(others[0]!);
  expect(asked).toHaveLength(4);
});

test('what is kept cannot be changed by whoever gets it', () => {
  const own = engineOfPage(ownEngine(), 1e6);
  const page = own.stats(STATS) as {rows: object[]};
  expect(() => page.rows.pop()).toThrow(TypeError);
});
