/** The site in a browser while the server is switched to a new build. */
import {
  cpSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {mkdir, readdir} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {HAS_BROWSER, openWindow, startBrowser} from '../helpers/browser.ts';
import {type Server, sharedData, startServer} from '../helpers/stack.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'site-builds-'));
const NEXT = 'feedfacefeedface';
let server: Server;
let browser: Browser;

/** The shared build under a name, its files linked. */
async function copyBuild(from: string, name: string): Promise<void> {
  const to = dataPaths(dataDir).build(name);
  for (const file of await readdir(from, {recursive: true, withFileTypes: true})) {
    if (!file.isFile() || file.name === inBuild.manifest) continue;
    const path = join(file.parentPath, file.name);
    const target = join(to, path.slice(from.length));
    await mkdir(dirname(target), {recursive: true});
    try {
      linkSync(path, target);
    } catch {
      cpSync(path, target);
    }
  }
  const manifest = JSON.parse(readFileSync(join(from, inBuild.manifest), 'utf8')) as Manifest;
  writeFileSync(join(to, inBuild.manifest), manifestText({...manifest, build_id: name}));
}

function publish(name: string): void {
  const {current} = dataPaths(dataDir);
  symlinkSync(`builds/${name}`, `${current}.next`);
  renameSync(`${current}.next`, current);
}

describe.skipIf(!HAS_BROWSER)('a new build', () => {
  beforeAll(async () => {
    const from = realpathSync(dataPaths(await sharedData()).current);
    await copyBuild(from, 'cafecafecafecafe');
    await copyBuild(from, NEXT);
    publish('cafecafecafecafe');
    [server, browser] = await Promise.all([startServer(dataDir, {SITE_PER_MINUTE: '0'}), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(dataDir, {recursive: true, force: true});
  });

  test('while a page is open: cursors go on, and a quiet line offers to refresh', async () => {
    const {context, page, complaints} = await openWindow(browser);
    await page.goto(`${server.base}/en/contracts`);
    const first = await page.getAttribute('body', 'data-build');
    const second = await page.getAttribute('.pager a[rel="next"]', 'href');
    publish(NEXT);
    await expect
      .poll(async () => (await fetch(`${server.base}/en/about`)).headers.get('etag'), {timeout: 20_000})
      .toContain(NEXT);
    // The page before the switch goes on in its own build.
    expect((await fetch(server.base + second)).headers.get('etag')).toContain(first);
    expect(await page.locator('.fresh').count()).toBe(0);
    await page.fill('#filter-min_value', '100000');
    await page.locator('.fresh').waitFor();
    expect(await page.locator('.chips a').first().textContent()).toContain('$100,000');
    await page.locator('.fresh a').click();
    await page.waitForFunction(`document.body.dataset.build === '${NEXT}'`);
    expect(new URL(page.url()).searchParams.get('min_value')).toBe('100000');
    expect(await page.locator('.fresh').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
