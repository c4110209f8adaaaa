/**
 * The life of two accounts on a running server, with all the mistakes that people make with secrets; then
 * logs, errors, addresses and every byte of the store are searched for them.
 */
import {hash} from 'node:crypto';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {runAdmin} from '../../../server/admin/cli.ts';
import {runMakeKey} from '../../../server/admin/make_key.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {type Seen, seeing, type Visitor, visitor} from '../../helpers/visitor.ts';

const CALLBACK = 'http://127.0.0.1/back';
const VERIFIER = 'a-verifier-that-nobody-else-has-0123456789-abcdefg';
const EMAIL = 'holder@example.org';
const FORM = /^fpd_live_[0-9A-Za-z]{38}$/;

const dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
const seen: Seen[] = [];
/** By what they are. */
const secrets = new Map<string, string>();
let server: Server;

/** Notes a secret; throws where there is none. */
function secret(name: string, value: string | undefined): string {
  if (!value || value.length < 12) throw new Error(`${name} was not given`);
  secrets.set(name, value);
  return value;
}

const api = (target: string, headers: Record<string, string>) =>
  seeing(seen, `${server.base}${target}`, {headers});

const post = (path: string, body: string, headers: Record<string, string>) =>
  seeing(seen, `${server.base}${path}`, {method: 'POST', body, headers});

const oauth = (path: string, fields: Record<string, string>) =>
  post(path, new URLSearchParams(fields).toString(), {'Content-Type': 'application/x-www-form-urlencoded'});

const tools = (token: string, path = '/mcp') =>
  post(
    path,
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {name: 'list_sources', arguments: {}},
    }),
    {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
    },
  );

/** A form that shows a key, and the page after it. */
async function freshKey(who: Visitor, path: string, fields: Record<string, string> = {}): Promise<string> {
  await who.get('/account');
  await who.submit(path, fields);
  const page = await who.get('/account');
  return secret(`key of ${path}`, /fpd_live_[0-9A-Za-z]{38}/.exec(page.text)?.[0]);
}

/** Signing up, in and out, wrong passwords, changes of password. */
async function account(): Promise<Visitor> {
  const who = visitor(server.base, seen);
  const password = secret('password', 'mot-de-passé-premier');
  const next = secret('next password', 'mot-de-passé-suivant');
  await who.get('/account');
  secret('cookie of a visitor', who.cookie());
  await who.submit('/account/sign-up', {email: EMAIL, password: 'kürzlich'});
  expect((await who.submit('/account/sign-up', {email: EMAIL, password})).status).toBe(303);
  const first = secret('cookie of a sign-in', who.cookie());
  await who.get('/account');
  await who.submit('/account/password', {
    old: secret('wrong old password', 'nicht-das-alte-Wort'),
    new: next,
  });
  await who.submit('/account/password', {old: password, new: next});
  await who.get('/account');
  await who.submit('/account/sign-out');
  await who.get('/account');
  await who.submit('/account/sign-in', {email: EMAIL, password});
  // Typed into the wrong field.
  await who.submit('/account/sign-in', {email: next, password: EMAIL});
  await who.get('/account');
  await who.submit('/account/sign-in', {email: EMAIL, password: next});
  expect(secret('cookie of the next sign-in', who.cookie())).not.toBe(first);
  return who;
}

/** Keys in every part of a request. */
async function keys(who: Visitor): Promise<void> {
  const old = await freshKey(who, '/account/key/create');
  expect((await api('/api/v1/usage', {'X-API-Key': old})).status).toBe(200);
  const key = await freshKey(who, '/account/key/refresh', {key: '1'});
  expect((await api('/api/v1/usage', {'X-API-Key': old})).status).toBe(401);
  const unknown = secret('unknown key', makeKey());
  const misspelt = secret('misspelt key', `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`);
  for (const one of [key, old, unknown, misspelt]) {
    await api('/api/v1/contracts?limit=many', {'X-API-Key': one});
    await api('/api/v1/contracts', {Authorization: `Bearer ${one}`});
    await api(`/api/v1/contracts?api_key=${one}&key=${one}`, {'X-API-Key': `${one} `});
    await api(`/api/v1/${one}`, {'X-API-Key': one});
    await api(`/${one}?%zz`, {'X-API-Key': one});
    await tools(one);
    await oauth('/oauth/token', {grant_type: 'refresh_token', client_id: one, refresh_token: one});
  }
}

