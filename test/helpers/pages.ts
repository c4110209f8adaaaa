/** Accounts in this process, with its own store and a settable clock, and browsers for it. */
import {Hono} from 'hono';
import type {Account} from '../../server/accounts/accounts.ts';
import {passwordHashing} from '../../server/accounts/passwords.ts';
import {accountTables, type Tables} from '../../server/accounts/tables.ts';
import type {AccountServices} from '../../server/pages/account_services.ts';
import type {PageEnv} from '../../server/pages/env.ts';
import {beginSession} from '../../server/pages/session.ts';
import {accountApp} from '../../server/process/account_app.ts';
import {NOW, type Service, testService} from './service.ts';

export const ORIGIN = 'http://accounts.example.org';
export const PASSWORD = 'correct horse battery';

/** A sixteenth of the work of real hashes, which takes half a second for each. */
export const HASHING = passwordHashing({N: 8192, r: 8, p: 1});

/** One hash for all accounts of a file. */
let passwordHash: Promise<string> | null = null;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface Browser {
  /** By name, as the browser would send them. */
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a form with the token of the page seen last. Headers given as empty are not sent. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** The same, and the page that it leads to. */
  submit(path: string, fields?: Record<string, string>): Promise<Answer>;
}

export interface Pages extends Service {
  services: AccountServices;
  tables: Tables;
  /** The handler, for a server on a port. */
  app: ReturnType<typeof accountApp>;
  /** Unix epoch milliseconds. */
  clock: {now: number};
  /** A visitor who has seen the first page. `address`: as sent by the proxy. */
  browser(address?: string): Promise<Browser>;
  /** An account that signs in by `PASSWORD`. */
  account(email: string): Promise<Account>;
  /** A browser in which the account is signed in, and which has seen the dashboard. */
  signedIn(account: Account): Promise<Browser>;
}

const TOKEN = /name="csrf" value="([^"]+)"/;

/** `sendsMail`: as with a mail server; `deliver` of mail.ts sends what is due. */
export async function openPages(origin = ORIGIN, sendsMail = false): Promise<Pages> {
  const service = await testService();
  const clock = {now: NOW.getTime()};
  const context = {...service.context, now: () => clock.now};
  const {database} = service.store;
  const {limits} = context;
  const services: AccountServices = {
    origin,
    sendsMail,
    toolOrigins: [],
    proxies: 1,
    database,
    hashing: HASHING,
    limits,
    context,
  };
  const tables = accountTables(services);
  const app = accountApp(services);

  function open(address: string): Browser {
    const cookies = new Map<string, string>();
    let token = '';

    async function send(path: string, init: RequestInit, headers: Record<string, string>): Promise<Answer> {
      const sent = new Headers({'X-Forwarded-For': address, ...headers});
      for (const [name, value] of Object.entries(headers)) if (value === '') sent.delete(name);
      if (cookies.size > 0) sent.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      const answer = await app.request(path, {...init, headers: sent});
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        cookies.set(name!, value!);
      }
      const text = await answer.text();
      token = TOKEN.exec(text)?.[1] ?? token;
      return {status: answer.status, headers: answer.headers, text};
    }

    const post: Browser['post'] = (path, fields = {}, headers = {}) =>
      send(
        path,
        {method: 'POST', body: new URLSearchParams({csrf: token, ...fields}).toString()},
        {Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded', ...headers},
      );
    const get: Browser['get'] = (path, headers = {}) => send(path, {}, headers);
    return {
      cookies,
      get,
      post,
      async submit(path, fields) {
        const {headers} = await post(path, fields);
        return get(headers.get('location')!);
      },
    };
  }

  const browser = async (address = '203.0.113.7') => {
    const one = open(address);
    await one.get('/account');
    return one;
  };

  return {
    ...service,
    context,
    services,
    tables,
    app,
    clock,
    browser,
    async account(email) {
      passwordHash ??= HASHING.hash(PASSWORD);
      const account = tables.accounts.add(email, 'free', new Date(clock.now));
      tables.passwords.set(account.id, await passwordHash);
      return account;
    },
    async signedIn({id}) {
      const door = new Hono<PageEnv>().get('/', (c) => c.text(beginSession(c, services, id)));
      const [line] = (await door.request('/')).headers.getSetCookie();
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line!)!;
      const one = open('203.0.113.7');
      one.cookies.set(name!, value!);
      await one.get('/account');
      return one;
    },
  };
}
