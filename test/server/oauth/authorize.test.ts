/** Requests for authorization and the consent (RFC 6749 4.1, RFC 7636, RFC 8707, RFC 9207). */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {hashSecret} from '../../../server/accounts/secrets.ts';
import {
  CALLBACK,
  ORIGIN,
  type Params,
  RESOURCE,
  type ToolClient,
  toolClient,
} from '../../helpers/tool_client.ts';

let client: ToolClient;
let id: string;
let principal: {id: number; cookie: string};
beforeAll(async () => {
  client = await toolClient();
  id = await client.register([CALLBACK, 'http://localhost/cb']);
  principal = client.account();
});
afterAll(() => client.close());

/** Later than anything counted before: requests are bounded. */
const wait = () => {
  client.clock.now += 600_000;
};

const sentTo = (answer: Response): URL => new URL(answer.headers.get('location') ?? '', ORIGIN);

describe('the visitor is not redirected', () => {
  test.each<[string, Params]>([
    ['by an unknown client', {client_id: 'nobody'}],
    ['without a client', {client_id: null}],
    ['with an empty client', {client_id: ''}],
    ['with two clients', {client_id: ['a', 'b']}],
    ['without a redirect address', {redirect_uri: null}],
    ['with an empty redirect address', {redirect_uri: ''}],
    ['with two redirect addresses', {redirect_uri: [CALLBACK, CALLBACK]}],
    ['to another address', {redirect_uri: 'https://evil.example/callback'}],
    ['to an address that begins like a registered one', {redirect_uri: `${CALLBACK}.evil.example`}],
    ['to a registered host with a user name', {redirect_uri: 'https://client.example@evil.example/callback'}],
    ['to a registered address with a fragment', {redirect_uri: `${CALLBACK}#x`}],
    ['to another loopback host', {redirect_uri: 'http://127.0.0.1/cb'}],
    ['to a script', {redirect_uri: 'javascript:alert(1)'}],
  ])('%s, whatever else is wrong', async (_, changed) => {
    for (const more of [{scope: 'data:read'}, {scope: 'everything'}]) {
      for (const cookie of ['', principal.cookie]) {
        const params = client.authorizationParams(id, {...more, ...changed});
        const answer = await client.authorize(params, cookie);
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
        expect(await answer.text()).not.toMatch(
          /(href|src|action|content)="[^"/#][^"]*(evil|client)\.example/,
        );
      }
    }
  });
});

describe('the client gets the error', () => {
  test.each<[string, Params, string]>([
    ['no response type', {response_type: null}, 'invalid_request'],
    ['another response type', {response_type: 'token'}, 'unsupported_response_type'],
    ['a mixed response type', {response_type: 'code token'}, 'unsupported_response_type'],
    ['no challenge', {code_challenge: null}, 'invalid_request'],
    ['an empty challenge', {code_challenge: ''}, 'invalid_request'],
    ['a challenge that is no SHA-256', {code_challenge: 'short'}, 'invalid_request'],
    ['a plain challenge', {code_challenge_method: 'plain'}, 'invalid_request'],
    ['a method of other capitals', {code_challenge_method: 's256'}, 'invalid_request'],
    ['no method, which would mean plain', {code_challenge_method: null}, 'invalid_request'],
    ['neither challenge nor method', {code_challenge: null, code_challenge_method: null}, 'invalid_request'],
    ['another resource', {resource: 'https://other.example/mcp'}, 'invalid_target'],
    ['a resource that begins like this one', {resource: `${RESOURCE}/x`}, 'invalid_target'],
    ['the resource of the whole origin', {resource: ORIGIN}, 'invalid_target'],
    ['a repeated response type', {response_type: ['code', 'code']}, 'invalid_request'],
    ['a repeated challenge', {code_challenge: ['a', 'b']}, 'invalid_request'],
    ['a repeated method', {code_challenge_method: ['S256', 'plain']}, 'invalid_request'],
    ['a repeated resource', {resource: [RESOURCE, 'https://other.example/']}, 'invalid_request'],
    ['a repeated scope', {scope: ['data:read', 'x']}, 'invalid_request'],
  ])('%s', async (_, changed, error) => {
    const answer = await client.authorize(client.authorizationParams(id, changed), principal.cookie);
    const to = sentTo(answer);
    expect([answer.status, to.origin + to.pathname]).toEqual([303, CALLBACK]);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'state-1',
      iss: ORIGIN,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a repeated state, which is not sent back', async () => {
    const to = sentTo(
      await client.authorize(client.authorizationParams(id, {state: ['a', 'b']}), principal.cookie),
    );
    expect([to.searchParams.get('error'), to.searchParams.get('state')]).toEqual(['invalid_request', null]);
  });

  test('a state that is too long, which is not sent back', async () => {
    const to = sentTo(
      await client.authorize(client.authorizationParams(id, {state: 's'.repeat(4097)}), principal.cookie),
    );
    expect([to.searchParams.get('error'), to.searchParams.get('state')]).toEqual(['invalid_request', null]);
  });
});

