/** ArcGIS servers: their errors, which come with HTTP 200, and what they say of services and layers. */
import type {FetchContext} from './download.ts';
import {FetchError, ResponseTooLarge, type Target} from './errors.ts';
import {getValue, numberOf} from './json.ts';
import {isObject, type JsonObject} from './unknown_json.ts';

/** What a layer says of itself, as far as reading it needs it. */
export interface Layer {
  /** Address without a slash at the end. */
  address: string;
  name: string;
  /** Name of the column of object ids. */
  id: string;
  /** Names of its columns; empty where it does not tell them. */
  columns: string[];
  /** Most rows of one answer. */
  most: number;
  /** `esriGeometryPoint` and so on; null for a table. */
  geometry: string | null;
  geojson: boolean;
  /** Milliseconds since 1970 at which rows were edited last; null where it is not told. */
  edited: number | null;
}

/** GETs JSON of the server; an `error` in it is thrown: as TooMuch where a smaller question may be answered. */
export async function getArcgisJson(
  target: Target,
  context: FetchContext,
  heavy_tries?: number,
): Promise<JsonObject> {
  const answer = await getValue(target, context, heavy_tries);
  if (!isObject(answer)) {
    throw new FetchError(target, 'the answer is no JSON object', 'correct the address in the declaration');
  }
  const {error} = answer;
  if (error === undefined) return answer;
  const {code, message, details} = isObject(error) ? error : {};
  const said = [message, ...(Array.isArray(details) ? details : [])].filter(
    (one) => typeof one === 'string' && one,
  );
  const what = `the server answered with error ${numberOf(code) ?? '?'}: ${[...new Set(said)].join(' ') || 'no reason given'}`;
  if (code === 498 || code === 499) {
    const remedy = 'it asks for a token: look for a public layer, or set MIRROR to a folder with the rows';
    throw new FetchError(target, what, remedy);
  }
  throw new ResponseTooLarge(target, what, 'open the address in a browser and correct the declaration');
}

/** Blanks as %20: not every old server takes a plus for one. */
const query = (address: string, of: Record<string, string>): string =>
  `${address}?${new URLSearchParams({...of, f: of['f'] ?? 'json'})}`.replaceAll('+', '%20');

/** Address of a query of a layer. */
export const queryOf = (layer: string, of: Record<string, string>): string => query(`${layer}/query`, of);

/** Reads the description of a layer. */
export async function describeLayer(target: Target, context: FetchContext): Promise<Layer> {
  const address = target.url.replace(/\/+$/, '');
  const asked = {...target, url: query(address, {})};
  const said = await getArcgisJson(asked, context);
  const {name, fields, geometryType, type, editingInfo} = said;
  const named = said['objectIdField'] ?? idField(fields);
  if (typeof named !== 'string' || !named) {
    const what = 'the layer names no column of object ids, by which rows come in order';
    throw new FetchError(asked, what, 'correct the address: it must be that of a layer');
  }
  const {dataLastEditDate, lastEditDate} = isObject(editingInfo) ? editingInfo : {};
  return {
    address,
    name: typeof name === 'string' ? name : '',
    id: named,
    columns: namesOf(fields),
    most: numberOf(said['maxRecordCount']) || 1000,
    geometry: typeof geometryType === 'string' && type !== 'Table' ? geometryType : null,
    geojson: /\bgeojson\b/i.test(`${said['supportedQueryFormats'] ?? ''}`),
    edited: numberOf(dataLastEditDate) ?? numberOf(lastEditDate),
  };
}

function namesOf(fields: unknown): string[] {
  const all = Array.isArray(fields) ? fields.filter(isObject) : [];
  return all.flatMap(({name}) => (typeof name === 'string' ? [name] : []));
}

function idField(fields: unknown): unknown {
  const all = Array.isArray(fields) ? fields.filter(isObject) : [];
  return all.find((one) => one['type'] === 'esriFieldTypeOID')?.['name'];
}

/** A layer or table in the list of a service. */
export interface ListedLayer {
  address: string;
  name: string;
  /** Null for a table, and where the service does not say it. */
  geometry: string | null;
}

/** Layers and tables of a service; groups of layers hold no rows. */
export async function listLayers(target: Target, context: FetchContext): Promise<ListedLayer[]> {
  const service = target.url.replace(/\/+$/, '');
  const asked = {...target, url: query(service, {})};
  const {layers, tables} = await getArcgisJson(asked, context);
  return [layers, tables].flatMap((list) =>
    (Array.isArray(list) ? list : [])
      .filter(isObject)
      .filter((one) => one['type'] !== 'Group Layer' && !Array.isArray(one['subLayerIds']))
      .map(({id, name, geometryType}) => ({
        address: `${service}/${numberOf(id)}`,
        name: typeof name === 'string' ? name : '',
        geometry: typeof geometryType === 'string' ? geometryType : null,
      })),
  );
}

/** Rows that fit `where`, as the server counts them. */
export async function countFeatures(
  target: Target,
  layer: string,
  where: string,
  context: FetchContext,
): Promise<number> {
  const asked = {...target, url: queryOf(layer, {where, returnCountOnly: 'true'})};
  const count = numberOf((await getArcgisJson(asked, context))['count']);
  if (count !== null) return count;
  throw new FetchError(asked, 'the answer holds no count', 'correct the address: it must be that of a layer');
}
