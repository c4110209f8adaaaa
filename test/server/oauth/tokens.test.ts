/** Codes and refresh tokens become tokens, each once (RFC 6749 4.1.3, 5, 6; RFC 7636 4.6). */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {authenticateBearer} from '../../../server/oauth/bearer.ts';
import {
  CALLBACK,
  type Params,
  RESOURCE,
  refusal,
  type Tokens,
  type ToolClient,
  toolClient,
  VERIFIER,
} from '../../helpers/tool_client.ts';

let client: ToolClient;
let id: string;
let other: string;
let principal: {id: number; cookie: string};
beforeAll(async () => {
  client = await toolClient();
  id = await client.register([CALLBACK, 'http://localhost/cb']);
  other = await client.register();
  principal = client.account();
});
afterAll(() => client.close());

/** A new code; requests for authorization are bounded, so time passes. */
const newCode = (changed: Params = {}) => {
  client.clock.now += 600_000;
  return client.code(client.authorizationParams(id, changed), principal.cookie);
};

const newTokens = async () =>
  (await (await client.token(client.exchange(id, await newCode()))).json()) as Tokens;

/** Whether the tool server accepts a call with the token. */
const opens = (access_token: string): boolean =>
  typeof authenticateBearer(client.services)(`Bearer ${access_token}`) === 'number';

test('a code is exchanged for tokens', async () => {
  const answer = await client.token(client.exchange(id, await newCode()));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = (await answer.json()) as Tokens;
  expect(body).toEqual({
    access_token: expect.stringMatching(/^fpd_at_[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^fpd_rt_[\w-]{43}$/),
    scope: 'data:read',
  });
  expect(opens(body.access_token)).toBe(true);
});

test('a code exchanged without a resource is for the resource of its request', async () => {
  const answer = await client.token(client.exchange(id, await newCode(), {resource: null}));
  expect(answer.status).toBe(200);
});

test('a code for a loopback host is bound to the port of its request', async () => {
  const address = 'http://localhost:4321/cb';
  const code = await newCode({redirect_uri: address});
  const wrong = client.exchange(id, code, {redirect_uri: 'http://localhost:4322/cb'});
  expect(await refusal(await client.token(wrong))).toEqual([400, 'invalid_grant']);
  const right = client.exchange(id, code, {redirect_uri: address});
  expect((await client.token(right)).status).toBe(200);
});

describe('a code is refused and stays valid for its client', () => {
  test.each<[string, Params, string]>([
    ['without a verifier', {code_verifier: null}, 'invalid_request'],
    ['with an empty verifier', {code_verifier: ''}, 'invalid_request'],
    ['with a wrong verifier', {code_verifier: `${VERIFIER}x`}, 'invalid_grant'],
    ['with a repeated verifier', {code_verifier: [VERIFIER, VERIFIER]}, 'invalid_request'],
    ['without a redirect address', {redirect_uri: null}, 'invalid_request'],
    ['with another redirect address', {redirect_uri: 'http://localhost/cb'}, 'invalid_grant'],
    ['for another resource', {resource: 'https://other.example/mcp'}, 'invalid_target'],
    ['without a client', {client_id: null}, 'invalid_request'],
    ['by an unknown client', {client_id: 'nobody'}, 'invalid_client'],
    ['without a code', {code: null}, 'invalid_request'],
    ['with two codes', {code: ['a', 'b']}, 'invalid_request'],
    ['with an unknown code', {code: 'fpd_code_x'}, 'invalid_grant'],
    ['without a grant type', {grant_type: null}, 'invalid_request'],
    ['with another grant type', {grant_type: 'password'}, 'unsupported_grant_type'],
    ['with a grant type that every object has', {grant_type: 'constructor'}, 'unsupported_grant_type'],
    ['as a refresh token', {grant_type: 'refresh_token', refresh_token: 'x'}, 'invalid_grant'],
  ])('%s', async (_, changed, error) => {
    const code = await newCode();
    const answer = await client.token(client.exchange(id, code, changed));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await refusal(answer)).toEqual([400, error]);
    expect((await client.token(client.exchange(id, code))).status).toBe(200);
  });

  test('by another client', async () => {
    const code = await newCode();
    expect(await refusal(await client.token(client.exchange(other, code)))).toEqual([400, 'invalid_grant']);
    expect((await client.token(client.exchange(id, code))).status).toBe(200);
  });

  test('with the challenge instead of the verifier, as in the method plain', async () => {
    const code = await newCode();
    const {code_challenge} = client.authorizationParams(id);
    const plain = client.exchange(id, code, {code_verifier: code_challenge!});
    expect(await refusal(await client.token(plain))).toEqual([400, 'invalid_grant']);
  });
});

