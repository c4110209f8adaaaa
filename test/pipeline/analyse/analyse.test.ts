/** Analyses of bills against a fake endpoint: requests, stored analyses, and ends of runs. */
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {FORMAT} from '../../../builds/artefacts.ts';
import {LINE_SCHEMA} from '../../../datasets/bill_analyses/json_schema.ts';
import {type Settings, settings} from '../../../datasets/settings.ts';
import {endpointOf} from '../../../pipeline/analyse/chat.ts';
import {analyse} from '../../../pipeline/analyse/run.ts';
import {fault} from '../../../pipeline/analyse/schema_fault.ts';
import {analysisSummary} from '../../../pipeline/progress/summary.ts';
import type {Event} from '../../../pipeline/runtime/events.ts';
import {type BillRow, billsBuild} from '../../helpers/bills_build.ts';
import {folder} from '../../helpers/pipeline.ts';
import {type ChatServer, soundAnswer, startChat, textIn} from '../../portals/chat.ts';

const KEY = 'sk-very-secret-0123456789';

const started: ChatServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const summary = (text: string, language = 'en', kind = 'official') => [{language, kind, text}];
const BILLS: BillRow[] = [
  {number: 'C-1', introduced: '2021-11-22'},
  {
    number: 'C-11',
    short_title: 'Online Act',
    introduced: '2022-02-02',
    summaries: summary('It lists «lights».'),
  },
  {number: 'C-12', introduced: '2023-01-01', summaries: summary('Il crée un registre.', 'fr')},
  {number: 'S-3', summaries: summary('Of no known day.')},
];

