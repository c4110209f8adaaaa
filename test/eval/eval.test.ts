/**
 * The evaluation itself: the scripted reader over the shared build, tools that answer wrongly, and a model of
 * a local endpoint.
 */
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {recipeOf} from '../helpers/make_commands.ts';
import {run, sharedData} from '../helpers/stack.ts';
import {type BuildDatabase, openBuildDatabase} from './build_database.ts';
import {endpointOf, type Message} from './chat.ts';
import {isRight} from './compare.ts';
import {type Evaluation, evaluate} from './evaluate.ts';
import {answerIn, MOST_MODEL_CALLS, modelReader} from './model_reader.ts';
import {QUESTIONS} from './questions/index.ts';
import {runEvaluation} from './run.ts';
import {MOST_CALLS, scriptedReader} from './scripted_reader.ts';
import {type Serving, serveTools} from './serving.ts';
import type {ToolAnswer, ToolSession} from './tool_session.ts';
import type {Answer, Question} from './types.ts';

let dataDir: string;
let serving: Serving;
let database: BuildDatabase;
let folder: string;
beforeAll(async () => {
  dataDir = await sharedData();
  serving = await serveTools(dataDir);
  database = await openBuildDatabase(serving.build);
  folder = await mkdtemp(join(tmpdir(), 'eval-test-'));
});
afterAll(async () => {
  database?.close();
  await serving?.close();
  await rm(folder, {recursive: true, force: true});
});

const named = (...ids: string[]): Question[] =>
  ids.map((id) => {
    const question = QUESTIONS.find((one) => one.id === id);
    if (!question) throw new Error(`no question is ${id}`);
    return question;
  });

const wrongIn = ({outcomes}: Evaluation): string[] =>
  outcomes.filter(({right}) => !right).map(({asked}) => asked.question.id);

