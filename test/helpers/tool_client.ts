/** A tool client and the browser of an account holder of accounts, in process, with its own clock. */
import {randomBytes} from 'node:crypto';
import {passwordHashing} from '../../server/accounts/passwords.ts';
import {hashSecret} from '../../server/accounts/secrets.ts';
import {accountTables} from '../../server/accounts/tables.ts';
import {challengeOf} from '../../server/oauth/tokens.ts';
import type {AccountServices} from '../../server/pages/account_services.ts';
import {accountApp} from '../../server/process/account_app.ts';
import {testService} from './service.ts';

export const ORIGIN = 'https://accounts.example.org';
export const RESOURCE = `${ORIGIN}/mcp`;
export const CALLBACK = 'https://client.example/callback';
export const VERIFIER = 'a-verifier-of-forty-three-characters-or-more-0123456789';

/** What is sent; null leaves a parameter out, a list repeats it. */
export type Params = Record<string, string | null | readonly string[]>;

/** The parameters in their order. */
export function form(params: Params): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of value === null ? [] : [value].flat()) sent.append(name, one);
  }
  return sent;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export async function toolClient(origin = ORIGIN) {
  const service = await testService();
  const clock = {now: service.context.now()};
  const {database} = service.store;
  const context = {...service.context, now: () => clock.now};
  const services: AccountServices = {
    origin,
    toolOrigins: [],
    proxies: 1,
    database,
    hashing: passwordHashing(),
    limits: context.limits,
    context,
  };
  const app = accountApp(services);
  const tables = accountTables(services);
  const resource = `${origin}/mcp`;

  /** A new account, signed in: its number and the cookie of its browser. */
  function account(name = 'holder@example.org') {
    const {id} = tables.accounts.add(name, 'free', new Date(clock.now));
    const secret = randomBytes(32).toString('base64url');
    const expires_at = new Date(clock.now + 14 * 86_400_000).toISOString();
    tables.sessions.add(hashSecret(secret), {account: id, expires_at}, new Date(clock.now));
    return {id, cookie: `${origin.startsWith('https:') ? '__Host-' : ''}account=${secret}`};
  }

  const post = (path: string, type: string, body: string, headers: Record<string, string> = {}) =>
    app.request(path, {method: 'POST', body, headers: {'Content-Type': type, ...headers}});

  const submit = (path: string, params: Params, headers: Record<string, string> = {}) =>
    post(path, 'application/x-www-form-urlencoded', form(params).toString(), headers);

  const registration = (metadata: unknown, headers: Record<string, string> = {}) =>
    post('/oauth/register', 'application/json', JSON.stringify(metadata), headers);

  /** The id of a client with these redirect addresses. */
  async function register(redirect_uris: readonly string[] = [CALLBACK], client_name = 'Example Tools') {
    const answer = await registration({redirect_uris, client_name});
    const {client_id} = (await answer.json()) as {client_id: string};
    return client_id;
  }

  /** Parameters of a good request for authorization, but for those given. */
  const authorizationParams = (client_id: string, changed: Params = {}): Params => ({
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    resource,
    scope: 'data:read',
    state: 'state-1',
    ...changed,
  });

  const authorize = (params: Params, cookie = '') =>
    app.request(`/oauth/authorize?${form(params)}`, {headers: {Cookie: cookie}});

  /** The hidden fields of the consent page. */
  async function fieldsOf(pageAnswer: Response): Promise<Record<string, string>> {
    const text = await pageAnswer.text();
    const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)];
    return Object.fromEntries(fields.map(([, name, value]) => [name!, value!]));
  }

  const decide = (fields: Params, cookie: string, headers: Record<string, string> = {}) =>
    submit('/oauth/consent', fields, {Origin: origin, Cookie: cookie, ...headers});

  /** The code sent to the client when the account holder allows its request. */
  async function code(params: Params, cookie: string): Promise<string> {
    const fields = await fieldsOf(await authorize(params, cookie));
    const answer = await decide({...fields, decision: 'allow'}, cookie);
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  }

  /** Parameters that exchange a code, but for those given. */
  const exchange = (client_id: string, given: string, changed: Params = {}): Params => ({
    grant_type: 'authorization_code',
    client_id,
    code: given,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    resource,
    ...changed,
  });

  const token = (params: Params) => submit('/oauth/token', params);

  const refresh = (client_id: string, refresh_token: string, changed: Params = {}) =>
    token({grant_type: 'refresh_token', client_id, refresh_token, ...changed});

  /** An account that granted a client: everything up to the tokens. */
  async function connected(name?: string) {
    const principal = account(name);
    const client_id = await register();
    const given = await code(authorizationParams(client_id), principal.cookie);
    const tokens = (await (await token(exchange(client_id, given))).json()) as Tokens;
    return {...principal, client_id, code: given, ...tokens};
  }

  return {
    app,
    services,
    clock,
    tables,
    errors: service.errors,
    close: service.close,
    account,
    post,
    submit,
    registration,
    register,
    authorizationParams,
    authorize,
    fieldsOf,
    decide,
    code,
    exchange,
    token,
    refresh,
    connected,
  };
}

export type ToolClient = Awaited<ReturnType<typeof toolClient>>;

/** Status and error code of a refusal. */
export async function refusal(answer: Response): Promise<[number, string]> {
  const {error} = (await answer.json()) as {error: string};
  return [answer.status, error];
}
