/** The site in a browser: accessibility of every kind of page, ways through it, with scripts and without. */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, openWindow, startBrowser} from '../helpers/browser.ts';
import {ONE_OF_A_KIND, sitePages} from '../helpers/site_pages.ts';
import {type Server, sharedServer} from '../helpers/stack.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `LOOKS=all`: every page of `make shots` in every look. */
const IN_FULL = process.env['LOOKS'] === 'all';

type Look = readonly [width: number, scheme: 'light' | 'dark', language: 'en' | 'fr'];

/** Otherwise both widths, schemes and languages occur, each with another of the others. */
const LOOKS: readonly Look[] = IN_FULL
  ? [390, 1280].flatMap((width) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        (['en', 'fr'] as const).map((language): Look => [width, scheme, language]),
      ),
    )
  : [
      [1280, 'light', 'en'],
      [390, 'dark', 'fr'],
    ];

let server: Server;
let browser: Browser;
let pages: Record<string, string>;

/** Rules that a page breaks, with the elements. */
async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map(({id, nodes}) => id + ' ' + nodes[0].html.slice(0, 160)))",
  );
  return found as string[];
}

describe.skipIf(!HAS_BROWSER)('in a browser', () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([sharedServer(), startBrowser()]);
    pages = await sitePages(server.base);
  });
  afterAll(() => browser?.close());

  test.each(LOOKS)(
    'every kind of page is accessible at %i px, %s, %s',
    async (width, colorScheme, language) => {
      const {context, page, complaints} = await openWindow(browser, {
        viewport: {width, height: 900},
        colorScheme,
      });
      await page.addInitScript({content: AXE});
      const broken: string[] = [];
      for (const name of IN_FULL ? Object.keys(pages) : ONE_OF_A_KIND) {
        const path = pages[name]!;
        await page.goto(`${server.base}/${language}${path}`);
        broken.push(...(await violations(page)).map((rule) => `${path}: ${rule}`));
        const twice = await page.evaluate(
          "[...document.querySelectorAll('[id]')].map(({id}) => id).filter((id, i, all) => all.indexOf(id) !== i)",
        );
        broken.push(...(twice as string[]).map((id) => `${path}: the id ${id} occurs twice`));
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (Number(overflow) > 0) broken.push(`${path}: ${overflow} px wider than the window`);
      }
      expect(broken).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('the table of sources fits into a wide window in French', async () => {
    const {context, page} = await openWindow(browser, {viewport: {width: 1280, height: 900}});
    await page.goto(`${server.base}/fr/about`);
    // Counts of a national corpus, which take more room than those of the small one.
    const hidden = await page.evaluate(`(() => {
      for (const cell of document.querySelectorAll('td.figure')) cell.textContent = '1\u202f276\u202f865';
      const {scrollWidth, clientWidth} = document.querySelector('.scroll');
      return scrollWidth - clientWidth;
    })()`);
    expect(hidden).toBeLessThanOrEqual(0);
    await context.close();
  });

  test.each(['en', 'fr'])(
    'figures and days of the home page stay on one line on a phone, %s',
    async (language) => {
      const {context, page} = await openWindow(browser, {viewport: {width: 390, height: 844}});
      await page.goto(`${server.base}/${language}/`);
      const cells = page.locator('.catalogue td.figure, .catalogue td:last-child');
      expect(await cells.count()).toBeGreaterThan(20);
      // What a dataset has not is not named; what it is begins at the left, as its name does.
      for (const cell of await cells.all()) {
        const box = await cell.boundingBox();
        expect([box === null, (box?.height ?? 0) < 40]).toEqual([(await cell.textContent()) === '', true]);
      }
      const leftOf = `[...document.querySelectorAll('.catalogue tr')].flatMap((row) => [...row.querySelectorAll('th, td')].slice(0, 2).map((one) => { const text = document.createRange(); text.selectNodeContents(one); return Math.round(text.getBoundingClientRect().left); }))`;
      const lefts = (await page.evaluate(leftOf)) as number[];
      expect(new Set(lefts.filter((left) => left > 0)).size).toBe(1);
      await context.close();
    },
  );

  test('from a suggestion to a profile to a record and to its department', async () => {
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(`${server.base}/`);
    const vendor = decodeURIComponent(pages['record-vendors']!.split('/').at(-1)!);
    await page.fill('main input[name="q"]', vendor.slice(0, 9));
    await page.locator('.suggestions [role="option"]', {hasText: vendor}).first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('[aria-selected="true"]').textContent()).toContain(vendor);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/organizations/**');
    expect(await page.locator('h1').textContent()).toBe(vendor);
    // From here on by links alone.
    await page.locator('section[aria-labelledby="related"] a[href*="/contracts?"]').first().click();
    await page.waitForURL('**/contracts?organization_key=*');
    await page.locator('.records tbody th a').first().click();
    await page.waitForURL('**/contracts/c_*');
    await page.locator('article a[href*="/departments/"]').first().click();
    await page.waitForURL('**/departments/**');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('filters change the results in place; back, and the address elsewhere, say the same', async () => {
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(`${server.base}/en/contracts`);
    const total = page.locator('#results .total strong');
    const all = await total.textContent();
    await page.evaluate('window.same = true');
    await page.fill('#filter-min_value', '100000');
    await page.waitForURL('**/contracts?min_value=100000');
    await expect.poll(() => total.textContent()).not.toBe(all);
    const few = await total.textContent();
    await page.locator('#results nav.pager a[rel="next"]').click();
    await page.waitForURL('**cursor=**');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => total.textContent()).toBe(all);
    await page.goForward();
    await expect.poll(() => total.textContent()).toBe(few);
    const other = await openWindow(browser);
    await other.page.goto(page.url());
    expect(await other.page.locator('#results .total strong').textContent()).toBe(few);
    expect([...complaints, ...other.complaints]).toEqual([]);
    await Promise.all([context.close(), other.context.close()]);
  });

  test('a handle of a histogram, moved by keyboard or pointer, is a filter; back takes it away', async () => {
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(`${server.base}/en/contracts`);
    const total = page.locator('#results .total strong');
    const all = await total.textContent();
    const dates = page.locator('.histogram[data-min="date_from"]');
    const bar = dates.locator('rect').nth(1);
    const from = String(await bar.getAttribute('data-min'));
    await dates.locator('input').first().press('ArrowRight');
    await page.waitForURL(`**/contracts?date_from=${from}`);
    await expect.poll(() => total.textContent()).not.toBe(all);
    expect(await page.inputValue('#filter-date_from')).toBe(from);
    expect(await dates.locator('rect.out').count()).toBe(1);
    await page.goBack();
    await expect.poll(() => total.textContent()).toBe(all);
    expect(await dates.locator('rect.out').count()).toBe(0);
    expect(await dates.locator('input').first().inputValue()).toBe('0');
    const box = (await dates.locator('input').last().boundingBox())!;
    await page.mouse.move(box.x + box.width - 6, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, {steps: 4});
    await page.mouse.up();
    await page.waitForURL('**/contracts?date_to=*');
    const to = new URL(page.url()).searchParams.get('date_to')!;
    expect(await dates.locator(`rect[data-max="${to}"]:not(.out)`).count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a filter takes a value beyond those listed below it, by keyboard, with suggestions, also after a change', async () => {
    const {context, page, complaints} = await openWindow(browser, {locale: 'fr-CA'});
    await page.goto(`${server.base}/fr/contracts`);
    await page.fill('#filter-min_value', '1000');
    await page.waitForURL('**/contracts?min_value=1000');
    const listed = await page.locator('#facet-vendor li a').allTextContents();
    expect(listed.length).toBeGreaterThan(0);
    const answers = await Promise.all(
      ['dredg', 'paving', 'translation', 'aviation', '9000'].map(async (q) => {
        const answer = await fetch(`${server.base}/fr/values/contracts/vendor?q=${q}`);
        return (await answer.json()) as string[];
      }),
    );
    const rare = answers.flat().find((value) => !listed.includes(value))!;
    await page.locator('#filter-vendor').focus();
    await page.keyboard.type(rare);
    const suggested = page.locator('#filter-vendor-values option');
    await expect.poll(() => suggested.first().getAttribute('value')).toBe(rare);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('vendor') === rare);
    expect(new URL(page.url()).searchParams.get('min_value')).toBe('1000');
    await expect.poll(() => page.locator('.chips').textContent()).toContain(rare);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a value below a filter sets it in place: the focus stays there, and back takes it away', async () => {
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(`${server.base}/en/contracts`);
    await page.evaluate('window.same = true');
    const value = page.locator('#facet-vendor li a').first();
    const name = (await value.textContent())!;
    await value.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/contracts?vendor_key=*');
    await expect.poll(() => page.locator('.chips').textContent()).toContain(name);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(name);
    await page.goBack();
    await expect.poll(() => page.locator('.chips').count()).toBe(0);
    expect(await page.evaluate('window.same')).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a filter chosen before the answer to the one before has come adds to it, and going back takes it away', async () => {
    const {context, page} = await openWindow(browser, {viewport: {width: 1280, height: 900}});
    await page.goto(`${server.base}/en/contracts`);
    let answered = () => {};
    const held = new Promise<void>((resolve) => {
      answered = resolve;
    });
    await page.route(/department_key=[^&]*$/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.locator('#facet-department a').first().click();
    await page.waitForURL('**department_key=*');
    await page.locator('select[name="method"]').selectOption('Competitive');
    await page.waitForURL('**method=*');
    expect(new URL(page.url()).searchParams.has('department_key')).toBe(true);
    answered();
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('method'));
    expect(await page.locator('select[name="method"]').inputValue()).toBe('');
    await context.close();
  });

  test('typing is one entry of the history; back restores field, focus and place', async () => {
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(`${server.base}/en/contracts`);
    const before = await page.evaluate<number>('history.length');
    await page.locator('#filter-vendor').focus();
    for (const text of ['s', 'su', 'sur']) {
      await page.fill('#filter-vendor', text);
      await page.waitForURL((url) => url.searchParams.get('vendor') === text);
    }
    expect(await page.evaluate('history.length')).toBe(before + 1);
    await page.click('details.more > summary');
    await page.selectOption('#filter-commodity_type', {index: 1});
    await page.waitForURL('**commodity_type=*');
    expect(await page.evaluate('history.length')).toBe(before + 2);
    await page.goBack();
    await expect.poll(() => page.inputValue('#filter-commodity_type')).toBe('');
    expect(await page.inputValue('#filter-vendor')).toBe('sur');
    await page.goBack();
    await expect.poll(() => page.inputValue('#filter-vendor')).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(['/en/contracts', '/fr/permits', '/en/votes', '/fr/bills', '/en/lobbying/communications'])(
    '%s: on a phone the first record begins in the first window',
    async (path) => {
      const {context, page} = await openWindow(browser, {viewport: {width: 390, height: 844}});
      await page.goto(server.base + path);
      const {y = Number.POSITIVE_INFINITY} =
        (await page.locator('#records .records tbody tr').first().boundingBox()) ?? {};
      expect(y).toBeLessThanOrEqual(760);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      await context.close();
    },
  );

  test('without script: search, filter, remove a chip, sort, turn pages, open numbers and filters', async () => {
    const {context, page} = await openWindow(browser, {
      javaScriptEnabled: false,
      viewport: {width: 390, height: 900},
    });
    await page.goto(`${server.base}/en/contracts`);
    await page.click('a.open');
    await page.fill('#filter-min_value', '100000');
    await page.click('.filters button');
    expect(new URL(page.url()).searchParams.get('min_value')).toBe('100000');
    await page.locator('.chips a', {hasText: 'Value from'}).click();
    expect(new URL(page.url()).search).toBe('');
    await page.click('.graph .numbers summary');
    expect(await page.locator('.graph table').isVisible()).toBe(true);
    await page.click('.pager a[rel="next"]');
    expect(await page.locator('.pager span').textContent()).toContain('51–100 of');
    expect(await page.locator('.graph').count()).toBe(0);
    await page.fill('#top-search', 'consulting');
    await page.press('#top-search', 'Enter');
    expect(await page.locator('h1').textContent()).toContain('“consulting”');
    await context.close();
  });
});
