/**
 * Client of ArcGIS servers: their errors, which come with HTTP 200, and descriptions of services and layers.
 */

import {isObject, type JsonObject, numberOf, objectsOf, textOf, textsOf} from '../runtime/unknown_json.ts';
import {zoneOf} from './arcgis_dates.ts';
import type {FetchContext} from './download.ts';
import {byHand, FetchError, ResponseTooLarge, type Target} from './errors.ts';
import {getValue} from './json.ts';

/** An error that the server answered with, mostly under HTTP 200; a smaller request may succeed. */
export class ArcgisError extends ResponseTooLarge {
  readonly code: number | null;

  constructor(target: Target, code: number | null, problem: string) {
    super(target, problem, 'open the address in a browser and correct the declaration');
    this.code = code;
  }
}

/** GETs JSON. Throws the `error` of a response, as ArcgisError unless a token is asked for. */
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
  const description = [message, ...(Array.isArray(details) ? details : [])].filter(
    (one) => typeof one === 'string' && one,
  );
  const problem = `the server answered with error ${numberOf(code) ?? '?'}: ${[...new Set(description)].join(' ') || 'no reason given'}`;
  if (code === 498 || code === 499) {
    const remedy = `it asks for a token: look for a public layer, or ${byHand(target.source)}`;
    throw new FetchError(target, problem, remedy);
  }
  throw new ArcgisError(target, numberOf(code), problem);
}

/** Encodes blanks as %20: some old servers do not accept `+`. */
const query = (address: string, parameters: Record<string, string>): string =>
  `${address}?${new URLSearchParams({...parameters, f: parameters['f'] ?? 'json'})}`.replaceAll('+', '%20');

/** Address of a query of a layer. */
export const queryOf = (layer: string, parameters: Record<string, string>): string =>
  query(`${layer}/query`, parameters);

export type Layer = Awaited<ReturnType<typeof describeLayer>>;

/** Reads the description of a layer. */
export async function describeLayer(target: Target, context: FetchContext) {
  const address = target.url.replace(/\/+$/, '');
  const request = {...target, url: query(address, {})};
  const description = await getArcgisJson(request, context);
  const {name, fields, geometryType, type, editingInfo, advancedQueryCapabilities: can} = description;
  const ofType = (type: string) =>
    textsOf(
      objectsOf(fields).filter((one) => one['type'] === type),
      'name',
    );
  const id = textOf(description['objectIdField'] ?? ofType('esriFieldTypeOID')[0]);
  if (id === null) {
    const problem = 'the layer names no column of object ids, by which rows come in order';
    throw new FetchError(request, problem, 'correct the address: it must be that of a layer');
  }
  const {dataLastEditDate, lastEditDate} = isObject(editingInfo) ? editingInfo : {};
  return {
    /** Address without a trailing slash. */
    address,
    name: textOf(name) ?? '',
    /** Name of the object-id column. */
    id,
    /** Column names; empty where the server does not list them. */
    columns: textsOf(fields, 'name'),
    /** Those of dates. */
    dates: ofType('esriFieldTypeDate'),
    /** Time zone of the dates; null where it is not known. */
    zone: zoneOf(description['dateFieldsTimeReference']),
    /** Most rows per response. */
    most: numberOf(description['maxRecordCount']) || 1000,
    /** Whether a response may be asked for with fewer rows. */
    pages: (isObject(can) ? can : description)['supportsPagination'] !== false,
    /** `esriGeometryPoint` and so on; null for a table. */
    geometry: type === 'Table' ? null : textOf(geometryType),
    geojson: /\bgeojson\b/i.test(`${description['supportedQueryFormats'] ?? ''}`),
    /** Time of the last edit in milliseconds since 1970; null where unknown. */
    edited: numberOf(dataLastEditDate) ?? numberOf(lastEditDate),
  };
}

/** A layer or table as a service lists it. */
export interface ListedLayer {
  address: string;
  name: string;
}

/** Layers and tables of a service, without group layers, which have no rows. */
export async function listLayers(target: Target, context: FetchContext): Promise<ListedLayer[]> {
  const service = target.url.replace(/\/+$/, '');
  const request = {...target, url: query(service, {})};
  const {layers, tables} = await getArcgisJson(request, context);
  return [layers, tables].flatMap((list) =>
    objectsOf(list)
      .filter((one) => one['type'] !== 'Group Layer' && !Array.isArray(one['subLayerIds']))
      .map(({id, name}) => ({address: `${service}/${numberOf(id)}`, name: textOf(name) ?? ''})),
  );
}

/** Errors of servers that do not count; others may pass. */
const CANNOT = new Set([400, 403, 405, 501]);

/** The condition that every row satisfies. */
export const ALL = '1=1';

/** Number of rows by the server's count; null where it does not count. */
export async function countFeatures(
  target: Target,
  layer: string,
  context: FetchContext,
): Promise<number | null> {
  const request = {...target, url: queryOf(layer, {where: ALL, returnCountOnly: 'true'})};
  try {
    return numberOf((await getArcgisJson(request, context))['count']);
  } catch (error) {
    if (error instanceof ArcgisError && CANNOT.has(error.code ?? 0)) return null;
    throw error;
  }
}
