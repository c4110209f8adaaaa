/** What all documents say of each operation, derived from the route table. */
import {DERIVED, datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Column, Columns, Json} from '../../../datasets/types.ts';
import {extraMetaColumns} from '../operations/meta.ts';
import {BASE_PATH, EXPORTS, ROUTES} from '../routes/index.ts';
import type {Parameters, Route} from '../routes/types.ts';
import {
  type BuildExamples,
  exampleId,
  exampleOf,
  NO_EXAMPLES,
  recordOf,
  withExample,
} from './build_examples.ts';

interface Identifier {
  help: string;
  example: string;
  /** All valid values, if known. */
  values?: readonly string[];
}

export interface Operation {
  /** `list_contracts`, `detail_contracts` ... */
  id: string;
  path: string;
  route: Route;
  /** Identifiers in the path. */
  identifiers: Record<string, Identifier>;
  parameters: Parameters;
  /** Fields that only some responses have, after the others: the distance, titles in French and the like. */
  optional: Columns;
  /** A complete JSON response, or one record of an export. */
  example: Json;
  /** A request that returns a response of that form. */
  exampleTarget: string;
}

/** A field of a record as an identifier. */
const ofField = (
  route: Route,
  name: string,
  {help, example}: Column,
  examples: BuildExamples,
): Identifier => ({help, example: exampleId(route, name, examples) ?? String(example)});

function identifier(route: Route, name: string, examples: BuildExamples): Identifier {
  switch (route.kind) {
    case 'detail': {
      const declaration = datasetOrEntity(route.dataset);
      const part = route.id?.[name]?.column;
      const column = part ?? idColumn(declaration);
      const field = ofField(route, column, declaration.columns[column]!, examples);
      return part ? field : {...field, help: 'id of the record, from its list'};
    }
    case 'profile': {
      const declaration = DERIVED[route.entity]!;
      const column = idColumn(declaration);
      const field = ofField(route, column, declaration.columns[column]!, examples);
      const help =
        'name: an exact one first, then one that begins with it, then one that contains it; percent-encoded';
      return declaration.exactNamesOnly ? field : {...field, help};
    }
    case 'lifecycle':
      return ofField(route, name, route.answer[name]!, examples);
    case 'values': {
      const [dataset, fields] = Object.entries(route.fields)[0]!;
      const datasets = {help: 'name of the dataset', example: dataset, values: Object.keys(route.fields)};
      const help = 'a filter that `facets` of its list takes';
      return name === 'dataset' ? datasets : {help, example: Object.keys(fields)[0]!};
    }
    case 'changes':
      return route.record
        ? identifier(route.record, name, examples)
        : {help: 'name of the dataset', example: route.datasets[0] ?? '', values: route.datasets};
    case 'export':
      return {help: 'name of the dataset', example: route.datasets[0] ?? '', values: route.datasets};
    default:
      throw new Error(`${route.path}: a ${route.kind} takes no identifier`);
  }
}

const identifiersOf = (route: Route, examples: BuildExamples): Record<string, Identifier> =>
  Object.fromEntries(
    [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, identifier(route, name, examples)]),
  );

const requiredQuery = (parameters: Parameters): string =>
  Object.entries(parameters)
    .filter(([, {required}]) => required)
    .map(([name, {example}]) => `${name}=${encodeURIComponent(example)}`)
    .join('&');

/** `own` are the operation's own parameters. */
function exampleQuery(route: Route, own: Parameters): string {
  const [first] = Object.entries(own);
  const filter = first ? `${first[0]}=${encodeURIComponent(first[1].example)}&` : '';
  if (route.kind === 'search' || route.kind === 'values' || route.kind === 'zones')
    return `?${filter.slice(0, -1)}`;
  if (route.kind === 'zone') return `?${requiredQuery(own)}`;
  return 'limit' in route ? `?${filter}limit=1` : '';
}

/** True if `data` is an array of items. */
export const hasItems = (route: Route): boolean =>
  'limit' in route || route.kind === 'values' || route.kind === 'zones';