test('a code expires after 60 seconds', async () => {
  const [early, late] = [await newCode(), await newCode()];
  client.clock.now += 59_999;
  expect((await client.token(client.exchange(id, late))).status).toBe(200);
  client.clock.now += 1;
  expect(await refusal(await client.token(client.exchange(id, early)))).toEqual([400, 'invalid_grant']);
  const last = await newCode();
  client.clock.now += 60_000;
  expect(await refusal(await client.token(client.exchange(id, last)))).toEqual([400, 'invalid_grant']);
});

test('a code works once; a second use revokes the tokens issued for it', async () => {
  const code = await newCode();
  const given = (await (await client.token(client.exchange(id, code))).json()) as Tokens;
  expect(opens(given.access_token)).toBe(true);
  expect(await refusal(await client.token(client.exchange(id, code)))).toEqual([400, 'invalid_grant']);
  expect(opens(given.access_token)).toBe(false);
  expect(await refusal(await client.refresh(id, given.refresh_token))).toEqual([400, 'invalid_grant']);
});

test('a used code revokes its tokens even if it has expired and the rest of the request is wrong', async () => {
  const code = await newCode();
  const given = (await (await client.token(client.exchange(id, code))).json()) as Tokens;
  client.clock.now += 600_000;
  const stolen = client.exchange(other, code, {
    code_verifier: 'guessed',
    redirect_uri: 'https://evil.example/',
  });
  expect(await refusal(await client.token(stolen))).toEqual([400, 'invalid_grant']);
  expect(opens(given.access_token)).toBe(false);
});

test('of concurrent uses of a code one succeeds', async () => {
  const params = client.exchange(id, await newCode());
  const answers = await Promise.all(Array.from({length: 12}, () => client.token(params)));
  const statuses = answers.map(({status}) => status).sort();
  expect(statuses).toEqual([200, ...Array(11).fill(400)]);
});

test('an access token expires after an hour', async () => {
  const {access_token} = await newTokens();
  client.clock.now += 3_599_999;
  expect(opens(access_token)).toBe(true);
  client.clock.now += 1;
  expect(opens(access_token)).toBe(false);
});

test('a refresh token is replaced at each use', async () => {
  const first = await newTokens();
  const answer = await client.refresh(id, first.refresh_token, {resource: RESOURCE, scope: 'data:read'});
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const second = (await answer.json()) as Tokens;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(second.access_token).not.toBe(first.access_token);
  expect(opens(second.access_token)).toBe(true);
  expect((await client.refresh(id, second.refresh_token)).status).toBe(200);
});

test('a replaced refresh token revokes the whole grant', async () => {
  const first = await newTokens();
  const second = (await (await client.refresh(id, first.refresh_token)).json()) as Tokens;
  const third = (await (await client.refresh(id, second.refresh_token)).json()) as Tokens;
  client.clock.now += 1_000;
  expect(await refusal(await client.refresh(other, first.refresh_token))).toEqual([400, 'invalid_grant']);
  for (const {access_token} of [first, second, third]) expect(opens(access_token)).toBe(false);
  expect(await refusal(await client.refresh(id, third.refresh_token))).toEqual([400, 'invalid_grant']);
});

test('a client that lost its answer may repeat itself for half a minute, and no longer', async () => {
  const {refresh_token} = await newTokens();
  const tokens: Tokens[] = [];
  for (const ms of [0, 20_000, 9_999]) {
    client.clock.now += ms;
    tokens.push((await (await client.refresh(id, refresh_token)).json()) as Tokens);
  }
  expect(new Set(tokens.map((one) => one.refresh_token)).size).toBe(3);
  expect(tokens.every((one) => opens(one.access_token))).toBe(true);
  client.clock.now += 1;
  expect(await refusal(await client.refresh(id, refresh_token))).toEqual([400, 'invalid_grant']);
  expect(tokens.some((one) => opens(one.access_token))).toBe(false);
  client.clock.now += 600_000;
});

test('of two who used one refresh token within half a minute, the second to go on ends the grant', async () => {
  const {refresh_token} = await newTokens();
  const use = async (token: string) => (await (await client.refresh(id, token)).json()) as Tokens;
  const [own, stolen] = [await use(refresh_token), await use(refresh_token)];
  client.clock.now += 1_000;
  const next = await use(own.refresh_token);
  expect(opens(next.access_token)).toBe(true);
  expect(await refusal(await client.refresh(id, stolen.refresh_token))).toEqual([400, 'invalid_grant']);
  for (const {access_token} of [own, stolen, next]) expect(opens(access_token)).toBe(false);
});

