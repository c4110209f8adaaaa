/**
 * What people do with an account, in a browser before a running server: with scripts and without, in both
 * languages.
 */
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {HAS_BROWSER, openWindow, startBrowser} from '../helpers/browser.ts';
import {type LinkedBuild, linkSharedBuild} from '../helpers/linked_build.ts';
import {type Server, startServer} from '../helpers/stack.ts';

let data: LinkedBuild;
let server: Server;
let browser: Browser;

const TEXTS = {
  en: {
    signUp: 'Sign up',
    signIn: 'Sign in',
    signOut: 'Sign out',
    create: 'Create key',
    replace: 'Replace key',
    ready: 'Your account is ready.',
    out: 'You are signed out.',
    table: 'The same numbers as a table',
    group: 'Procurement',
    copy: 'Copy',
    copied: 'Copied',
    account: 'Account',
    yours: 'Your account',
  },
  fr: {
    signUp: 'S’inscrire',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    create: 'Créer une clé',
    replace: 'Remplacer la clé',
    ready: 'Votre compte est prêt.',
    out: 'Vous êtes déconnecté.',
    table: 'Les mêmes chiffres en tableau',
    group: 'Marchés publics',
    copy: 'Copier',
    copied: 'Copié',
    account: 'Compte',
    yours: 'Votre compte',
  },
} as const;

const PASSWORD = 'the whole way through';

/** Status of a request to the API. */
async function status(path: string, key: string): Promise<number> {
  const answer = await fetch(`${server.base}/api/v1${path}`, {headers: {'X-API-Key': key}});
  await answer.arrayBuffer();
  return answer.status;
}

const shownKey = (page: Page) => page.locator('#fresh-key');

/** Requests of a group in the last 30 days, as the table of the dashboard sums them up. */
async function used(page: Page, group: string): Promise<string | null> {
  await page.reload();
  const heads = await page.locator('section[aria-labelledby="usage"] thead th').allTextContents();
  const sums = await page
    .locator('section[aria-labelledby="usage"] tfoot')
    .locator('th, td')
    .allTextContents();
  return sums[heads.indexOf(group)] ?? null;
}

/** The command of a list with which it can be asked for. */
async function exampleOf(page: Page, language: string): Promise<string> {
  await page.goto(`${server.base}/${language}/contracts?vendor=north`);
  // One unfolds inside the other.
  for (const summary of await page.locator('details:has(#curl) > summary').all()) await summary.click();
  return (await page.locator('#curl').textContent())!;
}

/** Opens the disclosure with a name and presses its button. */
async function carefully(page: Page, name: string): Promise<void> {
  await page.locator('summary', {hasText: name}).click();
  await page.locator('details[open] button', {hasText: name}).click();
}

