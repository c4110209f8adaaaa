/** A French-speaking citizen: asks in French, reads French values, and opens the file in a French spreadsheet. */
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

describe.skipIf(!HAS_BROWSER)('une citoyenne', () => {
  beforeAll(async () => {
    [server, browser, {api}] = await Promise.all([sharedServer(), startBrowser(), siteReader()]);
  });
  afterAll(() => browser?.close());

  test('finds who spoke with a department about a subject, both by their French names', async () => {
    const person = await Person.atHome(browser, server.base, 'fr');
    const {page} = person;
    await person.follow('Qui fait du lobbying auprès de ce ministère\u00a0?');
    await person.write('Institution', 'Chambre des communes');
    await person.write('Sujet', 'logement');
    const {total} = (await api('/lobbying/communications?institution=House+of+Commons&subject_key=Housing'))
      .meta;
    expect(total).toBeGreaterThan(0);
    await person.seesTotal(total);
    for (const row of await page.locator('#results .records tbody tr').allInnerTexts()) {
      expect(row).toContain('Chambre des communes');
      expect(row).toContain('Logement');
      expect(row).not.toMatch(/House of Commons|Housing/);
    }
    await person.leaves({clicks: 3, keys: 0});
  });

  test('is offered French names while writing', async () => {
    const person = await Person.atHome(browser, server.base, 'fr');
    const {page} = person;
    await person.follow('Qui fait du lobbying auprès de ce ministère\u00a0?');
    const field = person.field('Sujet');
    await person.click(field);
    await field.pressSequentially('loge');
    const offered = page.locator('#filter-subject-values option');
    await expect.poll(() => offered.first().getAttribute('value')).toBe('Logement');
    await person.leaves({clicks: 3, keys: 0});
  });

  test('takes contracts along with French heads, decimal commas and as many rows as records', async () => {
    const person = await Person.atHome(browser, server.base, 'fr');
    const {page} = person;
    await person.follow('Qui a obtenu ce contrat\u00a0?');
    await person.choose('Mode de sélection du fournisseur', 'Non concurrentiel');
    await page.waitForURL('**method=*');
    const {total} = (await api('/contracts?method=Non-competitive')).meta;
    await person.seesTotal(total);
    await person.follow('Télécharger');
    const {text} = await person.download('Télécharger pour Excel (CSV)');
    const {data, meta} = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
      header: true,
      skipEmptyLines: true,
    });
    expect(meta.delimiter).toBe(';');
    expect(data.length).toBe(total);
    expect(meta.fields).toContain('Fournisseur');
    expect(new Set(data.map((row) => row['Mode de sélection du fournisseur']))).toEqual(
      new Set(['Non concurrentiel']),
    );
    const amounts = data.map((row) => row['Valeur']!).filter((one) => /[.,]/.test(one));
    expect(amounts.length).toBeGreaterThan(0);
    for (const amount of amounts) expect(amount).toMatch(/^-?\d+,\d+$/);
    await person.leaves({clicks: 5, keys: 0});
  });
});