/** Members of `meta` that an operation has of its own, beside those of every list. */
export function ownMetaColumns(route: Route): Columns {
  if ('meta' in route) return route.meta;
  return 'extra_meta' in route ? extraMetaColumns(route.extra_meta ?? []) : {};
}

/** A package, with the members that each release has. */
const OCDS_PACKAGE: Json = {
  uri: 'https://data.example.org/api/v1/export/ocds?package=releases#t_9f31a2b4c5d6e7f8',
  version: '1.1',
  publishedDate: '2026-11-21T06:00:00Z',
  publisher: {name: 'Federal public data', uri: 'https://data.example.org'},
  releases: [
    {
      ocid: 'ocds-000000-t_9f31a2b4c5d6e7f8',
      id: 't_9f31a2b4c5d6e7f8-1',
      date: '2024-03-05T00:00:00Z',
      tag: ['tender'],
      initiationType: 'tender',
      tender: {id: 'WS4417993224', title: 'Hydrographic survey of harbour approaches'},
    },
  ],
};

function exampleAnswer(route: Route, examples: BuildExamples): Json {
  if (route.kind === 'export' && route.ocds) return OCDS_PACKAGE;
  if (route.kind === 'export') return exampleOf((EXPORTS[0] ?? route).columns);
  const record = route.kind === 'stats' ? undefined : recordOf(route, examples);
  const data = exampleOf(route.columns, record);
  if (route.kind === 'search') return {data, meta: exampleOf(route.meta)};
  if (hasItems(route) && 'meta' in route) return {data: [data], meta: exampleOf(route.meta)};
  if (!('limit' in route)) return {data};
  const further = exampleOf(extraMetaColumns(route.extra_meta ?? []));
  const {sum_value = null, value_count = null} = data as Record<string, Json>;
  const sums: Record<string, Json> = route.kind === 'stats' ? {sum_value, value_count} : {};
  return {data: [data], meta: {total: 1, limit: 1, offset: 0, next_cursor: null, ...further, ...sums}};
}

/** What documents say of one operation. */
export function describeRoute(route: Route, examples: BuildExamples): Operation {
  const shown = (parameters: Parameters): Parameters =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, one]) => [name, withExample(route, name, one, examples)]),
    );
  const {columns, further, variants} = route;
  const french = Object.entries(variants.fr?.columns ?? {}).filter(([field]) => !(field in columns));
  const path = BASE_PATH + route.path;
  const identifiers = identifiersOf(route, examples);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(identifiers[name]!.example),
  );
  const name = route.path
    .split('/')
    .filter((part) => part !== '' && part !== 'stats' && !part.startsWith('{'));
  return {
    id: [...new Set([route.kind, ...name])].join('_'),
    path,
    route,
    identifiers,
    parameters: shown(route.takes),
    optional: {...Object.fromEntries(french), ...further},
    example: exampleAnswer(route, examples),
    exampleTarget: filled + exampleQuery(route, shown(route.parameters)),
  };
}

/**
 * Every operation that needs a key, in the order of the route table, with the examples of a build or the
 * declared ones.
 */
export const operations = (examples = NO_EXAMPLES): Operation[] =>
  ROUTES.map((route) => describeRoute(route, examples));

/** Paths without a key. */
export const KEYLESS = [
  {
    path: '/health',
    type: 'application/json',
    summary: 'State of the service: 200 when the data is readable, else 503',
  },
  {
    path: '/readyz',
    type: 'application/json',
    summary: 'Whether a balancer should send requests here: 200, or 503 while starting, draining or staging',
  },
  {path: '/openapi.json', type: 'application/json', summary: 'All operations as an OpenAPI 3.1 document'},
  {path: '/docs', type: 'text/html', summary: 'All operations as a page, with a form to try them'},
  {path: '/docs/errors', type: 'text/html', summary: 'All errors by reason, as a page'},
  {path: '/llms.txt', type: 'text/plain', summary: 'All operations as plain text, one line each'},
] as const;
