/** Token revocation by clients (RFC 7009). */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {authenticateBearer} from '../../../server/oauth/bearer.ts';
import {type Params, refusal, type ToolClient, toolClient} from '../../helpers/tool_client.ts';

let client: ToolClient;
let count = 0;
beforeAll(async () => {
  client = await toolClient();
});
afterAll(() => client.close());

const connected = () => client.connected(`holder-${count++}@example.org`);
const revoke = (params: Params) => client.submit('/oauth/revoke', params);
const opens = (token: string) => typeof authenticateBearer(client.services)(`Bearer ${token}`) === 'number';

test('revoking a refresh token revokes the whole grant', async () => {
  const {client_id, access_token, refresh_token} = await connected();
  const answer = await revoke({token: refresh_token, token_type_hint: 'refresh_token', client_id});
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(opens(access_token)).toBe(false);
  expect(await refusal(await client.refresh(client_id, refresh_token))).toEqual([400, 'invalid_grant']);
});

test('revoking an access token revokes it alone', async () => {
  const {client_id, access_token, refresh_token} = await connected();
  expect((await revoke({token: access_token})).status).toBe(200);
  expect(opens(access_token)).toBe(false);
  expect((await client.refresh(client_id, refresh_token)).status).toBe(200);
});

test('revoking an unknown or expired token succeeds', async () => {
  const {client_id, refresh_token} = await connected();
  const tokens = ['unknown', refresh_token, refresh_token];
  for (const token of tokens) expect((await revoke({token, client_id})).status).toBe(200);
});

describe('is refused', () => {
  test('a token of another client', async () => {
    const [one, other] = [await connected(), await connected()];
    const answer = await revoke({token: one.refresh_token, client_id: other.client_id});
    expect(await refusal(answer)).toEqual([400, 'invalid_grant']);
    expect(opens(one.access_token)).toBe(true);
  });

  test.each<[string, Params, string]>([
    ['nothing', {}, 'invalid_request'],
    ['an empty token', {token: ''}, 'invalid_request'],
    ['two tokens', {token: ['a', 'b']}, 'invalid_request'],
    ['an unknown client', {token: 'x', client_id: 'nobody'}, 'invalid_client'],
  ])('%s', async (_, params, error) => {
    expect(await refusal(await revoke(params))).toEqual([400, error]);
  });

  test('a body that is too large', async () => {
    expect(await refusal(await revoke({token: 'x'.repeat(20_000)}))).toEqual([413, 'invalid_request']);
  });

  test('a body that is not a form', async () => {
    const answer = await client.post('/oauth/revoke', 'application/json', '{"token":"x"}');
    expect(await refusal(answer)).toEqual([400, 'invalid_request']);
  });
});
