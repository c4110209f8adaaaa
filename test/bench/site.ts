/**
 * The site under load, beside its goals: pages, suggestions, tiles, the API beside pages, weight of scripts,
 * first content.
 */
import {HAS_BROWSER, startBrowser} from '../helpers/browser.ts';
import {sitePages} from '../helpers/site_pages.ts';
import {scaled} from './effort.ts';
import {type Server, startServer} from './queries/servers.ts';
import {environmentOf, servingOf} from './queries/serving.ts';
import {say} from './say.ts';
import {type Client, startClient} from './site/clients.ts';
import {firstContent} from './site/first_content.ts';
import {type Load, listenTo, percentile} from './site/load.ts';
import {apiTarget, newPageTarget, pageTarget, suggestionTarget, tileTarget} from './site/targets.ts';
import {scriptBytes} from './site/weight.ts';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  seconds: number;
  /** Requests in a second. */
  rate: number;
}

/**
 * Loads with the goal of their 99th percentile in the server, in milliseconds; `share`: that of the rate;
 * bodies are compressed unless they have a goal.
 */
const LOADS = [
  {name: 'pages of lists', target: pageTarget, route: 'site', goal: 15},
  {name: 'pages under filters that are new', target: newPageTarget(), route: 'site', goal: null, share: 0.1},
  {name: 'suggestions', target: suggestionTarget, route: 'site', goal: 5},
  {name: 'tiles with filters', target: tileTarget, route: 'tiles', goal: 20, bytes: 300_000},
] as const;

/** The 99th percentile of the API beside pages, in times of that alone. */
const GOAL_BESIDE = 1.5;
const GOAL_SCRIPT = 70_000;
const GOAL_MAP_SCRIPT = 350_000;
const GOAL_FIRST_MS = 1500;
const GOAL_SHIFT = 0.02;

/** Kinds of pages that are weighed and looked at. */
const SEEN = [
  'home',
  'about',
  'list-contracts',
  'permits-city',
  'record-contracts',
  'record-organizations',
  'record-politicians',
  'municipality',
  'search',
  'map',
];

/** Pages that are looked at, of those. */
const LOOKED_AT = scaled(SEEN.length, 2);

const WARM_SECONDS = scaled(2, 0.1);

const verdict = (isMet: boolean): string => (isMet ? 'yes' : '**no**');

const figures = (times: readonly number[]): string =>
  [0.5, 0.9, 0.99].map((share) => percentile(times, share).toFixed(1)).join(' | ');

/** What every load needs. */
interface Measuring {
  server: Server;
  take: ReturnType<typeof listenTo>;
  client: Client;
}

/**
 * A load after a short one that warms up. Throws where the log lacks requests: their times would be those of
 * others.
 */
async function measured(
  {server, take, client}: Measuring,
  {rate, seconds, encoding}: {rate: number; seconds: number; encoding: string},
  {target, route}: {target: (i: number) => string; route: string},
): Promise<Load> {
  await client.atRate(server, {rate, seconds: WARM_SECONDS, encoding}, target);
  take(() => false);
  const load = await client.atRate(server, {rate, seconds, encoding}, target);
  const times = take((one) => one === route);
  if (times.length !== load.client.length)
    throw new Error(`the log tells of ${times.length} requests, ${load.client.length} were sent`);
  return {...load, server: times};
}

async function measureLoads(measuring: Measuring, {rate, seconds}: Options): Promise<void> {
  say('Milliseconds in the server, and for the client on the same machine:\n');
  say(
    '| load | requests/s | p50 | p90 | p99 | client p50 | p90 | p99 | goal p99 | met |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---|',
  );
  for (const {name, goal, ...load} of LOADS) {
    const bytes = 'bytes' in load ? load.bytes : null;
    const own = rate * ('share' in load ? load.share : 1);
    const encoding = bytes === null ? 'gzip' : 'identity';
    const {server: inside, client, largest} = await measured(measuring, {rate: own, seconds, encoding}, load);
    const verdictOf = goal === null ? ' | ' : `${goal} | ${verdict(percentile(inside, 0.99) <= goal)}`;
    say(`| ${name} | ${own} | ${figures(inside)} | ${figures(client)} | ${verdictOf} |`);
    if (bytes !== null)
      say(`| largest of them, bytes | | | | ${largest} | | | | ${bytes} | ${verdict(largest <= bytes)} |`);
  }
}

