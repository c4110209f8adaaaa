/** Tool clients of tests: tokens as OAuth stores them, and messages to a tool server in memory. */
import {accountsTable} from '../../server/accounts/accounts.ts';
import type {Database} from '../../server/accounts/database.ts';
import {passwordHashing} from '../../server/accounts/passwords.ts';
import {hashSecret, makeSecret} from '../../server/accounts/secrets.ts';
import type {Quotas} from '../../server/accounts/tiers.ts';
import {clientsTable, grantsTable} from '../../server/accounts/tool_clients.ts';
import {toolsApp} from '../../server/mcp/app.ts';
import {SCOPE} from '../../server/oauth/constants.ts';
import type {AccountServices} from '../../server/pages/account_services.ts';
import type {Tables} from './engine.ts';
import {NOW, type Service, testService} from './service.ts';

let clients = 0;

/** The error that the result of a call is: the first of its texts. */
export function errorIn({content}: Record<string, unknown>): {code: string; message: string} {
  const [first] = content as [{text: string}];
  return JSON.parse(first.text).error;
}

/** An access token that an account granted a client for the tool server at an origin. */
export function grantToken(database: Database, account: number, origin: string, now = new Date()): string {
  const client = `client-${process.pid}-${clients++}`;
  clientsTable(database).add({id: client, name: 'Test', redirect_uris: ['http://127.0.0.1/back']}, now);
  const grants = grantsTable(database);
  const grant = grants.add({account, client, scope: SCOPE, resource: `${origin}/mcp`}, now);
  const token = makeSecret('access');
  const expires_at = new Date(now.getTime() + 3_600_000).toISOString();
  grants.addToken(hashSecret(token), {grant, kind: 'access', expires_at}, now);
  return token;
}

export const ORIGIN = 'http://127.0.0.1:8081';
export const PAGE = 'https://client.example.org';

/** A JSON-RPC answer. */
export interface Reply {
  id: number | string | null;
  result?: Record<string, unknown>;
  error?: {code: number; message: string; data?: Record<string, unknown>};
}

export interface ToolService extends Service {
  services: AccountServices;
  /** Section of the usage history of each counted request. */
  recorded: string[];
  /** Requests of the month that are counted for the account. */
  used(): Promise<number>;
  setQuotas(quotas: Partial<Quotas>): void;
  /** A request as it is, with the token unless `Authorization` is given. */
  send(init: RequestInit): Promise<Response>;
  /** A request that has no token, sent on with one. */
  forward(request: Request): Promise<Response>;
  /** A message of a client, and what it is answered; throws where that is no JSON. */
  rpc(method: string, params?: unknown): Promise<Reply>;
  /** The result of a call; throws where it is an error of JSON-RPC. */
  call(name: string, given?: object): Promise<Record<string, unknown>>;
}

/** A tool server over rows in memory, with one account and one token. */
export async function toolService(tables?: Tables, origin = ORIGIN): Promise<ToolService> {
  const service = await testService(tables);
  const {context, store} = service;
  const {database} = store;
  const recorded: string[] = [];
  const {limits} = context;
  context.limits = {
    ...limits,
    record(admission, group) {
      recorded.push(group);
      limits.record(admission, group);
    },
  };
  const accounts = accountsTable(database);
  const {id} = accounts.byName('tester')!;
  const services: AccountServices = {
    origin,
    toolOrigins: [PAGE],
    proxies: 0,
    database,
    hashing: passwordHashing(),
    limits: context.limits,
    context,
  };
  const app = toolsApp(services);
  const token = grantToken(database, id, origin, NOW);
  const send: ToolService['send'] = async ({headers, ...init}) =>
    app.request('/mcp', {
      method: 'POST',
      ...init,
      headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers},
    });
  const rpc: ToolService['rpc'] = async (method, params) => {
    const response = await send({body: JSON.stringify({jsonrpc: '2.0', id: 7, method, params})});
    return (await response.json()) as Reply;
  };
  return {
    ...service,
    services,
    recorded,
    used: async () => (await limits.peek(accounts.principal(id)!, context.now())).month.used,
    setQuotas: (quotas) => accounts.setQuotas(id, {month: null, day: null, minute: null, ...quotas}),
    send,
    async forward(request) {
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${token}`);
      return app.request(request, {headers});
    },
    rpc,
    async call(name, given = {}) {
      const {result, error} = await rpc('tools/call', {name, arguments: given});
      if (!result) throw new Error(`${name}: ${JSON.stringify(error)}`);
      return result;
    },
  };
}
