/** Finds files in the catalogues of ArcGIS Hubs by title, since their addresses change. */
import type {SourceFile, Via} from '../../datasets/types.ts';
import {lineOf, objectsOf} from '../runtime/unknown_json.ts';
import type {FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {getJson} from './json.ts';

/** Download address of the items of all hubs. */
const CONTENT = 'https://www.arcgis.com/sharing/rest/content';

/** Address of the catalogue. */
export const feedOf = (hub: string): string => `${hub.replace(/\/$/, '')}/api/feed/dcat-us/1.1.json`;

/** Names and addresses of all items with a matching title, by name. Throws where there is none. */
export async function itemAddresses(
  source: string,
  file: SourceFile,
  via: Via<'arcgis-items'>,
  context: FetchContext,
): Promise<{name: string; url: string}[]> {
  const target: Target = {source, file: file.name, url: feedOf(via.hub)};
  const {dataset} = await getJson(target, context);
  if (!Array.isArray(dataset)) {
    throw new FetchError(target, 'the catalogue lacks `dataset`', 'correct `hub` in the declaration');
  }
  const items = objectsOf(dataset);
  const wanted = new Map<string, string>();
  for (const {title, identifier} of items) {
    const id = /[0-9a-f]{32}/.exec(lineOf(identifier))?.[0];
    if (id && via.title.test(lineOf(title))) wanted.set(id, lineOf(title));
  }
  if (!wanted.size) {
    const problem = `none of ${items.length} titles matches ${via.title} and has an item`;
    throw new FetchError(target, problem, 'look at the hub and correct `title` in the declaration');
  }
  const content = (via.content ?? CONTENT).replace(/\/$/, '');
  const titles = [...wanted.values()].map(nameOf);
  return [...wanted]
    .map(([id, title]) => {
      const name = nameOf(title);
      const isShared = titles.filter((one) => one === name).length > 1;
      return {name: isShared ? `${name}-${id}` : name, url: `${content}/items/${id}/data`};
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Turns a title into a file name: letters and digits, joined by hyphens. */
const nameOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'item';
