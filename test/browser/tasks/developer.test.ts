/** Somebody who signs up: an account, a first key, an answer of the API. */
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, startBrowser} from '../../helpers/browser.ts';
import {type LinkedBuild, linkSharedBuild} from '../../helpers/linked_build.ts';
import {Person} from '../../helpers/person.ts';
import {type Server, startServer} from '../../helpers/stack.ts';

let data: LinkedBuild;
let server: Server;
let browser: Browser;

const TEXTS = {
  en: {key: 'Get a key', signUp: 'Sign up', create: 'Create key', starts: /\/contracts\?/},
  fr: {key: 'Obtenir une clé', signUp: 'S’inscrire', create: 'Créer une clé', starts: /\/contracts\?/},
} as const;

describe.skipIf(!HAS_BROWSER)('somebody who signs up', () => {
  beforeAll(async () => {
    data = await linkSharedBuild();
    [server, browser] = await Promise.all([startServer(data.dataDir, {WORKERS: '1'}), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    data?.close();
  });

  test.each(['en', 'fr'] as const)(
    'has a key that works, and a command with it to begin with, %s',
    async (language) => {
      const t = TEXTS[language];
      const person = await Person.atHome(browser, server.base, language);
      const {page} = person;
      await person.follow(t.key);
      await page.waitForURL('**/account?lang=*');
      for (const [field, text] of [
        ['#sign-up-email', `task-${language}@example.org`],
        ['#sign-up-password', 'a whole task long'],
      ] as const) {
        await person.click(page.locator(field));
        await page.fill(field, text);
      }
      await person.follow(t.signUp, page, 'button');
      await person.follow(t.create, page, 'button');
      const key = await page.locator('#fresh-key').innerText();
      const answer = await fetch(`${server.base}/api/v1/contracts?limit=1`, {headers: {'X-API-Key': key}});
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as {data: unknown[]}).data.length).toBe(1);
      expect(await page.getByText(t.starts).first().innerText()).toContain(key);
      await person.leaves({clicks: 5, keys: 0});
    },
  );
});
