/** Pages for crawlers and people without script, made once: of datasets, sources, departments, large organizations. */
import {closeSync, openSync} from 'node:fs';
import {join} from 'node:path';
import {attachBuild, type FarBuild, openFarBuild, openFile} from '../engine/open.ts';
import type {Engine} from '../engine/types.ts';
import {openPageMaker, type PageContext} from '../server/site/page_maker.ts';
import {LISTED_PAGES} from '../server/site/pages.ts';
import {inLanguage, LISTS} from '../server/site/paths.ts';
import {robots, sitemap} from '../server/site/sitemap.ts';
import {headersFile} from './headers.ts';
import {withoutScript} from './words.ts';

export {headersFile, robots};

/** Bytes of counts and statistics that pages share. */
const KEPT_BYTES = 32 << 20;

/** What people look for by name, after the fixed pages and the lists. */
const NAMED = /^\/(?:en|fr)\/(?:departments|organizations)\/[^/]+$/;

export interface Prebuilt {
  sitemap: string;
  pages: number;
  bytes: number;
  /** Headers of those that answer an address without a question, by their path. */
  fixed: Record<string, Record<string, string>>;
}

/** An engine that reads a build where it lies; nothing is loaded. */
function engineIn(folder: string, far: FarBuild): {engine: Engine; close: () => void} {
  const descriptors: number[] = [];
  const engine = attachBuild(openFarBuild(far), {
    sourceOf(file) {
      const fd = openSync(join(folder, file.path), 'r');
      descriptors.push(fd);
      return {...openFile({...file, fd}), isChecked: true};
    },
  });
  return {
    engine,
    close: () => {
      for (const fd of descriptors) closeSync(fd);
    },
  };
}

function contextOf(engine: Engine): PageContext {
  const fail = (facts: object): never => {
    throw (facts as {err?: unknown}).err ?? new Error('a page failed');
  };
  return {
    builds: {info: () => engine.info, acquire: () => ({engine, release: () => {}}), isReadable: () => true},
    store: {healthy: () => true},
    log: {isLevelEnabled: () => false, debug() {}, info() {}, error: fail},
    now: () => Date.now(),
    code: '',
    timeout_ms: Number.POSITIVE_INFINITY,
  };
}

/**
 * Makes the pages in the order of their importance, until they have `most` bytes. `write` takes the path, the page as it
 * stands alone, with `script`, and as the worker answers it, where it does. Throws where a page fails.
 */
export async function prebuild(
  folder: string,
  far: FarBuild,
  {origin, contact, script, most}: {origin: string; contact: string | null; script: string; most: number},
  write: (path: string, alone: string, page: string | null) => Promise<void>,
): Promise<Prebuilt> {
  const {engine, close} = engineIn(folder, far);
  const maker = openPageMaker({origin, contact, keptBytes: KEPT_BYTES});
  const context = contextOf(engine);
  const map = sitemap(engine, origin);
  const listed = [...LISTED_PAGES, ...[...LISTS.values()].map(({path}) => path)];
  const fixed = listed.flatMap((path) => [inLanguage(path, 'en'), inLanguage(path, 'fr')]);
  const named = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address]) => address!.slice(origin.length).replaceAll('&amp;', '&').replaceAll('&apos;', "'"))
    .filter((path) => NAMED.test(path));
  let [pages, bytes] = [0, 0];
  const headersOf: Prebuilt['fixed'] = {};
  for (const target of [
    ...fixed,
    ...named.sort((a, b) => Number(/\/org/.test(a)) - Number(/\/org/.test(b))),
  ]) {
    const {status, body, headers} = maker.make({method: 'GET', target, headers: {}}, context, {
      route: 'site',
      key: null,
    });
    if (status !== 200 || body === null) continue;
    const page = String(body);
    const alone = page
      .replace('</head>', `<script src="${script}" defer></script></head>`)
      .replace(/<main[^>]*>/, `$&${withoutScript(target.startsWith('/fr') ? 'fr' : 'en')}`);
    bytes += Buffer.byteLength(alone);
    if (bytes > most) break;
    const isFixed = pages < fixed.length;
    const path = target.replace(/\/$/, '');
    if (isFixed) headersOf[path] = headers as Record<string, string>;
    await write(decodeURIComponent(path), alone, isFixed ? page : null);
    pages++;
  }
  close();
  return {sitemap: map, pages, bytes, fixed: headersOf};
}
