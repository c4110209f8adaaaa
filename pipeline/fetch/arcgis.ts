/** Reads layers and tables of ArcGIS servers in object-id order (keyset pagination). */
import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {shortList} from '../read/header.ts';
import {isObject, type JsonObject, numberOf} from '../runtime/unknown_json.ts';
import {
  ALL,
  countFeatures,
  describeLayer,
  getArcgisJson,
  type Layer,
  listLayers,
  queryOf,
} from './arcgis_api.ts';
import {localDates} from './arcgis_dates.ts';
import {fromEsri, fromGeoJson, type Geometry} from './arcgis_geometry.ts';
import {absentColumns, type Reader, wantedColumns} from './columns.ts';
import {type FetchContext, warn} from './download.ts';
import {FetchError, ResponseTooLarge, type Target, targetsOf} from './errors.ts';
import {isRefusal} from './retry.ts';
import {jsonLine, lastOf, type Page, type Table} from './table.ts';

const LEAST = 25;
const ORDER = 'look at the layer in a browser: it does not keep to its own object ids';

/** The declared layer with the columns that the source reads. */
export async function arcgisTable(
  source: Reader,
  file: SourceFile,
  via: Via<'arcgis'>,
  context: FetchContext,
): Promise<Table> {
  const {layer, page, table = false} = via;
  const target = targetsOf(source, file);
  const described =
    typeof layer === 'string'
      ? await describeLayer(target(layer), context)
      : await findLayer(source, target(layer.service), layer.name, context);
  const wanted = wantedColumns(source, file.name);
  return layerTable(target(described.address), described, {page, table, wanted}, context);
}

/** How a layer is read. */
interface LayerQuery {
  /** Rows per request. */
  page: number;
  /** Whether geometries are left out. */
  table: boolean;
  /**
   * Whether a column is read; others are not requested, and dropped where the server sends them all the same.
   */
  wanted: (column: string) => boolean;
}

/** All rows of a layer, with geometries in WGS 84 unless it is read as a `table`. */
function layerTable(target: Target, layer: Layer, query: LayerQuery, context: FetchContext): Table {
  const {address, columns, most, pages} = layer;
  const {table, wanted} = query;
  const reader = layerReader(target, layer, query, context);
  if (layer.zone === null)
    warn(context, target, 'the time zone of its dates is not known: their days are those of UTC');
  // It identifies the rows but not the requested page.
  const {outFields} = reader;
  const dated = localDates(layer.dates, layer.zone ?? 'UTC');
  const isWritten = (column: string) => column === GEOMETRY || wanted(column);
  // Where the server takes no size of pages, every page is as long as it likes.
  const size = pages ? Math.min(query.page, most) : most;
  return {
    target: {...target, url: outFields === '*' ? address : queryOf(address, {where: ALL, outFields})},
    size,
    least: pages ? Math.min(LEAST, size) : size,
    async state() {
      const count = await countFeatures(target, address, context);
      const {edited} = await describeLayer({...target, url: address}, context);
      return {count, stamp: edited === null ? null : `edited ${edited}`};
    },
    // Null where the server does not list them.
    columns: async () =>
      columns.length ? [...columns, ...(table || layer.geometry === null ? [] : ['geometry'])] : null,
    async page(after, rows, heavy_tries): Promise<Page> {
      const read = await reader.read({after, size: Math.min(rows, most), heavy_tries});
      const lines = read.rows.map(({attributes, geometry}) =>
        table
          ? jsonLine(dated(attributes), wanted)
          : jsonLine({...dated(attributes), [GEOMETRY]: geometry}, isWritten),
      );
      // Servers cut pages with and without saying so: only an empty page is the end.
      return {rows: lines.map((line) => ({key: null, line})), next: lines.length ? `${read.last}` : null};
    },
  };
}

const GEOMETRY = 'geometry';

interface Row {
  attributes: JsonObject;
  geometry: Geometry;
}

/** Requests the rows after the object id `after`. */
interface PageRequest {
  after: string | null;
  size: number;
  heavy_tries: number | undefined;
}

/**
 * Response formats of a query, and how each writes a row. Older servers omit geometries in GeoJSON or do not
 * support it. Some give the object id only outside of `properties`.
 */
const FORMS = {
  geojson: ({id, properties, geometry}: JsonObject, column: string): Row => ({
    attributes: {[column]: id, ...(isObject(properties) ? properties : {})},
    geometry: fromGeoJson(geometry),
  }),
  json: ({attributes, geometry}: JsonObject): Row => ({
    attributes: isObject(attributes) ? attributes : {},
    geometry: fromEsri(geometry),
  }),
};

type Form = keyof typeof FORMS;

