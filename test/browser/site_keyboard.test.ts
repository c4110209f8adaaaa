/**
 * Lists, records, profiles and the map by the Tab key alone: every control once, in the order of the page,
 * with a visible focus.
 */
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, openWindow, startBrowser} from '../helpers/browser.ts';
import {sitePages} from '../helpers/site_pages.ts';
import {type Server, sharedServer} from '../helpers/stack.ts';

let server: Server;
let browser: Browser;
let pages: Record<string, string>;

interface Focused {
  position: number;
  name: string;
  shows: boolean;
}

/** Days take a step for each of their parts. */
const STEPS_OF_A_CONTROL = 4;

/** Tabs through the page until the focus leaves it. */
async function tabThrough(page: Page, controls: number): Promise<Focused[]> {
  await page.evaluate('probe.passed()');
  for (let i = 0; i < controls * STEPS_OF_A_CONTROL; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate('document.activeElement === document.body')) break;
  }
  return page.evaluate<Focused[]>('probe.passed()');
}

describe.skipIf(!HAS_BROWSER)('by keyboard', () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([sharedServer(), startBrowser()]);
    pages = await sitePages(server.base);
  });
  afterAll(() => browser?.close());

  test.each<[string, string, () => string]>([
    ['a list', 'en', () => '/contracts?limit=3'],
    ['a record', 'fr', () => pages['record-contracts']!],
    ['a profile', 'en', () => pages['municipality']!],
    ['the map', 'fr', () => pages['map-close']!],
  ])('%s, %s', async (_name, language, path) => {
    const {context, page, complaints} = await openWindow(browser, {viewport: {width: 1280, height: 900}});
    await page.goto(`${server.base}/${language}${path()}`);
    if (path().startsWith('/map')) await page.locator('#map:not([aria-busy]) canvas').waitFor();
    const controls = Number(await page.evaluate('probe.controls()'));
    const passed = await tabThrough(page, controls);
    const positions = passed.map(({position}) => position).filter((position) => position >= 0);
    expect(new Set(positions).size).toBe(controls);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    // Handles of histograms, which alone have no id, lie over each other: each outlines its thumb, which no
    // script can look at.
    expect(passed.filter(({shows, name}) => !shows && name !== 'input ""')).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
