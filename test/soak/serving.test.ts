/** What the soak accepts as an answer while builds are switched. */
import {expect, test} from 'vitest';
import {followLog, possibleBuilds, type Switch, switchTimes} from './serving.ts';

const switchesAt = (...all: [id: string, at: number, servedAt: number | null][]): Switch[] =>
  all.map(([id, at, servedAt]) => ({id, at, servedAt}));

const line = (build: string): string => `${JSON.stringify({level: 30, build, msg: 'serving build'})}\n`;

test('a request is answered from the build that is said to be served, or from a newer one', () => {
  const switches = switchesAt(['a', 0, 0], ['b', 10, 14], ['c', 20, null], ['a', 30, 39]);
  expect(possibleBuilds(switches, 5, 6)).toEqual(['a']);
  expect(possibleBuilds(switches, 9, 11)).toEqual(['a', 'b']);
  expect(possibleBuilds(switches, 14, 15)).toEqual(['a', 'b']);
  expect(possibleBuilds(switches, 15, 16)).toEqual(['b']);
  expect(possibleBuilds(switches, 19, 31)).toEqual(['b', 'c', 'a']);
  expect(possibleBuilds(switches, 40, 50)).toEqual(['a']);
});

test('the log tells when a build was served, also after others were overtaken', () => {
  const switches = switchesAt(
    ['a', 0, 0],
    ['b', 10, null],
    ['c', 20, null],
    ['a', 30, null],
    ['b', 40, null],
  );
  let log = line('a');
  const {look} = followLog(() => log, switches.slice());
  look();
  expect(switches.map(({servedAt}) => servedAt !== null)).toEqual([true, false, false, true, false]);
  log += line('b').slice(0, 9);
  look();
  expect(switches[4]!.servedAt).toBeNull();
  log += line('b').slice(9);
  look();
  expect(switches.map(({servedAt}) => servedAt !== null)).toEqual([true, false, false, true, true]);
  expect(switchTimes(switches)).toHaveLength(2);
});