test('sixty questions and more, half of them with traps, in both languages', () => {
  const ids = QUESTIONS.map(({id}) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(60);
  expect(QUESTIONS.filter(({trap}) => trap).length).toBeGreaterThanOrEqual(ids.length / 2);
  expect(QUESTIONS.filter(({lang}) => lang === 'fr').length).toBeGreaterThanOrEqual(ids.length / 4);
});

test('by make eval, the scripted reader answers every question over the build rightly and keeps its calls', async () => {
  expect(recipeOf('eval').at(-1)).toMatch(/test\/eval\/run\.ts$/);
  const EVAL_OUT = join(folder, 'answers.json');
  const args = ['--disable-warning=ExperimentalWarning', 'test/eval/run.ts'];
  const {code, stdout, stderr} = await run(process.execPath, args, {DATA_DIR: dataDir, EVAL_OUT});
  expect([stdout.match(/^WRONG[\s\S]*/m)?.[0], stderr, code]).toEqual([undefined, '', 0]);
  expect(stdout).toContain(`${QUESTIONS.length} right, 0 wrong, 0 skipped`);
  expect(stdout).toContain(`calls and answers: ${EVAL_OUT}`);
  const {readers} = JSON.parse(await readFile(EVAL_OUT, 'utf8'));
  const {right, questions} = readers['scripted reader'];
  expect([right, questions.length]).toEqual([QUESTIONS.length, QUESTIONS.length]);
  for (const {id, calls} of questions) {
    expect(calls.length, id).toBeLessThanOrEqual(MOST_CALLS);
    for (const {bytes} of calls) expect(bytes, id).toBeGreaterThan(100);
  }
  // Hints are followed: questions that begin with a wrong word take a call more.
  expect(questions.filter((one: {calls: object[]}) => one.calls.length > 1).length).toBeGreaterThan(8);
});

test('without a build the command says what to run first', async () => {
  const {code, stderr} = await run(process.execPath, ['test/eval/run.ts'], {DATA_DIR: folder});
  expect([code, stderr]).toEqual([1, expect.stringContaining(`no build in ${folder}: run make ingest`)]);
});

test('a question that the build has no material for is skipped', async () => {
  const [question] = named('contracts');
  const other = {...question!, id: 'none', pick: 'SELECT 1 AS one FROM contracts WHERE false'};
  const {outcomes, skipped} = await evaluate([other], database, scriptedReader(serving));
  expect([outcomes, skipped]).toEqual([[], [other]]);
});

type Change = (answer: ToolAnswer) => ToolAnswer;

/** The tools with other answers. */
const altered = (change: Change): ToolSession => ({
  ...serving,
  call: async (tool, given) => change(await serving.call(tool, given)),
});

const inText =
  (change: (text: string) => string): Change =>
  (answer) => ({...answer, body: JSON.parse(change(JSON.stringify(answer.body)))});

const without = (name: string): Change => inText((text) => text.replaceAll(`"${name}":`, `"not_${name}":`));

/** What tools may do wrong, and the questions that find it. */
const FAULTS: [string, Change, string[]][] = [
  [
    'totals are one too many',
    inText((text) => text.replace(/"total":(\d+)/, (_, total) => `"total":${Number(total) + 1}`)),
    ['contracts', 'contracts-acronym-french', 'supplier-part-of-name', 'permits-year'],
  ],
  [
    'sums of no values are 0',
    inText((text) => text.replaceAll('"sum_value":null', '"sum_value":0')),
    ['permits-no-costs', 'tenders-value'],
  ],
  [
    'empty answers have no hints',
    without('hints'),
    ['contracts-before', 'contracts-department-misspelt', 'contracts-no-department', 'permits-blank'],
  ],
  ['bodies of one word are not told apart', without('matched'), ['contracts-acronym-of-two']],
  ['cut members are not named', without('cut'), ['organization-year']],
  ['lists have no cursor', without('next_cursor'), ['permits-cities-without-costs']],
  ['notes are left out', (answer) => ({...answer, notes: []}), ['contracts-no-method', 'grants-no-province']],
  [
    'errors name nothing near',
    inText((text) => text.replace(/ Did you mean [^?]+\?/, '')),
    ['grants-wrong-word', 'awards-by-department'],
  ],
  [
    'sums are those of the headline',
    inText((text) => text.replace(/"total_value":[\d.]+/g, '"total_value":51288191.27')),
    ['organization-contracts'],
  ],
];

test.each(FAULTS)('a wrong answer is found: %s', async (_, change, ids) => {
  const questions = named(...ids);
  expect(wrongIn(await evaluate(questions, database, scriptedReader(serving)))).toEqual([]);
  expect(wrongIn(await evaluate(questions, database, scriptedReader(altered(change))))).toEqual(ids);
});

test.each<[Answer, Answer, boolean]>([
  [12, 12, true],
  [12, '12', true],
  [12, 13, false],
  [0, null, false],
  [null, 0, false],
  [null, null, true],
  [null, '', false],
  [0, '', false],
  [1234567.89, 1234567.891, true],
  [1234567.89, 1234567.9, false],
  ['Health Canada | Santé Canada', 'sante canada', true],
  ['Health Canada | Santé Canada', 'Health', false],
  ['2026-11-15', '2026-11-15', true],
  [['a', 'b'], ['B', 'a'], true],
  [['a', 'b'], ['a'], false],
  [['a', 'b'], ['a', 'a'], false],
  [['a'], 'a', true],
  ['a', ['a', 'b'], false],
])('expected %j, got %j: %j', (expected, got, right) => {
  expect(isRight(expected, got)).toBe(right);
});

test.each<[string, Answer | undefined]>([
  ['{"answer": 12}', 12],
  ['I found it.\n{"answer": ["a", "b"]}\n', ['a', 'b']],
  ['```json\n{"answer": null}\n```', null],
  ['{"answer": {"of": 1}}', undefined],
  ['twelve', undefined],
  ['{"answer": 12', undefined],
])('the answer in %j', (text, answer) => {
  expect(answerIn(text)).toEqual(answer);
});

interface Asked {
  authorization: string | undefined;
  model: string;
  messages: Message[];
  tools: {type: string; function: {name: string; parameters: object}}[];
  tool_choice: string;
}

describe('a model', () => {
  let server: Server;
  let asked: Asked[];
  /** What the endpoint answers: a message, or a status. */
  let answer: (asked: Asked) => Partial<Message> | number;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      asked.push({...body, authorization: request.headers.authorization});
      const given = request.url === '/v1/chat/completions' ? answer(asked.at(-1)!) : 404;
      if (typeof given === 'number') response.writeHead(given).end('{"error": "no"}');
      else response.end(JSON.stringify({choices: [{message: {role: 'assistant', content: null, ...given}}]}));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => server.close());

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const ask = (questions: Question[]) => {
    asked = [];
    const endpoint = endpointOf({EVAL_URL: address(), EVAL_MODEL: 'small', EVAL_KEY: 'secret'})!;
    return evaluate(questions, database, modelReader(serving, endpoint));
  };
  const calls = (name: string, given: string): Partial<Message> => ({
    tool_calls: [{id: 'call-1', function: {name, arguments: given}}],
  });
  const lastOf = ({messages}: Asked): Message => messages.at(-1)!;
  /** Reads the total of its one search. */
  const counting = (one: Asked): Partial<Message> => {
    const {role, content} = lastOf(one);
    if (role === 'user') return calls('search_contracts', '{"limit": 1}');
    const total = /"total":(\d+)/.exec(content!)![1];
    return {content: `There are many.\n{"answer": ${total}}`};
  };

  test('calls tools and is right or wrong', async () => {
    answer = counting;
    const {outcomes} = await ask(named('contracts', 'contracts-undated'));
    expect(outcomes.map(({right}) => right)).toEqual([true, false]);
    expect(outcomes[0]!.calls).toEqual([
      {tool: 'search_contracts', arguments: {limit: 1}, bytes: expect.any(Number)},
    ]);
    const [first, second] = asked as [Asked, Asked];
    expect(first).toMatchObject({authorization: 'Bearer secret', model: 'small', tool_choice: 'auto'});
    expect(first.tools.map((one) => one.function.name)).toEqual(serving.tools.map(({name}) => name));
    expect(first.tools[0]!.function.parameters).toEqual(serving.tools[0]!.inputSchema);
    expect(first.messages.map(({role}) => role)).toEqual(['system', 'user']);
    expect(lastOf(first).content).toBe('How many federal contracts are there in all?');
    expect(lastOf(second)).toMatchObject({role: 'tool', tool_call_id: 'call-1'});
    // Neither plan nor answer is told.
    expect(JSON.stringify(first.messages)).not.toContain(String(outcomes[0]!.asked.expected));
  });

  test('is asked after the scripted reader; wrong answers are counted and told, and all is kept', async () => {
    answer = counting;
    asked = [];
    const [question] = named('contracts');
    const wrong = {...question!, id: 'wrong', words: 'How many are there?', expected: 'SELECT -1'};
    const endpoint = endpointOf({EVAL_URL: address(), EVAL_MODEL: 'small'});
    const said: string[] = [];
    const out = join(folder, 'both', 'answers.json');
    const given = {
      dataDir,
      endpoint,
      questions: [question!, wrong],
      out,
      say: (line: string) => said.push(line),
    };
    expect(await runEvaluation(given)).toBe(2);
    expect(asked.every(({authorization}) => authorization === undefined)).toBe(true);
    const text = said.join('\n');
    expect(text.match(/^How many .* (right|WRONG) +1 +[\d,]+$/gm)).toHaveLength(4);
    expect(text).toMatch(
      /WRONG wrong: How many are there\?\n {2}expected -1\n {2}got {6}\d+\n {2}search_contracts /,
    );
    expect(text).toContain('1 right, 1 wrong, 0 skipped');
    const {readers} = JSON.parse(await readFile(out, 'utf8'));
    const call = {tool: 'search_contracts', arguments: {limit: 1}, bytes: expect.any(Number)};
    const kept = {expected: -1, answer: expect.any(Number), right: false, calls: [call]};
    for (const name of ['scripted reader', 'model small'])
      expect(readers[name]).toMatchObject({right: 1, wrong: 1, questions: [{right: true}, kept]});
  });

  test('that calls without end gets no more calls, and no answer is wrong', async () => {
    answer = ({tool_choice}) =>
      tool_choice === 'none' ? {content: 'I cannot.'} : calls('search_contracts', '{"limit": 1}');
    const {outcomes} = await ask(named('contracts'));
    expect(outcomes[0]).toMatchObject({right: false, why: 'no answer in: I cannot.'});
    expect(outcomes[0]!.calls).toHaveLength(MOST_MODEL_CALLS);
    answer = () => calls('search_contracts', '{"limit": 1}');
    expect((await ask(named('contracts'))).outcomes[0]).toMatchObject({right: false});
  });

  test('sees what is wrong with its calls, and goes on', async () => {
    const told: string[] = [];
    const tries = [
      calls('search_contracts', '{"limit": '),
      calls('no_tool', '{}'),
      calls('search_contracts', '{"limits": 1}'),
    ];
    answer = (one) => {
      if (lastOf(one).role === 'tool') told.push(lastOf(one).content!);
      return tries[told.length] ?? {content: '{"answer": null}'};
    };
    const {outcomes} = await ask(named('contracts-before'));
    expect(outcomes[0]).toMatchObject({right: true, answer: null});
    expect(told).toEqual([
      'The arguments are no JSON object.',
      expect.stringContaining('Unknown tool: no_tool.'),
      expect.stringContaining('Unknown argument: limits.'),
    ]);
  });

  test('is asked again when its endpoint is busy, and ends the run when it refuses', async () => {
    answer = (one) => (asked.length === 1 ? 503 : counting(one));
    expect((await ask(named('contracts'))).outcomes[0]).toMatchObject({right: true});
    expect(asked).toHaveLength(3);
    answer = () => 401;
    await expect(ask(named('contracts'))).rejects.toThrow('the endpoint answered 401');
  });
});
