/** Reads layers and tables of ArcGIS servers in object-id order (keyset pagination). */
import type {Source, SourceFile} from '../../datasets/types.ts';
import {countFeatures, describeLayer, getArcgisJson, type Layer, queryOf} from './arcgis_api.ts';
import {localDates} from './arcgis_dates.ts';
import {fromEsri, fromGeoJson, type Geometry} from './arcgis_geometry.ts';
import {findLayer} from './arcgis_layers.ts';
import type {FetchContext} from './download.ts';
import {FetchError, ResponseTooLarge, type Target} from './errors.ts';
import {numberOf} from './exact_json.ts';
import {TransientError} from './retry.ts';
import {jsonLine, type Page, type Table, TableChanged, type TableState} from './table.ts';
import {isObject, type JsonObject} from './unknown_json.ts';
import {wantedColumns} from './wanted_columns.ts';

type Via = Extract<SourceFile['via'], {portal: 'arcgis'}>;

/** Response formats of a query. Older servers omit geometries in GeoJSON or do not support it. */
type Form = 'geojson' | 'json';

const LEAST = 25;

/** The declared layer with the columns that the source reads. */
export async function arcgisTable(
  source: Pick<Source, 'slug' | 'personal' | 'layouts'>,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Table> {
  const {layer, page, table, where} = via;
  const target = (url: string): Target => ({source: source.slug, file: file.name, url});
  const described =
    typeof layer === 'string'
      ? await describeLayer(target(layer), context)
      : await findLayer(source, target(layer.service), layer.name, context);
  const wanted = wantedColumns(source, file.name);
  const how = {page, table: table ?? false, where: where ?? '1=1', wanted};
  return layerTable(target(described.address), described, how, context);
}

/** Which rows and columns of a layer are read. */
interface LayerQuery {
  /** Rows per request. */
  page: number;
  /** Whether geometries are left out. */
  table: boolean;
  where: string;
  /**
   * Whether a column is read; others are not requested, and dropped where the server sends them all the same.
   */
  wanted: (column: string) => boolean;
}

/** All rows of a layer that satisfy `where`, with geometries in WGS 84 unless it is read as a `table`. */
export function layerTable(target: Target, layer: Layer, query: LayerQuery, context: FetchContext): Table {
  const reader = new LayerReader(target, layer, query, context);
  // Where the server takes no size of pages, every page is as long as it likes.
  const size = layer.pages ? Math.min(query.page, layer.most) : layer.most;
  return {
    target: {...target, url: reader.address},
    size,
    least: layer.pages ? Math.min(LEAST, size) : size,
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
  readonly #query: LayerQuery;
  readonly #context: FetchContext;
  readonly #shapes: boolean;
  readonly #fields: string;
  readonly #dated: (row: JsonObject) => JsonObject;
  #form: Form;
  /** Whether rows have come: pages from the start then are a second reading. */
  #begun = false;

  constructor(target: Target, layer: Layer, query: LayerQuery, context: FetchContext) {
    this.#target = target;
    this.#layer = layer;
    this.#query = query;
    this.#context = context;
    this.#shapes = !query.table && layer.geometry !== null;
    this.#form = this.#shapes && layer.geojson ? 'geojson' : 'json';
    const {columns, id} = layer;
    const asked = columns.filter((column) => column === id || query.wanted(column));
    this.#fields = asked.length < columns.length ? asked.join(',') : '*';
    this.#dated = localDates(layer.dates, layer.zone ?? 'UTC');
    if (layer.zone === null)
      this.#warn('the time zone of its dates is not known: their days are those of UTC');
  }

  /** It identifies the rows but not the requested page. */
  get address(): string {
    const {where} = this.#query;
    const given = {
      ...(where === '1=1' ? {} : {where}),
      ...(this.#fields === '*' ? {} : {outFields: this.#fields}),
    };
    return Object.keys(given).length ? queryOf(this.#layer.address, {where, ...given}) : this.#layer.address;
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
    return [...columns, ...(this.#shapes ? ['geometry'] : [])];
  }

  async page(after: string | null, size: number, heavy_tries: number | undefined): Promise<Page> {
    const {id: idColumn, most} = this.#layer;
    if (after === null && this.#begun && this.#form === 'geojson')
      this.#useJson('f=geojson may have left out features without a geometry');
    const rows = await this.#rows({after, size: Math.min(size, most), heavy_tries});
    let last = after === null ? Number.NEGATIVE_INFINITY : Number(after);
    const lines = rows.map(({attributes, geometry}) => {
      const id = numberOf(attributes[idColumn]);
      if (id === null) throw new FetchError(this.#target, `a row lacks ${idColumn}`, ORDER);
      if (id <= last) throw new TableChanged(`row ${id} came after row ${last}`);
      last = id;
      const kept = Object.fromEntries(
        Object.entries(this.#dated(attributes)).filter(([column]) => this.#query.wanted(column)),
      );
      return {key: null, line: jsonLine(this.#query.table ? kept : {...kept, geometry})};
    });
    this.#begun ||= lines.length > 0;
    // Servers cut pages with and without saying so: only an empty page is the end.
    return {rows: lines, next: lines.length ? `${last}` : null};
  }

  #warn(text: string): void {
    this.#context.emit({kind: 'warning', source: this.#target.source, file: this.#target.file, text});
  }

  #useJson(why: string): void {
    this.#form = 'json';
    this.#warn(`read as f=json: ${why}`);
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
    this.#useJson(`with f=geojson the server ${rows ? 'gives no geometry' : 'fails'}`);
    return other;
  }

  async #request({after, size, heavy_tries}: PageRequest, form: Form): Promise<Row[]> {
    const {address, id, pages} = this.#layer;
    const {where} = this.#query;
    const url = queryOf(address, {
      where: after === null ? where : `(${where}) AND ${id} > ${after}`,
      outFields: this.#fields,
      orderByFields: id,
      ...(pages ? {resultRecordCount: `${size}`} : {}),
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