async function bench(bills: BillRow[] = BILLS, overrides: Partial<Settings> = {}) {
  const dataDir = await folder();
  await billsBuild(dataDir, bills);
  const chat = await startChat();
  started.push(chat);
  const all: Settings = {
    ...settings({}),
    DATA_DIR: dataDir,
    MEMORY_MB: '200',
    ANALYSE_URL: `${chat.base}/v1`,
    ANALYSE_KEY: KEY,
    ANALYSE_MODEL: 'example-model',
    FETCH_RETRIES: '2',
    ...overrides,
  };
  const events: Event[] = [];
  const waits: number[] = [];
  const effects = {
    now: () => new Date('2026-03-04T05:06:07.890Z'),
    sleep: async (ms: number) => void waits.push(ms),
    random: () => 0.5,
  };
  const path = join(dataDir, 'analysis/bill_analysis.jsonl');
  const lines = async () =>
    (await readFile(path, 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const run = async (more: Partial<Settings> = {}) => {
    const now = {...all, ...more};
    const endpoint = endpointOf(now);
    if (!endpoint) throw new Error('off');
    return analyse(now, endpoint, effects, (event) => events.push(event));
  };
  return {dataDir, chat, run, events, waits, path, lines};
}

const NONE = {analysed: 0, known: 0, without: 0, failed: {}, left: 0, requests: 0, tokens: 0, stopped: null};

test('bills with a summary are analysed, newest first, and their analyses conform to the schema', async () => {
  const {chat, run, lines, events} = await bench();
  expect(await run()).toEqual({...NONE, analysed: 3, without: 1, requests: 3, tokens: 300});
  expect(chat.questions.map(textIn)).toEqual([
    'Bill C-12 of session 44-1\nTitle: An Act C-12\nSummary:\nIl crée un registre.',
    'Bill C-11 of session 44-1\nTitle: An Act C-11\nShort title: Online Act\nSummary:\nIt lists «lights».',
    'Bill S-3 of session 44-1\nTitle: An Act S-3\nSummary:\nOf no known day.',
  ]);
  const [question] = chat.questions;
  expect(question).toMatchObject({model: 'example-model', authorization: `Bearer ${KEY}`});
  expect(question?.messages.map((one) => one.role)).toEqual(['system', 'user']);
  expect(question?.messages[0]?.content).toContain('"affected_sectors"');
  const written = await lines();
  expect(written.map((line) => fault(LINE_SCHEMA, line))).toEqual([null, null, null]);
  expect(written[1]).toEqual({
    bill_id: '44-1/C-11',
    text_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    ...JSON.parse(soundAnswer(textIn(chat.questions[1]!))),
    model: 'example-model',
    generated_at: '2026-03-04T05:06:07',
  });
  expect(events.filter((event) => event.kind === 'analysed').map((event) => event.bill)).toEqual([
    '44-1/C-12',
    '44-1/C-11',
    '44-1/S-3',
  ]);
});

test('a second run sends no request; a changed text is analysed again, also one that changes back', async () => {
  const {dataDir, chat, run, lines} = await bench();
  await run();
  expect(await run()).toEqual({...NONE, known: 3, without: 1});
  const changed = BILLS.map((bill) =>
    bill.number === 'C-11' ? {...bill, summaries: summary('It lists lamps.')} : bill,
  );
  await billsBuild(dataDir, changed, {id: 'b2'});
  expect(await run()).toMatchObject({analysed: 1, known: 2, requests: 1});
  expect(textIn(chat.questions.at(-1)!)).toContain('lamps');
  await billsBuild(dataDir, BILLS, {id: 'b3'});
  expect(await run()).toMatchObject({analysed: 1, known: 2});
  expect((await lines()).map((line) => line.bill_id)).toEqual([
    '44-1/C-12',
    '44-1/C-11',
    '44-1/S-3',
    '44-1/C-11',
    '44-1/C-11',
  ]);
});

test('generated summaries are not analysed, several official ones are, and a long text is cut', async () => {
  const {chat, run} = await bench([
    {number: 'C-2', introduced: '2022-01-02', summaries: summary('Made by a machine.', 'en', 'generated')},
    {
      number: 'C-3',
      introduced: '2022-01-01',
      summaries: [...summary('One.'), ...summary('Un.', 'fr'), ...summary('Two.')],
    },
    {number: 'C-4', introduced: '2021-01-01', summaries: summary(`${'x'.repeat(19_940)}${'😀'.repeat(100)}`)},
  ]);
  expect(await run()).toMatchObject({analysed: 2, without: 1});
  const [first, second] = chat.questions.map(textIn);
  expect(first).toContain('Summary:\nOne.\n\nTwo.');
  expect(second).toHaveLength(20_006);
  expect(second).toMatch(/😀.? \[\.\.\.\]$/u);
  expect(second?.isWellFormed()).toBe(true);
});

const answer = (more: object) => ({...JSON.parse(soundAnswer('x')), ...more});

test.each<[string, string, RegExp]>([
  ['no JSON', 'Here is the summary: it lists lights.', /it is no JSON/],
  ['JSON that is no object', '[1]', /it is no JSON object/],
  ['a field that lacks', '{"summary":"x","key_points":["y"]}', /it lacks affected_sectors/],
  ['a field too many', JSON.stringify(answer({confidence: 1})), /it has confidence, which is not known/],
  ['a blank summary', JSON.stringify(answer({summary: ' '})), /summary is blank/],
  ['a summary that is none', JSON.stringify(answer({summary: ['x']})), /summary is no text/],
  ['too long a summary', JSON.stringify(answer({summary: 'x'.repeat(2001)})), /summary has more than 2000/],
  ['no points', JSON.stringify(answer({key_points: []})), /key_points has less than 1 items/],
  ['points that are no list', JSON.stringify(answer({key_points: 'x'})), /key_points is no list/],
  ['a blank point', JSON.stringify(answer({key_points: ['x', '']})), /key_points\[1\] is blank/],
  ['a null', JSON.stringify(answer({key_points: null})), /key_points is null/],
  [
    'an unknown sector',
    JSON.stringify(answer({affected_sectors: ['space']})),
    /affected_sectors\[0\] holds "space"/,
  ],
  ['a sector twice', JSON.stringify(answer({affected_sectors: ['health', 'health']})), /names an item twice/],
])(
  'an answer with %s is asked for again, then the bill is given up and not kept',
  async (_, content, reason) => {
    const {chat, run, lines} = await bench();
    chat.turns.push({content}, {content: `\`\`\`json\n${soundAnswer('y')}\n\`\`\``});
    chat.turns.push({content}, {content}, {content});
    const outcome = await run();
    expect(outcome).toMatchObject({analysed: 2, requests: 6, left: 0});
    expect(Object.keys(outcome.failed)).toEqual(['44-1/C-11']);
    expect(outcome.failed['44-1/C-11']).toMatch(reason);
    expect((await lines()).map((line) => line.bill_id)).toEqual(['44-1/C-12', '44-1/S-3']);
    expect(await run()).toMatchObject({analysed: 1, known: 2});
  },
);

test('429, 5xx and resets are retried no earlier than the endpoint asks', async () => {
  const {chat, run, waits, events} = await bench();
  chat.turns.push({status: 429, headers: {'retry-after': '7'}}, {status: 503});
  chat.turns.push({content: soundAnswer('a')}, {reset: true});
  expect(await run()).toMatchObject({analysed: 3, requests: 6});
  expect(waits).toEqual([7000, 1000, 500]);
  expect(events.filter((event) => event.kind === 'waiting').map((event) => event.reason)).toEqual([
    'HTTP 429 (not now)',
    'HTTP 503 (not now)',
    'connection reset',
  ]);
});

test.each<[string, Parameters<ChatServer['turns']['push']>, RegExp, number]>([
  [
    'is down',
    [{status: 500}, {status: 500}, {status: 500}],
    /gave no answer in 3 tries: HTTP 500.*run again later/,
    3,
  ],
  [
    'refuses the key',
    [{status: 401, body: {error: {message: `bad key ${KEY}`}}}],
    /HTTP 401 \(bad key \*\*\*\).*ANALYSE_KEY/,
    1,
  ],
  ['has no such model', [{status: 404}], /HTTP 404.*ANALYSE_MODEL/, 1],
])('an endpoint that %s ends the run, and what was done is kept', async (_, turns, reason, requests) => {
  const {chat, run, lines} = await bench();
  chat.turns.push({content: soundAnswer('a')}, ...turns);
  const outcome = await run();
  expect(outcome).toMatchObject({analysed: 1, left: 2, requests: requests + 1, failed: {}});
  expect(outcome.stopped).toMatch(reason);
  expect(outcome.stopped).not.toContain(KEY);
  expect(await lines()).toHaveLength(1);
  expect(await run()).toMatchObject({analysed: 2, known: 1, stopped: null});
});

test('a refused bill does not stop the others; five in a row do', async () => {
  const {chat, run} = await bench();
  chat.turns.push(
    {status: 400, body: {error: {message: 'too long'}}},
    {content: soundAnswer('a'), finish: 'length'},
  );
  expect(await run()).toMatchObject({
    analysed: 1,
    failed: {'44-1/C-12': 'HTTP 400 (too long)', '44-1/C-11': 'the answer was cut at the limit of the model'},
  });
  const many = Array.from({length: 8}, (_, at) => ({number: `C-${at}`, summaries: summary(`Text ${at}`)}));
  const other = await bench(many);
  for (let at = 0; at < 8; at++) other.chat.turns.push({body: '<html>Welcome to the hotel</html>'});
  const outcome = await other.run();
  expect(outcome).toMatchObject({analysed: 0, left: 3, requests: 5});
  expect(outcome.stopped).toMatch(/5 bills in a row/);
  expect(Object.values(outcome.failed)[0]).toContain('Welcome to the hotel');
});

test('the budget counts every request; the next run continues', async () => {
  const {chat, run} = await bench(BILLS, {ANALYSE_BUDGET: '3'});
  chat.turns.push({status: 503}, {content: 'no JSON'});
  expect(await run()).toMatchObject({analysed: 1, left: 2, requests: 3, stopped: null});
  expect(chat.questions).toHaveLength(3);
  expect(await run({ANALYSE_BUDGET: '0'})).toMatchObject({analysed: 0, known: 1, left: 2, requests: 0});
  expect(await run()).toMatchObject({analysed: 2, known: 1, left: 0});
});

test('a half-written line of a killed run is cut off; other lines stay', async () => {
  const {run, path, lines} = await bench();
  await mkdir(join(path, '..'), {recursive: true});
  const foreign = {
    ...answer({}),
    bill_id: '9-9/C-1',
    text_sha256: 'a'.repeat(64),
    model: null,
    generated_at: '2020-01-01T00:00:00',
  };
  await writeFile(path, `${JSON.stringify(foreign)}\nnot ours\n{"bill_id":"44-1/C-12","text_sh`);
  await expect(run()).resolves.toMatchObject({analysed: 3});
  const text = await readFile(path, 'utf8');
  expect(text.startsWith(`${JSON.stringify(foreign)}\nnot ours\n{"bill_id":"44-1/C-12","text_sha256"`)).toBe(
    true,
  );
  expect(text.endsWith('\n')).toBe(true);
  expect(await run()).toMatchObject({analysed: 0, known: 3});
  await expect(lines()).rejects.toThrow();
});

test('analyses of generated bills are moved aside for real ones, and never overwrite real ones', async () => {
  const {dataDir, run, path, events} = await bench();
  await billsBuild(dataDir, BILLS, {synthetic: true, id: 'b0'});
  expect(await run()).toMatchObject({analysed: 3});
  expect(JSON.parse(await readFile(join(path, '../mirror.json'), 'utf8'))).toEqual({synthetic: true});
  await billsBuild(dataDir, BILLS, {id: 'b2'});
  expect(await run()).toMatchObject({analysed: 3, known: 0});
  expect(JSON.parse(await readFile(join(path, '../mirror.json'), 'utf8'))).toEqual({synthetic: false});
  expect(await readFile(`${path}.generated`, 'utf8')).toContain('44-1/C-11');
  expect(events.filter((event) => event.kind === 'warning')).toHaveLength(1);
  await billsBuild(dataDir, BILLS, {synthetic: true, id: 'b3'});
  await expect(run()).rejects.toThrow(/holds analyses of real bills: set DATA_DIR/);
});

test('without a build there is nothing to analyse; a build without bills is no error', async () => {
  const {dataDir, run} = await bench();
  await writeFile(
    join(dataDir, 'builds/b1/manifest.json'),
    JSON.stringify({format: FORMAT, build_id: 'b1', synthetic: false, sources: [], datasets: {}}),
  );
  expect(await run()).toEqual(NONE);
  await expect(run({DATA_DIR: await folder()})).rejects.toThrow(/no build in .*run make ingest first/);
});

test('settings: off without address or model; an address with a password in it is refused and not shown', () => {
  const endpoint = (env: Record<string, string>) => endpointOf(settings(env));
  expect(endpoint({})).toBeNull();
  expect(endpoint({ANALYSE_URL: 'http://x/v1'})).toBeNull();
  expect(endpoint({ANALYSE_MODEL: 'm'})).toBeNull();
  const url = (ANALYSE_URL: string) => endpoint({ANALYSE_URL, ANALYSE_MODEL: 'm'})?.url;
  expect(url('http://x/v1')).toBe('http://x/v1/chat/completions');
  expect(url('https://x/v1/')).toBe('https://x/v1/chat/completions');
  expect(url('https://x/v1/chat/completions')).toBe('https://x/v1/chat/completions');
  expect(url('https://x/v1?api-version=2')).toBe('https://x/v1/chat/completions?api-version=2');
  for (const wrong of ['x/v1', 'ftp://x/v1', 'https://me:hunter22@x/v1']) {
    expect(() => url(wrong)).toThrow(/^setting ANALYSE_URL is no http.*ANALYSE_KEY$/);
    expect(() => url(wrong)).not.toThrow(/hunter22/);
  }
});

test('the closing line says what was done, what is left and what failed', () => {
  expect(
    analysisSummary({...NONE, analysed: 1200, requests: 1300, tokens: 5000, known: 3, without: 4, left: 2}),
  ).toBe(
    '1,200 bills analysed with 1,300 requests, 5,000 tokens; 3 known; 4 without a summary; 2 left for the next run\n',
  );
  expect(analysisSummary({...NONE, failed: {'44-1/C-1': 'too long'}, stopped: 'gone'})).toBe(
    '0 bills analysed with 0 requests; 0 known; 0 without a summary\nFAILED 44-1/C-1: too long\nSTOPPED: gone\n',
  );
});
