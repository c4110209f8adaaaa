/** How the soak judges limits, descriptors and connections. */
import {Agent, createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test} from 'vitest';
import {deferCleanup} from '../helpers/cleanup.ts';
import {type Course, type Ended, faultsAtEnd} from './figures.ts';
import {fitOf, growth, meansBy, Resident, Times} from './measure.ts';
import {type Probe, wrongProbe} from './probe.ts';
import {reportOf} from './report.ts';
import {noCounts} from './soak.ts';
import {ask, isLimited, Unanswered} from './targets.ts';

const LIMIT = 40;

const probe = (more: Partial<Probe>): Probe => ({
  admitted: LIMIT,
  refused: LIMIT,
  broken: 0,
  isAlone: false,
  ...more,
});

test('a limit is exact while Redis answers, and admits no less while it does not', () => {
  for (const isAlone of [false, true]) {
    expect(wrongProbe(probe({isAlone}), LIMIT)).toBeNull();
    expect(wrongProbe(probe({admitted: 39, refused: 41, isAlone}), LIMIT)).toContain('admitted 39');
    expect(wrongProbe(probe({admitted: 40, refused: 39, isAlone}), LIMIT)).toContain('refused 39');
  }
  expect(wrongProbe(probe({admitted: 41, refused: 39}), LIMIT)).toContain('admitted 41');
  expect(wrongProbe(probe({admitted: 55, refused: 25, isAlone: true}), LIMIT)).toBeNull();
});

test('a request whose connection broke may have been counted', () => {
  expect(wrongProbe(probe({admitted: 39, refused: 40, broken: 1}), LIMIT)).toBeNull();
  expect(wrongProbe(probe({admitted: 40, refused: 39, broken: 1}), LIMIT)).toBeNull();
  expect(wrongProbe(probe({admitted: 41, refused: 38, broken: 1}), LIMIT)).toContain('1 broke');
});

test('of what is asked for, the limits count requests of data and tool calls', () => {
  const tool = (method: string) => isLimited({group: 'tool', path: '/mcp', body: JSON.stringify({method})});
  expect(isLimited({group: 'list', path: '/api/v1/contracts'})).toBe(true);
  expect(tool('tools/call')).toBe(true);
  expect(tool('tools/list')).toBe(false);
  expect(isLimited({group: 'page', path: '/en/'})).toBe(false);
});

test('what grows is told from what goes up and down', () => {
  expect(growth([47, 49, 47, 48, 49, 47, 48, 47])).toBeLessThan(3);
  expect(growth([47, 48, 50, 52, 54, 56, 58, 60])).toBeGreaterThan(10);
  expect(growth([])).toBe(0);
});

test('a slope has the standard error of the textbook', () => {
  const {slope, error} = fitOf([
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 5],
  ]);
  expect(slope).toBeCloseTo(1.4, 12);
  // Rests -0.1, -0.5, 0.1 ... of 0.9 + 1.4 x: their squares are 0.2, by two degrees of freedom and 5.
  expect(error).toBeCloseTo(Math.sqrt(0.2 / 2 / 5), 12);
  expect(fitOf([[1, 1]]).slope).toBe(0);
});

test('means are those of whole spans: a round that breaks off is no round', () => {
  const points: [number, number][] = [
    [5, 1],
    [6, 3],
    [7, 7],
    [8, 9],
    [9, 100],
  ];
  expect(meansBy(points, 2)).toEqual([
    [5.5, 2],
    [7.5, 8],
  ]);
  expect(meansBy([], 2)).toEqual([]);
});

test('resident memory is told as mean and most of many looks', () => {
  const resident = new Resident(process.pid);
  for (let n = 0; n < 10; n++) resident.look();
  const {rssMb, mostMb, ownMb} = resident.take();
  expect(rssMb).toBeGreaterThan(20);
  expect(mostMb).toBeGreaterThanOrEqual(rssMb);
  expect(ownMb).toBeGreaterThan(10);
  expect(ownMb).toBeLessThan(rssMb);
  expect(resident.take().rssMb).toBeGreaterThan(20);
});

