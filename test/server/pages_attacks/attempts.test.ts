/**
 * Thousands of tries at passwords and masses of sign-ups against a running server: few of them cost it any
 * work.
 */
import {Agent, request} from 'node:http';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {ACCOUNT_GUESSES, emailSubject, GUESSES} from '../../../server/pages/attempt_limits.ts';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {visitor} from '../../helpers/visitor.ts';

const CONNECTIONS = 16;
/**
 * Tries at passwords: half of them for one e-mail, half for one client address. TRIES=10000 proves it for
 * twice as many.
 */
const TRIES = Number(process.env['TRIES'] ?? 5000);
const SIGN_UPS = TRIES / 10;
/** Tries from one client address that are verified, and accounts that are created. */
const ALLOWED = 10;
/** Tries for one e-mail that are verified: what an hour of others has left of a hundred. */
const LEFT = 5;
const BYSTANDER = {email: 'bystander@example.org', password: 'I have nothing to do with it'};

let store: Store;
let server: Server;
let agent: Agent;
/** Of one visitor; the token belongs to the cookie. */
let held: {cookie: string; csrf: string};

beforeAll(async () => {
  store = ownStore();
  agent = new Agent({keepAlive: true, maxSockets: CONNECTIONS});
  // Behind a proxy, which forwards the address of each visitor.
  server = await startServer(store.dataDir, {WORKERS: '1', PROXIES: '1'});
  const one = visitor(server.base, []);
  const {text} = await one.get('/account');
  held = {cookie: one.cookie(), csrf: /name="csrf" value="([^"]+)"/.exec(text)![1]!};
  expect((await one.submit('/account/sign-up', BYSTANDER)).status).toBe(303);
});
afterAll(async () => {
  agent?.destroy();
  await server?.stop();
  store.close();
});

interface Answered {
  status: number;
  /** Seconds of `Retry-After`; NaN without it. */
  wait_s: number;
}

/** Sends a form by one of few connections. */
function send(form: string, address: string, fields: Record<string, string>): Promise<Answered> {
  const body = new URLSearchParams({csrf: held.csrf, ...fields}).toString();
  const headers = {
    Origin: server.base,
    Cookie: `account=${held.cookie}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Forwarded-For': address,
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.base}/account/${form}`, {method: 'POST', agent, headers}, (answer) => {
      answer.resume();
      const {statusCode: status = 0} = answer;
      answer.on('end', () => resolve({status, wait_s: Number(answer.headers['retry-after'] ?? Number.NaN)}));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Answers to many tries, so many of them at a time as there are connections. */
async function all(tries: number, one: (i: number) => Promise<Answered>): Promise<Answered[]> {
  const answers: Answered[] = [];
  let next = 0;
  const sender = async () => {
    while (next < tries) answers.push(await one(next++));
  };
  await Promise.all(Array.from({length: CONNECTIONS}, sender));
  return answers;
}

/** Statuses with how many answers have each. */
function counted(answers: readonly Answered[]): Record<number, number> {
  const sums: Record<number, number> = {};
  for (const {status} of answers) sums[status] = (sums[status] ?? 0) + 1;
  return sums;
}

/** Refusals that do not say when to try again, or not within the time of the bound. */
const silent = (answers: readonly Answered[], most_s: number): Answered[] =>
  answers.filter(({status, wait_s}) => status === 429 && !(wait_s >= 1 && wait_s <= most_s));

const rows = (kind: string): number => {
  const database = openDatabase(dataPaths(store.dataDir).accounts);
  const row = database.sql.prepare('SELECT count(*) AS n FROM attempts WHERE kind = ?').get(kind);
  database.close();
  return Number(row?.['n']);
};

/** Notes failed sign-ins of others for an e-mail. */
function guessed(email: string, times: number): void {
  const database = openDatabase(dataPaths(store.dataDir).accounts);
  const add = database.sql.prepare('INSERT INTO attempts (kind, subject, at) VALUES (?, ?, ?)');
  for (let i = 0; i < times; i++)
    add.run(ACCOUNT_GUESSES.kind, emailSubject(email), new Date().toISOString());
  database.close();
}

const address = (i: number): string => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;

test(`of ${TRIES} sign-ins a hundred are verified for one e-mail and ten for one client address`, async () => {
  const [email, password] = ['victim@example.org', 'a guess at a password'];
  guessed(email, ACCOUNT_GUESSES.max - LEFT);
  const byEmail = await all(TRIES / 2, (i) => send('sign-in', address(i), {email, password}));
  const byAddress = await all(TRIES / 2, (i) =>
    send('sign-in', '192.0.2.1', {email: `victim-${i}@example.org`, password}),
  );
  for (const [answers, allowed] of [
    [byEmail, LEFT],
    [byAddress, ALLOWED],
  ] as const) {
    expect(counted(answers)).toEqual({303: allowed, 429: TRIES / 2 - allowed});
    expect(silent(answers, 900)).toEqual([]);
  }
  // A refused attempt is not stored: each of the others counts for its e-mail and its address.
  expect(rows(GUESSES.kind)).toBe(LEFT + ALLOWED);
  expect(rows(ACCOUNT_GUESSES.kind)).toBe(ACCOUNT_GUESSES.max + ALLOWED);
  const [, other] = await Promise.all([
    send('sign-in', '192.0.2.1', BYSTANDER),
    send('sign-in', '192.0.2.2', BYSTANDER),
  ]);
  expect(other.status).toBe(303);
  expect(rows(GUESSES.kind)).toBe(LEFT + ALLOWED);
});

test(`of ${SIGN_UPS} sign-ups from one network ten create an account`, async () => {
  const before = store.accounts.all().length;
  const answers = await all(SIGN_UPS, (i) =>
    send('sign-up', `2001:db8:7:7:${(i * 7919).toString(16).slice(0, 4)}::${i.toString(16)}`, {
      email: `mass-${i}@example.org`,
      password: 'one of very many',
    }),
  );
  expect(counted(answers)).toEqual({303: ALLOWED, 429: SIGN_UPS - ALLOWED});
  expect(silent(answers, 3600)).toEqual([]);
  expect(store.accounts.all().length).toBe(before + ALLOWED);
});
