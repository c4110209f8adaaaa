/**
 * The files of a corpus behind portals of the kinds that their sources declare: every source as it is fetched
 * from its publisher.
 */
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {CrawlPage, Source, SourceFile, Via} from '../../datasets/types.ts';
import {type Arcgis, type ArcgisLayer, startArcgis} from '../portals/arcgis.ts';
import {type Ckan, type CkanTable, startCkan} from '../portals/ckan.ts';
import {type Hub, startHub} from '../portals/hub.ts';
import {type Opendatasoft, startOpendatasoft} from '../portals/opendatasoft.ts';
import {type Socrata, type SocrataTable, startSocrata} from '../portals/socrata.ts';
import {type Storage, type File as StoredFile, startStorage} from '../portals/storage.ts';
import {closing} from './fetching.ts';

/** What a portal answers for one file of a source. */
export type Served =
  /** `counted`: the portal counts its rows, too. */
  | {kind: 'file'; file: StoredFile; counted?: true}
  | {kind: 'rows'; table: SocrataTable | CkanTable | ArcgisLayer}
  | {kind: 'documents'; files: StoredFile[]};

export interface PortalSources {
  /** The sources with the addresses of these portals. */
  sources: Source[];
  /** What is served, by source and name of the file. */
  served: Map<string, Map<string, Served>>;
}

interface Portals {
  storage: Storage;
  ckan: Ckan;
  socrata: Socrata;
  arcgis: Arcgis;
  ods: Opendatasoft;
  hub: Hub;
}

interface Found {
  via: SourceFile['via'];
  served: [name: string, served: Served][];
}

/** What the lists of portals call the files of several years: the declarations know them by these names. */
const LISTED: Record<string, (nth: number) => string> = {
  nserc_awards: (nth) => `${2020 + nth} awards`,
  sshrc_awards: (nth) => `${2020 + nth} payments`,
  regina_permits: (nth) => `Building Permits ${2020 + nth}`,
  ottawa_permits: (nth) => `Construction, Demolition, Pool Enclosure Permits ${2020 + nth}`,
};

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').filter(Boolean);
/** The lines that are objects, each with an id of its own, as tables of portals have them. */
function numbered(
  bytes: Buffer,
  number: (row: Record<string, unknown>, at: number) => Record<string, unknown>,
): string[] {
  const rows = linesOf(bytes).flatMap((line) => {
    try {
      const row: unknown = JSON.parse(line);
      return typeof row === 'object' && row !== null && !Array.isArray(row)
        ? [row as Record<string, unknown>]
        : [];
    } catch {
      return [];
    }
  });
  return rows.map((row, at) => JSON.stringify(number(row, at)));
}

const plainName = (name: string): string => name.replace(/^synthetic-/, '');

/** Starts a portal of each kind and puts the files of `corpus` (`<slug>/synthetic-<name>`) there. */
export async function portalSources(corpus: string, declared: readonly Source[]): Promise<PortalSources> {
  const portals: Portals = {
    storage: await closing(startStorage()),
    ckan: await closing(startCkan()),
    socrata: await closing(startSocrata()),
    arcgis: await closing(startArcgis()),
    ods: await closing(startOpendatasoft()),
    hub: await closing(startHub()),
  };
  const served: PortalSources['served'] = new Map();
  const sources: Source[] = [];
  for (const source of declared) {
    const files: SourceFile[] = [];
    const own = new Map<string, Served>();
    const names = await readdir(join(corpus, source.slug));
    for (const file of source.files) {
      const found = await serve(source, file, portals, async (fits) =>
        Promise.all(
          names
            .filter((name) => fits(plainName(name)))
            .sort()
            .map(
              async (name): Promise<[string, Buffer]> => [
                plainName(name),
                await readFile(join(corpus, source.slug, name)),
              ],
            ),
        ),
      );
      for (const [name, one] of found.served) own.set(name, one);
      files.push({...file, via: found.via});
    }
    served.set(source.slug, own);
    sources.push({...source, files});
  }
  return {sources, served};
}

type Read = (fits: (name: string) => boolean) => Promise<[name: string, bytes: Buffer][]>;

