/** Discovery metadata for tool clients (RFC 8414, RFC 9728). */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ORIGIN, RESOURCE, type ToolClient, toolClient} from '../../helpers/tool_client.ts';

let client: ToolClient;
beforeAll(async () => {
  client = await toolClient();
});
afterAll(() => client.close());

const RESOURCE_PATHS = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/mcp/',
];
const SERVER_PATH = '/.well-known/oauth-authorization-server';

test.each(RESOURCE_PATHS)('%s describes the tool server', async (path) => {
  const answer = await client.app.request(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toMatchObject({
    resource: RESOURCE,
    authorization_servers: [ORIGIN],
    scopes_supported: ['data:read'],
    bearer_methods_supported: ['header'],
  });
});

test.each([...RESOURCE_PATHS, SERVER_PATH, '/.well-known/openid-configuration', '/.well-known/nothing'])(
  'a page of any origin may read what %s answers',
  async (path) => {
    const answer = await client.app.request(path, {headers: {Origin: 'https://inspector.example'}});
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  },
);

test('the metadata of the authorization server name its endpoints and their capabilities', async () => {
  const answer = await client.app.request(SERVER_PATH);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    registration_endpoint: `${ORIGIN}/oauth/register`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['data:read'],
    authorization_response_iss_parameter_supported: true,
  });
});

const PROGRAM_PATHS = [...RESOURCE_PATHS, SERVER_PATH, '/oauth/register', '/oauth/token', '/oauth/revoke'];

test.each(PROGRAM_PATHS)('%s is readable by any origin, without cookies', async (path) => {
  const preflight = await client.app.request(path, {
    method: 'OPTIONS',
    headers: {Origin: 'https://tools.example', 'Access-Control-Request-Method': 'POST'},
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  const answer = await client.app.request(path, {method: 'GET', headers: {Origin: 'https://tools.example'}});
  for (const {headers} of [preflight, answer]) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test.each(['/oauth/authorize', '/oauth/consent'])('%s is closed to other origins', async (path) => {
  const answer = await client.app.request(path, {headers: {Origin: 'https://tools.example'}});
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  ['GET', '/oauth/token', 'POST'],
  ['GET', '/oauth/register', 'POST'],
  ['DELETE', '/oauth/revoke', 'POST'],
  ['POST', '/oauth/authorize', 'GET, HEAD'],
  ['PUT', '/oauth/consent', 'GET, HEAD, POST'],
  ['POST', SERVER_PATH, 'GET, HEAD'],
])('%s %s is refused and told what is allowed', async (method, path, allow) => {
  const answer = await client.app.request(path, {method});
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
});

test('an unknown path is 404 with any method', async () => {
  expect((await client.app.request('/oauth/nothing')).status).toBe(404);
  expect((await client.app.request('/.well-known/nothing', {method: 'POST'})).status).toBe(404);
});
