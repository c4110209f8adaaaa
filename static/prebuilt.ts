/** Pages made once, for crawlers, people without script and the worker: fixed ones, lists, and what people look for. */
import {attachBuild, loadBuild} from '../engine/open.ts';
import {LANGUAGES} from '../server/site/language.ts';
import {openPageMaker} from '../server/site/page_maker.ts';
import {inLanguage} from '../server/site/paths.ts';
import {FIRST_PATHS, namedPaths, robots, sitemap} from '../server/site/sitemap.ts';
import {STANDING_PAGES} from '../server/site/standing_pages.ts';
import {contextOf} from './context.ts';
import {headersFile} from './headers.ts';
import type {SiteOptions} from './make_site.ts';
import en from './messages/en.json' with {type: 'json'};
import fr from './messages/fr.json' with {type: 'json'};
import type {MadePage} from './site_files.ts';

export {headersFile, robots};

export const standing = Object.keys(STANDING_PAGES);

/** Bytes of counts and statistics that pages share. */
const KEPT_BYTES = 32 << 20;

/** What people look for by name, in this order. */
const NAMED = ['/departments/', '/organizations/'];

export interface Prebuilt {
  sitemap: string;
  pages: number;
  /** Those of `FIRST_PATHS`, by their path. */
  fixed: Record<string, MadePage>;
}

/** A page as it stands alone: with the script that installs the worker, and what it says to people without. */
const alone = (page: string, script: string, note: string): string =>
  page
    .replace('</head>', `<script src="${script}" defer></script></head>`)
    .replace(/<main[^>]*>/, `$&<noscript><p class="lead">${note} <a href="/">/</a>.</p></noscript>`);

/**
 * Makes the pages in the order of their importance: those that the worker cannot make, and others until they
 * have `pageBytes`. `write` takes the path and the page as it stands alone, with `script`; `keep` a page as the
 * worker answers it, and returns its path in the folder of the build. Throws where a page fails.
 */
export async function prebuild(
  folder: string,
  {origin, contact, script, pageBytes}: SiteOptions & {script: string},
  write: (path: string, alone: string) => Promise<void>,
  keep: (page: string) => Promise<string>,
): Promise<Prebuilt> {
  const {shared, close} = await loadBuild(folder, false);
  const engine = attachBuild(shared);
  const maker = openPageMaker({origin, contact, keptBytes: KEPT_BYTES});
  const context = contextOf(engine, '', (error) => {
    throw error;
  });
  const named = namedPaths(engine);
  const paths = [...FIRST_PATHS, ...NAMED.flatMap((start) => named.filter((path) => path.startsWith(start)))];
  const made: Prebuilt = {sitemap: sitemap(engine, origin), pages: 0, fixed: {}};
  let bytes = 0;
  for (const path of paths) {
    const isStanding = Object.hasOwn(STANDING_PAGES, path);
    if (bytes > pageBytes && !isStanding) break;
    for (const language of LANGUAGES) {
      const target = inLanguage(path, language);
      const request = {method: 'GET', target, headers: {}};
      const {status, body, headers} = maker.make(request, context, {route: 'site', key: null});
      if (status !== 200) continue;
      const page = String(body);
      const file = target.replace(/\/$/, '');
      if (FIRST_PATHS.includes(path)) {
        const kept = await keep(page);
        made.fixed[file] = {headers: headers as Record<string, string>, file: kept, isStanding};
      }
      const note = {en, fr}[language].withoutScript;
      await write(decodeURIComponent(file), alone(page, script, note));
      bytes += Buffer.byteLength(page);
      made.pages++;
    }
  }
  close();
  return made;
}
