/** Every page of accounts in each of its states, opened in a browser with accounts made for it. */
import {randomUUID} from 'node:crypto';
import {serve} from '@hono/node-server';
import type {Page} from 'playwright-core';
import type {Account} from '../../server/accounts/accounts.ts';
import {USAGE_GROUPS} from '../../server/accounts/usage.ts';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {HASHING, openPages, PASSWORD, type Pages} from './pages.ts';

export interface PageWorld {
  pages: Pages;
  /** Scheme, host and port of the server. */
  origin: string;
  close(): void;
}

const HOST = '127.0.0.1';

/** Accounts of this process on a socket. */
export async function openPageWorld(): Promise<PageWorld> {
  const port = await findFreePort(HOST, 0);
  const origin = `http://${HOST}:${port}`;
  const pages = await openPages(origin);
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const fetch = (request: Request) => pages.app.fetch(request, {peer: '127.0.0.1'});
    // Later test files keep Node's own Response, which clients compare with.
    const options = {fetch, hostname: HOST, port, overrideGlobalObjects: false};
    const made = serve(options, () => resolve(made));
  });
  const close = () => {
    server.close();
    pages.close();
  };
  return {pages, origin, close};
}

const DAY_MS = 86_400_000;

const newEmail = (): string => `${randomUUID().slice(0, 8)}@example.org`;

/** The longest possible one, without a break opportunity. */
const longEmail = (): string =>
  `${randomUUID().replaceAll('-', '').padEnd(64, 'a')}@${'b'.repeat(176)}.example.org`;

/** Lets the browser of the page be signed in. */
async function signIn({pages, origin}: PageWorld, page: Page, account: Account): Promise<void> {
  const {cookies} = await pages.signedIn(account);
  await page.context().addCookies([...cookies].map(([name, value]) => ({name, value, url: origin})));
}

async function signedIn(world: PageWorld, page: Page, email = newEmail()): Promise<Account> {
  const account = await world.pages.account(email);
  await signIn(world, page, account);
  return account;
}

/** Usage of every group in a month that has quiet days, and a rush at its end. */
function use({tables, clock}: Pages, {id}: Account): void {
  for (let ago = 0; ago < 28; ago++) {
    if (ago % 7 === 5) continue;
    const day = new Date(clock.now - ago * DAY_MS).toISOString().slice(0, 10);
    for (const [i, group] of USAGE_GROUPS.entries()) {
      const requests = (ago * 13 + i * 29) % 97;
      if ((ago + i) % 3 > 0)
        tables.usage.add(id, {day, group, requests: ago === 1 ? 3 * requests : requests});
    }
  }
}

/** A tool client that the account let in. */
function connect({tables, clock}: Pages, {id}: Account, name: string): void {
  const now = new Date(clock.now);
  const client = randomUUID();
  tables.clients.add({id: client, name, redirect_uris: ['http://127.0.0.1/']}, now);
  const grant = tables.grants.add({account: id, client, scope: 'data:read', resource: 'x'}, now);
  const expires_at = new Date(clock.now + DAY_MS).toISOString();
  tables.grants.addToken(randomUUID(), {grant, kind: 'refresh', expires_at}, now);
}

/** Requests that count in the windows. */
async function count({tables, services, clock}: Pages, {id}: Account, requests: number): Promise<void> {
  for (let i = 0; i < requests; i++) await services.limits.admit(tables.accounts.principal(id)!, clock.now);
}

/** Presses the button of a form and waits for the next page. */
async function press(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(`form[action="${path}"] button`)]);
}

/** Fills in a form and sends it past what the browser itself would refuse. */
async function send(page: Page, form: string, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`#${form}-${name}`, value);
  await page.$eval(`form[action="/account/${form}"]`, (one) => one.setAttribute('novalidate', ''));
  await press(page, `/account/${form}`);
}

/** The address of a request for consent. */
export async function consentAddress({pages, origin}: PageWorld, client_name: string): Promise<string> {
  const redirect_uri = 'http://127.0.0.1:7654/callback';
  const registered = await pages.app.request('/oauth/register', {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Forwarded-For': randomUUID()},
    body: JSON.stringify({client_name, redirect_uris: [redirect_uri]}),
  });
  const {client_id} = (await registered.json()) as {client_id: string};
  return `${origin}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
    resource: `${origin}/mcp`,
    state: 'a state',
  })}`;
}