test('a visitor signs in first and returns by a handle, never by a URL', async () => {
  wait();
  const answer = await client.authorize(client.authorizationParams(id));
  const to = sentTo(answer);
  expect([answer.status, to.pathname, [...to.searchParams.keys()]]).toEqual([303, '/account', ['request']]);
  const handle = to.searchParams.get('request') ?? '';
  const consent = await client.app.request(`/oauth/consent?request=${handle}`, {
    headers: {Cookie: principal.cookie},
  });
  expect(consent.status).toBe(200);
  expect(await consent.text()).toContain('Example Tools');
  const again = await client.app.request(`/oauth/consent?request=${handle}`);
  expect(sentTo(again).pathname).toBe('/account');
});

test('a visitor without an account signs up and returns to the request', async () => {
  wait();
  const request =
    sentTo(await client.authorize(client.authorizationParams(id))).searchParams.get('request') ?? '';
  const welcome = await client.app.request(`/account?request=${request}`);
  const [visitor = ''] = (welcome.headers.get('set-cookie') ?? '').split(';');
  const fields = await client.fieldsOf(welcome);
  expect(fields['request']).toBe(request);
  const account = {email: 'new@example.org', password: 'a long enough password'};
  const headers = {Origin: ORIGIN, Cookie: visitor};
  const signedUp = await client.submit('/account/sign-up', {...fields, ...account}, headers);
  expect([signedUp.status, signedUp.headers.get('location')]).toEqual([
    303,
    `/oauth/consent?request=${request}`,
  ]);
  const [cookie = ''] = (signedUp.headers.get('set-cookie') ?? '').split(';');
  const consent = await client.app.request(`/oauth/consent?request=${request}`, {headers: {Cookie: cookie}});
  expect(await consent.text()).toContain('new@example.org');
});