/**
 * The API alone and beside pages, and a server that does nothing beside them: their times are those of a
 * client with a clock of its own.
 */
async function measureBeside({server, client: reader}: Measuring, {rate, seconds}: Options): Promise<void> {
  const client = startClient({first: true});
  const bare = await startServer('test/bench/site/bare_server.ts', {}, null);
  const load = {rate, seconds};
  const besidePages = async (measured: Server, target: (i: number) => string) => {
    const [figures] = await Promise.all([
      client.atRate(measured, load, target),
      reader.atRate(server, load, pageTarget),
    ]);
    return figures;
  };
  for (const warmed of [server, bare]) await client.atRate(warmed, {rate, seconds: WARM_SECONDS}, apiTarget);
  const alone = await client.atRate(server, load, apiTarget);
  const beside = await besidePages(server, apiTarget);
  const nothing = await besidePages(bare, apiTarget);
  await bare.stop();
  say(
    `\nThe API for a client in a process of its own${client.isFirst ? ', which has the processor before others' : ''}:\n\n| load | requests/s | p50 ms | p90 ms | p99 ms |\n|---|---:|---:|---:|---:|`,
  );
  say(`| alone | ${rate} | ${figures(alone.client)} |`);
  say(`| beside as many pages of lists | ${rate} | ${figures(beside.client)} |`);
  say(`| a server that only answers, beside them | ${rate} | ${figures(nothing.client)} |`);
  const times = percentile(beside.client, 0.99) / percentile(alone.client, 0.99);
  say(
    `\np99 beside the pages: ${times.toFixed(2)} times that alone; goal ${GOAL_BESIDE}: ${verdict(times <= GOAL_BESIDE)}`,
  );
}

async function measurePages(server: Server): Promise<number> {
  const all = await sitePages(server.base);
  const pages = SEEN.flatMap((name) => (all[name] ? [[name, `/en${all[name]}`] as const] : []));
  say('\n| page | scripts | bytes compressed | goal | met |\n|---|---:|---:|---:|---|');
  for (const [name, path] of pages) {
    const {files, bytes} = await scriptBytes(server, path);
    const goal = name === 'map' ? GOAL_MAP_SCRIPT : GOAL_SCRIPT;
    say(`| ${name} | ${files} | ${bytes} | ${goal} | ${verdict(bytes <= goal)} |`);
  }
  if (HAS_BROWSER) await measureFirst(server, pages);
  else say('\nFirst content is not measured: there is no Chromium.');
  return pages.length;
}

/** First content and layout shift of pages, by name and path. */
async function measureFirst(server: Server, pages: readonly (readonly [string, string])[]): Promise<void> {
  const browser = await startBrowser();
  try {
    say(
      `\n| page, 390 px | first content ms (goal ${GOAL_FIRST_MS}) | met | layout shift (goal ${GOAL_SHIFT}) | met |\n|---|---:|---|---:|---|`,
    );
    for (const [name, path] of pages.slice(0, LOOKED_AT)) {
      const {ms, shift} = await firstContent(browser, server.base + path);
      const cells = [
        ms.toFixed(0),
        verdict(ms <= GOAL_FIRST_MS),
        shift.toFixed(4),
        verdict(shift <= GOAL_SHIFT),
      ];
      say(`| ${name} | ${cells.join(' | ')} |`);
    }
  } finally {
    await browser.close();
  }
}

/**
 * Prints all figures of a server with one worker. Its log tells how long each answer took. How many pages
 * were weighed.
 */
export async function measureSite(options: Options): Promise<number> {
  const serving = await servingOf(options.current);
  const env = {...environmentOf(serving), SITE_PER_MINUTE: '0', LOG_LEVEL: 'debug'};
  const server = await startServer('dist/main.js', env, serving.key);
  const measuring = {server, take: listenTo(server), client: startClient({first: false})};
  try {
    const {records} = JSON.parse(await (await fetch(`${server.base}/health`)).text()) as {
      records?: Record<string, number>;
    };
    say(`build: ${serving.build}; ${JSON.stringify(records ?? {})}\n`);
    await measureLoads(measuring, options);
    await measureBeside(measuring, options);
    return await measurePages(server);
  } finally {
    await server.stop();
  }
}
