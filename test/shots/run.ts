/**
 * Pictures of every kind of page, for people to look at: `make shots [SITE_URL=http://...] [ONLY=list,record]
 * [LOOK=390-dark-en]`. Both widths, light and dark, English, and French where the page is wide and light.
 * Without SITE_URL a server is started over DATA_DIR.
 */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {HAS_BROWSER, startBrowser} from '../helpers/browser.ts';
import {sitePages} from '../helpers/site_pages.ts';
import {startServer} from '../helpers/stack.ts';

const OUT = process.env['SHOTS'] || 'data/shots';
const WIDTHS = [390, 1280];
const MOST_HEIGHT = 2400;
const ONLY = (process.env['ONLY'] ?? '').split(',').filter(Boolean);

/** The ways in which each page is looked at. */
const ALL_LOOKS = WIDTHS.flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({width, scheme, language: 'en'})),
).concat([{width: 1280, scheme: 'light', language: 'fr'}]);

const LOOKS = ALL_LOOKS.filter(
  ({width, scheme, language}) =>
    !process.env['LOOK'] || `${width}-${scheme}-${language}` === process.env['LOOK'],
);

if (!HAS_BROWSER) throw new Error('no Chromium: install it to take pictures');
mkdirSync(OUT, {recursive: true});
const server = process.env['SITE_URL']
  ? {base: process.env['SITE_URL'], stop: async () => 0}
  : await startServer(process.env['DATA_DIR'] || 'data', {SITE_PER_MINUTE: '0'});
const browser = await startBrowser();
try {
  const pages = Object.entries(await sitePages(server.base));
  const chosen = pages.filter(([name]) => ONLY.length === 0 || ONLY.some((part) => name.startsWith(part)));
  for (const {width, scheme, language} of LOOKS) {
    const context = await browser.newContext({viewport: {width, height: 900}, colorScheme: scheme});
    const page = await context.newPage();
    for (const [name, path] of chosen) {
      await page.goto(`${server.base}/${language}${path}`);
      // The map is complete when nothing of it is on its way.
      if (name.startsWith('map')) await page.waitForSelector('#map:not([aria-busy]) canvas');
      const file = `${name}-${width}-${scheme}${language === 'fr' ? '-fr' : ''}.png`;
      // What lies below repeats itself: rows of a list.
      const height = Math.min(
        MOST_HEIGHT,
        Number(await page.evaluate('document.documentElement.scrollHeight')),
      );
      await page.screenshot({path: join(OUT, file), fullPage: true, clip: {x: 0, y: 0, width, height}});
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`pictures are in ${OUT}\n`);
