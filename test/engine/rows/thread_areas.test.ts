/** Threads have areas of their own in a memory of rows; that of a thread which ended is given to the next. */
import {expect, test} from 'vitest';
import {allocateAreas, freeAreas, takeArea} from '../../../engine/rows/thread_areas.ts';

const PAGES = 3;

const memoryOf = () => new WebAssembly.Memory({initial: 2, maximum: 1000, shared: true});

test('each thread has an area of its own', () => {
  const [memory, areas] = [memoryOf(), allocateAreas()];
  expect([1, 2, 3].map((thread) => takeArea(memory, areas, PAGES, thread))).toEqual([2, 5, 8]);
});

test('the area of a thread that ended is given to the next, and no other', () => {
  const [memory, areas] = [memoryOf(), allocateAreas()];
  const [, second] = [1, 2, 3].map((thread) => takeArea(memory, areas, PAGES, thread));
  freeAreas(areas, 2);
  expect(takeArea(memory, areas, PAGES, 4)).toBe(second);
  expect(takeArea(memory, areas, PAGES, 5)).toBe(11);
});

test('a thread that died before it had its area leaves it to the next', () => {
  const [memory, areas] = [memoryOf(), allocateAreas()];
  new Int32Array(areas)[0] = 2;
  expect(takeArea(memory, areas, PAGES, 4)).toBe(2);
  freeAreas(areas, 1);
  expect(takeArea(memory, areas, PAGES, 5)).toBe(5);
});

test('threads beyond the most that are counted have areas, too', () => {
  const [memory, areas] = [memoryOf(), allocateAreas()];
  const pages = Array.from({length: 70}, (_, thread) => takeArea(memory, areas, PAGES, thread));
  expect(new Set(pages).size).toBe(70);
});
