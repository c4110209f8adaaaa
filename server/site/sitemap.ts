/** What search engines are told: which pages there are, and which they may keep. */
import type {Row} from '../../engine/types.ts';
import type {Answers} from './ask.ts';
import {LANGUAGES} from './language.ts';
import {FIXED_PAGES} from './pages.ts';
import {inLanguage, isEntity, LISTS, recordPath} from './paths.ts';

/** Most records of a list in the sitemap: what people look for by name, not every contract. */
const MOST = 4000;

/** Records by list that the sitemap names: entities, and bills. */
const NAMED = [...LISTS.values()].filter(
  ({dataset, parameters}) =>
    (isEntity(dataset) || dataset === 'bills') && !Object.values(parameters).some(({required}) => required),
);

/** Everyone who ever sat, not members of today alone. */
const EVERYONE: Readonly<Record<string, [string, string][]>> = {politicians: [['current', 'false']]};

function recordPaths(answers: Answers, {dataset, path, max}: (typeof NAMED)[number]): string[] {
  const paths: string[] = [];
  let cursor: string | null = null;
  do {
    const pairs: [string, string][] = [
      ['limit', String(max)],
      ...(EVERYONE[dataset] ?? []),
      ...(cursor ? [['cursor', cursor] as [string, string]] : []),
    ];
    const {data, meta} = answers.ask<Row[]>({segments: path.slice(1).split('/'), pairs});
    for (const row of data) {
      const one = recordPath(dataset, row);
      if (one !== null) paths.push(one);
    }
    cursor = meta['next_cursor'] as string | null;
  } while (cursor !== null && paths.length < MOST);
  return paths;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');

/** The sitemap: fixed pages, lists and named records in both languages. */
export function sitemap(answers: Answers, origin: string): string {
  const fixed = Object.keys(FIXED_PAGES).filter((path) => FIXED_PAGES[path]!.listed);
  const lists = [...LISTS.values()].map(({path}) => path);
  const named = NAMED.map((route) => recordPaths(answers, route));
  const urls = [...fixed, ...lists, ...named.flat()].flatMap((path) =>
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
    ...LANGUAGES.flatMap((one) => [`Disallow: /${one}/search`, `Disallow: /${one}/suggest`]),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