test('concurrent uses of a refresh token by its client all succeed', async () => {
  const {refresh_token} = await newTokens();
  const answers = await Promise.all(Array.from({length: 12}, () => client.refresh(id, refresh_token)));
  expect(answers.map(({status}) => status)).toEqual(Array(12).fill(200));
});

test('a refresh with other scopes, or with a slash after the resource, gets the only scope', async () => {
  const {refresh_token} = await newTokens();
  const changed = {scope: 'data:read offline_access', resource: `${RESOURCE}/`};
  const answer = await client.refresh(id, refresh_token, changed);
  expect(await answer.json()).toMatchObject({scope: 'data:read'});
});

test('a refresh token expires 30 days after its own issue', async () => {
  const day = 86_400_000;
  const first = await newTokens();
  client.clock.now += 30 * day - 1;
  const second = (await (await client.refresh(id, first.refresh_token)).json()) as Tokens;
  client.clock.now += 30 * day;
  expect(await refusal(await client.refresh(id, second.refresh_token))).toEqual([400, 'invalid_grant']);
  principal = client.account('later@example.org');
});

describe('a refresh token is refused and stays valid for its client', () => {
  test.each<[string, Params, string]>([
    ['for another resource', {resource: 'https://other.example/mcp'}, 'invalid_target'],
    ['without one', {refresh_token: null}, 'invalid_request'],
    ['by an unknown client', {client_id: 'nobody'}, 'invalid_client'],
  ])('%s', async (_, changed, error) => {
    const {refresh_token} = await newTokens();
    expect(await refusal(await client.refresh(id, refresh_token, changed))).toEqual([400, error]);
    expect((await client.refresh(id, refresh_token)).status).toBe(200);
  });

  test('by another client', async () => {
    const {refresh_token} = await newTokens();
    expect(await refusal(await client.refresh(other, refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await client.refresh(id, refresh_token)).status).toBe(200);
  });
});

test('an access token is no refresh token, and a refresh token authorizes no call', async () => {
  const {access_token, refresh_token} = await newTokens();
  expect(await refusal(await client.refresh(id, access_token))).toEqual([400, 'invalid_grant']);
  expect(opens(refresh_token)).toBe(false);
  expect(opens(access_token)).toBe(true);
});

test('a revoked grant issues no tokens', async () => {
  const tokens = await newTokens();
  const {grants} = client.tables;
  for (const {grant} of grants.connected(principal.id, new Date(client.clock.now))) {
    expect(grants.revoke(grant, principal.id, new Date(client.clock.now))).toBe(true);
  }
  expect(opens(tokens.access_token)).toBe(false);
  expect(await refusal(await client.refresh(id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
});

test('a closed account gets no tokens, not even for a code', async () => {
  const gone = client.account('gone@example.org');
  client.clock.now += 600_000;
  const [first, second] = [
    await client.code(client.authorizationParams(id), gone.cookie),
    await client.code(client.authorizationParams(id), gone.cookie),
  ];
  const tokens = (await (await client.token(client.exchange(id, first))).json()) as Tokens;
  client.tables.accounts.close(gone.id, new Date(client.clock.now));
  expect(opens(tokens.access_token)).toBe(false);
  expect(await refusal(await client.refresh(id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect(await refusal(await client.token(client.exchange(id, second)))).toEqual([400, 'invalid_grant']);
});

describe('a request is refused', () => {
  test('that is not a form', async () => {
    const params = JSON.stringify(client.exchange(id, 'x'));
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      expect(await refusal(await client.post('/oauth/token', type, params))).toEqual([
        400,
        'invalid_request',
      ]);
    }
  });

  test('whose parameters are in the URL', async () => {
    const {grant_type, ...rest} = client.exchange(id, await newCode()) as Record<string, string>;
    const path = `/oauth/token?${new URLSearchParams(rest)}`;
    expect(await refusal(await client.submit(path, {grant_type: grant_type!}))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  test('that is too large', async () => {
    const params = client.exchange(id, 'x'.repeat(20_000));
    expect(await refusal(await client.token(params))).toEqual([413, 'invalid_request']);
  });

  test('by a client that authenticates, since clients are public', async () => {
    const Authorization = `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`;
    const answer = await client.submit('/oauth/token', client.exchange(id, 'x'), {Authorization});
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(await refusal(answer)).toEqual([401, 'invalid_client']);
  });
});
