/** A journalist: who got a contract, who gets most without competition, who lobbies a department. */
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, startBrowser} from '../../helpers/browser.ts';
import {Person} from '../../helpers/person.ts';
import {digits, type SiteReader, siteReader} from '../../helpers/site_reader.ts';
import {type Server, sharedServer} from '../../helpers/stack.ts';

let server: Server;
let browser: Browser;
let api: SiteReader['api'];

const TEXTS = {
  en: {
    task: 'Who got this contract?',
    words: 'Words',
    from: 'Value from',
    to: 'Value to',
    bought: 'bought this from',
  },
  fr: {
    task: 'Qui a obtenu ce contrat\u00a0?',
    words: 'Mots',
    from: 'Valeur minimale',
    to: 'Valeur maximale',
    bought: 'a acheté ceci à',
  },
} as const;

describe.skipIf(!HAS_BROWSER)('a journalist', () => {
  beforeAll(async () => {
    [server, browser, {api}] = await Promise.all([sharedServer(), startBrowser(), siteReader()]);
  });
  afterAll(() => browser?.close());

  test.each(['en', 'fr'] as const)(
    'finds who got a contract of which the amount is known, %s',
    async (language) => {
      const t = TEXTS[language];
      const [known] = (await api('/contracts?sort_by=value&limit=1')).data;
      const {value, vendor} = known as {value: number; vendor: string};
      const {total} = (await api(`/contracts?min_value=${value}&max_value=${value}`)).meta;
      const person = await Person.atHome(browser, server.base, language);
      await person.follow(t.task);
      await person.write(t.from, String(value));
      await person.write(t.to, String(value));
      await person.seesTotal(total);
      await person.click(person.page.locator('#results .records tbody').getByRole('link').first());
      const sentence = person.page.getByText(t.bought);
      await sentence.waitFor();
      expect(await sentence.innerText()).toContain(vendor);
      await person.leaves({clicks: 4, keys: 0});
    },
  );

  test('finds who gets most contracts of a department without competition in a year, and counts them', async () => {
    const person = await Person.atHome(browser, server.base);
    const {page} = person;
    await person.follow('Who got this contract?');
    const department = page.locator('#facet-department').getByRole('link').first();
    const name = await department.innerText();
    await person.click(department);
    await page.waitForURL('**department_key=*');
    await person.choose('Procurement method', 'Non-competitive');
    await page.waitForURL('**method=*');
    await person.write('Awarded from', '2025-01-01');
    await person.write('Awarded to', '2025-12-31');
    await page.waitForURL('**date_to=*');
    const asked = new URLSearchParams({
      department: name,
      method: 'Non-competitive',
      date_from: '2025-01-01',
      date_to: '2025-12-31',
      limit: '100',
    });
    const {data, meta} = await api(`/contracts?${asked}`);
    expect(meta.total).toBeLessThanOrEqual(100);
    await person.seesTotal(meta.total);
    const chart = page.getByRole('figure').first();
    await person.click(chart.locator('.change > summary'));
    await person.follow('Records', chart);
    await page.waitForURL('**measure=records*');
    await person.follow('Vendor', chart);
    await page.waitForURL('**chart=vendor*');
    const most = chart.getByRole('listitem').first();
    const vendor = await most.getByRole('link').innerText();
    const count = digits((await most.innerText()).replace(vendor, ''));
    await person.follow(vendor, most);
    await page.waitForURL('**vendor_key=*');
    await person.seesTotal(count);
    // Spellings of one vendor differ in case and in what follows its name.
    const first = vendor.split(' ')[0]!.toLowerCase();
    const own = data.filter(({vendor: spelled}) => String(spelled).toLowerCase().startsWith(first));
    expect(own.length).toBeGreaterThanOrEqual(count);
    await person.leaves({clicks: 10, keys: 0});
  });

  test('finds who lobbies a department from the page of the department', async () => {
    const person = await Person.atHome(browser, server.base);
    const {page} = person;
    const [known] = (await api('/departments?limit=1')).data;
    const name = String(known!['department']).split(' | ')[0]!;
    await person.follow('Departments', page.getByRole('table', {name: 'Spending'}));
    await person.follow(name, page.locator('#results .records'));
    await page.waitForURL('**/departments/*');
    const lobbying = page.getByRole('listitem').filter({hasText: 'All lobbying communications'});
    const count = digits((await lobbying.innerText()).split('(').at(-1)!);
    await person.follow(/^All lobbying communications/, lobbying);
    await person.seesTotal(count);
    const {total} = (await api(`/lobbying/communications?${new URLSearchParams({institution: name})}`)).meta;
    expect(total).toBe(count);
    await person.leaves({clicks: 3, keys: 0});
  });
});
