/** What the account store keeps of tool clients: hashes for a while, and no secret at all. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {prune} from '../../../server/accounts/prune.ts';
import {type Tokens, type ToolClient, toolClient, VERIFIER} from '../../helpers/tool_client.ts';

const DAY_MS = 86_400_000;

let client: ToolClient;
beforeAll(async () => {
  client = await toolClient();
});
afterAll(() => client.close());

/** All values of all tables, as text. */
function everything(): string {
  const {sql} = client.services.database;
  const tables = sql.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return JSON.stringify(tables.map(({name}) => sql.prepare(`SELECT * FROM "${String(name)}"`).all()));
}

const rows = (table: string): number =>
  Number(client.services.database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);

test('the store and the log contain no code, token, handle or verifier', async () => {
  const principal = await client.connected();
  const answer = await client.authorize(client.authorizationParams(principal.client_id));
  const handle = new URL(answer.headers.get('location') ?? '', 'https://x').searchParams.get('request') ?? '';
  const {refresh_token} = (await (
    await client.refresh(principal.client_id, principal.refresh_token)
  ).json()) as Tokens;
  await client.refresh(principal.client_id, principal.refresh_token);
  const kept = everything();
  expect(kept).toContain(principal.client_id);
  const secrets = [
    principal.code,
    principal.access_token,
    principal.refresh_token,
    refresh_token,
    handle,
    VERIFIER,
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(40);
    // Without the part that says what it is, too.
    expect(kept).not.toContain(secret.slice(-40));
    expect(JSON.stringify(client.errors)).not.toContain(secret.slice(-40));
  }
});

test('expired rows and clients without grants are deleted', async () => {
  const unused = await client.register();
  const {client_id, refresh_token} = await client.connected('kept@example.org');
  const at = (days: number) => new Date(client.clock.now + days * DAY_MS);
  prune(client.services.database, at(36));
  expect(client.tables.clients.find(unused)).not.toBeNull();
  expect(rows('oauth_tokens')).toBeGreaterThan(0);
  expect((await client.refresh(client_id, refresh_token)).status).toBe(200);
  prune(client.services.database, at(38));
  expect([rows('oauth_codes'), rows('oauth_tokens'), rows('oauth_pending'), rows('oauth_grants')]).toEqual([
    0, 0, 0, 0,
  ]);
  expect(client.tables.clients.find(client_id)).not.toBeNull();
  prune(client.services.database, at(90.1));
  expect(client.tables.clients.find(client_id)).toBeNull();
  expect(client.tables.clients.find(unused)).toBeNull();
});

test('a grant that is in use keeps its client', async () => {
  const {client_id} = await client.connected('long@example.org');
  client.clock.now += 100 * DAY_MS;
  const {id, cookie} = client.account('new@example.org');
  const code = await client.code(client.authorizationParams(client_id), cookie);
  expect((await client.token(client.exchange(client_id, code))).status).toBe(200);
  prune(client.services.database, new Date(client.clock.now));
  expect(client.tables.clients.find(client_id)).not.toBeNull();
  expect(client.tables.grants.connected(id, new Date(client.clock.now))).toMatchObject([
    {name: 'Example Tools'},
  ]);
});