test('the consent page names client, host, scope and account', async () => {
  wait();
  const answer = await client.authorize(
    client.authorizationParams(id, {redirect_uri: 'http://localhost:5555/cb'}),
    principal.cookie,
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  for (const part of ['Example Tools', 'localhost:5555', 'data:read', 'holder@example.org']) {
    expect(text).toContain(part);
  }
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:* http://127.0.0.1:* https:");
});

test('the name of a client is escaped', async () => {
  wait();
  const evil = await client.register([CALLBACK], '<script>alert(1)</script>"><img src=x>&amp;');
  const text = await (await client.authorize(client.authorizationParams(evil), principal.cookie)).text();
  expect(text).toContain('&lt;script>alert(1)&lt;/script>&quot;>&lt;img src=x>&amp;amp;');
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain('<img');
});

test('a client gets a code with its state and the issuer', async () => {
  wait();
  const state = 'a b&c=d\r\nX-Header: é"';
  const answer = await client.authorize(client.authorizationParams(id, {state}), principal.cookie);
  const fields = await client.fieldsOf(answer);
  const redirect = await client.decide({...fields, decision: 'allow'}, principal.cookie);
  const to = sentTo(redirect);
  expect([redirect.status, to.origin + to.pathname]).toEqual([303, CALLBACK]);
  expect(Object.fromEntries(to.searchParams)).toEqual({
    code: expect.stringMatching(/^fpd_code_[\w-]{43}$/),
    state,
    iss: ORIGIN,
  });
  expect(redirect.headers.get('x-header')).toBeNull();
});

test('a request without a state gets none back', async () => {
  wait();
  const fields = await client.fieldsOf(
    await client.authorize(client.authorizationParams(id, {state: null}), principal.cookie),
  );
  const to = sentTo(await client.decide({...fields, decision: 'allow'}, principal.cookie));
  expect([...to.searchParams.keys()]).toEqual(['code', 'iss']);
});

test('a request without a scope is for the only scope', async () => {
  wait();
  const answer = await client.authorize(client.authorizationParams(id, {scope: null}), principal.cookie);
  expect(await answer.text()).toContain('data:read');
});

test.each(['data:read data:read', 'openid data:read offline_access', 'openid profile', 'mcp:tools'])(
  'for the scopes %s the one that there is is granted',
  async (scope) => {
    wait();
    const fields = await client.fieldsOf(
      await client.authorize(client.authorizationParams(id, {scope}), principal.cookie),
    );
    const to = sentTo(await client.decide({...fields, decision: 'allow'}, principal.cookie));
    const answer = await client.token(client.exchange(id, to.searchParams.get('code') ?? ''));
    expect(await answer.json()).toMatchObject({token_type: 'Bearer', scope: 'data:read'});
  },
);

test.each([null, `${RESOURCE}/`])(
  'a request for the resource %s is for the tool server',
  async (resource) => {
    wait();
    const fields = await client.fieldsOf(
      await client.authorize(client.authorizationParams(id, {resource}), principal.cookie),
    );
    const to = sentTo(await client.decide({...fields, decision: 'allow'}, principal.cookie));
    const code = to.searchParams.get('code') ?? '';
    expect((await client.token(client.exchange(id, code))).status).toBe(200);
  },
);

test.each(['deny', 'anything', null])('the button %s declines', async (decision) => {
  wait();
  const fields = await client.fieldsOf(
    await client.authorize(client.authorizationParams(id), principal.cookie),
  );
  const to = sentTo(await client.decide({...fields, decision}, principal.cookie));
  expect([to.searchParams.get('error'), to.searchParams.get('code')]).toEqual(['access_denied', null]);
  expect([to.searchParams.get('state'), to.searchParams.get('iss')]).toEqual(['state-1', ORIGIN]);
});

test('whoever acts for another account connects a client to their own', async () => {
  wait();
  const {accounts, grants, members, sessions} = client.tables;
  const member = client.account('member@example.org');
  const other = accounts.add('office@example.org', 'free', new Date(client.clock.now));
  members.put(other.id, accounts.byId(member.id)!, 'owner', new Date(client.clock.now));
  const hash = hashSecret(member.cookie.split('=')[1]!);
  sessions.act(hash, hash, other.id);
  const answer = await client.authorize(client.authorizationParams(id), member.cookie);
  const page = await answer.clone().text();
  expect(page).toContain('member@example.org');
  expect(page).not.toContain('office@example.org');
  await client.decide({...(await client.fieldsOf(answer)), decision: 'allow'}, member.cookie);
  const count = (account: number) => grants.ofAccount(account).length;
  expect([count(member.id), count(other.id)]).toEqual([1, 0]);
});

test('a request is answered once', async () => {
  wait();
  const fields = await client.fieldsOf(
    await client.authorize(client.authorizationParams(id), principal.cookie),
  );
  const [first, second] = await Promise.all([
    client.decide({...fields, decision: 'allow'}, principal.cookie),
    client.decide({...fields, decision: 'allow'}, principal.cookie),
  ]);
  expect([first!.status, second!.status].sort()).toEqual([303, 400]);
});

test('a request expires after half an hour', async () => {
  wait();
  const fields = await client.fieldsOf(
    await client.authorize(client.authorizationParams(id), principal.cookie),
  );
  client.clock.now += 30 * 60_000;
  const late = await client.decide({...fields, decision: 'allow'}, principal.cookie);
  expect([late.status, late.headers.get('location')]).toEqual([400, null]);
  const page = await client.app.request(`/oauth/consent?request=${fields['request']}`);
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
});

test('an unknown handle is refused', async () => {
  for (const handle of ['', 'https://evil.example/', '../account', 'fpd_ask_x']) {
    const page = await client.app.request(`/oauth/consent?request=${encodeURIComponent(handle)}`);
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  }
});

describe('a consent that the account holder did not send is refused', () => {
  const fieldsNow = async () => {
    wait();
    return client.fieldsOf(await client.authorize(client.authorizationParams(id), principal.cookie));
  };

  test('from another origin, from none and from an opaque one', async () => {
    const fields = {...(await fieldsNow()), decision: 'allow'};
    for (const Origin of [
      'https://evil.example',
      'null',
      `${ORIGIN}.evil.example`,
      'http://accounts.example.org',
    ]) {
      expect((await client.decide(fields, principal.cookie, {Origin})).status).toBe(403);
    }
    const none = await client.submit('/oauth/consent', fields, {Cookie: principal.cookie});
    expect(none.status).toBe(403);
    expect((await client.decide(fields, principal.cookie)).status).toBe(303);
  });

  test('without its token, with a wrong one, and with that of another browser', async () => {
    const {csrf, ...fields} = {...(await fieldsNow()), decision: 'allow'} as Record<string, string>;
    const other = client.account('other@example.org');
    const own = await client.fieldsOf(await client.authorize(client.authorizationParams(id), other.cookie));
    expect(csrf).not.toBe(own['csrf']);
    for (const token of [null, '', 'x', own['csrf']!]) {
      expect((await client.decide({...fields, csrf: token}, principal.cookie)).status).toBe(403);
    }
    expect((await client.decide({...fields, csrf: csrf!}, '')).status).toBe(403);
  });

  test('that is too large', async () => {
    const fields = {...(await fieldsNow()), decision: 'allow', more: 'x'.repeat(20_000)};
    expect((await client.decide(fields, principal.cookie)).status).toBe(413);
  });

  test('after the end of the session, though the form is valid', async () => {
    const brief = client.account('brief@example.org');
    wait();
    const fields = await client.fieldsOf(
      await client.authorize(client.authorizationParams(id), brief.cookie),
    );
    client.tables.sessions.endOthers(brief.id, null);
    const answer = await client.decide({...fields, decision: 'allow'}, brief.cookie);
    expect([answer.status, sentTo(answer).pathname]).toEqual([303, '/account']);
  });

  test('after the account was closed', async () => {
    const closed = client.account('closed@example.org');
    wait();
    const fields = await client.fieldsOf(
      await client.authorize(client.authorizationParams(id), closed.cookie),
    );
    client.tables.accounts.close(closed.id, new Date(client.clock.now));
    const answer = await client.decide({...fields, decision: 'allow'}, closed.cookie);
    expect([answer.status, sentTo(answer).pathname]).toEqual([303, '/account']);
  });
});

test('one client address may open 60 requests in ten minutes', async () => {
  wait();
  const statuses = [];
  for (let i = 0; i < 61; i++) statuses.push((await client.authorize(client.authorizationParams(id))).status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(60);
  const refused = await client.authorize(client.authorizationParams(id));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
  wait();
  expect((await client.authorize(client.authorizationParams(id))).status).toBe(303);
});

test('pages are French when requested', async () => {
  const wrong = await client.app.request('/oauth/authorize?lang=fr');
  expect(await wrong.text()).toContain('Ce client est inconnu');
  wait();
  const params = client.authorizationParams(id, {lang: 'fr'});
  expect(await (await client.authorize(params, principal.cookie)).text()).toContain('Autoriser');
});
