/** OAuth over HTTP: the official SDK and plain requests against running servers. */
import {createHash, randomBytes} from 'node:crypto';
import {request} from 'node:http';
import {
  auth,
  discoverOAuthServerInfo,
  type OAuthClientProvider,
  refreshAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import {InvalidGrantError} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {OAuthClientInformationMixed, OAuthTokens} from '@modelcontextprotocol/sdk/shared/auth.js';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {sessionsTable} from '../../../server/accounts/sessions.ts';
import {challengeOf} from '../../../server/oauth/tokens.ts';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {VERIFIER} from '../../helpers/tool_client.ts';

const CALLBACK = 'http://localhost:7654/callback';

let store: Store;
let servers: Server[];
let origin: string;
let cookie: string;

beforeAll(async () => {
  store = ownStore();
  const first = await startServer(store.dataDir, {WORKERS: '1'});
  origin = first.base;
  // Another process over the same store, which believes to be reached at the same address.
  servers = [first, await startServer(store.dataDir, {API_ORIGIN: origin, WORKERS: '1'})];
  cookie = signIn();
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  store.close();
});

/** The cookie of a browser that is signed in. */
function signIn(): string {
  const secret = randomBytes(32).toString('base64url');
  const database = openDatabase(dataPaths(store.dataDir).accounts);
  const now = new Date();
  const {id} = store.accounts.add('tools@example.org', 'free', now);
  const expires_at = new Date(now.getTime() + 86_400_000).toISOString();
  sessionsTable(database).add(
    createHash('sha256').update(secret).digest('hex'),
    {account: id, expires_at},
    now,
  );
  database.close();
  return `account=${secret}`;
}

/** What a person does in the browser: looks at the consent page, allows, and is sent back with a code. */
async function allow(address: URL): Promise<URL> {
  const page = await (await fetch(address, {headers: {Cookie: cookie}})).text();
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)];
  const body = new URLSearchParams();
  for (const [, name, value] of fields) body.set(name!, value!);
  body.set('decision', 'allow');
  const answer = await fetch(`${origin}/oauth/consent`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {Cookie: cookie, Origin: origin},
  });
  return new URL(answer.headers.get('location') ?? '');
}

/** A client as programs make one with the SDK; keeps everything in memory. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {client_name: 'Example Program', redirect_uris: [CALLBACK]};
  client: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  verifier = '';
  askedAt: URL | undefined;
  state = () => 'state of the program';
  clientInformation = () => this.client;
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens = () => this.held;
  saveTokens(tokens: OAuthTokens) {
    this.held = tokens;
  }
  invalidateCredentials() {
    this.client = undefined;
    this.held = undefined;
  }
  redirectToAuthorization(address: URL) {
    this.askedAt = address;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

test('a host is a name in any case, with a port or without; what is none is refused', async () => {
  const {hostname, port} = new URL(origin);
  const statusFor = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      request(
        {hostname, port, path: '/.well-known/oauth-authorization-server', headers: {host}},
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      )
        .on('error', reject)
        .end();
    });
  for (const host of ['Data.Example.ORG', 'data.example.org:80', '[::1]:8080', 'a_b.example'])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  for (const host of ['a b', 'a@b', 'a/b', 'a:b', '[::1', 'a?b'])
    expect([host, await statusFor(host)]).toEqual([host, 400]);
});

test('HEAD has no body and no length that is wrong', async () => {
  const {status, headers} = await fetch(`${origin}/account`, {method: 'HEAD'});
  expect([status, headers.get('content-length')]).toEqual([200, null]);
});

test('clients are told when idle connections end, before they do', async () => {
  const {headers} = await fetch(`${origin}/mcp`);
  expect(headers.get('keep-alive')).toBe('timeout=7');
});

test('the official SDK discovers, registers, authorizes, exchanges and refreshes', async () => {
  const serverUrl = `${origin}/mcp`;
  const program = new Program();
  expect(await auth(program, {serverUrl})).toBe('REDIRECT');
  expect(program.askedAt?.searchParams.get('resource')).toBe(serverUrl);
  const back = await allow(program.askedAt!);
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
  expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([program.state(), origin]);
  const authorizationCode = back.searchParams.get('code')!;
  expect(await auth(program, {serverUrl, authorizationCode})).toBe('AUTHORIZED');
  const first = program.held!;
  expect(first).toMatchObject({token_type: 'Bearer', expires_in: 3600, scope: 'data:read'});

  // With a refresh token it needs no consent.
  expect(await auth(program, {serverUrl})).toBe('AUTHORIZED');
  expect(program.held?.refresh_token).not.toBe(first.refresh_token);

  const {authorizationServerUrl, authorizationServerMetadata: metadata} =
    await discoverOAuthServerInfo(serverUrl);
  const refreshed = (refreshToken: string) =>
    refreshAuthorization(authorizationServerUrl, {
      ...(metadata && {metadata}),
      clientInformation: program.client!,
      refreshToken,
    });
  // As if its answer had been lost.
  expect((await refreshed(first.refresh_token!)).refresh_token).not.toBe(program.held?.refresh_token);
  await expect(refreshed(`${first.refresh_token}x`)).rejects.toThrow(InvalidGrantError);
});

test('a client that the server has deleted registers again', async () => {
  const serverUrl = `${origin}/mcp`;
  const program = new Program();
  program.client = {client_id: 'long-gone', issuer: origin};
  program.held = {access_token: 'x', token_type: 'Bearer', refresh_token: 'y', issuer: origin};
  expect(await auth(program, {serverUrl})).toBe('REDIRECT');
  expect(program.client?.client_id).not.toBe('long-gone');
});

const form = (base: string, path: string, params: Record<string, string>) =>
  fetch(base + path, {method: 'POST', body: new URLSearchParams(params)});

/** A client that was granted a code, as parameters of the exchange. */
async function granted(): Promise<Record<string, string>> {
  const registered = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({redirect_uris: [CALLBACK]}),
  });
  const {client_id} = (await registered.json()) as {client_id: string};
  const address = new URL(`${origin}/oauth/authorize`);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    resource: `${origin}/mcp`,
  }).toString();
  const code = (await allow(address)).searchParams.get('code') ?? '';
  return {grant_type: 'authorization_code', client_id, code, redirect_uri: CALLBACK, code_verifier: VERIFIER};
}

