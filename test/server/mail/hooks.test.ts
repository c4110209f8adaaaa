/** Webhooks: which addresses are called, how messages are signed, tried again and given up. */
import {createHmac} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {isPublicAddress, outsideLookup} from '../../../builds/private_addresses.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {ListChanges} from '../../../server/accounts/search_changes.ts';
import type {NewSearch, SavedSearch} from '../../../server/accounts/searches.ts';
import {hashSecret} from '../../../server/accounts/secrets.ts';
import {addressFault} from '../../../server/alerts/public_address.ts';
import {queueAlerts} from '../../../server/alerts/tell.ts';
import {createHookSender} from '../../../server/mail/hook_sender.ts';
import {hookTransport} from '../../../server/mail/hook_transport.ts';
import {deliver} from '../../helpers/mail.ts';
import {openPages, type Pages} from '../../helpers/pages.ts';

const NONE: ReadonlySet<string> = new Set();

/** Forms of addresses that lead inside, as people write them who want to get there. */
const INSIDE = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://2130706433/',
  'https://0/',
  'https://10.0.0.8/',
  'https://172.31.255.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
];

describe('an address that leads inside', () => {
  test.each(INSIDE)('%s is refused', async (address) => {
    expect(addressFault(address, NONE)).toBe('private');
    const transport = hookTransport(NONE);
    const outcome = await transport.post({address, headers: {}, body: '{}'}, () => {
      throw new Error('it was about to be called');
    });
    expect(outcome.kind).toBe('refused');
    await transport.close();
  });

  test.each(['http://example.org/', 'file:///etc/passwd', 'gopher://example.org/', 'ftp://example.org/'])(
    '%s has another scheme',
    (address) => expect(addressFault(address, NONE)).toBe('scheme'),
  );

  test.each([
    'https://user:password@example.org/',
    'https://',
    'example.org',
    `https://example.org/${'x'.repeat(1000)}`,
  ])('%s is none', (address) => expect(addressFault(address, NONE)).toBe('form'));

  test('a public one is none of these', () => {
    for (const address of [
      'https://example.org/x',
      'https://93.184.215.14/',
      'https://[2606:2800:21f::1]:8443/x',
    ])
      expect(addressFault(address, NONE), address).toBeNull();
    expect(['93.184.215.14', '2606:2800:21f::1'].map(isPublicAddress)).toEqual([true, true]);
    expect(['fe80::1%eth0', 'example.org', ''].map(isPublicAddress)).toEqual([false, false, false]);
  });
});

/** What a server was sent. */
interface Taken {
  headers: IncomingMessage['headers'];
  body: string;
  url: string;
}