describe.skipIf(!HAS_BROWSER)('in a browser', () => {
  beforeAll(async () => {
    data = await linkSharedBuild();
    [server, browser] = await Promise.all([startServer(data.dataDir, {WORKERS: '1'}), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    data?.close();
  });

  test.each([
    ['en', true],
    ['en', false],
    ['fr', true],
    ['fr', false],
  ] as const)('an account from the sign-up to the sign-out in %s, scripts: %s', async (language, scripts) => {
    const t = TEXTS[language];
    const {context, page, complaints} = await openWindow(browser, {
      locale: `${language}-CA`,
      javaScriptEnabled: scripts,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`${server.base}/account`);
    const email = `${language}-${scripts}@example.org`;
    await page.fill('#sign-up-email', email);
    await page.fill('#sign-up-password', PASSWORD);
    await page.getByRole('button', {name: t.signUp}).click();
    await page.getByText(t.ready).waitFor();
    expect(await page.locator('.who strong').textContent()).toBe(email);

    await page.getByRole('button', {name: t.create}).click();
    const key = (await shownKey(page).textContent())!;
    expect(key).toMatch(/^fpd_live_[0-9A-Za-z]{38}$/);
    if (scripts) {
      await page.locator('.done button').click();
      await page.getByRole('button', {name: t.copied}).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    } else {
      expect(await page.getByRole('button', {name: t.copy}).count()).toBe(0);
    }
    await page.reload();
    expect(await shownKey(page).count()).toBe(0);
    expect(await page.content()).not.toContain(key);

    for (let i = 0; i < 3; i++) expect(await status('/contracts?limit=1', key)).toBe(200);
    await expect.poll(() => used(page, t.group)).toBe('3');
    await page.locator('summary', {hasText: t.table}).click();
    expect(await page.locator('section[aria-labelledby="usage"] tfoot').first().isVisible()).toBe(true);

    // Pages of the site are the same for everybody: only scripts can show it there.
    const header = page.locator('nav.sections a').last();
    await page.goto(`${server.base}/${language}/`);
    expect(await header.textContent()).toBe(scripts ? t.yours : t.account);
    await header.click();
    expect(await header.textContent()).toBe(t.yours);

    // Its own key is in the examples of the tab in which it was shown, until it is replaced.
    await expect.poll(() => exampleOf(page, language)).toContain(`X-API-Key: ${scripts ? key : 'YOUR_KEY'}'`);
    if (scripts) {
      await page.locator('button.copy[data-copies="curl"]').click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(key);
    }
    await page.goto(`${server.base}/account`);
    await carefully(page, t.replace);
    const next = (await shownKey(page).textContent())!;
    expect(next).not.toBe(key);
    await expect
      .poll(() => exampleOf(page, language))
      .toContain(`X-API-Key: ${scripts ? next : 'YOUR_KEY'}'`);
    await page.goto(`${server.base}/account`);
    await expect.poll(() => status('/usage', key), {interval: 50}).toBe(401);
    expect(await status('/contracts?limit=1', next)).toBe(200);

    await page.getByRole('button', {name: t.signOut}).click();
    await page.getByText(t.out).waitFor();
    await expect.poll(() => exampleOf(page, language)).toContain("X-API-Key: YOUR_KEY'");
    await page.goto(`${server.base}/account`);
    await page.fill('#sign-in-email', email);
    await page.fill('#sign-in-password', PASSWORD);
    await page.getByRole('button', {name: t.signIn}).click();
    await page.getByRole('button', {name: t.signOut}).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a passkey is added with the password, signs in once for each answer, and no more once it is removed', async () => {
    const port = await findFreePort('127.0.0.1', 0);
    // Browsers have passkeys for names alone.
    const origin = `http://localhost:${port}`;
    const named = await startServer(data.dataDir, {WORKERS: '1', PORT: String(port), API_ORIGIN: origin});
    const {context, page, complaints} = await openWindow(browser, {locale: 'en-CA'});
    try {
      const devtools = await context.newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await page.goto(`${origin}/account`);
      await page.fill('#sign-up-email', 'passkey@example.org');
      await page.fill('#sign-up-password', PASSWORD);
      await page.getByRole('button', {name: 'Sign up'}).click();
      const add = async (password: string) => {
        await page.fill('#passkey-name', 'this laptop');
        await page.fill('#passkey-password', password);
        await page.getByRole('button', {name: 'Add a passkey'}).click();
      };
      await add('not the password');
      await page.locator('#passkey-password-fault').waitFor();
      await add(PASSWORD);
      await page.getByText('The passkey was added.').waitFor();
      await page.getByRole('rowheader', {name: 'this laptop'}).waitFor();

      await page.getByRole('button', {name: 'Sign out'}).click();
      const sent = page.waitForRequest((request) => request.url().endsWith('/account/passkey/sign-in'));
      await page.getByRole('button', {name: 'Sign in with a passkey'}).click();
      await page.getByText('Signed in as').waitFor();
      expect(await page.locator('.who strong').textContent()).toBe('passkey@example.org');

      // The same answer again, by whoever has the cookie of that visitor.
      const request = await sent;
      const headers = await request.allHeaders();
      const body = request.postData() ?? '';
      expect(body).toContain('credential=');
      const again = async (cookie: string, form: string) => {
        const answer = await fetch(`${origin}/account/passkey/sign-in`, {
          method: 'POST',
          redirect: 'manual',
          headers: {Cookie: cookie, Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded'},
          body: form,
        });
        return [answer.status, answer.headers.getSetCookie().some((line) => line.startsWith('signed_in=1'))];
      };
      expect(await again(headers['cookie']!, body)).toEqual([303, false]);
      const rewritten = new URLSearchParams(body);
      rewritten.set('credential', ` ${rewritten.get('credential')}`);
      expect(await again(headers['cookie']!, rewritten.toString())).toEqual([303, false]);
      // And by another visitor, whose cookie its challenge does not come from.
      const page2 = await fetch(`${origin}/account`);
      const cookie = page2.headers.getSetCookie()[0]!.split(';')[0]!;
      const [, token = ''] = /name="csrf" value="([^"]+)"/.exec(await page2.text()) ?? [];
      const form = new URLSearchParams(body);
      form.set('csrf', token);
      expect(await again(cookie, form.toString())).toEqual([303, false]);

      await page.getByRole('button', {name: 'Remove: this laptop'}).click();
      await page.getByText('The passkey was removed.').waitFor();
      await page.getByRole('button', {name: 'Sign out'}).click();
      await page.getByRole('button', {name: 'Sign in with a passkey'}).click();
      await page.getByText('The passkey was not accepted.').waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
      await named.stop();
    }
  });
});