/** Opens a page; the browser of `page` is a new visitor. */
type Open = (page: Page, world: PageWorld) => Promise<unknown>;

/** Opens a page that cannot read the limits. */
async function onStreamError(page: Page, world: PageWorld): Promise<void> {
  await signedIn(world, page);
  const {services} = world.pages;
  const {limits} = services;
  services.limits = {
    ...limits,
    peek() {
      throw new Error('no limits');
    },
  };
  await page.goto(`${world.origin}/account`);
  services.limits = limits;
}

async function tooMany(page: Page, {pages, origin}: PageWorld): Promise<void> {
  const {attempts} = pages.tables;
  const ids = Array.from({length: 10}, () => attempts.add('guess', HOST, new Date(pages.clock.now)));
  await page.goto(`${origin}/account`);
  await send(page, 'sign-in', {email: newEmail(), password: PASSWORD});
  for (const id of ids) attempts.remove(id);
}

async function inUse(page: Page, world: PageWorld): Promise<void> {
  const {pages, origin} = world;
  const account = await signedIn(world, page, longEmail());
  pages.tables.accounts.setTier(account.id, 'developer');
  use(pages, account);
  await count(pages, account, 27);
  connect(pages, account, 'Example Tools for Desktop');
  connect(pages, account, 'N'.repeat(100));
  await page.goto(`${origin}/account`);
  await press(page, '/account/key/create');
  // The page that shows the key is another one.
  await page.goto(`${origin}/account`);
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
}

async function fresh(page: Page, world: PageWorld): Promise<void> {
  await signedIn(world, page);
  await page.goto(`${world.origin}/account`);
  await press(page, '/account/key/create');
}

async function oneTime(page: Page, world: PageWorld): Promise<void> {
  const {tables} = world.pages;
  const {id} = await signedIn(world, page);
  tables.passwords.setOneTime(id, await HASHING.hash(PASSWORD));
  await page.goto(`${world.origin}/account`);
  await send(page, 'password', {old: PASSWORD, new: 'short'});
}

async function consent(page: Page, world: PageWorld, name = 'Example Tools'): Promise<void> {
  await signedIn(world, page);
  await page.goto(await consentAddress(world, name));
}

interface State {
  open: Open;
  status?: number;
}

/** By name: how each is reached, and its status where that is not 200. */
export const STATES: Readonly<Record<string, State>> = {
  welcome: {open: (page, {origin}) => page.goto(`${origin}/account`)},
  'signing up failed': {
    async open(page, {origin}) {
      await page.goto(`${origin}/account`);
      await send(page, 'sign-up', {email: 'nobody', password: 'short'});
    },
  },
  'signing in failed': {
    async open(page, {origin}) {
      await page.goto(`${origin}/account`);
      await send(page, 'sign-in', {email: newEmail(), password: 'not the password'});
    },
  },
  'signing in for a tool': {
    open: async (page, world) => page.goto(await consentAddress(world, 'Example Tools')),
  },
  'signed out': {
    async open(page, world) {
      await signedIn(world, page);
      await page.goto(`${world.origin}/account`);
      await press(page, '/account/sign-out');
    },
  },
  'a new account': {
    async open(page, world) {
      await signedIn(world, page);
      await page.goto(`${world.origin}/account`);
    },
  },
  'an account in use': {open: inUse},
  'a new key': {open: fresh},
  'a one-time password': {open: oneTime},
  consent: {open: (page, world) => consent(page, world)},
  'consent for a long name': {open: (page, world) => consent(page, world, 'W'.repeat(100))},
  'an unknown client': {
    status: 400,
    open: (page, {origin}) => page.goto(`${origin}/oauth/authorize?client_id=nobody`),
  },
  'a stale form': {
    status: 403,
    async open(page, {origin}) {
      await page.goto(`${origin}/account`);
      await page.context().clearCookies({name: 'account'});
      await send(page, 'sign-in', {email: newEmail(), password: PASSWORD});
    },
  },
  'too many tries': {status: 429, open: tooMany},
  'nothing there': {status: 404, open: (page, {origin}) => page.goto(`${origin}/account/nowhere`)},
  'a fault': {status: 500, open: onStreamError},
};
