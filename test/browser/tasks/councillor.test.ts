/** A city councillor and a builder: permits of a city, of a street and around a place. */
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, startBrowser} from '../../helpers/browser.ts';
import {Person} from '../../helpers/person.ts';
import {digits, type SiteReader, siteReader} from '../../helpers/site_reader.ts';
import {type Server, sharedServer} from '../../helpers/stack.ts';

let server: Server;
let browser: Browser;
let api: SiteReader['api'];

const DAY_MS = 86_400_000;

const TEXTS = {
  en: {all: 'All permits of Calgary', months: 'Last 12 months', from: 'Issued from'},
  fr: {all: 'Tous les permis de Calgary', months: '12 derniers mois', from: 'Délivré depuis le'},
} as const;

describe.skipIf(!HAS_BROWSER)('permits', () => {
  beforeAll(async () => {
    [server, browser, {api}] = await Promise.all([sharedServer(), startBrowser(), siteReader()]);
  });
  afterAll(() => browser?.close());

  test.each(['en', 'fr'] as const)(
    'a councillor sees the permits of the city of the last year, %s',
    async (language) => {
      const t = TEXTS[language];
      const person = await Person.atHome(browser, server.base, language);
      const {page} = person;
      await person.follow('Calgary', page.locator('.places'));
      await person.follow(t.all);
      await page.waitForURL('**/permits?*');
      const all = await person.total();
      await person.follow(t.months, page.locator('.filters'));
      await page.waitForURL('**issued_after=*');
      await expect.poll(() => person.field(t.from).inputValue()).not.toBe('');
      const from = await person.field(t.from).inputValue();
      const {total} = (await api(`/permits?municipality=calgary&issued_after=${from}`)).meta;
      expect(total).toBeLessThan(all);
      await person.seesTotal(total);
      const {data_as_of: now} = (await (await fetch(`${server.base}/health`)).json()) as {data_as_of: string};
      const days = (Date.parse(now) - Date.parse(from)) / DAY_MS;
      expect(days).toBeGreaterThan(364);
      expect(days).toBeLessThan(367);
      await person.leaves({clicks: 3, keys: 0});
    },
  );

  test('a councillor sees the permits of a street', async () => {
    const [known] = (await api('/permits?municipality=toronto&q=yewbarrow&limit=1')).data;
    expect(known!['address']).toContain('YEWBARROW');
    const {total} = (await api('/permits?municipality=toronto&q=yewbarrow')).meta;
    const person = await Person.atHome(browser, server.base);
    const {page} = person;
    await person.follow('Toronto', page.locator('.places'));
    await person.follow('All permits of Toronto');
    await person.write('Words', 'Yewbarrow');
    await person.seesTotal(total);
    const rows = await page.locator('#results .records tbody tr').allInnerTexts();
    expect(rows.length).toBe(total);
    for (const row of rows) expect(row.toUpperCase()).toContain('YEWBARROW');
    await person.leaves({clicks: 3, keys: 0});
  });

  test('a builder finds a permit by its address, its zone, and what is built around it', async () => {
    const placed = (await api('/permits?municipality=toronto&limit=50')).data.filter(
      ({lat, address}) => lat !== null && /^\d+ [A-Z]{6,} [A-Z]{2,}$/.test(String(address)),
    );
    const address = String(placed[0]!['address']);
    const person = await Person.atHome(browser, server.base);
    const {page} = person;
    await person.search(address);
    await person.follow(new RegExp(address), page.getByRole('region', {name: 'Building permits'}));
    await page.waitForURL('**/permits/p_*');
    expect(await person.heading()).toContain(address);
    const around = page.getByRole('region', {name: 'Around this place'});
    const near = around.getByRole('link', {name: /permits? within/});
    const count = digits((await near.innerText()).split(' permit')[0]!);
    await person.click(near);
    await page.waitForURL('**radius_km=*');
    await person.seesTotal(count);
    await person.leaves({clicks: 3, keys: 1});
  });
});
