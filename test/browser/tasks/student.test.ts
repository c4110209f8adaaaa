/** A student: a file whose rows are counted, a company of which the name is misspelled, a bill by its number. */
import Papa from 'papaparse';
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, startBrowser} from '../../helpers/browser.ts';
import {Person} from '../../helpers/person.ts';
import {type SiteReader, siteReader} from '../../helpers/site_reader.ts';
import {type Server, sharedServer} from '../../helpers/stack.ts';

let server: Server;
let browser: Browser;
let api: SiteReader['api'];

describe.skipIf(!HAS_BROWSER)('a student', () => {
  beforeAll(async () => {
    [server, browser, {api}] = await Promise.all([sharedServer(), startBrowser(), siteReader()]);
  });
  afterAll(() => browser?.close());

  test('takes the grants of a province along, as many rows as the list has records', async () => {
    const person = await Person.atHome(browser, server.base);
    const {page} = person;
    await person.follow('Who receives grants near me?');
    await person.choose('Province', 'Manitoba');
    await page.waitForURL('**province=*');
    const {total} = (await api('/grants?province=MB')).meta;
    await person.seesTotal(total);
    await person.follow('Download');
    const {name, text} = await person.download('Download for Excel (CSV)');
    expect(name).toMatch(/grants.*\.csv$/);
    const {data} = Papa.parse<Record<string, string>>(text, {header: true, skipEmptyLines: true});
    expect(data.length).toBe(total);
    expect(new Set(data.map((row) => row['record_id'])).size).toBe(total);
    await person.leaves({clicks: 5, keys: 0});
  });

  test.each(['en', 'fr'] as const)('finds a company in spite of two wrong letters, %s', async (language) => {
    const [known] = (await api('/vendors?sort_by=contract_count&limit=1')).data;
    const vendor = String(known!['vendor']);
    const [first = '', second = ''] = vendor.split(' ');
    // A letter too few in both words.
    const wrong = `${first.slice(0, 4)}${first.slice(5)} ${second.slice(0, 4)}${second.slice(5)}`;
    const person = await Person.atHome(browser, server.base, language);
    const {page} = person;
    await person.search(wrong);
    await person.follow(new RegExp(`^${first} ${second}$`, 'i'));
    await person.follow(vendor, page.getByRole('region', {name: /^Organi[sz]ations/}));
    await page.waitForURL('**/organizations/*');
    expect(await person.heading()).toBe(vendor);
    await person.leaves({clicks: 3, keys: 1});
  });

  test.each([
    ['en', 'Bill '],
    ['fr', 'Projet de loi '],
  ] as const)('finds a bill by its number, %s', async (language, word) => {
    const [known] = (await api('/bills?limit=1')).data;
    const number = String(known!['number']);
    const person = await Person.atHome(browser, server.base, language);
    const {page} = person;
    await person.search(`${word}${number}`);
    await person.follow(new RegExp(`^${number}\\b`), page.getByRole('main'));
    await page.waitForURL(`**/bills/*/${number}`);
    expect(await person.heading()).toMatch(new RegExp(`^${number} · `));
    await person.leaves({clicks: 2, keys: 1});
  });
});
