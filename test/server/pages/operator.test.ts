/** The page of the operator: for whom it is, and that it shows what the store has. */
import {load} from 'cheerio';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openPages, type Pages} from '../../helpers/pages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

test('it is there for accounts that have the role alone', async () => {
  const account = await pages.account('someone@example.org');
  const visitor = await pages.browser();
  const browser = await pages.signedIn(account);
  expect((await visitor.get('/operator')).status).toBe(404);
  expect((await browser.get('/operator')).status).toBe(404);
  pages.tables.accounts.setOperator(account.id, true);
  const {status, headers} = await browser.get('/operator');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect((await visitor.get('/operator')).status).toBe(404);
  pages.tables.accounts.setOperator(account.id, false);
  expect((await browser.get('/operator')).status).toBe(404);
});

test('its tables have what the store has, in both languages', async () => {
  const account = await pages.account('operator@example.org');
  const busy = await pages.account('busy@example.org');
  const now = new Date(pages.clock.now);
  pages.tables.accounts.setOperator(account.id, true);
  const days = [0, 29, 30].map((ago) =>
    new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  for (const day of days) pages.tables.usage.add(busy.id, {day, group: 'lobbying', requests: 1000});
  pages.tables.mail.tell(busy, 'tier', now, {parts: {tier: 'pro', before: 'free'}});
  const browser = await pages.signedIn(account);
  for (const [language, number] of [
    ['en', '2,000'],
    ['fr', '2\u00a0000'],
  ] as const) {
    const {text} = await browser.get(`/operator?lang=${language}`);
    const $ = load(text);
    const rows = (id: string) =>
      $(`section[aria-labelledby="${id}"] tbody tr`)
        .toArray()
        .map((row) =>
          $(row)
            .find('th, td')
            .toArray()
            .map((cell) => $(cell).text().replace('\u202f', '\u00a0')),
        );
    // Requests of today and of 29 days ago; those of 30 days ago are left out.
    expect(rows('busiest')[0]?.[0]).toBe('busy@example.org');
    expect(rows('busiest')[0]?.[3]).toBe(number);
    expect(rows('newest')[0]?.[0]).toBe('busy@example.org');
    expect(rows('mail')).toContainEqual(['waiting', '1', '0']);
    expect(rows('accounts').length).toBeGreaterThan(0);
    expect($('section[aria-labelledby="build"] code').first().text()).toBe(pages.engine.info.build_id);
  }
});
