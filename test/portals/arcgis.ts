/**
 * An ArcGIS server: descriptions of services and layers, queries by pages; and the ways in which old ones
 * fail.
 */
import {answer, type Fault} from './faults.ts';
import {type Server, sendPacked, startServer} from './server.ts';

export interface ArcgisRow {
  attributes: Record<string, unknown>;
  /** As in f=json. */
  geometry?: unknown;
  /** As in f=geojson. */
  shape?: unknown;
}

export interface ArcgisLayer {
  name: string;
  rows: ArcgisRow[];
  /** Null: a table. */
  geometryType: string | null;
  id?: string;
  maxRecordCount?: number;
  /** Milliseconds since 1970; absent: not reported. */
  edited?: number;
  /** `exceededTransferLimit` is never said. */
  silent?: true;
  /** Why f=geojson is of no use here. */
  geojson?: 'unknown' | 'fails' | 'without geometry';
  /** A page of more rows than this is an error with HTTP 200. */
  breaks_above?: number;
  /** No rows are returned after this many. */
  stops_behind?: number;
  /** `orderByFields` is ignored: rows are in stored order. */
  unordered?: true;
  /** A false count; null: `returnCountOnly` is an error. */
  count?: number | null;
  /** False: `resultRecordCount` is an error, as on servers without pagination. */
  pages?: boolean;
  /** Of the column types, `esriFieldTypeDate` and others, by column. */
  types?: Record<string, string>;
  /** `dateFieldsTimeReference` of the layer. */
  dates?: {timeZone?: string; timeZoneIANA?: string; respectsDaylightSaving?: boolean};
  /** With f=geojson features without a shape are left out. */
  drops_shapeless?: true;
  faults?: Record<number, Fault>;
  before?: (page: number, layer: ArcgisLayer) => void;
}

export interface Arcgis extends Server {
  /** By path: `/arcgis/rest/services/X/FeatureServer/0`. */
  layers: Map<string, ArcgisLayer>;
  /** Queries for rows received. */
  queries: () => URLSearchParams[];
}

export async function startArcgis(): Promise<Arcgis> {
  const layers: Arcgis['layers'] = new Map();
  const requests = new Map<string, number>();
  const error = (code: number, message: string) =>
    JSON.stringify({error: {code, message, details: [message]}});
  const server = await startServer((request, url, response) => {
    const path = url.pathname.replace(/\/query$/, '');
    const layer = layers.get(path);
    const query = url.searchParams;
    if (!layer) return answer(response, service(layers, path) ?? error(400, 'Invalid URL'));
    if (path === url.pathname) return answer(response, describe(layer));
    const id = layer.id ?? 'OBJECTID';
    const last = new RegExp(`${id} > (-?\\d+)$`).exec(query.get('where') ?? '')?.[1];
    if (query.get('returnCountOnly') === 'true') {
      if (layer.count === null) return answer(response, error(400, 'Cannot perform query.'));
      return answer(response, JSON.stringify({count: layer.count ?? layer.rows.length}));
    }
    const page = (requests.get(path) ?? 0) + 1;
    requests.set(path, page);
    layer.before?.(page, layer);
    const geojson = query.get('f') === 'geojson';
    if (geojson && layer.geojson === 'fails')
      return answer(response, error(400, 'Invalid or missing input parameters.'));
    if (layer.pages === false && query.has('resultRecordCount'))
      return answer(response, error(400, 'Pagination is not supported.'));
    const most = layer.maxRecordCount ?? 2000;
    const limit = Math.min(Number(query.get('resultRecordCount') ?? most), most);
    if (limit > (layer.breaks_above ?? limit))
      return answer(response, error(500, 'Error performing query operation'));
    const idOf = ({attributes}: ArcgisRow) => Number(attributes[id]);
    const sorted = layer.unordered ? layer.rows : layer.rows.toSorted((a, b) => idOf(a) - idOf(b));
    const shaped = geojson && layer.drops_shapeless ? sorted.filter(({shape}) => shape) : sorted;
    const given = shaped.slice(0, layer.stops_behind ?? shaped.length);
    const rest = given.filter((row) => last === undefined || idOf(row) > Number(last));
    const cut = rest.length > limit && !layer.silent;
    const shown = rest.slice(0, limit);
    const whole = query.get('returnGeometry') === 'true' && query.get('outSR') === '4326';
    const text = geojson ? featureCollection(layer, shown, cut) : featureSet(shown, whole, cut);
    const fault = layer.faults?.[page];
    if (fault) answer(response, text, fault);
    else sendPacked(request, response, text);
  });
  const queries = () =>
    server.requests
      .map(({path}) => new URL(path, server.base).searchParams)
      .filter((query) => query.has('orderByFields'));
  return {...server, layers, queries};
}

function describe(layer: ArcgisLayer): string {
  const {name, geometryType, id, maxRecordCount, edited, geojson, rows, pages, types, dates} = layer;
  const named = id ?? 'OBJECTID';
  const others = Object.keys(rows[0]?.attributes ?? {}).filter((column) => column !== named);
  return JSON.stringify({
    name,
    type: geometryType ? 'Feature Layer' : 'Table',
    ...(geometryType ? {geometryType} : {}),
    // Old servers name the column only by its type.
    ...(id ? {objectIdField: id} : {}),
    fields: [
      {name: named, type: 'esriFieldTypeOID'},
      ...others.map((column) => ({name: column, type: types?.[column]})),
    ],
    ...(pages === undefined ? {} : {advancedQueryCapabilities: {supportsPagination: pages}}),
    ...(dates ? {dateFieldsTimeReference: dates} : {}),
    maxRecordCount: maxRecordCount ?? 2000,
    supportedQueryFormats: geojson === 'unknown' ? 'JSON, AMF' : 'JSON, geoJSON, PBF',
    ...(edited === undefined ? {} : {editingInfo: {lastEditDate: edited - 1, dataLastEditDate: edited}}),
  });
}

function service(layers: Arcgis['layers'], path: string): string | null {
  const own = [...layers].filter(([one]) => one.startsWith(`${path}/`));
  if (!own.length) return null;
  const listed = own.map(([one, {name, geometryType}]) => ({
    id: Number(one.slice(path.length + 1)),
    name,
    type: geometryType ? 'Feature Layer' : 'Table',
    ...(geometryType ? {geometryType} : {}),
  }));
  const group = {id: 99, name: 'Zoning', type: 'Group Layer', subLayerIds: [1]};
  const isTable = (one: {type: string}) => one.type === 'Table';
  return JSON.stringify({
    layers: [group, ...listed.filter((one) => !isTable(one))],
    tables: listed.filter(isTable),
  });
}

function featureSet(rows: ArcgisRow[], whole: boolean, cut: boolean): string {
  const features = rows.map(({attributes, geometry}) => ({
    attributes,
    ...(whole && geometry ? {geometry} : {}),
  }));
  return JSON.stringify({features, ...(cut ? {exceededTransferLimit: true} : {})});
}

function featureCollection(layer: ArcgisLayer, rows: ArcgisRow[], cut: boolean): string {
  const features = rows.map(({attributes, shape}) => ({
    type: 'Feature',
    id: attributes[layer.id ?? 'OBJECTID'],
    geometry: layer.geojson === 'without geometry' ? null : (shape ?? null),
    properties: attributes,
  }));
  return JSON.stringify({
    type: 'FeatureCollection',
    ...(cut ? {properties: {exceededTransferLimit: true}} : {}),
    features,
  });
}
