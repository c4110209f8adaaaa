/**
 * Files of portals, as several sources declare them, and addresses of single rows. Mirrors find files by
 * name.
 */
import type {CrawlPage, SourceFile, Via} from '../types.ts';

/** The format that the name of a file says. */
const formatOf = (name: string): 'csv' | 'geojson' => (name.endsWith('.geojson') ? 'geojson' : 'csv');

/** All rows of a Socrata table. */
export const socrataFile = (name: string, base: string, dataset: string): SourceFile => ({
  name,
  format: 'jsonl',
  via: {portal: 'socrata', base, dataset, page: 5_000},
});

/** Address of the rows of a Socrata table with the same value in a column. */
export const socrataRow = (base: string, dataset: string, column: string): string =>
  `${base}/resource/${dataset}.json?${column}={${column}}`;

/** All features of an ArcGIS layer, with their geometry. */
export const arcgisLayer = (name: string, layer: Via<'arcgis'>['layer'], page = 1_000): SourceFile => ({
  name,
  format: 'jsonl',
  via: {portal: 'arcgis', layer, page},
});

/** All rows of an ArcGIS table, which has no geometry. */
export const arcgisTable = (name: string, layer: string, page = 1_000): SourceFile => ({
  name,
  format: 'jsonl',
  via: {portal: 'arcgis', layer, page, table: true},
});

/** Address of the rows of an ArcGIS layer for which a condition holds, e.g. `NUMBER='{NUMBER}'`. */
export const arcgisRow = (layer: string, where: string): string =>
  `${layer}/query?where=${where.replaceAll('=', '%3D').replaceAll("'", '%27')}&outFields=*&f=json`;

/** The export of a dataset of an Opendatasoft portal, in the format of its name. */
export const odsFile = (name: string, base: string, dataset: string): SourceFile => ({
  name,
  format: formatOf(name),
  via: {portal: 'opendatasoft', base, dataset, format: formatOf(name)},
});

/** All rows of a table of a CKAN portal, which silently truncates longer pages. */
export const ckanTable = (name: string, base: string, resource: string): SourceFile => ({
  name,
  format: 'jsonl',
  via: {portal: 'ckan-datastore', base, resource, page: 10_000},
});

/**
 * A resource of a CKAN portal, in the format of its name; `download`: its last known address below `base`,
 * where that does not follow from the ids and the name.
 */
export const ckanFile = (
  name: string,
  base: string,
  dataset: string,
  resource: string | RegExp,
  download = `${dataset}/resource/${resource}/download/${name}`,
): SourceFile => ({
  name,
  format: formatOf(name),
  via: {portal: 'ckan-file', base, dataset, resource, fallback: `${base}/dataset/${download}`},
});

/** Every item of an ArcGIS Hub with a matching title, workbooks. */
export const hubWorkbooks = (name: string, hub: string, title: RegExp): SourceFile => ({
  name,
  format: 'workbook',
  via: {portal: 'arcgis-items', hub, title},
});

/**
 * Every resource of a dataset of a CKAN portal whose name matches, workbooks. Addresses of single ones are
 * unknown: the portal must be queried.
 */
export const ckanWorkbooks = (
  name: string,
  base: string,
  dataset: string,
  resources: RegExp,
): SourceFile => ({
  name,
  format: 'workbook',
  via: {portal: 'ckan-files', base, dataset, resources, fallback: []},
});

/** The documents of a crawl. */
export const crawlFile = (name: string, pages: readonly CrawlPage[]): SourceFile => ({
  name: `${name}.documents.ndjson`,
  format: 'documents',
  via: {portal: 'crawl', pages},
});
