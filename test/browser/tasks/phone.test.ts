/** Somebody with a phone: touch, a narrow window, the sheet of filters, the order of a list. */
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, startBrowser} from '../../helpers/browser.ts';
import {Person} from '../../helpers/person.ts';
import {type SiteReader, siteReader} from '../../helpers/site_reader.ts';
import {type Server, sharedServer} from '../../helpers/stack.ts';

let server: Server;
let browser: Browser;
let api: SiteReader['api'];

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 1};

const TEXTS = {
  en: {
    task: 'Who got this contract?',
    filters: 'Filters',
    method: 'Procurement method',
    alone: 'Non-competitive',
    show: 'Show results',
    sort: 'Sort by',
    value: 'Value',
    order: 'Sort',
    help: 'Procurement method',
  },
  fr: {
    task: 'Qui a obtenu ce contrat\u00a0?',
    filters: 'Filtres',
    method: 'Mode de sélection du fournisseur',
    alone: 'Non concurrentiel',
    show: 'Afficher les résultats',
    sort: 'Trier par',
    value: 'Valeur',
    order: 'Trier',
    help: 'Mode de sélection du fournisseur',
  },
} as const;

describe.skipIf(!HAS_BROWSER)('on a phone', () => {
  beforeAll(async () => {
    [server, browser, {api}] = await Promise.all([sharedServer(), startBrowser(), siteReader()]);
  });
  afterAll(() => browser?.close());

  test.each(['en', 'fr'] as const)(
    'the largest contract without competition is found by touch, %s',
    async (language) => {
      const t = TEXTS[language];
      const {data, meta} = await api('/contracts?method=Non-competitive&sort_by=value&limit=1');
      const person = await Person.atHome(browser, server.base, language, PHONE);
      const {page} = person;
      const wide: string[] = [];
      const look = async () => {
        if (await person.isWide()) wide.push(page.url());
      };
      await look();
      await person.follow(t.task);
      await page.waitForURL('**/contracts');
      await look();
      const sheet = page.locator('#filters');
      expect(await sheet.isVisible()).toBe(false);
      await person.follow(t.filters);
      await sheet.waitFor({state: 'visible'});
      await look();
      await person.choose(t.method, t.alone);
      await person.follow(t.show, sheet, 'button');
      await sheet.waitFor({state: 'hidden'});
      await person.seesTotal(meta.total);
      await person.click(page.locator('.arrange > summary'));
      await person.choose(t.sort, t.value);
      await person.follow(t.order, page.locator('.sort'), 'button');
      await page.waitForURL('**sort_by=value*');
      await look();
      await person.seesTotal(meta.total);
      const first = page.locator('#results .records tbody tr').first();
      expect(await first.innerText()).toContain(String(data[0]!['vendor']));
      await person.click(first.getByRole('link').first());
      await page.waitForURL('**/contracts/c_*');
      await look();
      const help = page.locator('details.help').filter({hasText: t.help}).first();
      const summary = help.locator('summary');
      const {height = 0} = (await summary.boundingBox()) ?? {};
      expect(height).toBeGreaterThanOrEqual(24);
      await person.click(summary);
      expect(await help.locator('p').isVisible()).toBe(true);
      await look();
      expect(wide).toEqual([]);
      await person.leaves({clicks: 11, keys: 0});
    },
  );
});
