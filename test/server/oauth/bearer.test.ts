/** Bearer tokens at the tool server: authentication and challenges (RFC 6750, RFC 9728). */
import {Hono} from 'hono';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {hashSecret, makeSecret} from '../../../server/accounts/secrets.ts';
import {type BearerEnv, bearer} from '../../../server/oauth/bearer.ts';
import {ORIGIN, RESOURCE, type ToolClient, toolClient} from '../../helpers/tool_client.ts';

let client: ToolClient;
let app: Hono<BearerEnv>;
let principal: Awaited<ReturnType<ToolClient['connected']>>;
beforeAll(async () => {
  client = await toolClient();
  app = new Hono<BearerEnv>();
  app.use(bearer(client.services));
  app.post('/tools', (c) => c.json({account: c.get('account')}));
  principal = await client.connected();
});
afterAll(() => client.close());

const call = (Authorization?: string) =>
  app.request('/tools', {method: 'POST', headers: Authorization === undefined ? {} : {Authorization}});

const CHALLENGE = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp", scope="data:read"`;

/** What a refusal says: status and header; its body has the shape of all errors. */
async function refused(answer: Response): Promise<[number, string | null]> {
  expect(await answer.json()).toEqual({
    error: {
      code: answer.status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN',
      message: expect.stringMatching(/^[A-Z].+\.$/),
    },
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return [answer.status, answer.headers.get('www-authenticate')];
}

/** An access token of a grant as given. */
function tokenFor(grant: {scope?: string; resource?: string}): string {
  const {grants} = client.tables;
  const now = new Date(client.clock.now);
  const id = grants.add(
    {account: principal.id, client: principal.client_id, scope: 'data:read', resource: RESOURCE, ...grant},
    now,
  );
  const secret = makeSecret('access');
  const expires_at = new Date(client.clock.now + 1000).toISOString();
  grants.addToken(hashSecret(secret), {grant: id, kind: 'access', expires_at}, now);
  return secret;
}

test('a valid token passes with its account, in any spelling of the scheme', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const answer = await call(`${scheme} ${principal.access_token}`);
    expect([answer.status, await answer.json()]).toEqual([200, {account: principal.id}]);
  }
});

test('a call without a token gets a challenge that leads to one', async () => {
  for (const header of [undefined, '', 'Basic dXNlcjp3b3Jk', 'Bearers x', principal.access_token]) {
    expect(await refused(await call(header))).toEqual([401, CHALLENGE]);
  }
});

test('an invalid token gets the error invalid_token', async () => {
  const other = tokenFor({resource: 'https://other.example/mcp'});
  for (const token of [
    '',
    'x',
    'fpd_live_0123',
    principal.refresh_token,
    principal.code,
    `${principal.access_token}x`,
    other,
  ]) {
    expect(await refused(await call(`Bearer ${token}`))).toEqual([
      401,
      `${CHALLENGE}, error="invalid_token"`,
    ]);
  }
});

test('a token without the scope gets the error insufficient_scope', async () => {
  for (const scope of ['', 'data:write', 'data:reader', 'xdata:read']) {
    const answer = await call(`Bearer ${tokenFor({scope})}`);
    expect(await refused(answer)).toEqual([403, `${CHALLENGE}, error="insufficient_scope"`]);
  }
  expect((await call(`Bearer ${tokenFor({scope: 'data:write data:read'})}`)).status).toBe(200);
});

test('a token is invalid after its expiry, the end of its grant and the closing of its account', async () => {
  const brief = tokenFor({});
  client.clock.now += 1000;
  expect((await call(`Bearer ${brief}`)).status).toBe(401);

  const revoked = await client.connected('revoked@example.org');
  const {grants, accounts} = client.tables;
  const [connected] = grants.connected(revoked.id, new Date(client.clock.now));
  expect((await call(`Bearer ${revoked.access_token}`)).status).toBe(200);
  expect(grants.revoke(connected!.grant, revoked.id, new Date(client.clock.now))).toBe(true);
  expect((await call(`Bearer ${revoked.access_token}`)).status).toBe(401);

  const closed = await client.connected('closed@example.org');
  accounts.close(closed.id, new Date(client.clock.now));
  expect((await call(`Bearer ${closed.access_token}`)).status).toBe(401);
});

test('an API key is not a token', async () => {
  const {status} = await app.request('/tools', {method: 'POST', headers: {'X-API-Key': 'fpd_live_x'}});
  expect(status).toBe(401);
});