/**
 * Sends the same request to both processes concurrently; returns the bodies of successes and the number of
 * failures.
 */
async function race(params: Record<string, string>) {
  const answers = await Promise.all(
    Array.from({length: 16}, (_, i) => form(servers[i % 2]!.base, '/oauth/token', params)),
  );
  const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<Record<string, string>>));
  const won = bodies.filter((_, i) => answers[i]!.status === 200);
  const lost = bodies.filter((_, i) => answers[i]!.status === 400 && bodies[i]!['error'] === 'invalid_grant');
  return {won, lost: lost.length};
}

test('a code is exchanged once, however many requests of two processes use it', async () => {
  const {won, lost} = await race(await granted());
  expect([won.length, lost]).toEqual([1, 15]);
});

test('a refresh token is exchanged for its client, however many requests of two processes use it', async () => {
  const params = await granted();
  const tokens = (await (await form(origin, '/oauth/token', params)).json()) as Record<string, string>;
  const {won, lost} = await race({
    grant_type: 'refresh_token',
    client_id: params['client_id']!,
    refresh_token: tokens['refresh_token']!,
  });
  expect([won.length, lost]).toEqual([16, 0]);
  expect(new Set(won.map((one) => one['access_token'])).size).toBe(16);
});

/**
 * Sends pieces as fast as they are taken, until there is an answer or the connection is closed; `fetch` would
 * send on for ever then.
 */
function sendEndlessly(address: string): Promise<number | 'closed'> {
  const piece = Buffer.alloc(8192, 'a');
  return new Promise((resolve) => {
    const headers = {'Content-Type': 'application/json'};
    const sent = request(address, {method: 'POST', agent: false, headers});
    const end = (status: number | 'closed') => {
      sent.destroy();
      resolve(status);
    };
    const send = () => {
      while (!sent.destroyed && sent.write(piece));
    };
    sent.once('response', ({statusCode = 0}) => end(statusCode));
    sent.on('error', () => end('closed'));
    sent.on('drain', send);
    send();
  });
}

test('an endless body is refused while it is sent', async () => {
  // The connection may be closed before the answer is read.
  expect([413, 'closed']).toContain(await sendEndlessly(`${origin}/oauth/register`));
  expect((await fetch(`${origin}/.well-known/oauth-authorization-server`)).status).toBe(200);
});
