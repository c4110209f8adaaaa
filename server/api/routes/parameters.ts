/** All parameters of an operation, in the order in which errors are reported. */
import {
  DERIVED,
  datasetOrEntity,
  directionOf,
  idColumn,
  loggedAs,
  loggedDatasets,
} from '../../../datasets/index.ts';
import type {Dataset, Derived} from '../../../datasets/types.ts';
import {DISTANCE, GROUP_SORTS, MAX_SECOND_GROUPS} from '../../../engine/types.ts';
import {GROUP_KEY, statsOf} from './answers.ts';
import {asAdded} from './filters.ts';
import type {Format} from './formats.ts';
import type {CompiledParts, DeclaredRoute, ListRoute, Parameter, Parameters} from './types.ts';

const LANGUAGES = ['en', 'fr', 'both'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Values of `detail` of exports; the first is the default. */
const DETAILS = ['list', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

/** Largest `per_page`, whatever the maximum of `limit`. */
const PER_PAGE_MAX = 200;

/** Most facets of one request: each takes as long as statistics. */
export const MAX_FACETS = 5;

/** What the parameters of the form of an answer depend on. */
type AnswerParts = Pick<CompiledParts, 'facets' | 'formats' | 'columns' | 'further' | 'distance'>;

const set = (help: string, values: readonly string[], preset: string | undefined): Parameter => ({
  type: 'set',
  help,
  values,
  ...(preset !== undefined && {default: preset}),
  example: values[0] ?? '',
});

/** Most records of medians by two groups: their amounts are read once more for each group. */
export const MOST_OF_MEDIANS = 400_000;

/** Most ids of one request. */
const MAX_IDS = 100;

/** Records by id. Entities whose ids are names have none: a name may hold a comma. */
function idsOf(declaration: Dataset | Derived): Parameters {
  if ('key' in declaration && !declaration.exactNamesOnly) return {};
  const column = idColumn(declaration);
  const help = `only the records with these ids, at most ${MAX_IDS}, separated by commas; in the order of the list, not in this one`;
  const example = String(declaration.columns[column]?.example);
  return asAdded({ids: {type: 'names', op: 'in', columns: [column], most: MAX_IDS, help, example}});
}

const MEDIAN_HELP = 'true: rows also have `median_value`, the exact median of the summed field without nulls';

const GROUP_SORT_HELP =
  'order of the groups; by default `sum` (`count` where nothing is summed), of years and the like `label`. Without a sum or, by `label`, `Unknown` is last; ties by count, then label';
const GROUP_ORDER_HELP = 'direction; `desc` by default, `asc` with `sort_by=label`';

function grouping(dataset: string): Parameters {
  const stats = statsOf(dataset);
  if (!stats) throw new Error(`${dataset} has no statistics: add stats to its schema or drop the route`);
  const groups = Object.keys(stats.groups);
  const original = groups.filter((name) => !stats.groups[name]!.added);
  const further = groups.filter((name) => stats.groups[name]!.added);
  const first = original[0] ?? '';
  return {
    group_by: {
      type: 'sets',
      values: original,
      ...(further.length > 0 && {further}),
      most: 2,
      help: `the dimension, or two separated by a comma: then each group of the first has a row for each of the first ${MAX_SECOND_GROUPS} groups of the second that it has records in, and pages and totals count groups of the first`,
      default: first,
      example: first,
    },
    ...(stats.sum
      ? {
          sum_field: set('the summed field', [stats.sum], stats.sum),
          ...asAdded({median: {type: 'boolean', help: MEDIAN_HELP, default: 'false', example: 'true'}}),
        }
      : {}),
    ...asAdded({
      sort_by: set(GROUP_SORT_HELP, GROUP_SORTS, undefined),
      sort_order: set(GROUP_ORDER_HELP, ['asc', 'desc'], undefined),
    }),
  };
}

function sorting(
  declaration: Dataset | Derived,
  aliases: Readonly<Record<string, string>>,
  byDistance: boolean,
): Parameters {
  const {keys, default: preset} = declaration.sort;
  const before = (key: string) => Object.keys(aliases).filter((alias) => aliases[alias] === key);
  const names = Object.keys(keys).flatMap((key) => [...before(key), key]);
  const order = set('direction', ['asc', 'desc'], directionOf(declaration, preset));
  const by = {...set('sort key; nulls last, ties by id ascending', names, preset), aliases};
  if (!byDistance) return {sort_by: by, sort_order: order};
  const near = `; \`${DISTANCE}\` by default in searches by distance`;
  return {
    sort_by: {...by, values: [...names, DISTANCE], help: by.help + near},
    sort_order: {...order, help: `${order.help}; \`asc\` by default when the sort is \`${DISTANCE}\``},
  };
}

const integer = (
  help: string,
  lowest: number,
  preset: number,
  example: string,
  highest?: number,
): Parameter => ({
  type: 'integer',
  help,
  lowest,
  default: String(preset),
  example,
  ...(highest !== undefined && {highest}),
});

function paging(limit: number, max: number): Parameters {
  const most = Math.min(PER_PAGE_MAX, max);
  return {
    limit: integer('rows of a page; a larger value is lowered to the maximum', 1, limit, '20', max),
    offset: integer('rows to skip', 0, 0, '40'),
    page: integer('page number; `offset` wins over it', 1, 1, '3'),
    per_page: integer('rows of a page; `limit` wins over it', 1, Math.min(limit, most), '20', most),
    cursor: {
      type: 'cursor',
      help: '`meta.next_cursor` of the page before, same filters and sort; not with `offset` or `page`',
      example: 'eyJ2IjoyLCJxIjoi',
    },
  };
}

const lang = set(
  'part of bilingual values `English | Français` that is given; never affects filters or order',
  LANGUAGES,
  'both',
);

const fieldsHelp =
  'names of the item fields to return, separated by commas; they are returned in table order';

function fieldsOf({columns, further}: AnswerParts): Parameter {
  const own = Object.keys(columns);
  const others = Object.keys(further);
  // The key of a group stands behind its value.
  const names = others.includes(GROUP_KEY)
    ? [...own.slice(0, 2), GROUP_KEY, ...own.slice(2), ...others.filter((name) => name !== GROUP_KEY)]
    : [...own, ...others];
  return {type: 'names', help: fieldsHelp, values: names, example: names.slice(0, 2).join(',')};
}

/** Formats beyond the original service. */
const FURTHER: ReadonlySet<Format> = new Set(['atom'] as const);
const FURTHER_OF_EXPORTS: ReadonlySet<Format> = new Set(['csvw', 'geojson'] as const);

/** `format` of answers with several. */
function formatOf(
  {formats}: AnswerParts,
  added = FURTHER,
  help = 'form of the answer; wins over `Accept`',
): Parameters {
  const further = formats.filter((format) => added.has(format));
  const original = formats.filter((format) => !added.has(format));
  const format = set(help, original, original[0]);
  if (formats.length === 1) return {};
  return {format: further.length > 0 ? {...format, further} : format};
}

const excel: Parameter = {
  type: 'set',
  help: 'CSV for spreadsheets: it begins with a byte order mark, no text is run as a formula or read as a number, and texts too long for a cell are cut; `fr`: with semicolons and decimal commas',
  values: ['true', 'false', 'fr'],
  further: ['1', '0'],
  aliases: {1: 'true', 0: 'false'},
  default: 'false',
  example: 'true',
};

/** `facets` of a list; nothing where no filter has values to count. */
function facetsOf({facets}: AnswerParts): Parameters {
  const names = Object.keys(facets);
  if (names.length === 0) return {};
  const help = `filters whose most frequent values \`meta.facets\` counts, separated by commas; each over the records that match the filters on all other fields. Filters by key count keys, with a \`label\`; others count names as published`;
  return {
    facets: {type: 'names', help, values: names, most: MAX_FACETS, example: names.slice(0, 2).join(',')},
  };
}

/** The parameter that replaces the path segment of a profile. */
const nameOf = (entity: Dataset | Derived): Parameter => ({
  type: 'string',
  longest: 300,
  help: 'name to resolve, instead of the path segment; for names with `&`, `/` or `+`',
  example: String(entity.columns[idColumn(entity)]?.example),
});

const SINCE_BUILD: Parameter = {
  type: 'since',
  help: 'only changes after this build, as operations: `upsert` with the whole record, or `delete`, each with the `id` of its record. The header `X-Build-Id` of an export gives its build. A time (UTC) means the newest build that was certainly served then. Takes no filters; NDJSON or Parquet only',
  example: '2026-11-01',
};

/** Whether the changes of a dataset are kept; of the documented export those of some are. */
const hasLog = (list: ListRoute | null): boolean =>
  list === null || loggedDatasets().some(({name}) => name === loggedAs(list.dataset));

/** Filters and options of an operation, including grouping or sort. */
export function ownParameters(route: DeclaredRoute, distance: CompiledParts['distance']): Parameters {
  const {parameters} = route;
  switch (route.kind) {
    case 'list': {
      const declaration = datasetOrEntity(route.dataset);
      const sort = sorting(declaration, route.sort_aliases ?? {}, distance !== null);
      return {...parameters, ...sort, ...idsOf(declaration)};
    }
    case 'stats':
      return {...parameters, ...grouping(route.dataset)};
    case 'export':
      return {
        ...parameters,
        ...(route.list ? idsOf(datasetOrEntity(route.list.dataset)) : {}),
        ...(hasLog(route.list) && !route.ocds ? {since: SINCE_BUILD} : {}),
      };
    case 'profile': {
      const declaration = DERIVED[route.entity]!;
      return declaration.exactNamesOnly ? parameters : {...parameters, name: nameOf(declaration)};
    }
    default:
      return parameters;
  }
}

export const pageParameters = (route: DeclaredRoute): Parameters =>
  'limit' in route ? paging(route.limit, route.max) : {};

const EXPORT_FORMAT_HELP = 'form of the answer; `Accept` is ignored. `geojson` for permits and zoning only';

/** Parameters of the form of the answer. */
export function outputParameters(route: DeclaredRoute, parts: AnswerParts): Parameters {
  switch (route.kind) {
    case 'list':
    case 'stats':
    case 'changes':
      return {
        ...formatOf(parts),
        fields: fieldsOf(parts),
        lang,
        ...asAdded({excel, ...facetsOf(parts)}),
      };
    case 'export':
      if (route.ocds) return {};
      return {
        ...formatOf(parts, FURTHER_OF_EXPORTS, EXPORT_FORMAT_HELP),
        // Without a dataset any name may be a field.
        fields: route.list ? fieldsOf(parts) : {type: 'names', help: fieldsHelp, example: 'record_id'},
        lang,
        detail: set(
          'fields of each record: those of list items, or all of a single record',
          DETAILS,
          DETAILS[0],
        ),
        excel,
      };
    case 'usage':
      return {};
    default:
      return {...formatOf(parts), lang};
  }
}
