/** First content and layout shift of a page on a phone: a slow line, a slow processor, an empty cache. */
import {setTimeout as pause} from 'node:timers/promises';
import type {Browser, Page} from 'playwright-core';

/** The processor and the line of the goal. */
const SLOWER = 4;
const BYTES_PER_SECOND = 1.6e6 / 8;
const LATENCY_MS = 150;

const ASKED = 100;
const ASKED_EVERY_MS = 100;

/** Layout shift is that of the page while it loads, without what the reader does. */
const OBSERVE = `window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({type: 'layout-shift', buffered: true});`;

/** The policy of the pages allows no script to wait in them, so that this asks again. */
async function paintedAt(page: Page): Promise<number> {
  for (let i = 0; i < ASKED; i++) {
    const at = await page.evaluate(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null",
    );
    if (at !== null) return Number(at);
    await pause(ASKED_EVERY_MS);
  }
  throw new Error(`${page.url()} shows nothing`);
}

/** Throws where the page shows nothing. */
export async function firstContent(browser: Browser, address: string): Promise<{ms: number; shift: number}> {
  const context = await browser.newContext({viewport: {width: 390, height: 844}});
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', {rate: SLOWER});
  await page.addInitScript(OBSERVE);
  await page.goto(address, {waitUntil: 'load', timeout: 120_000});
  const ms = await paintedAt(page);
  const shift = await page.evaluate('window.shift');
  await context.close();
  return {ms, shift: Number(shift)};
}
