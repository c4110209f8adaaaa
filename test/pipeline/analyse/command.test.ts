/** The command of `make analyse`: off by default, resumable after a kill, and without traces of the key. */
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {billsBuild} from '../../helpers/bills_build.ts';
import {ended, killedAfter, start} from '../../helpers/child_programs.ts';
import {folder} from '../../helpers/pipeline.ts';
import {type ChatServer, soundAnswer, startChat} from '../../portals/chat.ts';

const CLI = join(import.meta.dirname, '../../../pipeline/analyse_cli.ts');
const KEY = 'sk-very-secret-0123456789';

const opened: ChatServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function bench(bills: number) {
  const dataDir = await folder();
  const summaries = [{language: 'en', kind: 'official', text: 'It lists lights.'}];
  await billsBuild(
    dataDir,
    Array.from({length: bills}, (_, at) => ({number: `C-${at + 1}`, summaries})),
  );
  const chat = await startChat();
  opened.push(chat);
  const env = {
    DATA_DIR: dataDir,
    ANALYSE_URL: `${chat.base}/v1`,
    ANALYSE_KEY: KEY,
    ANALYSE_MODEL: 'm',
    FETCH_RETRIES: '0',
  };
  /** Both streams as one. */
  const command = (more: Record<string, string> = {}) => start(CLI, {...env, ...more}, 'exec 2>&1');
  const path = join(dataDir, 'analysis/bill_analysis.jsonl');
  const kept = async () =>
    (await readFile(path, 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).bill_id);
  return {dataDir, chat, command, path, kept};
}

test('without a URL it is off: no request, no failure', async () => {
  const {chat, command, dataDir} = await bench(1);
  const {code, text} = await ended(command({ANALYSE_URL: ''}));
  expect({code, text}).toEqual({
    code: 0,
    text: 'analyse is off: set ANALYSE_URL and ANALYSE_MODEL to turn it on\n',
  });
  expect(chat.requests).toEqual([]);
  expect(await readdir(dataDir)).not.toContain('analysis');
});

test('a killed run keeps its analyses; the next one continues with the others', async () => {
  const {chat, command, path, kept} = await bench(6);
  const answer = {content: soundAnswer('a')};
  chat.turns.push(answer, answer, {hold: true});
  const run = command();
  // A kill before the question that is held would leave that turn to the next run.
  await expect.poll(() => chat.questions.length).toBe(3);
  // Longer than the first of two equal lines.
  await killedAfter(run, path, 400);
  const before = await kept();
  expect(before).toHaveLength(2);
  const requests = chat.questions.length;
  const {code, text} = await ended(command());
  expect(text).toContain('4 bills analysed with 4 requests, 400 tokens; 2 known; 0 without a summary');
  expect(code).toBe(0);
  expect(chat.questions).toHaveLength(requests + 4);
  const all = await kept();
  expect(all).toHaveLength(6);
  expect(new Set(all).size).toBe(6);
});

test('the key is in no output and in no file, whatever the endpoint says', async () => {
  const {chat, command, dataDir} = await bench(7);
  const echo = `Your key ${KEY} is wrong`;
  const escaped = JSON.stringify({choices: [{message: {content: soundAnswer(KEY)}}]}).replaceAll(
    '-',
    '\\u002d',
  );
  chat.turns.push(
    {content: soundAnswer(KEY)},
    {body: escaped},
    {content: echo},
    {content: echo},
    {content: echo},
    {status: 400, body: {error: {message: `${'x'.repeat(190)}${KEY}`}}},
    {body: echo},
    {status: 403, body: {error: echo}},
  );
  const first = await ended(command());
  const second = await ended(command({ANALYSE_URL: 'http://127.0.0.1:1/v1'}));
  const third = await ended(command({ANALYSE_KEY: `${KEY}\u0001`}));
  expect([first.code, second.code, third.code]).toEqual([1, 1, 1]);
  expect(first.text).toContain('STOPPED: ');
  expect(first.text).toContain('Your key *** is wrong');
  expect(second.text).toContain('127.0.0.1:1 gave no answer in 1 tries');
  expect(third.text).toMatch(/cannot be asked: .*ANALYSE_KEY/);
  const texts = [first.text, second.text, third.text];
  for (const entry of await readdir(dataDir, {recursive: true, withFileTypes: true})) {
    if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), 'latin1'));
  }
  // Not even a part of it.
  for (const text of texts) expect(text.includes(KEY.slice(0, 9))).toBe(false);
  expect(chat.questions.every((one) => one.authorization === `Bearer ${KEY}`)).toBe(true);
});

test('a second concurrent run on one folder is refused', async () => {
  const {chat, command, path} = await bench(2);
  chat.turns.push({content: soundAnswer('a')}, {hold: true});
  const first = command();
  const closed = ended(first);
  while (chat.questions.length < 2) await new Promise((done) => setTimeout(done, 20));
  const {code, text} = await ended(command());
  expect({code, text}).toEqual({
    code: 1,
    text: expect.stringMatching(/another analysis \(process \d+\) works/),
  });
  first.kill('SIGKILL');
  await closed;
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(2);
});
