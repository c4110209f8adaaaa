/** The dashboard: current limits, usage, tool clients and quick start. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {ActiveKey} from '../../../server/accounts/keys.ts';
import {TIERS} from '../../../server/accounts/tiers.ts';
import {dailyUsage, firstDay} from '../../../server/pages/dashboard/daily_usage.ts';
import {ORIGIN, openPages, type Pages} from '../../helpers/pages.ts';
import {NOW} from '../../helpers/service.ts';

let pages: Pages;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const DAY_MS = 86_400_000;

/** Cells of each row of the table that a heading names, without marks. */
function cells(text: string, section: string): string[][] {
  const [, part] = text.split(`<h2 id="${section}">`);
  const rows = part!.split('</section>')[0]!.matchAll(/<tr>(.*?)<\/tr>/gs);
  const plain = (cell: string) => cell.replaceAll(/<[^>]+>/g, '').trim();
  return [...rows].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => plain(cell!)),
  );
}

test('the three windows are those of the API, and a change of tier shows at once', async () => {
  const account = await pages.account('limits@example.org');
  const browser = await pages.signedIn(account);
  const principal = () => pages.tables.accounts.principal(account.id)!;
  for (let i = 0; i < 3; i++) await pages.services.limits.admit(principal(), pages.clock.now);
  expect(cells((await browser.get('/account')).text, 'limits').slice(1)).toEqual([
    ['This minute', '3', '5', '2', '', '21 Nov 2026, 12:01 UTC'],
    ['Today', '3', '25', '22', '', '22 Nov 2026, 00:00 UTC'],
    ['This month', '3', '100', '97', '', '1 Dec 2026, 00:00 UTC'],
  ]);

  pages.tables.accounts.setTier(account.id, 'pro');
  const pro = await browser.get('/account');
  expect(pro.text).toContain('<strong>Pro</strong>');
  expect(cells(pro.text, 'limits')[3]).toEqual([
    'This month',
    '3',
    '100,000',
    '99,997',
    '',
    '1 Dec 2026, 00:00 UTC',
  ]);

  pages.tables.accounts.setTier(account.id, 'enterprise');
  pages.tables.accounts.setQuotas(account.id, {month: null, day: 2, minute: 0});
  expect(cells((await browser.get('/account')).text, 'limits').slice(1)).toEqual([
    ['This minute', '3', '0', '0', '', '21 Nov 2026, 12:01 UTC'],
    ['Today', '3', '2', '0', '', '22 Nov 2026, 00:00 UTC'],
    ['This month', '3', 'unlimited', '', '', '1 Dec 2026, 00:00 UTC'],
  ]);
});

test.each(Object.entries(TIERS))('the tier %s shows its numbers', async (tier, {month, permits}) => {
  const account = await pages.account(`${tier}@example.org`);
  pages.tables.accounts.setTier(account.id, tier as keyof typeof TIERS);
  const {text} = await (await pages.signedIn(account)).get('/account');
  expect(text).toContain(`<dd>${permits}</dd>`);
  expect(cells(text, 'limits')[3]![2]).toBe(month === null ? 'unlimited' : month.toLocaleString('en-CA'));
});

test('chart and table show the same usage of 30 days', async () => {
  const account = await pages.account('usage@example.org');
  const note = (ago: number, group: string, requests: number) => {
    const day = new Date(pages.clock.now - ago * DAY_MS).toISOString().slice(0, 10);
    pages.tables.usage.add(account.id, {day, group, requests});
  };
  note(0, 'lobbying', 3);
  note(0, 'tools', 4);
  note(29, 'lobbying', 1200);
  note(30, 'lobbying', 77_777);
  const {text} = await (await pages.signedIn(account)).get('/account');
  const all = cells(text, 'usage');
  expect(all).toHaveLength(64);
  const rows = all.slice(0, 32);
  expect(rows[0]).toEqual(['Day (UTC)', 'Lobbying', 'Tool calls', 'Total']);
  expect(rows[1]).toEqual(['21 Nov 2026', '3', '4', '7']);
  expect(rows[2]).toEqual(['20 Nov 2026', '0', '0', '0']);
  expect(rows[30]).toEqual(['23 Oct 2026', '1,200', '0', '1,200']);
  expect(rows[31]).toEqual(['Total', '1,203', '4', '1,207']);
  const bars = [...text.matchAll(/<rect[^>]+><title>([^<]+)<\/title>/g)].map(([, title]) => title);
  expect(bars).toEqual([
    '23 Oct 2026, Lobbying: 1,200',
    '21 Nov 2026, Lobbying: 3',
    '21 Nov 2026, Tool calls: 4',
  ]);
  expect(text).toContain('1,207 in all');
  expect(text.match(/class="swatch"/g)).toHaveLength(2);
});

