/**
 * Suggestions that are asked for before readers do: what they type first is at hand then, from the build of
 * the moment.
 */
import {afterAll, beforeAll, beforeEach, expect, test, vi} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {openBuild} from '../../../engine/open.ts';
import type {Engine, ListQuery, SearchQuery} from '../../../engine/types.ts';
import {Idle} from '../../../server/site/idle.ts';
import {openPageMaker} from '../../../server/site/page_maker.ts';
import {warmSuggestions} from '../../../server/site/warm_suggestions.ts';
import {pageContext} from '../../helpers/page_context.ts';
import {sharedData} from '../../helpers/stack.ts';

const KEPT = 1e7;
const LETTERS_AND_DIGITS = 36;
const AT_ONCE = async (): Promise<void> => {};

let index: Engine;
beforeAll(async () => {
  index = await openBuild(dataPaths(await sharedData()).current);
}, 600_000);
afterAll(() => index?.close());

let asked: string[];
beforeEach(() => {
  asked = [];
});

/**
 * An engine of its own that tells which texts it searches; `many` finds so many labels for each letter more
 * than there are.
 */
function counting(many = 0): Engine {
  return {
    ...index,
    list(query: ListQuery) {
      asked.push('list');
      return index.list(query);
    },
    search(query: SearchQuery) {
      asked.push(query.text);
      const found = index.search(query);
      if (found instanceof Promise) throw new Error('an index answers at once');
      return found.map((group) => ({...group, total: group.total + (/^[ab]$/.test(query.text) ? many : 0)}));
    },
  };
}

const searched = (): string[] => asked.filter((one) => one !== 'list');

test('readers who type a first letter ask the engine nothing', async () => {
  const engine = counting();
  const {context, open} = pageContext(() => engine);
  await warmSuggestions(context, KEPT, AT_ONCE);
  expect(open()).toBe(0);
  expect(new Set(searched()).size).toBe(LETTERS_AND_DIGITS);
  asked = [];
  const maker = openPageMaker({origin: 'http://a', keptBytes: KEPT});
  const suggest = async (target: string) => {
    const {status, body} = await maker.make({method: 'GET', target, headers: {}}, context, {
      route: 'site',
      key: null,
    });
    expect(status).toBe(200);
    return String(body);
  };
  const pages = [await suggest('/en/suggest?q=a'), await suggest('/fr/suggest?q=B')];
  expect(asked).toEqual([]);
  for (const page of pages) expect(page).toContain('href');
  await suggest('/en/suggest?q=ab');
  expect(searched()).toEqual(['ab']);
});

test('of letters with many labels the second one, too', async () => {
  const engine = counting(1e6);
  await warmSuggestions(pageContext(() => engine).context, KEPT, AT_ONCE);
  expect(new Set(searched()).size).toBe(3 * LETTERS_AND_DIGITS);
  expect(searched()).toEqual(expect.arrayContaining(['aa', 'b9']));
});

test('the memory that it took to find them is given back, and the same is found after that', async () => {
  let rests = 0;
  const engine = {
    ...counting(),
    rest() {
      rests++;
      index.rest();
    },
  };
  const queries: SearchQuery[] = [true, false].map((prefix) => ({text: 'an', limit: 5, prefix}));
  const search = () => Promise.all(queries.map((query) => index.search(query)));
  const before = await search();
  await warmSuggestions(pageContext(() => engine).context, KEPT, AT_ONCE);
  expect(rests).toBe(1);
  expect(before.flat().some(({results}) => results.length > 0)).toBe(true);
  expect(await search()).toEqual(before);
});

test('another build ends it, and nothing is asked where nothing is kept', async () => {
  const [before, after] = [counting(), {...counting(), info: {...index.info, build_id: 'after'}}];
  await warmSuggestions(pageContext(() => (asked.includes('c') ? after : before)).context, KEPT, AT_ONCE);
  expect(searched()).toEqual(['a', 'b', 'c']);
  asked = [];
  await warmSuggestions(pageContext(() => before).context, 0, AT_ONCE);
  expect(asked).toEqual([]);
});

test('nothing is asked while readers are there', async () => {
  vi.useFakeTimers();
  try {
    const idle = new Idle();
    const engine = counting();
    const {context} = pageContext(() => engine);
    idle.touch();
    const warmed = warmSuggestions(context, KEPT, () => idle.quiet());
    for (let n = 0; n < 50; n++) {
      await vi.advanceTimersByTimeAsync(50);
      idle.touch();
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    await warmed;
    expect(new Set(searched()).size).toBe(LETTERS_AND_DIGITS);
  } finally {
    vi.useRealTimers();
  }
});

test('a request that is heard behind other work is waited for, too', async () => {
  vi.useFakeTimers();
  try {
    const idle = new Idle();
    let isQuiet = false;
    const settled = idle.quiet().then(() => {
      isQuiet = true;
    });
    idle.touch();
    await vi.advanceTimersByTimeAsync(50);
    expect(isQuiet).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await settled;
  } finally {
    vi.useRealTimers();
  }
});
