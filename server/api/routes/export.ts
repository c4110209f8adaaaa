/** Routes of exports: one documented operation, and one route per dataset, derived from the lists. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {compile} from './compile.ts';
import type {ExportRoute, ListRoute, Parameters, Route} from './types.ts';

const isExported = (route: Route): route is ListRoute =>
  route.kind === 'list' && datasetOrEntity(route.dataset).published === true;

/** Names of the filters, by the datasets that share them. */
function filters(lists: readonly ListRoute[]): string {
  const sharing = new Map<string, string[]>();
  for (const {dataset, parameters} of lists) {
    const names = Object.keys(parameters)
      .map((name) => `\`${name}\``)
      .join(', ');
    sharing.set(names, [...(sharing.get(names) ?? []), dataset]);
  }
  return [...sharing].map(([names, datasets]) => `${datasets.join(', ')}: ${names}`).join('; ');
}

/** The operation as documented; it also answers unknown datasets. */
export function exportRoute(routes: readonly Route[]): ExportRoute {
  const lists = routes.filter(isExported);
  return compile({
    kind: 'export',
    path: '/export/{dataset}',
    section: 'Export',
    summary: 'A whole dataset as a stream of NDJSON, CSV or GeoJSON, or as its Parquet file',
    help: `For keys of the Pro and Enterprise tiers. NDJSON and CSV hold all records that match the filters of the dataset's list, in its default order and with its item fields, or with \`detail=full\` those of a single record; paging and sort are ignored. Filters by dataset: ${filters(lists)}. Permits and zoning also come as GeoJSON (RFC 7946): one FeatureCollection, whose geometries are null for records without a place and whose \`bbox\` comes last. The Parquet file has all columns of all records and takes no filter; it can be read by ranges. For permits and zoning it is a GeoParquet. With \`since\` the answer has operations instead of records, as NDJSON or Parquet. If an answer breaks off, the connection closes without the last chunk: discard what arrived.`,
    parameters: {},
    missing: {en: 'Dataset not found.', fr: 'Jeu de données introuvable.'},
    list: null,
    details: false,
    datasets: lists.map(({dataset}) => dataset),
    added: true,
  });
}

/** A whole dataset leaves nothing out: what a list shows by default is a filter here. */
const withoutDefaults = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, {default: _, ...parameter}]) => [name, parameter]),
  );

/** One route per exportable dataset, with the filters of its list. */
export function exportRoutes(routes: readonly Route[]): ExportRoute[] {
  const documented = exportRoute(routes);
  return routes.filter(isExported).map((list) =>
    compile({
      ...documented,
      path: documented.path.replace('{dataset}', list.dataset),
      parameters: withoutDefaults(list.parameters),
      list,
    }),
  );
}

/** Contracting processes as release packages or as records of the Open Contracting Data Standard. */
export const ocdsRoute: ExportRoute = compile({
  kind: 'export',
  path: '/export/ocds',
  section: 'Export',
  summary: 'Tenders, awards and contracts in the Open Contracting Data Standard 1.1, as JSON lines',
  help: 'For keys of the Pro and Enterprise tiers. Each line is a package of up to 100 contracting processes: their releases, or their records, each with its releases and the compiled release. Tenders, awards and contracts of one department with the same solicitation number are one process if the number contains a digit; every other record is a process of its own. Contract numbers link nothing, because several contracts may share one. Each earlier version with an amount is a release of its own. In the standard only awards name suppliers, so each contract adds an award with the id of its record. Unknown values and fields that the standard lacks are left out. If an answer breaks off, the connection closes without the last chunk: discard what arrived.',
  parameters: {
    package: {
      type: 'set',
      values: ['releases', 'records'],
      default: 'releases',
      help: 'what the packages hold',
      example: 'records',
    },
  },
  missing: {en: 'Dataset not found.', fr: 'Jeu de données introuvable.'},
  list: null,
  details: false,
  datasets: [],
  ocds: true,
  added: true,
});
