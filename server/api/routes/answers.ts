/** The fields of response items by route, derived from the datasets. */
import {DERIVED, datasetOrEntity, profileColumns} from '../../../datasets/index.ts';
import type {Columns, Dataset, Derived} from '../../../datasets/types.ts';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import type {ListRoute, Route} from './types.ts';

/** Columns of list items, or with `detail` all columns of a single record, in table order. */
export function shownColumns(declaration: Dataset | Derived, where: 'list' | 'detail'): Columns {
  return Object.fromEntries(
    Object.entries(declaration.columns).filter(
      ([, column]) => column.visibility === 'list' || (where === 'detail' && column.visibility === 'detail'),
    ),
  );
}

/** How a zone lookup found its record. */
const MATCH: Columns = {
  match: {
    type: 'text',
    nullable: false,
    visibility: 'list',
    help: '`contains`: the polygon contains the point; `nearest`: none does, and this one is nearest',
    values: ['contains', 'nearest'],
    example: 'contains',
  },
  distance_m: {
    type: 'number',
    nullable: false,
    visibility: 'list',
    unit: 'metres',
    help: 'to the polygon, 1 decimal; 0 when it contains the point',
    example: 0,
  },
};

/** Fields of a zone lookup: those of the zone, and how it was found. */
export const zoneColumns = (dataset: string): Columns => ({
  ...shownColumns(datasetOrEntity(dataset), 'list'),
  ...MATCH,
});

/** Fields of every statistics row. */
const STATS: Columns = {
  group_by: {
    type: 'text',
    nullable: false,
    visibility: 'list',
    help: 'the requested dimension',
    example: 'department',
  },
  group_value: {
    type: 'text',
    nullable: false,
    visibility: 'list',
    help: 'its value, always a string; `Unknown` for records without one',
    example: 'Health Canada | Santé Canada',
  },
  record_count: {
    type: 'integer',
    nullable: false,
    visibility: 'list',
    help: 'records in the group',
    example: 1,
  },
  sum_field: {type: 'text', nullable: true, visibility: 'list', help: 'the summed field', example: 'value'},
  sum_value: {
    type: 'money',
    nullable: true,
    visibility: 'list',
    unit: 'CAD',
    help: 'exact sum of the values; null where no record of the group has one',
    example: 48250.75,
  },
  value_count: {
    type: 'integer',
    nullable: true,
    visibility: 'list',
    help: 'records of the group with a value of the summed field; null where nothing is summed',
    example: 1,
  },
};

/** The key of a group, after its value, in statistics by a dimension whose groups have keys. */
export const GROUP_KEY = 'group_key';

const KEY: Columns = {
  [GROUP_KEY]: {
    type: 'text',
    nullable: true,
    visibility: 'list',
    help: `key of the group, where groups have one: the list finds its records by it; null for \`${UNKNOWN_GROUP}\``,
    example: 'Health%20Canada%20%7C%20Sant%C3%A9%20Canada',
  },
};

/** Fields of statistics with a second dimension, after the others. */
const SECOND: Columns = {
  then_by: {...STATS['group_by']!, help: 'the second dimension', example: 'year'},
  then_value: {...STATS['group_value']!, help: 'its value, as `group_value`', example: '2024'},
};

/** The field of statistics with medians, last. */
const MEDIAN: Columns = {
  median_value: {
    type: 'number',
    nullable: true,
    visibility: 'list',
    unit: 'CAD',
    help: 'exact median of the amounts; null without one',
    example: 48250.75,
  },
};

/** Fields that statistics have only where they are asked for. */
export function furtherStatsColumns(dataset: string): Columns {
  const declaration = datasetOrEntity(dataset);
  const sums = 'stats' in declaration && declaration.stats?.sum != null;
  const groups = 'stats' in declaration ? Object.values(declaration.stats?.groups ?? {}) : [];
  return {...SECOND, ...(sums ? MEDIAN : {}), ...(groups.some(({key}) => key) ? KEY : {})};
}

