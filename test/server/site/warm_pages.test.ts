/**
 * Pages that are made before readers ask: what a list counts is at hand then, from the build of the moment.
 */
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {openBuild} from '../../../engine/open.ts';
import type {Engine, FacetsQuery, StatsQuery} from '../../../engine/types.ts';
import {openPageMaker} from '../../../server/site/page_maker.ts';
import {inLanguage, LISTS} from '../../../server/site/paths.ts';
import {warmPages} from '../../../server/site/warm_pages.ts';
import {pageContext} from '../../helpers/page_context.ts';
import {sharedData} from '../../helpers/stack.ts';

const KEPT = 1e8;
const AT_ONCE = async (): Promise<void> => {};

let index: Engine;
beforeAll(async () => {
  index = await openBuild(dataPaths(await sharedData()).current);
}, 600_000);
afterAll(() => index?.close());

/** Datasets that were counted over. */
let counted: string[];
beforeEach(() => {
  counted = [];
});

const counting = (): Engine => ({
  ...index,
  facets(query: FacetsQuery) {
    counted.push(query.dataset);
    return index.facets(query);
  },
  stats(query: StatsQuery) {
    counted.push(query.dataset);
    return index.stats(query);
  },
});

const openMaker = () => openPageMaker({origin: 'http://a', keptBytes: KEPT});

test('readers who open any list after that have nothing counted', async () => {
  const engine = counting();
  const {context, open, errors} = pageContext(() => engine);
  const maker = openMaker();
  await warmPages(maker, context, AT_ONCE);
  expect(errors).toEqual([]);
  expect(open()).toBe(0);
  expect(new Set(counted).size).toBeGreaterThan(5);
  counted = [];
  for (const {path} of LISTS.values()) {
    for (const language of ['en', 'fr'] as const) {
      const request = {method: 'GET', target: inLanguage(path, language), headers: {}};
      const {status} = await maker.make(request, context, {route: 'site', key: null});
      expect([path, status]).toEqual([path, 200]);
    }
  }
  expect(counted).toEqual([]);
});

test('another build ends it, and a build that is not there begins nothing', async () => {
  const [before, after] = [counting(), {...counting(), info: {...index.info, build_id: 'after'}}];
  let asked = 0;
  const quiet = async (): Promise<void> => {
    asked++;
  };
  await warmPages(openMaker(), pageContext(() => (asked > 3 ? after : before)).context, quiet);
  expect(asked).toBe(4);
  const {context} = pageContext(() => before);
  await warmPages(openMaker(), {...context, builds: {...context.builds, info: () => null}}, quiet);
  expect(asked).toBe(4);
});