/** The whole OAuth flow, with codes and tokens in wrong places too. */
async function client(who: Visitor): Promise<void> {
  const resource = `${server.base}/mcp`;
  const metadata = JSON.stringify({client_name: 'Example', redirect_uris: [CALLBACK]});
  const registered = await post('/oauth/register', metadata, {'Content-Type': 'application/json'});
  const client_id = JSON.parse(registered.text).client_id;
  const request = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: hash('sha256', secret('verifier', VERIFIER), 'base64url'),
    code_challenge_method: 'S256',
    resource,
    scope: 'data:read',
    state: 'a-state',
  });
  const consent = async (decision: string) => {
    const {text} = await who.get(`/oauth/authorize?${request}`);
    secret(`handle to ${decision}`, /name="request" value="([^"]+)"/.exec(text)?.[1]);
    return (await who.submit('/oauth/consent', {decision})).location ?? '';
  };
  expect(await consent('deny')).toContain('error=access_denied');
  const code = secret('code', new URL(await consent('allow')).searchParams.get('code') ?? '');
  const exchange = {grant_type: 'authorization_code', client_id, redirect_uri: CALLBACK, code, resource};
  await oauth('/oauth/token', {...exchange, code_verifier: secret('wrong verifier', `${VERIFIER}-wrong`)});
  const tokens = async (name: string, fields: Record<string, string>) => {
    const {text} = await oauth('/oauth/token', fields);
    const {access_token, refresh_token} = JSON.parse(text);
    return {
      access: secret(`${name} access token`, access_token),
      refresh: secret(`${name} refresh token`, refresh_token),
    };
  };
  const first = await tokens('first', {...exchange, code_verifier: VERIFIER});
  await tools(first.access);
  await tools(first.refresh);
  await tools(code, `/mcp?access_token=${first.access}`);
  await api('/api/v1/usage', {'X-API-Key': first.access, Authorization: `Bearer ${first.access}`});
  const again = {grant_type: 'refresh_token', client_id, refresh_token: first.refresh};
  const next = await tokens('next', again);
  await oauth('/oauth/revoke', {client_id, token: next.access});
  // As if the answer had been lost.
  await tokens('repeated', again);
  // The reuse of a code ends the grant.
  expect((await oauth('/oauth/token', {...exchange, code_verifier: VERIFIER})).status).toBe(400);
  expect((await tools(next.access)).status).toBe(401);
}

/** What an operator does, and the sign-in by a one-time password. */
async function operator(): Promise<void> {
  const env = {DATA_DIR: dataDir};
  const made = runMakeKey({...env, NAME: 'demo'}, new Date());
  secret('key of make key', FORM.exec(made.stdout.trim())?.[0]);
  const {stdout} = await runAdmin(['account', 'reset-password', EMAIL], env, new Date());
  const password = secret('one-time password', stdout.trim());
  const who = visitor(server.base, seen);
  await who.get('/account');
  await who.submit('/account/sign-in', {email: EMAIL, password});
  await who.get('/account');
  expect((await who.submit('/account/sign-out')).status).toBe(303);
  await who.get('/account');
  await who.submit('/account/sign-in', {email: EMAIL, password});
  expect((await runAdmin(['account', 'show', EMAIL], env, new Date())).stdout).toContain('one-time, used');
}

/** All requests that need the store again, while it fails. */
async function broken(who: Visitor): Promise<void> {
  const sql = new DatabaseSync(join(dataDir, 'accounts.db'), {timeout: 60_000});
  sql.exec(
    'DROP TABLE sessions; DROP TABLE key_usage; DROP TABLE keys; DROP TABLE oauth_tokens; DROP TABLE attempts',
  );
  sql.close();
  const refresh = secrets.get('next refresh token')!;
  const failing = [
    await who.get('/account'),
    await api('/api/v1/usage', {'X-API-Key': secret('key of a broken store', makeKey())}),
    await tools(secrets.get('next access token')!),
    await oauth('/oauth/revoke', {client_id: 'x', token: refresh}),
    await who.submit('/account/sign-in', {email: EMAIL, password: secrets.get('password')!}),
  ];
  expect(failing.filter(({status}) => status >= 500).length).toBeGreaterThanOrEqual(3);
}

