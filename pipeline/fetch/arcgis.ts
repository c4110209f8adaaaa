/** Layers and tables of ArcGIS servers: rows by rising object id, each page behind the last id of the one before. */
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

/** Forms that a query may answer in. Older servers leave geometries out of GeoJSON, or do not know it. */
type Form = 'geojson' | 'json';

const LEAST = 25;

/** The layer of the declaration, without the columns on private persons. */
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
  const found = await describeLayer(target(address), context);
  const how = {page, table: table ?? false, where: where ?? '1=1', without: personal};
  return layerTable(target(address), found, how, context);
}

/** Address of the only layer of a service whose name matches: numbers of layers move. */
async function findLayer(target: Target, name: RegExp, context: FetchContext): Promise<string> {
  const all = await listLayers(target, context);
  const found = all.filter((one) => name.test(one.name));
  if (found.length === 1 && found[0]) return found[0].address;
  const names = (found.length ? found : all).map((one) => `"${one.name}"`).join(', ') || 'nothing';
  const what = found.length
    ? `several layers match ${name}: ${names}`
    : `no layer matches ${name}, there are ${names}`;
  throw new FetchError(target, what, 'correct `layer` in the declaration');
}

/**
 * All rows of a layer that fit `where`, with geometries in WGS 84 unless it is read as a `table`; the columns `without`
 * are not asked for, and dropped where they come all the same.
 */
export function layerTable(
  target: Target,
  layer: Layer,
  {
    page: size,
    table,
    where,
    without = [],
  }: {page: number; table: boolean; where: string; without?: readonly string[]},
  context: FetchContext,
): Table {
  const shapes = !table && layer.geometry !== null;
  const kept = (column: string): boolean => !without.includes(column);
  const wanted = layer.columns.filter(kept);
  let form: Form = shapes && layer.geojson ? 'geojson' : 'json';
  const warn = (text: string) =>
    context.emit({kind: 'noted', source: target.source, file: target.file, text});

  async function state(): Promise<TableState> {
    const count = await countFeatures(target, layer.address, where, context);
    const {edited} = await describeLayer({...target, url: layer.address}, context);
    return {count, stamp: edited === null ? null : `edited ${edited}`};
  }

  async function rowsOf(asked: Omit<Question, 'form'>): Promise<Row[]> {
    if (form === 'geojson') {
      const rows = await question({...asked, form}).catch((error: unknown) => {
        // A server that breaks down may stand fewer rows: the other form is the last resort.
        const broke = error instanceof FetchError && error.cause instanceof TransientError;
        if (error instanceof FetchError && (!broke || asked.heavy_tries === undefined)) return null;
        throw error;
      });
      if (rows && (rows.length === 0 || rows.some((row) => row.geometry))) return rows;
      const other = await question({...asked, form: 'json'});
      const gained = other.some((row) => row.geometry);
      if (rows && !gained) return other; // rows without a place exist
      form = 'json';
      warn(`read as f=json: with f=geojson the server ${rows ? 'gives no geometry' : 'fails'}`);
      return other;
    }
    return question({...asked, form});
  }

  interface Question {
    after: string | null;
    size: number;
    form: Form;
    heavy_tries: number | undefined;
  }

  async function question({after, size: rows, form: f, heavy_tries}: Question): Promise<Row[]> {
    const behind = after === null ? where : `(${where}) AND ${layer.id} > ${after}`;
    const url = queryOf(layer.address, {
      where: behind,
      outFields: without.length && wanted.length ? wanted.join(',') : '*',
      orderByFields: layer.id,
      resultRecordCount: `${rows}`,
      returnGeometry: `${shapes}`,
      ...(shapes ? {outSR: '4326'} : {}),
      f,
    });
    const asked = {...target, url};
    const answer = await getArcgisJson(asked, context, heavy_tries);
    const features = answer['features'];
    if (!Array.isArray(features) || !features.every(isObject)) {
      throw new FetchError(
        asked,
        'the answer lacks `features`',
        'correct the address: it must be that of a layer',
      );
    }
    const found = features.map((one) => (f === 'geojson' ? ofGeoJson(one, layer.id) : ofEsri(one)));
    if (!found.length && isCut(answer))
      throw new ResponseTooLarge(asked, 'a page without rows is said to be cut', ORDER);
    return found;
  }

  async function page(after: string | null, asked: number, heavy_tries: number | undefined): Promise<Page> {
    const rows = await rowsOf({after, size: Math.min(asked, layer.most), heavy_tries});
    let last = after === null ? Number.NEGATIVE_INFINITY : Number(after);
    const lines = rows.map(({attributes, geometry}) => {
      const id = numberOf(attributes[layer.id]);
      if (id === null) throw new FetchError(target, `a row lacks ${layer.id}`, ORDER);
      if (id <= last) throw new TableChanged(`row ${id} came after row ${last}`);
      last = id;
      const told = Object.fromEntries(Object.entries(attributes).filter(([column]) => kept(column)));
      return {key: null, line: jsonLine(table ? told : {...told, geometry})};
    });
    // Servers stop without a word, or with one: only an empty page is the end.
    return {rows: lines, next: lines.length ? `${last}` : null};
  }

  // What decides which rows come stands in the address; which page is asked for does not.
  const url = where === '1=1' ? layer.address : queryOf(layer.address, {where});
  return {
    target: {...target, url},
    size: Math.min(size, layer.most),
    least: Math.min(LEAST, size, layer.most),
    state,
    page,
  };
}

const ORDER = 'look at the layer in a browser: it does not keep to its own object ids';

interface Row {
  attributes: JsonObject;
  geometry: Geometry;
}

function ofEsri({attributes, geometry}: JsonObject): Row {
  return {attributes: isObject(attributes) ? attributes : {}, geometry: fromEsri(geometry)};
}

/** Some servers give the object id beside the properties only. */
function ofGeoJson({id, properties, geometry}: JsonObject, column: string): Row {
  const attributes = isObject(properties) ? properties : {};
  return {
    attributes: column in attributes ? attributes : {...attributes, [column]: id},
    geometry: fromGeoJson(geometry),
  };
}

/** Said at the top in JSON, in `properties` in GeoJSON. */
function isCut({exceededTransferLimit, properties}: JsonObject): boolean {
  return (
    exceededTransferLimit === true || (isObject(properties) && properties['exceededTransferLimit'] === true)
  );
}
