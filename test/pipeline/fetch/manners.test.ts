/**
 * Manners towards publishers: robots.txt and its delays, cookies within redirects, a name with a contact
 * address.
 */
import {expect, test} from 'vitest';
import {settings} from '../../../datasets/settings.ts';
import {userAgent} from '../../../pipeline/fetch/http_settings.ts';
import {parseRobots} from '../../../pipeline/fetch/robots.ts';
import {bench, closing, csvOf, ofKind, plain, single} from '../../helpers/fetching.ts';
import {startCkan} from '../../portals/ckan.ts';
import {startServer} from '../../portals/server.ts';

const BODY = csvOf(500);

test('rules for us go before those for all, the longest path decides, and Allow wins', () => {
  const text = `User-agent: *\nDisallow: /\n\n# ours\nUser-Agent: other\nuser-agent: Federal-Public-Data # us
Crawl-delay: 2.5\nDisallow: /private/\nAllow: /private/open\nDisallow: /*.zip$\nDisallow:\n`;
  const {allows, delay_ms} = parseRobots(text);
  const paths = ['/', '/private/x', '/private/open/x', '/a/b.zip', '/a/b.zip?x=1', '/api/3/x'];
  expect(paths.map(allows)).toEqual([true, false, true, false, true, true]);
  expect(delay_ms).toBe(2500);
});

test('a rule for all robots is not meant for interfaces of programs; one that names us is', () => {
  const forAll = parseRobots('User-agent: *\nDisallow: /api/\nDisallow: /files/\nCrawl-delay: 20');
  expect([forAll.allows('/api/3/action/package_show?id=x'), forAll.allows('/files/a.csv')]).toEqual([
    true,
    false,
  ]);
  expect(forAll.delay_ms).toBe(20_000);
  const forUs = parseRobots('User-agent: federal-public-data\nDisallow: /api/');
  expect(forUs.allows('/data/api/3/action/x')).toBe(true);
  expect(forUs.allows('/api/3/action/x')).toBe(false);
  expect(parseRobots('<!DOCTYPE html><title>Not found</title>').allows('/')).toBe(true);
});

test('a path that robots.txt forbids is not asked for', async () => {
  const server = await closing(startServer((_, __, response) => response.end(BODY)));
  server.robots.text = 'User-agent: *\nDisallow: /private/';
  const {fetch} = await bench();
  await expect(fetch([plain(`${server.base}/private/rows.csv`)])).rejects.toThrow(
    /robots\.txt of 127\.0\.0\.1:\d+ forbids it .*drop folder inbox\/example/,
  );
  expect(server.requests).toEqual([]);
  expect((await single(fetch([plain(`${server.base}/rows.csv`)]))).body.equals(BODY)).toBe(true);
});

test('requests to a host keep the delay that its robots.txt asks for', async () => {
  const ckan = await closing(startCkan());
  ckan.robots.text = 'User-agent: *\nCrawl-delay: 20\nDisallow: /data/api/';
  ckan.tables.set('table', {rows: [1, 2, 3].map((n) => `{"_id": ${n}}`), last_modified: 'x'});
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
  };
  const {fetch, events} = await bench({}, {clock: () => now, sleep});
  const via = {portal: 'ckan-datastore', base: `${ckan.base}/data`, resource: 'table', page: 2} as const;
  await single(fetch([{name: 'table.jsonl', format: 'jsonl', via}]));
  expect(now).toBe(20_000 * (ckan.requests.length - 1));
  const waits = ofKind(events, 'waiting');
  expect(waits).toHaveLength(ckan.requests.length - 1);
  expect(waits[0]).toMatchObject({ms: 20_000, reason: 'its robots.txt asks for 20 s between requests'});
});

test('a portal that leads to the same address until its cookie comes back is followed', async () => {
  const cookies: (string | undefined)[] = [];
  const server = await closing(
    startServer(({headers: {cookie}}, url, response) => {
      cookies.push(cookie);
      if (cookie === 'seen=1; kind=b') return response.end(BODY);
      const set = cookie === undefined ? ['seen=1; Path=/; HttpOnly', 'kind=a'] : 'kind=b; Secure';
      response.writeHead(302, {location: url.pathname, 'set-cookie': set}).end();
    }),
  );
  const {fetch} = await bench();
  const {body} = await single(fetch([plain(`${server.base}/rows.csv`)]));
  expect(body.equals(BODY)).toBe(true);
  expect(cookies).toEqual([undefined, 'seen=1; kind=a', 'seen=1; kind=b']);
});

test('cookies stay with their host and end with the chain', async () => {
  const [other, first] = [
    await closing(startServer((_, __, response) => response.end(BODY))),
    await closing(
      startServer((_, __, response) =>
        response.writeHead(302, {location: `${other.base}/x`, 'set-cookie': 'a=1'}).end(),
      ),
    ),
  ];
  const {fetch} = await bench();
  await single(fetch([plain(`${first.base}/rows.csv`)]));
  await single(fetch([plain(`${first.base}/rows.csv`)]));
  const all = [...other.requests, ...first.requests];
  expect(all.length).toBeGreaterThan(2);
  expect(all.map(({headers}) => headers.cookie).filter(Boolean)).toEqual([]);
});

test('a redirect to itself is named at once', async () => {
  const server = await closing(
    startServer((_, url, response) => response.writeHead(302, {location: url.pathname}).end()),
  );
  const {fetch} = await bench();
  await expect(fetch([plain(`${server.base}/rows.csv`)])).rejects.toThrow(
    /redirected from "http.*rows\.csv" to itself: .*open it in a browser/,
  );
  expect(server.requests).toHaveLength(1);
});

test('CONTACT goes into the User-Agent', async () => {
  const server = await closing(startServer((_, __, response) => response.end(BODY)));
  const {fetch} = await bench({CONTACT: 'me@example.org', USER_AGENT: settings({}).USER_AGENT});
  await single(fetch([plain(`${server.base}/rows.csv`)]));
  const sent = 'Mozilla/5.0 (compatible; federal-public-data/0.1; me@example.org)';
  expect(server.requests[0]?.headers['user-agent']).toBe(sent);
  const own = {CONTACT: 'me@example.org', USER_AGENT: 'own/1'};
  expect(userAgent(own)).toBe('own/1 (me@example.org)');
  expect(userAgent({...own, USER_AGENT: 'own/1 me@example.org'})).toBe('own/1 me@example.org');
  expect(userAgent(settings({}))).toContain('no contact address set');
});
