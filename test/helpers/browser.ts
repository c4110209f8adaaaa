/** A headless Chromium of the machine for running servers, with a record of its complaints. */
import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/**
 * Where Debian and its like put it. The first has no windows of its own: the same pages take half the
 * processor time.
 */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const program = PLACES.find((path) => existsSync(path)) ?? null;

if (!program) console.warn(`browser tests are skipped: no Chromium at ${PLACES.join(', ')}`);

/** Whether tests with a browser can run here; prints a notice if not. */
export const HAS_BROWSER = program !== null;

/** Starts it. Its sandbox cannot run as root. */
export function startBrowser(): Promise<Browser> {
  if (!program) throw new Error('there is no Chromium on this machine');
  return chromium.launch({
    executablePath: program,
    chromiumSandbox: process.getuid?.() !== 0,
    // Machines that run tests have no graphics card: the map is drawn by a software one, which for pages
    // costs far more than none.
    args: ['--disable-gpu', '--enable-unsafe-swiftshader'],
  });
}

/**
 * A map drawn with a quarter of the points, for the software that draws it; lengths, and what the page is,
 * stay as they are.
 */
export const COARSE = {deviceScaleFactor: 0.5};

/** What pages are looked at with: `probe` in each page. */
const PROBE = fileURLToPath(new URL('in_page.js', import.meta.url));

export interface Window {
  context: BrowserContext;
  page: Page;
  /** Errors of scripts, of the console and of the policy, and files that did not come. */
  complaints: string[];
}

/** A browser of a new visitor with one page. `locale` as sent by browsers, such as `fr-CA`. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext(options);
  // A page that waits for longer than this has not what the test looks for.
  context.setDefaultTimeout(60_000);
  await context.addInitScript({path: PROBE});
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Of a page that is answered 4xx or 5xx the browser complains, too: its status is looked at elsewhere.
    const ofPage = message.location().url === page.url() && message.text().startsWith('Failed to load');
    if (message.type() === 'error' && !ofPage) complaints.push(message.text());
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // What was on its way when the next page came.
    if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${why}`);
  });
  return {context, page, complaints};
}
