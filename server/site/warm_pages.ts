/**
 * Makes the pages that need no question before readers ask for them: what is counted over all rows of a build
 * is then known, and the code that makes pages is compiled. The first page of a list takes several times as
 * long as the next ones.
 */

import type {PageContext, PageMaker} from './page_maker.ts';
import {LISTED_PAGES} from './pages.ts';
import {inLanguage, isUnfiltered, LISTS} from './paths.ts';

/** What is counted does not depend on the language. */
const LANGUAGE = 'en';

/** Lists that need no filter. */
const FIRST_PAGES = [...LISTS.values()].filter(isUnfiltered).map(({path}) => path);

/**
 * Makes them of the build of the moment, each once `quiet` settles: a reader waits for one of them at most.
 * Ends early where another build is that of the moment.
 */
export async function warmPages(
  maker: PageMaker,
  context: PageContext,
  quiet: () => Promise<void>,
): Promise<void> {
  const id = context.builds.info()?.build_id;
  if (id === undefined) return;
  for (const path of [...FIRST_PAGES, ...LISTED_PAGES]) {
    await quiet();
    if (context.builds.info()?.build_id !== id) return;
    const request = {method: 'GET', target: inLanguage(path, LANGUAGE), headers: {}};
    maker.make(request, context, {route: 'site', key: null});
  }
}
