/** One address for every kind of page of the site, found by following its own links. */
import {LISTS} from '../../server/site/paths.ts';

/** Questions that show a state of a page beside its first one. */
const STATES = {
  'contracts-filtered': '/contracts?vendor=a&min_value=1000&chart=department',
  'contracts-empty': '/contracts?vendor=zzzzzz&date_from=2020-01-01',
  'contracts-refused': '/contracts?date_from=soon',
  'contracts-columns': '/contracts?fields=vendor,value,date,source_dataset',
  'permits-city': '/permits?municipality=toronto,calgary',
  recipients: '/grants/recipients?q=a',
  municipality: '/municipalities/calgary',
  search: '/search?q=a',
  'search-empty': '/search?q=zzzzzz',
  'not-found': '/contracts/none',
  reference: '/docs',
  'reference-operation': '/docs/list_permits',
  'map-circle': '/map?municipality=toronto&lat=43.65&lng=-79.45&radius_km=5',
  'map-close': '/map#14/51.0215/-114.081',
} as const;

/** Names that stand for all others: the rest differ in their data alone. */
export const ONE_OF_A_KIND = [
  'home',
  'about',
  'search',
  'search-empty',
  'not-found',
  'lifecycle',
  'contracts-filtered',
  'contracts-empty',
  'contracts-refused',
  'list-contracts',
  'list-permits',
  'list-recipients',
  'list-sources',
  'record-contracts',
  'record-bills',
  'record-votes',
  'record-permits',
  'record-lobbying_communications',
  'record-vendors',
  'record-politicians',
  'record-committees',
  'record-lobbyists',
  'municipality',
  'reference',
  'reference-operation',
];

const text = async (address: string): Promise<string> => (await fetch(address)).text();

/** Addresses in a page that match, without the language. */
function links(html: string, pattern: RegExp): string[] {
  const all = [...html.matchAll(/href="\/en(\/[^"?#]*)"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));
  return all.filter((path) => pattern.test(path));
}

/** Paths below the language by name, of a running server. */
export async function sitePages(base: string): Promise<Record<string, string>> {
  const pages: Record<string, string> = {home: '/', about: '/about', map: '/map', ...STATES};
  for (const [dataset, {path}] of LISTS) pages[`list-${dataset}`] = path;
  const lists = {
    ...Object.fromEntries([...LISTS].map(([name, {path}]) => [name, path])),
    recipients: STATES.recipients,
  };
  const found = await Promise.all(
    Object.entries(lists).map(async ([name, path]) => {
      const main = (await text(`${base}/en${path}`)).split('class="records"')[1] ?? '';
      const own = links(main, new RegExp(`^${path.split('?')[0]}/.`))[0];
      return own ? [[`record-${name}`, own]] : [];
    }),
  );
  Object.assign(pages, Object.fromEntries(found.flat()));
  const communication = await text(`${base}/en${pages['record-lobbying_communications']}`);
  const tenders = await text(`${base}/en/tenders?fields=description,solicitation_number`);
  const more = {
    'record-clients': links(communication, /^\/clients\//)[0],
    'record-lobbyists': links(communication, /^\/lobbyists\//)[0],
    lifecycle: links(tenders, /^\/procurement\//)[0],
  };
  for (const [name, path] of Object.entries(more)) if (path) pages[name] = path;
  return pages;
}