/** Whether a record may count in several of the groups. */
export function areOverlapping(dataset: string, groups: readonly string[]): boolean {
  const declaration = datasetOrEntity(dataset);
  const all = 'stats' in declaration ? declaration.stats?.groups : undefined;
  return groups.some((group) => all?.[group]?.list);
}

/** Fields of statistics grouped by `groups`: values of bilingual dimensions are bilingual. */
function statsColumns(dataset: string, groups: readonly string[]): Columns {
  const declaration = datasetOrEntity(dataset);
  const all = 'stats' in declaration ? declaration.stats?.groups : undefined;
  const [first, second] = groups.map((group) => (all?.[group]?.bilingual ? {bilingual: true as const} : {}));
  const {group_by, group_value, ...counts} = STATS;
  const columns: Columns = {
    group_by: group_by!,
    group_value: {...group_value!, ...first},
    ...(all?.[groups[0] ?? '']?.key ? KEY : {}),
    ...counts,
  };
  if (!second) return columns;
  return {...columns, ...SECOND, then_value: {...SECOND['then_value']!, ...second}};
}

/**
 * The distance field, which items have in searches by distance only, after all others; null if the route has
 * none.
 */
export function distanceColumn(route: Route): NonNullable<Dataset['point']>['distance'] | null {
  if (route.kind === 'export') return route.list && distanceColumn(route.list);
  if (route.kind !== 'list' && route.kind !== 'stats') return null;
  return pointOf(route.dataset)?.distance ?? null;
}

/** The point columns of a dataset; null if it has none. */
export function pointOf(dataset: string): NonNullable<Dataset['point']> | null {
  const declaration = datasetOrEntity(dataset);
  return 'point' in declaration && declaration.point ? declaration.point : null;
}

/** Columns that exports add: the point of a record. */
function pointColumns(dataset: string): Columns {
  const point = pointOf(dataset);
  if (!point) return {};
  const {columns} = datasetOrEntity(dataset);
  return {[point.lat]: columns[point.lat]!, [point.lng]: columns[point.lng]!};
}

/** All fields of a single record; of an entity, those of its profile besides related entities. */
function recordColumns(dataset: string): Columns {
  const entity = DERIVED[dataset];
  if (!entity) return shownColumns(datasetOrEntity(dataset), 'detail');
  const {[entity.related?.name ?? '']: _, ...profile} = profileColumns(entity);
  return {...shownColumns(entity, 'list'), ...profile};
}

function listColumns({dataset, fields, french = [], inFrench}: ListRoute): Columns {
  const shown = shownColumns(datasetOrEntity(dataset), 'list');
  if (!fields && !inFrench) return shown;
  const columns = inFrench ? shownColumns(datasetOrEntity(dataset), 'detail') : shown;
  const names = fields ?? Object.keys(shown);
  return Object.fromEntries([...names, ...(inFrench ? french : [])].map((name) => [name, columns[name]!]));
}

const exportColumns = (list: ListRoute, details: boolean): Columns =>
  details ? recordColumns(list.dataset) : {...answerColumns(list), ...pointColumns(list.dataset)};

/**
 * Fields of the items (lists, stats) or of `data` (others), in order. `groups` are the dimensions of stats.
 */
export function answerColumns(route: Route, groups: readonly string[] = []): Columns {
  switch (route.kind) {
    case 'list':
      return listColumns(route);
    case 'export':
      return route.list ? exportColumns(route.list, route.details) : {};
    case 'stats':
      return statsColumns(route.dataset, groups);
    case 'detail':
      return shownColumns(datasetOrEntity(route.dataset), 'detail');
    case 'zone':
      return zoneColumns(route.dataset);
    case 'profile':
      return profileColumns(DERIVED[route.entity]!);
    case 'lifecycle':
    case 'zones':
    case 'search':
    case 'usage':
    case 'values':
      return route.answer;
  }
}

/** Whether a route finds an entity also by what is nearly its name, and says how. */
export const namesNearly = (route: Route): boolean =>
  route.kind === 'profile' && !DERIVED[route.entity]!.exactNamesOnly;
