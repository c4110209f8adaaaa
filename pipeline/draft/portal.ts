/** Recognises portals by the address of a page, a table or a file, and declares the file behind it. */
import type {Source} from '../../datasets/types.ts';
import {describeLayer, listLayers} from '../fetch/arcgis_api.ts';
import {action, addressOf, fileNameOf, resultOf} from '../fetch/ckan_resources.ts';
import type {FetchContext} from '../fetch/download.ts';
import {FetchError, type Target} from '../fetch/errors.ts';
import {getJson} from '../fetch/json.ts';
import {formatOf, isDocumentFormat} from '../read/formats.ts';
import {isObject} from '../runtime/unknown_json.ts';
import {Call} from './code.ts';

/** A file of a portal, and the page where people find it. */
export interface Declared {
  file: unknown;
  page: string;
}

interface Asked {
  target: Target;
  origin: string;
  dataset: Source['dataset'];
  context: FetchContext;
}

type Declare = (asked: Asked, ...groups: string[]) => Declared | Promise<Declared>;

/** Parts of an address, and what is declared for their groups. */
const PORTALS: readonly [form: RegExp, declare: Declare][] = [
  [/^(.*\/(?:Feature|Map)Server)\/?(\d*)/, arcgis],
  [/\/(?:explore\/(?:embed\/)?dataset|catalog\/datasets)\/([^/?#]+)/, opendatasoft],
  [/^(.*?)(?:\/en|\/fr)?\/dataset\/([^/?#]+)(?:\/resource\/([^/?#]+))?/, ckan],
  [/(?:\/datasets\/|\/items\/|[?&]id=)([0-9a-f]{32})_?(\d*)/, hubItem],
  [/\/([a-z0-9]{4}-[a-z0-9]{4})(?:\.json|[/?#]|$)/, socrata],
  [/^(.*)$/, plain],
];

/** The file behind an http address. Throws FetchError where nothing or too much is there. */
export async function declaredAt(
  address: string,
  dataset: Source['dataset'],
  context: FetchContext,
): Promise<Declared> {
  const {origin} = new URL(address);
  const asked = {target: {source: dataset, file: '', url: address}, origin, dataset, context};
  const [form, declare] = PORTALS.find((one) => one[0].test(address)) ?? [/^(.*)$/, plain];
  return declare(asked, ...(form.exec(address) ?? []).slice(1).map((group) => group ?? ''));
}

function socrata({origin, dataset}: Asked, id = ''): Declared {
  return {file: new Call('socrataFile', `${dataset}.jsonl`, origin, id), page: `${origin}/d/${id}`};
}

function opendatasoft({origin, dataset}: Asked, id = ''): Declared {
  const file = new Call('odsFile', `${id}.${dataset === 'zoning' ? 'geojson' : 'csv'}`, origin, id);
  return {file, page: `${origin}/explore/dataset/${id}/`};
}

async function arcgis({target, dataset, context}: Asked, service = '', number = ''): Promise<Declared> {
  const layers = number
    ? [{address: `${service}/${number}`}]
    : await listLayers({...target, url: service}, context);
  const url = only(
    target,
    'layers',
    layers.map((one) => one.address),
  );
  const {geometry} = await describeLayer({...target, url}, context);
  const file = new Call(geometry === null ? 'arcgisTable' : 'arcgisLayer', `${dataset}.jsonl`, url);
  return {file, page: target.url};
}

/** Where all hubs say what an item is. */
const ITEMS = 'https://www.arcgis.com/sharing/rest/content/items';

async function hubItem({target, dataset, context}: Asked, id = '', number = ''): Promise<Declared> {
  const {url} = await getJson({...target, url: `${ITEMS}/${id}?f=json`}, context);
  if (typeof url !== 'string' || !/\/(Feature|Map)Server/.test(url))
    throw new FetchError(target, 'the item is no layer', 'give the address of its layer or file');
  const layer = /Server\/?$/.test(url) ? `${url.replace(/\/$/, '')}/${number}` : url;
  return {...(await declaredAt(layer, dataset, context)), page: target.url};
}

async function ckan(asked: Asked, base = '', id = '', wanted = ''): Promise<Declared> {
  const {target, dataset, context} = asked;
  const asking = {...target, url: action(base, 'package_show', {id})};
  const {resources} = resultOf(asking, await getJson(asking, context));
  const all = (Array.isArray(resources) ? resources : []).filter(isObject);
  const fitting = all.filter((one) =>
    wanted ? one['id'] === wanted : one['datastore_active'] || formatOf(`.${one['format']}`),
  );
  const page = `${base}/dataset/${id}`;
  const at = ({id: resource}: (typeof all)[number]) => `${page}/resource/${resource}`;
  const found = only(target, 'resources', (fitting.length ? fitting : all).map(at));
  const {id: resource, url, datastore_active} = all.find((one) => at(one) === found) ?? {};
  if (datastore_active) return {file: new Call('ckanTable', `${dataset}.jsonl`, base, resource), page};
  const address = addressOf(`${url}`, base);
  const name = fileNameOf(address);
  if (!/\.(csv|geojson)$/i.test(name)) return {...plain(asked, address), page};
  const path = address.split('/dataset/')[1];
  return {file: new Call('ckanFile', name, base, id, resource, ...(path ? [path] : [])), page};
}

function plain({target, dataset}: Asked, url = ''): Declared {
  const format = formatOf(new URL(url).pathname) ?? 'csv';
  if (format === 'zip' || isDocumentFormat(format))
    throw new FetchError(target, `nothing is drafted of the format ${format}`, 'declare it by hand');
  const name = `${dataset}.${format === 'workbook' ? 'xlsx' : format}`;
  return {file: {name, format, via: {portal: 'plain', url}}, page: url};
}

/** The only one of these addresses. */
function only(target: Target, what: string, addresses: readonly string[]): string {
  const [first, ...others] = addresses;
  if (first !== undefined && !others.length) return first;
  const problem = `of its ${what} one must be named: ${addresses.join(', ') || 'there is none'}`;
  throw new FetchError(target, problem, 'give the address of one');
}
