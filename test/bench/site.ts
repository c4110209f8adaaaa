/** The site under load: pages of lists at a fixed rate, the API beside them, and what a phone on a slow line sees first. */
import {Agent, get as httpGet} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';
import {brotliCompressSync} from 'node:zlib';
import {HAS_BROWSER, startBrowser} from '../helpers/browser.ts';
import {get, type Server, startServer} from './queries/servers.ts';
import {environmentOf, servingOf} from './queries/serving.ts';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  seconds: number;
  /** Requests of pages in a second. */
  rate: number;
}

/** Lists with five facets, a chart and histograms, under filters that differ in every request. */
const LISTS = ['/en/contracts', '/fr/grants', '/en/permits'];
const WORDS = ['a', 'co', 'in', 'north', 'con', 'es', 'sol', 'e'];
const API = '/api/v1/contracts?limit=20&vendor=';

/** Pages whose first content is measured. */
const SEEN = ['/en/', '/en/contracts', '/fr/permits?municipality=toronto', '/en/about'];

/** A phone: the processor and the line of the goal. */
const SLOWER = 4;
const BYTES_PER_SECOND = 1.6e6 / 8;
const LATENCY_MS = 150;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Nearest rank. */
const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(figures.length * share) - 1)] ?? 0;

const filterOf = (path: string): string => {
  if (path.includes('permits')) return 'q';
  return path.includes('grants') ? 'recipient' : 'vendor';
};

function pageTarget(i: number): string {
  const path = LISTS[i % LISTS.length]!;
  const word = WORDS[Math.floor(i / LISTS.length) % WORDS.length]!;
  return i % 4 === 0 ? path : `${path}?${filterOf(path)}=${word}${i % 7 === 0 ? '&page=2' : ''}`;
}

/** Milliseconds until the last byte. Throws for any answer but 200. */
function timed(agent: Agent, {base, key}: Server, target: string): Promise<number> {
  const started = performance.now();
  const headers = {'Accept-Encoding': 'gzip', ...(key ? {'X-API-Key': key} : {})};
  return new Promise((resolve, reject) => {
    httpGet(base + target, {agent, headers}, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${target} answered ${answer.statusCode}`));
      answer.resume().once('end', () => resolve(performance.now() - started));
    }).once('error', reject);
  });
}

/** Sends requests at their times, whether earlier ones were answered or not, and waits for all. */
async function atRate(
  server: Server,
  rate: number,
  seconds: number,
  target: (i: number) => string,
): Promise<number[]> {
  const agent = new Agent({keepAlive: true, maxSockets: 64});
  const started = performance.now();
  const answers: Promise<number>[] = [];
  for (let i = 0; i < rate * seconds; i++) {
    const wait = started + (i * 1000) / rate - performance.now();
    if (wait > 0) await pause(wait);
    answers.push(timed(agent, server, target(i)));
  }
  const times = await Promise.all(answers);
  agent.destroy();
  return times;
}

const cells = (times: readonly number[]): string =>
  [0.5, 0.9, 0.99].map((share) => percentile(times, share).toFixed(1)).join(' | ');

async function measureLoad(server: Server, {rate, seconds}: Options): Promise<void> {
  const apiTarget = (i: number) => API + WORDS[i % WORDS.length]!;
  // Once everything warm.
  await atRate(server, rate, 2, pageTarget);
  say('| load | requests/s | p50 ms | p90 ms | p99 ms |\n|---|---:|---:|---:|---:|');
  say(`| pages of lists | ${rate} | ${cells(await atRate(server, rate, seconds, pageTarget))} |`);
  const alone = await atRate(server, rate, seconds, apiTarget);
  say(`| API alone | ${rate} | ${cells(alone)} |`);
  const [beside] = await Promise.all([
    atRate(server, rate, seconds, apiTarget),
    atRate(server, rate, seconds, pageTarget),
  ]);
  say(`| API beside the pages | ${rate} | ${cells(beside!)} |`);
  const ratio = percentile(beside!, 0.99) / percentile(alone, 0.99);
  say(`\np99 of the API beside the pages: ${ratio.toFixed(2)} times that alone`);
}

async function measureScript(server: Server): Promise<void> {
  const html = (await get(server, '/en/contracts')).toString();
  const [path] = /\/site\/[0-9a-f]+\/site\.js/.exec(html) ?? [];
  if (!path) throw new Error('the page names no script');
  const bytes = await get(server, path);
  say(`\nscript of a page: ${bytes.length} bytes, ${brotliCompressSync(bytes).length} compressed`);
}

/** First content and layout shift, on a slow line with a slow processor and an empty cache. */
async function measureFirstContent(server: Server): Promise<void> {
  if (!HAS_BROWSER) return;
  const browser = await startBrowser();
  say('\n| page, 390 px | first content ms | layout shift |\n|---|---:|---:|');
  for (const path of SEEN) {
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
    await page.addInitScript(`window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({type: 'layout-shift', buffered: true});`);
    await page.goto(server.base + path, {waitUntil: 'load'});
    const first = await page.evaluate(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1",
    );
    const shift = await page.evaluate('window.shift');
    say(`| ${path} | ${Number(first).toFixed(0)} | ${Number(shift).toFixed(4)} |`);
    await context.close();
  }
  await browser.close();
}

/** Prints all figures of a server with one worker. */
export async function measureSite(options: Options): Promise<void> {
  const serving = await servingOf(options.current);
  const env = {...environmentOf(serving), SITE_PER_MINUTE: '0'};
  const server = await startServer('server/main.ts', env, serving.key);
  await measureLoad(server, options);
  await measureScript(server);
  await measureFirstContent(server);
  await server.stop();
}