async function serve(source: Source, file: SourceFile, portals: Portals, read: Read): Promise<Found> {
  const {slug} = source;
  const {via} = file;
  const one = async (): Promise<Buffer> => {
    const [found] = await read((name) => name === file.name || name.replace(/\.jsonl$/, '') === file.name);
    if (found) return found[1];
    // The oldest files of a source have names of their own in the corpus.
    const [other] = await read((name) => /^20(09|12)-/.test(name));
    if (!other) throw new Error(`the corpus has no ${file.name} of ${slug}`);
    return other[1];
  };
  switch (via.portal) {
    case 'plain': {
      const stored: StoredFile = {body: await one()};
      const url = portals.storage.put(`/${slug}/${file.name}`, stored);
      return {via: {...via, url}, served: [[file.name, {kind: 'file', file: stored}]]};
    }
    case 'ckan-file': {
      const stored: StoredFile = {body: await one(), type: typeOf(file.name)};
      const storage = portals.storage.put(`/${slug}/${file.name}`, stored);
      const known = portals.ckan.packages.get(via.dataset) ?? [];
      const id = typeof via.resource === 'string' ? via.resource : `${slug}-${known.length}`;
      portals.ckan.packages.set(via.dataset, [...known, {id, storage, listed: {url: storage}}]);
      const moved = {...via, base: `${portals.ckan.base}/data`, fallback: storage};
      return {via: moved, served: [[file.name, {kind: 'file', file: stored}]]};
    }
    case 'ckan-files': {
      const files = await read((name) => /^(awards|payments|permits)\b.*\.(csv|xlsx)$/.test(name));
      const all = files.map(([name, body], nth): [string, StoredFile] => [
        LISTED[slug]!(nth),
        {body, type: typeOf(name)},
      ]);
      const resources = all.map(([name, stored], nth) => {
        const ending = files[nth]![0].replace(/^.*\./, '');
        const storage = portals.storage.put(`/${slug}/${nth}.${ending}`, stored);
        return {id: `${slug}-${nth}`, storage, listed: {name, url: storage, format: ending.toUpperCase()}};
      });
      portals.ckan.packages.set(via.dataset, resources);
      return {
        via: {...via, base: `${portals.ckan.base}/data`, fallback: []},
        served: all.map(([name, stored]) => [name, {kind: 'file', file: stored}]),
      };
    }
    case 'ckan-datastore': {
      const rows = numbered(await one(), (row, at) => ({...row, _id: at + 1}));
      const table: CkanTable = {rows, fields: Object.keys(JSON.parse(rows[0]!))};
      portals.ckan.tables.set(via.resource, table);
      return {
        via: {...via, base: `${portals.ckan.base}/data`},
        served: [[file.name, {kind: 'rows', table}]],
      };
    }
    case 'socrata': {
      const rows = numbered(await one(), (row, at) => ({...row, ':id': `row-${at}`}));
      const columns = [...new Set(rows.flatMap((row) => Object.keys(JSON.parse(row))))];
      const table: SocrataTable = {rows, columns: columns.filter((name) => !name.startsWith(':'))};
      portals.socrata.tables.set(via.dataset, table);
      return {via: {...via, base: portals.socrata.base}, served: [[file.name, {kind: 'rows', table}]]};
    }
    case 'arcgis':
      return serveLayer(source, file, via, portals, await one());
    case 'arcgis-items': {
      const files = await read((name) => /^permits\b.*\.xlsx$/.test(name));
      const all = files.map(([, body], nth): [string, StoredFile] => [LISTED[slug]!(nth), {body}]);
      for (const [nth, [title, stored]] of all.entries()) {
        const item = `${nth}`.padStart(32, '0');
        portals.hub.datasets.push({title, item});
        portals.hub.items.set(item, stored);
      }
      return {
        via: {...via, hub: portals.hub.base, content: portals.hub.content},
        served: all.map(([name, stored]) => [name, {kind: 'file', file: stored}]),
      };
    }
    case 'opendatasoft': {
      const body = await one();
      const stored: StoredFile = {body, type: typeOf(file.name)};
      const count = file.name.endsWith('.csv')
        ? body.toString('utf8').trimEnd().split('\n').length - 1
        : JSON.parse(body.toString('utf8')).features.length;
      portals.ods.datasets.set(via.dataset, {count, export: stored});
      return {
        via: {...via, base: portals.ods.base},
        served: [[file.name, {kind: 'file', file: stored, counted: true}]],
      };
    }
    case 'crawl': {
      const lines = linesOf((await read((name) => name === file.name))[0]![1]);
      const files = lines.map((line) => {
        const {url, text} = JSON.parse(line) as {url: string; text: string};
        const stored: StoredFile = {body: Buffer.from(text)};
        portals.storage.put(pathOf(url), stored);
        return stored;
      });
      const isThere = (page: CrawlPage) => (seed: Record<string, string>) =>
        portals.storage.files.has(
          pathOf(page.url).replace(/\{(\w+)\}/g, (_, name: string) => seed[name] ?? ''),
        );
      const pages = via.pages.map(
        (page): CrawlPage => ({
          ...page,
          ...(page.seeds ? {seeds: page.seeds.filter(isThere(page))} : {mayBeMissing: true}),
          url: portals.storage.base + pathOf(page.url),
        }),
      );
      return {via: {...via, pages}, served: [[file.name, {kind: 'documents', files}]]};
    }
    default:
      return {via, served: []};
  }
}

function serveLayer(
  {slug}: Source,
  file: SourceFile,
  via: Via<'arcgis'>,
  portals: Portals,
  bytes: Buffer,
): Found {
  const numberedRows = numbered(bytes, (row, at) => ({...row, OBJECTID: at + 1}));
  const rows = numberedRows.map((line) => {
    const {geometry, ...attributes} = JSON.parse(line);
    const [x, y] = geometry?.type === 'Point' ? geometry.coordinates : [];
    return {attributes, shape: geometry, ...(x === undefined ? {} : {geometry: {x, y}})};
  });
  const isArea = rows.some(({shape}) => /Polygon/.test(shape?.type ?? ''));
  const geometryType = via.table ? null : isArea ? 'esriGeometryPolygon' : 'esriGeometryPoint';
  const service = `/${slug}/${file.name}/FeatureServer`;
  const name = typeof via.layer !== 'string' && via.layer.name ? 'New Zoning By-law 2026-50' : 'x';
  const layer: ArcgisLayer = {name, rows, geometryType};
  portals.arcgis.layers.set(`${service}/0`, layer);
  const address = `${portals.arcgis.base}${service}`;
  const served: Found['served'] = [[file.name, {kind: 'rows', table: layer}]];
  const moved = typeof via.layer === 'string' ? `${address}/0` : {...via.layer, service: address};
  return {via: {...via, layer: moved}, served};
}

const typeOf = (name: string): string =>
  name.endsWith('.zip')
    ? 'application/zip'
    : name.endsWith('json')
      ? 'application/geo+json'
      : name.endsWith('.csv')
        ? 'text/csv'
        : 'application/octet-stream';

/** `https://host/path?query` as a path of one server; templates `{column}` stay. */
const pathOf = (url: string): string => url.replace(/^https?:\/\//, '/');