test('requests are shown and exported by key, those of a revoked one too', async () => {
  const account = await pages.account('by-key@example.org');
  const browser = await pages.signedIn(account);
  const {keys, usage} = pages.tables;
  await browser.submit('/account/key/create', {name: 'nightly'});
  const [old] = keys.active(account.id);
  await browser.submit('/account/key/refresh', {key: String(old!.id)});
  const [now] = keys.active(account.id);
  const day = new Date(pages.clock.now).toISOString().slice(0, 10);
  usage.add(account.id, {day, group: 'lobbying', requests: 10});
  usage.addOfKey(old!.id, day, 4);
  usage.addOfKey(now!.id, day, 5);
  const rows = cells((await browser.get('/account')).text, 'usage').slice(32);
  expect(rows[0]).toEqual([
    'Day (UTC)',
    `nightly ${old!.prefix}… (revoked)`,
    `nightly ${now!.prefix}…`,
    'Without a key',
    'Total',
  ]);
  expect(rows[1]).toEqual(['21 Nov 2026', '4', '5', '1', '10']);
  expect(rows[31]).toEqual(['Total', '4', '5', '1', '10']);
  expect(JSON.parse((await browser.get('/account/export')).text).usage_by_key).toEqual([
    {day, name: 'nightly', prefix: old!.prefix, requests: 4},
    {day, name: 'nightly', prefix: now!.prefix, requests: 5},
  ]);
});

test('bars are stacked, with heights proportional to their numbers', async () => {
  const account = await pages.account('bars@example.org');
  const [today] = new Date(pages.clock.now).toISOString().split('T');
  pages.tables.usage.add(account.id, {day: today!, group: 'search', requests: 1});
  pages.tables.usage.add(account.id, {day: today!, group: 'parliament', requests: 3});
  const {text} = await (await pages.signedIn(account)).get('/account');
  const bars = [
    ...text.matchAll(/<rect fill="url[^"]+" x="([\d.]+)%" width="[\d.]+%" y="([\d.]+)" height="([\d.]+)"/g),
  ];
  const [lower, upper] = bars.map((bar) => bar.slice(1).map(Number));
  expect(bars).toHaveLength(2);
  expect(lower![0]).toBe(upper![0]);
  expect(lower![2]! / upper![2]!).toBeCloseTo(3, 1);
  expect(upper![1]! + upper![2]!).toBeCloseTo(lower![1]!, 1);
});

test('days without requests are shown, groups without requests are not', () => {
  const now = NOW.getTime();
  const {groups, days, total} = dailyUsage(
    [{day: firstDay(now), group: 'a group of before', requests: 2}],
    now,
  );
  expect(days.map(({day}) => day).slice(0, 2)).toEqual(['2026-10-23', '2026-10-24']);
  expect(days).toHaveLength(30);
  expect(groups).toEqual(['other']);
  expect([days[0]!.total, days[29]!.total, total]).toEqual([2, 0, 2]);
});

test('connected tool clients are listed by their own name, escaped', async () => {
  const account = await pages.account('clients@example.org');
  const browser = await pages.signedIn(account);
  expect((await browser.get('/account')).text).toContain('No tool client is connected.');
  const now = new Date(pages.clock.now);
  const {clients, grants} = pages.tables;
  const name = '<img src=x onerror=alert(1)> "quoted"';
  clients.add({id: 'client-1', name, redirect_uris: ['http://127.0.0.1/']}, now);
  const grant = grants.add({account: account.id, client: 'client-1', scope: 'data:read', resource: 'x'}, now);
  const expires_at = new Date(pages.clock.now + DAY_MS).toISOString();
  grants.addToken('a hash', {grant, kind: 'refresh', expires_at}, now);

  const {text} = await browser.get('/account');
  expect(text).toContain('&lt;img src=x onerror=alert(1)> &quot;quoted&quot;');
  expect(text).not.toContain('<img');
  expect(text).toContain(`name="grant" value="${grant}"`);
  expect((await browser.submit('/account/grants/revoke', {grant: String(grant)})).text).toContain(
    'No tool client is connected.',
  );
});

test('the quick start has the URLs and the beginning of the key', async () => {
  const account = await pages.account('start@example.org');
  const browser = await pages.signedIn(account);
  const without = (await browser.get('/account')).text;
  expect(without).toContain(`X-API-Key: fpd_live_…' '${ORIGIN}/api/v1/contracts?limit=2'`);
  expect(without).toContain('<a href="/docs">');
  expect(without).toContain(`${ORIGIN}/mcp`);
  await browser.submit('/account/key/create');
  const [{prefix: shown}] = pages.tables.keys.active(account.id) as [ActiveKey];
  expect((await browser.get('/account')).text).toContain(`X-API-Key: ${shown}…`);
});

test('the key shows when it was made and last used', async () => {
  const account = await pages.account('used@example.org');
  const browser = await pages.signedIn(account);
  await browser.submit('/account/key/create');
  expect((await browser.get('/account')).text).toMatch(/Last used<\/dt><dd>never/);
  pages.tables.keys.touch(pages.tables.keys.active(account.id)[0]!.id, new Date(pages.clock.now + 90_000));
  const {text} = await browser.get('/account');
  expect(text).toMatch(/Created<\/dt><dd><time datetime="[^"]+">21 Nov 2026, 12:00 UTC/);
  expect(text).toMatch(/Last used<\/dt><dd><time datetime="[^"]+">21 Nov 2026, 12:01 UTC/);
});
