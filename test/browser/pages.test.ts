/**
 * Every page in a browser: no complaints, in both languages and schemes, on large and small screens, by
 * keyboard.
 */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Browser, Page, Response} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, openWindow, startBrowser, type Window} from '../helpers/browser.ts';
import {openPageWorld, type PageWorld, STATES} from '../helpers/page_states.ts';

/** Folder for pictures of all pages, to be looked at; none are made without it. */
const PICTURES = process.env['SCREENSHOTS'];

const LARGE = {width: 1280, height: 900};
const SMALL = {width: 360, height: 740};

let browser: Browser;
let world: PageWorld;

const LANGUAGES = ['en', 'fr'] as const;

/** By language: one for all pages, since another process for each takes as long as to look at it. */
const windows = new Map<string, Window>();

/** The window of a language as that of a new visitor, who has nothing of the one before. */
async function newVisitor(language: string): Promise<Window> {
  const one = windows.get(language)!;
  await one.context.clearCookies();
  await one.page.goto('about:blank');
  await one.page.emulateMedia({colorScheme: 'light'});
  await one.page.setViewportSize(LARGE);
  one.complaints.length = 0;
  return one;
}

interface Focused {
  position: number;
  name: string;
  shows: boolean;
}

/** What a page says of itself. */
const ask = <T>(page: Page, probe: string): Promise<T> => page.evaluate<T>(`probe.${probe}()`);

/** Tabs through the whole page and returns the controls in focus order. */
async function tabThrough(page: Page): Promise<Focused[]> {
  const controls = await ask<number>(page, 'controls');
  await ask(page, 'passed');
  // The browser itself has the focus once, from the top or from an error; a date has four stops.
  const dates = await page.locator('input[type=date]:visible').count();
  for (let i = 0; i <= controls + 3 * dates; i++) await page.keyboard.press('Tab');
  return ask(page, 'passed');
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, {recursive: true});
  await page.screenshot({path: join(PICTURES, `${name.replaceAll(' ', '_')}.png`), fullPage: true});
}

describe.skipIf(!HAS_BROWSER)('in a browser', () => {
  beforeAll(async () => {
    [browser, world] = await Promise.all([startBrowser(), openPageWorld()]);
    for (const language of LANGUAGES)
      windows.set(language, await openWindow(browser, {locale: `${language}-CA`}));
  });
  afterAll(async () => {
    await browser?.close();
    world?.close();
  });

  const cases = Object.keys(STATES).flatMap((name) => LANGUAGES.map((language) => [name, language] as const));

  test.each(cases)('the page of %s is valid in %s', async (name, language) => {
    const {open, status = 200} = STATES[name]!;
    const {page, complaints} = await newVisitor(language);
    const statuses: number[] = [];
    const onResponse = (answer: Response) => {
      if (answer.request().isNavigationRequest()) statuses.push(answer.status());
    };
    page.on('response', onResponse);
    await open(page, world);
    page.off('response', onResponse);
    expect(statuses.at(-1)).toBe(status);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);

    const headings = await ask<string[]>(page, 'headings');
    expect([headings[0], headings.filter((one) => one === 'h1').length]).toEqual(['h1', 1]);
    expect(await ask(page, 'unnamed')).toEqual([]);

    const passed = await tabThrough(page);
    const positions = passed.map(({position}) => position);
    expect(new Set(positions).size).toBe(await ask(page, 'controls'));
    // In the order of the page, from wherever it began.
    const hashQueue = positions.filter((position, i) => i > 0 && position < positions[i - 1]!);
    expect(hashQueue.length).toBeLessThanOrEqual(1);
    expect(passed.filter(({shows}) => !shows)).toEqual([]);
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({colorScheme});
      expect(await ask(page, 'faint')).toEqual([]);
      for (const viewport of [LARGE, SMALL]) {
        await page.setViewportSize(viewport);
        expect(await ask(page, 'wide')).toEqual([]);
        await takePicture(page, `${name}-${language}-${colorScheme}-${viewport.width}`);
      }
    }
    expect(complaints).toEqual([]);
  });
});
