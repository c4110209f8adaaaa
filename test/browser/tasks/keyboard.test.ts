/** Somebody who sees nothing and has the keyboard alone: to the first record, through a filter, and back. */
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, startBrowser} from '../../helpers/browser.ts';
import {Person} from '../../helpers/person.ts';
import {type Server, sharedServer} from '../../helpers/stack.ts';

let server: Server;
let browser: Browser;

const TEXTS = {
  en: {
    task: 'Who got this contract?',
    skip: 'Skip to content',
    results: 'Skip to the results',
    records: 'Skip to the records',
    about: 'About',
    slash: /^\/ leads to the search box \(/,
  },
  fr: {
    task: 'Qui a obtenu ce contrat\u00a0?',
    skip: 'Passer au contenu',
    results: 'Passer aux résultats',
    records: 'Passer aux fiches',
    about: 'À propos',
    slash: /^\/ mène à la recherche \(/,
  },
} as const;

const LANGUAGES = ['en', 'fr'] as const;

/** Stops of the Tab key from the top of a list to its first record. */
const MOST_STOPS = 7;

describe.skipIf(!HAS_BROWSER)('by keyboard alone', () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([sharedServer(), startBrowser()]);
  });
  afterAll(() => browser?.close());

  test.each(LANGUAGES)('the first record of a list is few stops away, %s', async (language) => {
    const t = TEXTS[language];
    const person = await Person.atHome(browser, server.base, language);
    const {page} = person;
    await person.tabTo(t.skip);
    await person.press('Enter');
    await person.tabTo(t.task);
    await person.press('Enter');
    await page.waitForURL('**/contracts');
    let stops = 0;
    for (const skip of [t.skip, t.results, t.records]) {
      stops += await person.tabTo(skip);
      await person.press('Enter');
    }
    const first = await page.locator('#results .records tbody th').first().innerText();
    stops += await person.tabTo(first);
    expect(stops).toBeLessThanOrEqual(MOST_STOPS);
    await person.press('Enter');
    await page.waitForURL('**/contracts/c_*');
    await person.leaves({clicks: 0, keys: 27});
  });

  test('a value below a filter keeps the focus, and going back restores the list', async () => {
    const person = await Person.atHome(browser, server.base);
    const {page} = person;
    await person.tabTo(TEXTS.en.skip);
    await person.press('Enter');
    await person.tabTo(TEXTS.en.task);
    await person.press('Enter');
    await page.waitForURL('**/contracts');
    const all = await person.total();
    await person.tabTo(TEXTS.en.skip);
    await person.press('Enter');
    const value = await page.locator('#facet-vendor').getByRole('link').first().innerText();
    await person.tabTo(value);
    await person.press('Enter');
    await page.waitForURL('**vendor_key=*');
    await expect.poll(() => person.total()).toBeLessThan(all);
    await expect.poll(() => person.focused()).toBe(value);
    await page.goBack();
    await person.seesTotal(all);
    await person.leaves({clicks: 0, keys: 22});
  });

  test.each(LANGUAGES)('the slash leads to the search box until it is switched off, %s', async (language) => {
    const t = TEXTS[language];
    const person = await Person.atHome(browser, server.base, language);
    const {page} = person;
    const isSearching = () => page.evaluate("document.activeElement.name === 'q'");
    await person.press('/');
    expect(await isSearching()).toBe(true);
    await person.follow(t.about, page.getByRole('banner'));
    await page.waitForURL('**/about');
    const choice = page.getByRole('checkbox', {name: t.slash});
    expect(await choice.isChecked()).toBe(true);
    await person.click(choice);
    await page.reload();
    expect(await choice.isChecked()).toBe(false);
    await person.press('/');
    expect(await isSearching()).toBe(false);
    await person.click(choice);
    await choice.blur();
    await person.press('/');
    expect(await isSearching()).toBe(true);
    await person.leaves({clicks: 3, keys: 3});
  });
});