let server: Server;
let place: string;
let taken: Taken[];
let answer: {status: number; headers?: Record<string, string>};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    taken.push({headers: request.headers, body, url: request.url!});
    response.writeHead(answer.status, answer.headers).end('x'.repeat(100_000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe('a name', () => {
  /** Answers every question with the next of some addresses. */
  const looking = (...answers: string[][]) => {
    let asked = 0;
    const look = (_: string, __: object, done: (error: null, all: object[]) => void) => {
      const addresses = answers[Math.min(asked++, answers.length - 1)]!;
      done(
        null,
        addresses.map((address) => ({address, family: address.includes(':') ? 6 : 4})),
      );
    };
    return {look: look as never, asked: () => asked};
  };
  const post = async (look: never) => {
    const transport = hookTransport(NONE, outsideLookup(look));
    const address = `https://hook.example.org:${place.split(':')[1]}/`;
    const outcome = await transport.post({address, headers: {}, body: '{}'}, () => true);
    await transport.close();
    return outcome;
  };

  test.each([[['127.0.0.1']], [['93.184.215.14', '10.0.0.1']], [['::1']], [[]]])(
    'that leads to %s is not called',
    async (all) => {
      taken = [];
      expect(await post(looking(all).look)).toEqual({kind: 'later', why: 'EPRIVATE'});
      expect(taken).toEqual([]);
    },
  );

  test('is looked up once for a connection: what was checked is what is called', async () => {
    // Nothing listens at the first, public one; the second answer would lead inside.
    const {look, asked} = looking(['203.0.113.1'], ['127.0.0.1']);
    taken = [];
    expect((await post(look)).kind).toBe('later');
    const {look: rebinding, asked: rebound} = looking(['192.0.32.8'], ['127.0.0.1']);
    const lookup = outsideLookup(rebinding);
    const found = await new Promise((resolve) => lookup('a', {all: true}, (_, all) => resolve(all)));
    expect([found, rebound()]).toEqual([[{address: '192.0.32.8', family: 4}], 1]);
    expect([asked(), taken]).toEqual([1, []]);
  });
});

let pages: Pages;
let search: SavedSearch;

const changes = (build: string, records: ListChanges['records']): ListChanges => ({
  list: '/contracts',
  since: 'b0',
  build,
  built_at: '2026-11-21T06:00:00',
  counts: {added: records.length},
  records,
});

beforeEach(async () => {
  pages = await openPages(undefined, true);
  taken = [];
  answer = {status: 204};
});
afterEach(() => pages.close());

/** A saved search of a new account, whose list has changed. */
async function changed(more: Partial<NewSearch>): Promise<void> {
  const account = await pages.account('reader@example.org');
  search = pages.tables.searches.add(
    {
      account: account.id,
      name: 'Contracts',
      list: '/contracts',
      language: 'en',
      cadence: 'build',
      channel: 'hook',
      address: `http://${place}/hook`,
      secret: 'key',
      token: null,
      build: 'b0',
      ...more,
    },
    null,
    new Date(pages.clock.now),
  )!;
  const id = String(rowsOf(pages.engine.list(LIST).items)[0]!['record_id']);
  const found = {
    group: {list: '/contracts', build: 'b0', searches: 1},
    changes: changes('b1', [
      ['added', id],
      ['removed', 'c_none'],
    ]),
  };
  pages.tables.searchChanges.store([found], 'b1', new Date(pages.clock.now));
}

const LIST = {dataset: 'contracts', where: [], sort: 'date', order: 'desc', limit: 1, offset: 0} as const;

/** Sends what is due; `allowed`: whether the server here may be called. */
async function send(allowed = true): Promise<number> {
  queueAlerts(pages.services.database, pages.clock.now);
  const transport = hookTransport(new Set(allowed ? [place] : []));
  const sender = createHookSender({
    database: pages.services.database,
    transport,
    builds: pages.context.builds,
    log: pages.context.log,
    now: () => pages.clock.now,
    owner: 'test',
    origin: pages.services.origin,
  });
  const count = await sender.run();
  await transport.close();
  return count;
}

const state = () => pages.tables.searches.byId(search.id)!;

test('a message is signed, names each record, and is sent once', async () => {
  await changed({});
  expect([await send(), await send()]).toEqual([1, 0]);
  const [{headers, body, url}, ...more] = taken as [Taken];
  expect([more, url]).toEqual([[], '/hook']);
  const [, t, id, v1] = /^t=(\d+),id=([0-9a-f]{32}),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature']))!;
  expect(Number(t)).toBe(Math.floor(pages.clock.now / 1000));
  expect(v1).toBe(createHmac('sha256', 'key').update(`${t}.${id}.${body}`).digest('hex'));
  const said = JSON.parse(body);
  expect(said).toMatchObject({
    id,
    search: {name: 'Contracts', api: `${pages.services.origin}/api/v1/contracts`},
    counts: {added: 2},
    complete: true,
    records: [{change: 'added'}, {change: 'removed', record_id: 'c_none', title: 'c_none'}],
  });
  expect(said.more).toContain('updated_after=2026-11-21T06%3A00%3A00');
  expect(pages.held.count).toBe(0);
  expect(state()).toMatchObject({
    due_at: null,
    sent_at: new Date(pages.clock.now).toISOString(),
    state: 'on',
  });
});

test('a redirect is not followed, and counts as a failed try', async () => {
  await changed({});
  answer = {status: 302, headers: {Location: `http://${place}/inside`}};
  await send();
  expect(taken.map(({url}) => url)).toEqual(['/hook']);
  expect(pages.tables.mail.faults(1)[0]).toMatchObject({state: 'waiting', tries: 1, why: 'status 302'});
});

test('a server that fails for a day is called with waits in between, then no more, and its owner is told', async () => {
  await changed({});
  answer = {status: 500};
  const ids = new Set<string>();
  for (let hours = 0; hours < 30; hours++) {
    await send();
    pages.clock.now += 3_600_000;
  }
  for (const {body} of taken) ids.add(JSON.parse(body).id);
  expect(ids.size).toBe(1);
  expect(taken.length).toBeGreaterThan(5);
  expect(taken.length).toBeLessThan(20);
  expect(state().state).toBe('failed');
  const letters = await deliver(pages);
  expect(letters.map(({headers}) => headers.get('subject'))).toEqual([
    'A webhook was switched off: Contracts',
  ]);
  // Its owner goes on with it once it works.
  answer = {status: 200};
  pages.tables.searches.resume(search.id, search.account, 'b1');
  expect(state().state).toBe('on');
});

test('an address that says that it is gone is called no more at once', async () => {
  await changed({});
  answer = {status: 410};
  await send();
  expect([taken.length, state().state]).toEqual([1, 'failed']);
});

test('an address that is allowed no more is not called', async () => {
  await changed({});
  await send(false);
  expect([taken, state().state]).toEqual([[], 'failed']);
});

test('what waits for a search that was paused meanwhile is dropped', async () => {
  await changed({});
  queueAlerts(pages.services.database, pages.clock.now);
  pages.tables.searches.pause(search.id, search.account);
  await send();
  expect(taken).toEqual([]);
  expect(pages.tables.mail.counts()).toEqual([{state: 'dropped', messages: 1, unsure: 0}]);
});

test('a letter names the records, and its link ends this search alone', async () => {
  await changed({channel: 'mail', address: null, secret: null, language: 'fr'});
  queueAlerts(pages.services.database, pages.clock.now);
  queueAlerts(pages.services.database, pages.clock.now);
  const [letter, ...more] = await deliver(pages);
  expect(more).toEqual([]);
  expect(letter!.headers.get('subject')).toBe('Contracts\u00a0: 2 nouvelles fiches');
  expect(letter!.text).toContain('Retirée\u00a0: c_none');
  expect(letter!.text).toContain(`${pages.services.origin}/fr/contracts?updated_after=`);
  const [, link] = /^<(.*)>$/.exec(letter!.headers.get('list-unsubscribe')!)!;
  const browser = await pages.browser();
  const path = link!.slice(pages.services.origin.length);
  expect((await browser.get(path)).text).toContain('Contracts');
  expect(state().state).toBe('on');
  await browser.post(path, {'List-Unsubscribe': 'One-Click'}, {Origin: ''});
  expect(state().state).toBe('paused');
  expect(pages.tables.accounts.byId(search.account)?.unsubscribed).toBe(false);
});

test('a feed is read by its token alone, and kept by nobody', async () => {
  await changed({channel: 'feed', address: null, secret: null, token: hashSecret('fpd_feed_x')});
  expect(state().due_at).toBeNull();
  const browser = await pages.browser();
  const feed = await browser.get('/account/alerts/feed?token=fpd_feed_x');
  expect(feed.headers.get('content-type')).toContain('application/atom+xml');
  expect([feed.headers.get('cache-control'), feed.headers.get('x-robots-tag')]).toEqual([
    'no-store',
    'noindex, nofollow',
  ]);
  expect(feed.text.match(/<entry>/g)).toHaveLength(2);
  expect(feed.text).toContain('Removed: c_none');
  pages.tables.searches.renew(search.id, search.account, hashSecret('fpd_feed_y'));
  expect((await browser.get('/account/alerts/feed?token=fpd_feed_x')).status).toBe(404);
  expect((await browser.get('/account/alerts/feed')).status).toBe(404);
});
