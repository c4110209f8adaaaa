/** A person at a browser with a task: goes by visible texts, and counts what it takes. */
import type {Browser, BrowserContextOptions, Locator, Page} from 'playwright-core';
import {expect} from 'vitest';
import {openWindow} from './browser.ts';
import {digits} from './site_reader.ts';

/** Far above what a task takes on a loaded machine. */
const MOST_SECONDS = 60;

/** What a task may take. Keys are those that are pressed one by one; texts that are written are not counted. */
interface Bounds {
  clicks: number;
  keys?: number;
}

/** Role and name of what is clicked: the names of links and buttons are what people look for. */
type Role = 'link' | 'button';

export class Person {
  /** Clicks or taps, into fields too. */
  clicks = 0;
  keys = 0;
  readonly page: Page;
  readonly #complaints: string[];
  readonly #close: () => Promise<void>;
  readonly #hasTouch: boolean;
  readonly #began = performance.now();

  private constructor(
    {context, page, complaints}: Awaited<ReturnType<typeof openWindow>>,
    hasTouch: boolean,
  ) {
    this.page = page;
    this.#complaints = complaints;
    this.#hasTouch = hasTouch;
    this.#close = () => context.close();
  }

  /** Somebody at the home page of a language. */
  static async atHome(
    browser: Browser,
    base: string,
    language: 'en' | 'fr' = 'en',
    options: BrowserContextOptions = {},
  ): Promise<Person> {
    const opened = await openWindow(browser, {
      locale: `${language}-CA`,
      viewport: {width: 1280, height: 900},
      ...options,
    });
    const person = new Person(opened, options.hasTouch === true);
    await person.page.goto(`${base}/${language}/`);
    return person;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await (this.#hasTouch ? target.tap() : target.click());
  }

  /** Clicks the first of this role that is called so, within a part of the page. */
  follow(name: string | RegExp, within: Page | Locator = this.page, role: Role = 'link'): Promise<void> {
    const exact = typeof name === 'string';
    return this.click(within.getByRole(role, {name, exact}).first());
  }

  /** The field in sight with a label, which a handle of a histogram may have, too. */
  field(label: string): Locator {
    const fields = this.page.locator('input:not([type="range"]), select');
    return this.page.getByLabel(label, {exact: true}).and(fields).locator('visible=true');
  }

  /** Goes into the field with a label and writes. */
  async write(label: string, text: string): Promise<void> {
    const field = this.field(label);
    await this.click(field);
    await field.fill(text);
  }

  /** Opens the choice with a label and takes the option that begins so. */
  async choose(label: string, option: string): Promise<void> {
    const field = this.field(label);
    const options = field.locator('option');
    const at = (await options.allTextContents()).findIndex((text) => text.startsWith(option));
    if (at < 0) throw new Error(`${label} has no ${option}`);
    // Its text has a count, which another filter may just change.
    const value = (await options.nth(at).getAttribute('value'))!;
    this.clicks += 2;
    await field.selectOption(value);
  }

  /** Presses a key, several times if so. */
  async press(key: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      this.keys++;
      await this.page.keyboard.press(key);
    }
  }

  /** Presses Tab until a control with this text has the focus; returns how often. */
  async tabTo(text: string, most = 200): Promise<number> {
    for (let steps = 1; steps <= most; steps++) {
      await this.press('Tab');
      if ((await this.focused()).startsWith(text)) return steps;
    }
    throw new Error(`${text} was not reached in ${most} steps`);
  }

  /** Text of what has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate<string>('document.activeElement.textContent.trim()');
  }

  /** Looks for a text in the search box of the page. */
  async search(text: string): Promise<void> {
    const box = this.page.getByRole('search').getByRole('combobox');
    await this.click(box);
    await box.fill(text);
    await this.press('Enter');
    await this.page.waitForURL('**/search?*');
  }

  /** Number of records that the list says it has. */
  async total(): Promise<number> {
    return digits(await this.page.locator('#results .total strong').innerText());
  }

  /** Waits until the list says so. */
  async seesTotal(total: number): Promise<void> {
    await expect.poll(() => this.total()).toBe(total);
  }

  heading(): Promise<string> {
    return this.page.getByRole('heading', {level: 1}).innerText();
  }

  /** Clicks a link to a file and reads what comes. */
  async download(name: string): Promise<{name: string; text: string}> {
    const coming = this.page.waitForEvent('download');
    await this.follow(name);
    const file = await coming;
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    return {name: file.suggestedFilename(), text: Buffer.concat(chunks).toString()};
  }

  /** Whether the page is wider than the window. */
  async isWide(): Promise<boolean> {
    return Number(await this.page.evaluate('document.documentElement.scrollWidth - innerWidth')) > 0;
  }

  /** The task is done: within its bounds, and no page complained. */
  async leaves({clicks, keys = 1}: Bounds): Promise<void> {
    const seconds = (performance.now() - this.#began) / 1000;
    if (process.env['EFFORT'])
      console.log(`${this.clicks} clicks, ${this.keys} keys, ${seconds.toFixed(1)} s`);
    expect(this.clicks).toBeLessThanOrEqual(clicks);
    expect(this.keys).toBeLessThanOrEqual(keys);
    expect(seconds).toBeLessThan(MOST_SECONDS);
    expect(this.#complaints).toEqual([]);
    await this.#close();
  }
}