/** Requests one page of rows in one form. */
async function requestRows(
  target: Target,
  {address, id, pages}: Layer,
  page: PageRequest & {outFields: string; hasShapes: boolean},
  f: Form,
  context: FetchContext,
): Promise<Row[]> {
  const {after, outFields, hasShapes} = page;
  const url = queryOf(address, {
    where: after === null ? ALL : `(${ALL}) AND ${id} > ${after}`,
    outFields,
    orderByFields: id,
    ...(pages ? {resultRecordCount: `${page.size}`} : {}),
    returnGeometry: `${hasShapes}`,
    ...(hasShapes ? {outSR: '4326'} : {}),
    f,
  });
  const from = {...target, url};
  const {features, exceededTransferLimit, properties} = await getArcgisJson(from, context, page.heavy_tries);
  if (!Array.isArray(features) || !features.every(isObject)) {
    const remedy = 'correct the address: it must be that of a layer';
    throw new FetchError(from, 'the answer lacks `features`', remedy);
  }
  // At the top level in JSON, in `properties` in GeoJSON.
  const cut = [exceededTransferLimit, isObject(properties) && properties['exceededTransferLimit']];
  if (!features.length && cut.includes(true))
    throw new ResponseTooLarge(from, 'a page without rows is said to be cut', ORDER);
  return features.map((one) => FORMS[f](one, id));
}

/** Reads pages of a layer in GeoJSON, and in the server's own JSON once GeoJSON turns out to be unusable. */
function layerReader(target: Target, layer: Layer, query: LayerQuery, context: FetchContext) {
  const {columns, id} = layer;
  const hasShapes = !query.table && layer.geometry !== null;
  const asked = columns.filter((column) => column === id || query.wanted(column));
  const outFields = asked.length < columns.length ? asked.join(',') : '*';
  let form: Form = hasShapes && layer.geojson ? 'geojson' : 'json';
  /** Whether rows have come: pages from the start then are a second reading. */
  let begun = false;

  const request = (page: PageRequest, f: Form) =>
    requestRows(target, layer, {...page, outFields, hasShapes}, f, context);

  function useJson(why: string): void {
    form = 'json';
    warn(context, target, `read as f=json: ${why}`);
  }

  async function rowsOf(page: PageRequest): Promise<Row[]> {
    if (form === 'json') return request(page, form);
    const rows = await request(page, form).catch((error: unknown) => {
      // A server that breaks down may manage fewer rows: the other form is the last resort.
      if (isRefusal(error) || (error instanceof FetchError && page.heavy_tries === undefined)) return null;
      throw error;
    });
    if (rows && (rows.length === 0 || rows.some((row) => row.geometry))) return rows;
    const other = await request(page, 'json');
    if (rows && !other.some((row) => row.geometry)) return other; // rows without a location exist
    useJson(`with f=geojson the server ${rows ? 'gives no geometry' : 'fails'}`);
    return other;
  }

  return {
    outFields,
    /** Rows in the order of their ids, and the last id. */
    async read(page: PageRequest): Promise<{rows: Row[]; last: number}> {
      const {after} = page;
      if (after === null && begun && form === 'geojson')
        useJson('f=geojson may have left out features without a geometry');
      const rows = await rowsOf(page);
      const ids = rows.map(({attributes}) => {
        const number = numberOf(attributes[id]);
        if (number === null) throw new FetchError(target, `a row lacks ${id}`, ORDER);
        return number;
      });
      const last = lastOf(ids, after === null ? Number.NEGATIVE_INFINITY : Number(after));
      begun ||= rows.length > 0;
      return {rows, last};
    },
  };
}

/**
 * The only layer of a service whose name matches; without a name the one that has the columns which a layout
 * reads, of several the one with most rows: the others hold parts of it. Throws where there is none.
 */
export async function findLayer(
  source: Pick<Source, 'slug' | 'layouts'>,
  target: Target,
  name: RegExp | undefined,
  context: FetchContext,
): Promise<Layer> {
  const all = await listLayers(target, context);
  if (name) {
    const matches = all.filter((one) => name.test(one.name));
    if (matches.length === 1 && matches[0])
      return describeLayer({...target, url: matches[0].address}, context);
    const names = (matches.length ? matches : all).map((one) => `"${one.name}"`).join(', ') || 'nothing';
    const problem = matches.length
      ? `several layers match ${name}: ${names}`
      : `no layer matches ${name}, there are ${names}`;
    throw new FetchError(target, problem, 'correct `layer` in the declaration');
  }
  const described = await Promise.all(
    all.map(async ({address}) => {
      try {
        return [await describeLayer({...target, url: address}, context)];
      } catch (error) {
        // A layer without rows, such as a picture, or one that the server does not show.
        if (isRefusal(error)) return [];
        throw error;
      }
    }),
  );
  const tried = described.flat().map((layer) => {
    const names = [...layer.columns, ...(layer.geometry ? ['geometry'] : [])];
    return {layer, lacking: absentColumns(source, target.file, names, ({lacking}) => lacking)};
  });
  const fitting = tried.flatMap(({layer, lacking}) => (lacking.length ? [] : [layer]));
  if (!fitting.length) {
    const lacks = tried.map(({layer, lacking}) => `"${layer.name}" lacks ${shortList(lacking)}`);
    const problem = `no layer has the columns that are read: ${lacks.join('; ') || 'there is none'}`;
    throw new FetchError(target, problem, 'declare the new names in `aliases` of the layout');
  }
  const counted = await Promise.all(
    fitting.map(async (layer) => ({
      layer,
      rows: (await countFeatures(target, layer.address, context)) ?? 0,
    })),
  );
  return counted.reduce((a, b) => (b.rows > a.rows ? b : a)).layer;
}