test('a connection that ends without an answer tells whether it had been used', async () => {
  const server = createServer((request, response) =>
    request.url === '/ends' ? request.socket.destroy() : response.end('answer'),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  deferCleanup(() => {
    agent.destroy();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asking = {server: {base, accounts: base}, key: '', token: '', agent};
  const idleOf = (path: string): Promise<unknown> =>
    ask(asking, {group: 'list', path}).then(
      () => 'answered',
      (error: Unanswered) => (error instanceof Unanswered ? error.idleMs : error),
    );
  expect(await idleOf('/ends')).toBeNull();
  expect(await idleOf('/')).toBe('answered');
  expect(await idleOf('/ends')).toEqual(expect.any(Number));
});

const course: Course = {
  minutes: 1,
  begun: 0,
  until: 60_000,
  switches: [{id: 'a', at: 0, servedAt: 0}],
  switchingMs: 1000,
  deaths: [],
  probes: [],
};
const counts = noCounts();

test('requests are counted once, those that broke off or were counted without Redis at most once', () => {
  const sent = {...counts, counted: 10, uncertain: 2};
  const faults = (used: number, alone = 0): string[] => {
    const ended: Ended = {samples: [], times: new Times(0), used, alone, code: 0, logged: ''};
    return faultsAtEnd(course, sent, ended);
  };
  expect([10, 12].flatMap((used) => faults(used))).toEqual([]);
  expect(faults(7, 3)).toEqual([]);
  expect(faults(9)).toEqual(['the limits counted 9 requests, 10 to 12 were sent while Redis answered']);
  expect(faults(13)).toEqual(['the limits counted 13 requests, 10 to 12 were sent while Redis answered']);
});

test('times of the first minutes count neither as steady nor as those of a switch', () => {
  const times = new Times(2);
  for (const minute of [0, 1, 2, 3])
    for (const isSwitching of [true, false]) times.add('list', minute, minute, isSwitching);
  expect([times.steady, times.switching]).toEqual([
    [2, 3],
    [2, 3],
  ]);
  expect(times.minutes().map(({minute}) => minute)).toEqual([0, 1, 2, 3]);
});

test('every thread that was killed must have died', () => {
  const died = '{"level":50,"why":"Error","recent":1,"msg":"a thread that answers died"}\n';
  const faults = (logged: string): string[] =>
    faultsAtEnd({...course, deaths: [1, 2]}, counts, {
      samples: [],
      times: new Times(0),
      used: 0,
      alone: 0,
      code: 0,
      logged,
    } satisfies Ended);
  expect(faults(died + died)).toEqual([]);
  expect(faults(died)).toEqual(['1 threads died, 2 were killed']);
  expect(faults('')).toEqual(['0 threads died, 2 were killed']);
});

test('a report has a chart of each figure with minutes below, and escapes what went wrong', () => {
  const one = {mostMb: 101, ownMb: 60, lasting: 50, builds: 1, threads: 9};
  const html = reportOf({
    minutes: 6,
    rate: 5,
    figures: [['requests', '<12>']],
    faults: ['answered <b>'],
    events: [{at: 60, what: 'build & one'}],
    samples: [0, 360].map((at) => ({...one, at, rssMb: 100 + at / 360, descriptors: 80})),
    times: ['list', 'page'].map((group) => ({group, minute: 0, count: 3, p50: 1, p99: 2})),
  });
  expect(html.match(/<svg/g)).toHaveLength(5);
  expect(html.match(/>[0-6] min</g)).toHaveLength(5 * 7);
  expect(html).toContain('<td>requests</td><td>&lt;12></td>');
  expect(html).toContain('<li>answered &lt;b></li>');
  expect(html).toContain('<title>build &amp; one</title>');
  expect(html).toContain('>list</span> · <span');
});
