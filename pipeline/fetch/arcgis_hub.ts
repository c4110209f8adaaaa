/** Finds layers and files in the catalogues of ArcGIS Hubs by title, since their addresses change. */
import type {SourceFile} from '../../datasets/types.ts';
import {layerTable} from './arcgis.ts';
import {describeLayer, type Layer, listLayers} from './arcgis_api.ts';
import {type Reader, wantedColumns} from './columns.ts';
import {download, type FetchContext} from './download.ts';
import {FetchError, few, type Target, targetsOf} from './errors.ts';
import {tableFormat} from './inspect.ts';
import {getJson} from './json.ts';
import type {Fetch} from './stands_alone.ts';
import type {Table} from './table.ts';
import {type JsonObject, lineOf, objectsOf} from './unknown_json.ts';

type Via<Portal> = Extract<SourceFile['via'], {portal: Portal}>;

/** Download address of the items of all hubs. */
const CONTENT = 'https://www.arcgis.com/sharing/rest/content';

/** Most names in an error message. */
const LISTED = 10;

/** Geometry types that count as a point or polygon layer. */
const KINDS: Record<Via<'arcgis-search'>['geometry'], RegExp> = {
  point: /^esriGeometry(Multip|P)oint$/,
  polygon: /^esriGeometryPolygon$/,
};

interface Item {
  title: string;
  identifier: string;
  keywords: string[];
  addresses: string[];
}

/** Address of the catalogue. */
export const feedOf = (hub: string): string => `${hub.replace(/\/$/, '')}/api/feed/dcat-us/1.1.json`;

async function readFeed(target: Target, context: FetchContext): Promise<Item[]> {
  const {dataset} = await getJson(target, context);
  if (!Array.isArray(dataset)) {
    throw new FetchError(target, 'the catalogue lacks `dataset`', 'correct `hub` in the declaration');
  }
  return objectsOf(dataset).map(itemOf);
}

function itemOf({title, identifier, keyword, distribution}: JsonObject): Item {
  return {
    title: lineOf(title),
    identifier: lineOf(identifier),
    keywords: [keyword].flat().map(lineOf).filter(Boolean),
    addresses: objectsOf(distribution)
      .flatMap((one) => [one['accessURL'], one['downloadURL']].map(lineOf))
      .filter(Boolean),
  };
}

/** Items whose title matches; where there is none, those with a matching keyword. */
function matchingItems(items: readonly Item[], pattern: RegExp): Item[] {
  const titled = items.filter(({title}) => pattern.test(title));
  return titled.length ? titled : items.filter(({keywords}) => keywords.some((one) => pattern.test(one)));
}

/** The only layer with a matching title and geometry type; throws where there is none or several. */
export async function searchedTable(
  source: Reader,
  file: SourceFile,
  via: Via<'arcgis-search'>,
  context: FetchContext,
): Promise<Table> {
  const target = targetsOf(source, file)(feedOf(via.hub));
  const items = await readFeed(target, context);
  const matches = matchingItems(items, via.title);
  const layers = new Map<string, {title: string; layer: Layer}>();
  for (const {title, addresses} of matches) {
    for (const address of await layerAddresses(target, addresses, context)) {
      const layer = await describeLayer({...target, url: address}, context);
      if (KINDS[via.geometry].test(layer.geometry ?? '')) layers.set(layer.address, {title, layer});
    }
  }
  const [only, ...others] = layers.values();
  if (!only) {
    const titles = few(
      matches.map(({title}) => `"${title}"`),
      LISTED,
    );
    const problem = `no feed found: of ${items.length} datasets ${titles ? `${titles} match` : 'none matches'} ${via.title} in title or keyword${titles ? `, and no layer of them has ${via.geometry}s` : ''}`;
    throw new FetchError(
      target,
      problem,
      'look at the hub: correct `title` in the declaration, or set MIRROR',
    );
  }
  if (others.length) {
    const names = [only, ...others].map(({title, layer}) => `"${title}" at ${layer.address}`).join(', ');
    const problem = `several layers match ${via.title}: ${names}`;
    throw new FetchError(target, problem, 'name the right one in the declaration by the portal `arcgis`');
  }
  const layerTarget = {...target, url: only.layer.address};
  const how = {page: via.page, table: false, where: '1=1', wanted: wantedColumns(source, file.name)};
  return layerTable(layerTarget, only.layer, how, context);
}

/** Layers at the addresses of a dataset; of a service all its layers. */
async function layerAddresses(
  target: Target,
  addresses: readonly string[],
  context: FetchContext,
): Promise<string[]> {
  const matches = new Set<string>();
  for (const address of addresses) {
    const bare = address.replace(/[?#].*$/, '').replace(/\/+$/, '');
    if (/\/(Feature|Map)Server\/\d+$/.test(bare)) matches.add(bare);
    else if (/\/(Feature|Map)Server$/.test(bare)) {
      for (const layer of await listLayers({...target, url: bare}, context)) matches.add(layer.address);
    }
  }
  return [...matches];
}

/**
 * All items with a matching title, by name; the format is detected from the bytes. Throws where there is
 * none.
 */
export async function itemFiles(
  source: string,
  file: SourceFile,
  via: Via<'arcgis-items'>,
  context: FetchContext,
): Promise<Fetch[]> {
  return (await itemAddresses(source, file, via, context)).map(({name, url}) => ({
    name,
    start: () => download({source, file: name, url}, file.format, context, {formatOf: tableFormat}),
  }));
}

/** Names and addresses of the items, as itemFiles. */
export async function itemAddresses(
  source: string,
  file: SourceFile,
  via: Via<'arcgis-items'>,
  context: FetchContext,
): Promise<{name: string; url: string}[]> {
  const target: Target = {source, file: file.name, url: feedOf(via.hub)};
  const items = await readFeed(target, context);
  const wanted = new Map<string, string>();
  for (const {title, identifier} of items.filter((one) => via.title.test(one.title))) {
    const id = /[0-9a-f]{32}/.exec(identifier)?.[0];
    if (id) wanted.set(id, title);
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