/** Bytes of the files of the store by name, while the server ran and after its end. */
const files = new Map<string, Buffer>();

function keepFiles(when: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    const path = join(dataDir, `accounts.db${ending}`);
    if (existsSync(path)) files.set(`accounts.db${ending} ${when}`, readFileSync(path));
  }
}

beforeAll(async () => {
  server = await startServer(dataDir, {LOG_LEVEL: 'debug', WORKERS: '2'});
  const who = await account();
  await keys(who);
  await client(who);
  await operator();
  keepFiles('while it runs');
  await broken(who);
  keepFiles('when it broke');
  await server.stop();
  keepFiles('at the end');
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, {recursive: true, force: true});
});

/** The encodings of a secret, and prefixes of a truncated key. */
function traces(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    value.normalize('NFD'),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/.{0,2}=*$/, ''),
    ...(FORM.test(value) ? [value.slice(13, 41), value.slice(0, 20)] : []),
  ];
}

/** Names of the secrets in a text. */
const secretsIn = (text: string | Buffer, except: readonly string[] = []): string[] =>
  [...secrets]
    .filter(([name, value]) => !except.includes(name) && traces(value).some((trace) => text.includes(trace)))
    .map(([name]) => name);

test('the scenario covered all kinds of secrets, answers and log lines', () => {
  expect(secrets.size).toBeGreaterThanOrEqual(20);
  const statuses = new Set(seen.map(({status}) => status));
  for (const status of [200, 201, 303, 400, 401, 404]) expect(statuses).toContain(status);
  const lines = server.stderr().trim().split('\n');
  expect(lines.filter((line) => JSON.parse(line).msg === 'answered').length).toBeGreaterThan(20);
  expect(lines.some((line) => JSON.parse(line).level === 50)).toBe(true);
});

test('the search finds the pages that show a key, once each', () => {
  const shown = seen.filter(({status}) => status === 200).flatMap(({text}) => secretsIn(text));
  const keys = shown.filter((name) => name.startsWith('key of '));
  expect(keys).toEqual(['key of /account/key/create', 'key of /account/key/refresh']);
});

test('the log has the first characters of keys and no secret', () => {
  expect(server.stderr()).toContain(secrets.get('key of /account/key/create')!.slice(0, 13));
  expect(secretsIn(server.stderr())).toEqual([]);
});

test('no error reveals a secret', () => {
  const errors = seen.filter(({status}) => status >= 400);
  expect(errors.length).toBeGreaterThan(30);
  for (const {url, text} of errors) expect([url, secretsIn(text)]).toEqual([url, []]);
});

test('no redirect carries a secret, except the code for the client', () => {
  const locations = seen.flatMap(({location}) => (location === null ? [] : [location]));
  expect(locations.length).toBeGreaterThan(10);
  for (const location of locations) {
    expect([location, secretsIn(location, location.startsWith(`${CALLBACK}?`) ? ['code'] : [])]).toEqual([
      location,
      [],
    ]);
  }
});

test('no requested URL contains a secret, except where the test puts one', () => {
  const links = seen.flatMap(({text}) => [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)]);
  expect(links.length).toBeGreaterThan(10);
  for (const [, address] of links) expect(secretsIn(address!)).toEqual([]);
});

test('the store contains no secret', () => {
  const all = [...files.keys()];
  expect(all).toEqual(expect.arrayContaining(['accounts.db-wal while it runs', 'accounts.db at the end']));
  for (const [name, bytes] of files) expect([name, secretsIn(bytes)]).toEqual([name, []]);
  // What is searched is where they would be.
  const running = Buffer.concat(
    [...files].filter(([name]) => name.endsWith('runs')).map(([, bytes]) => bytes),
  );
  for (const kept of [
    EMAIL,
    '$scrypt$ln=17,r=8,p=1$',
    hash('sha256', secrets.get('first access token')!, 'hex'),
  ])
    expect(running.includes(kept)).toBe(true);
});
