/** What search engines are told: which pages there are, and which they may keep. */
import type {Engine} from '../../engine/types.ts';
import {SINGLES} from '../api/routes/index.ts';
import {answer, callOf} from './ask.ts';
import {LANGUAGES} from './language.ts';
import {LISTED_PAGES} from './pages.ts';
import {everyone, inLanguage, isEntity, isUnfiltered, LISTS, recordPath} from './paths.ts';

/** Most records of a list in the sitemap: what people look for by name, not every contract. */
const MOST = 4000;

/** Datasets whose records people look for by name, besides entities. */
const LOOKED_FOR = ['bills', 'votes'];

/** Lists whose records the sitemap names, where they have pages. */
const NAMED = [...LISTS.values()].filter(
  (route) =>
    SINGLES.has(route.dataset) &&
    (isEntity(route.dataset) || LOOKED_FOR.includes(route.dataset)) &&
    isUnfiltered(route),
);

function recordPaths(engine: Engine, {dataset, path}: (typeof NAMED)[number]): string[] {
  const call = callOf(path, everyone(dataset));
  const {data} = answer(engine, {...call, page: {...call.page!, limit: MOST}});
  return data.flatMap((row) => recordPath(dataset, row) ?? []);
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');

/** Paths of the fixed pages and the lists, without a language. */
export const FIRST_PATHS: readonly string[] = [...LISTED_PAGES, ...[...LISTS.values()].map(({path}) => path)];

/** Paths of the records that people look for by name. */
export const namedPaths = (engine: Engine): string[] => NAMED.flatMap((route) => recordPaths(engine, route));

/** The sitemap: fixed pages, lists and named records in both languages. */
export function sitemap(engine: Engine, origin: string): string {
  const urls = [...FIRST_PATHS, ...namedPaths(engine)].flatMap((path) =>
    LANGUAGES.map(
      (language) => `<url><loc>${escapeXml(`${origin}${inLanguage(path, language)}`)}</loc></url>`,
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** Programs have the API; pages that filters make are endless. */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /data/',
    ...LANGUAGES.flatMap((one) => [`Disallow: /${one}/search`, `Disallow: /${one}/suggest`]),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
