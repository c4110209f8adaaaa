/** Reads layers and tables of ArcGIS servers in object-id order (keyset pagination). */
import type {Source, SourceFile} from '../../datasets/types.ts';
import {countFeatures, describeLayer, getArcgisJson, type Layer, listLayers, queryOf} from './arcgis_api.ts';
import {fromEsri, fromGeoJson, type Geometry} from './arcgis_geometry.ts';
import type {FetchContext} from './download.ts';
import {FetchError, ResponseTooLarge, type Target} from './errors.ts';
import {numberOf} from './json.ts';
import {TransientError} from './retry.ts';
import {jsonLine, type Page, type Table, TableChanged, type TableState} from './table.ts';
import {isObject, type JsonObject} from './unknown_json.ts';

type Via = Extract<SourceFile['via'], {portal: 'arcgis'}>;

/** Response formats of a query. Older servers omit geometries in GeoJSON or do not support it. */
type Form = 'geojson' | 'json';

const LEAST = 25;

/** The declared layer without columns on private persons. */
export async function arcgisTable(
  {slug, personal = []}: Pick<Source, 'slug' | 'personal'>,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Table> {
  const {layer, page, table, where} = via;
  const target = (url: string): Target => ({source: slug, file: file.name, url});
  const address =
    typeof layer === 'string' ? layer : await findLayer(target(layer.service), layer.name, context);
  const described = await describeLayer(target(address), context);
  const how = {page, table: table ?? false, where: where ?? '1=1', without: personal};
  return layerTable(target(address), described, how, context);
}

/** Finds the only layer of a service whose name matches: layer numbers change. */
async function findLayer(target: Target, name: RegExp, context: FetchContext): Promise<string> {
  const all = await listLayers(target, context);
  const matches = all.filter((one) => name.test(one.name));
  if (matches.length === 1 && matches[0]) return matches[0].address;
  const names = (matches.length ? matches : all).map((one) => `"${one.name}"`).join(', ') || 'nothing';
  const problem = matches.length
    ? `several layers match ${name}: ${names}`
    : `no layer matches ${name}, there are ${names}`;
  throw new FetchError(target, problem, 'correct `layer` in the declaration');
}

/** Which rows and columns of a layer are read. */
interface LayerQuery {
  /** Rows per request. */
  page: number;
  /** Whether geometries are left out. */
  table: boolean;
  where: string;
  /** Columns on private persons: not requested, and dropped where the server sends them all the same. */
  without?: readonly string[];
}

/** All rows of a layer that satisfy `where`, with geometries in WGS 84 unless it is read as a `table`. */
export function layerTable(target: Target, layer: Layer, query: LayerQuery, context: FetchContext): Table {
  const {where, page: size} = query;
  // The address identifies the rows but not the requested page.
  const url = where === '1=1' ? layer.address : queryOf(layer.address, {where});
  const reader = new LayerReader(target, layer, query, context);
  return {
    target: {...target, url},
    size: Math.min(size, layer.most),
    least: Math.min(LEAST, size, layer.most),
    state: () => reader.state(),
    columns: async () => reader.columns(),
    page: (after, rows, heavy_tries) => reader.page(after, rows, heavy_tries),
  };
}

/** Requests the rows after the object id `after`. */
interface PageRequest {
  after: string | null;
  size: number;
  heavy_tries: number | undefined;
}

/** Reads pages of a layer in GeoJSON, and in the server's own JSON once GeoJSON turns out to be unusable. */
class LayerReader {
  readonly #target: Target;
  readonly #layer: Layer;
  readonly #query: Required<LayerQuery>;
  readonly #context: FetchContext;
  readonly #shapes: boolean;
  #form: Form;

  constructor(target: Target, layer: Layer, query: LayerQuery, context: FetchContext) {
    this.#target = target;
    this.#layer = layer;
    this.#query = {without: [], ...query};
    this.#context = context;
    this.#shapes = !query.table && layer.geometry !== null;
    this.#form = this.#shapes && layer.geojson ? 'geojson' : 'json';
  }

  async state(): Promise<TableState> {
    const {address} = this.#layer;
    const count = await countFeatures(this.#target, address, this.#query.where, this.#context);
    const {edited} = await describeLayer({...this.#target, url: address}, this.#context);
    return {count, stamp: edited === null ? null : `edited ${edited}`};
  }

  /** Null where the server does not list them. */
  columns(): string[] | null {
    const {columns} = this.#layer;
    if (!columns.length) return null;
    return [...columns.filter((column) => this.#isKept(column)), ...(this.#shapes ? ['geometry'] : [])];
  }

  async page(after: string | null, size: number, heavy_tries: number | undefined): Promise<Page> {
    const {id: idColumn, most} = this.#layer;
    const rows = await this.#rows({after, size: Math.min(size, most), heavy_tries});
    let last = after === null ? Number.NEGATIVE_INFINITY : Number(after);
    const lines = rows.map(({attributes, geometry}) => {
      const id = numberOf(attributes[idColumn]);
      if (id === null) throw new FetchError(this.#target, `a row lacks ${idColumn}`, ORDER);
      if (id <= last) throw new TableChanged(`row ${id} came after row ${last}`);
      last = id;
      const kept = Object.fromEntries(Object.entries(attributes).filter(([column]) => this.#isKept(column)));
      return {key: null, line: jsonLine(this.#query.table ? kept : {...kept, geometry})};
    });
    // Servers cut pages with and without saying so: only an empty page is the end.
    return {rows: lines, next: lines.length ? `${last}` : null};
  }

  #isKept(column: string): boolean {
    return !this.#query.without.includes(column);
  }

  async #rows(page: PageRequest): Promise<Row[]> {
    if (this.#form === 'json') return this.#request(page, 'json');
    const rows = await this.#request(page, 'geojson').catch((error: unknown) => {
      // A server that breaks down may manage fewer rows: the other form is the last resort.
      const broke = error instanceof FetchError && error.cause instanceof TransientError;
      if (error instanceof FetchError && (!broke || page.heavy_tries === undefined)) return null;
      throw error;
    });
    if (rows && (rows.length === 0 || rows.some((row) => row.geometry))) return rows;
    const other = await this.#request(page, 'json');
    if (rows && !other.some((row) => row.geometry)) return other; // rows without a location exist
    this.#form = 'json';
    const text = `read as f=json: with f=geojson the server ${rows ? 'gives no geometry' : 'fails'}`;
    this.#context.emit({kind: 'warning', source: this.#target.source, file: this.#target.file, text});
    return other;
  }

  async #request({after, size, heavy_tries}: PageRequest, form: Form): Promise<Row[]> {
    const {address, id, columns} = this.#layer;
    const {where, without} = this.#query;
    const wanted = columns.filter((column) => this.#isKept(column));
    const url = queryOf(address, {
      where: after === null ? where : `(${where}) AND ${id} > ${after}`,
      outFields: without.length && wanted.length ? wanted.join(',') : '*',
      orderByFields: id,
      resultRecordCount: `${size}`,
      returnGeometry: `${this.#shapes}`,
      ...(this.#shapes ? {outSR: '4326'} : {}),
      f: form,
    });
    const target = {...this.#target, url};
    const answer = await getArcgisJson(target, this.#context, heavy_tries);
    const features = answer['features'];
    if (!Array.isArray(features) || !features.every(isObject)) {
      const remedy = 'correct the address: it must be that of a layer';
      throw new FetchError(target, 'the answer lacks `features`', remedy);
    }
    const rows = features.map((one) => (form === 'geojson' ? ofGeoJson(one, id) : ofEsri(one)));
    if (!rows.length && isCut(answer))
      throw new ResponseTooLarge(target, 'a page without rows is said to be cut', ORDER);
    return rows;
  }
}

const ORDER = 'look at the layer in a browser: it does not keep to its own object ids';

interface Row {
  attributes: JsonObject;
  geometry: Geometry;
}

function ofEsri({attributes, geometry}: JsonObject): Row {
  return {attributes: isObject(attributes) ? attributes : {}, geometry: fromEsri(geometry)};
}

/** Some servers give the object id only outside `properties`. */
function ofGeoJson({id, properties, geometry}: JsonObject, column: string): Row {
  const attributes = isObject(properties) ? properties : {};
  return {
    attributes: column in attributes ? attributes : {...attributes, [column]: id},
    geometry: fromGeoJson(geometry),
  };
}

/** At the top level in JSON, in `properties` in GeoJSON. */
function isCut({exceededTransferLimit, properties}: JsonObject): boolean {
  return (
    exceededTransferLimit === true || (isObject(properties) && properties['exceededTransferLimit'] === true)
  );
}
