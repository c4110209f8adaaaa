/** The fields of response items by route, derived from the datasets. */
import {DERIVED, datasetOrEntity, profileColumns} from '../../../datasets/index.ts';
import type {Columns, Dataset, Derived} from '../../../datasets/types.ts';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import {column, integerColumn, NULLABLE, textColumn} from './columns.ts';
import {PROVENANCE} from './provenance.ts';
import type {DeclaredRoute} from './types.ts';

/** Columns of list items, or with `detail` all columns of a single record, in table order. */
export function shownColumns(declaration: Dataset | Derived, where: 'list' | 'detail'): Columns {
  return Object.fromEntries(
    Object.entries(declaration.columns).filter(
      ([, {visibility}]) => visibility === 'list' || (where === 'detail' && visibility === 'detail'),
    ),
  );
}

/** Fields of a zone lookup: those of the zone, and how it was found. */
export const zoneColumns = (dataset: string): Columns => ({
  ...shownColumns(datasetOrEntity(dataset), 'list'),
  match: textColumn(
    '`contains`: the polygon contains the point; `nearest`: none does, and this one is nearest',
    'contains',
    {values: ['contains', 'nearest']},
  ),
  distance_m: column('number', 'to the polygon, 1 decimal; 0 when it contains the point', 0, {
    unit: 'metres',
  }),
});

const GROUP_BY = textColumn('the requested dimension', 'department');
const GROUP_VALUE = textColumn(
  'its value, always a string; `Unknown` for records without one',
  'Health Canada | Santé Canada',
);

/** Fields of every statistics row after its group. */
const COUNTS: Columns = {
  record_count: integerColumn('records in the group', 1),
  sum_field: textColumn('the summed field', 'value', NULLABLE),
  sum_value: column('money', 'exact sum of the values; null where no record of the group has one', 48250.75, {
    ...NULLABLE,
    unit: 'CAD',
  }),
  value_count: integerColumn(
    'records of the group with a value of the summed field; null where nothing is summed',
    1,
    NULLABLE,
  ),
};

/** The key of a group, after its value, in statistics by a dimension whose groups have keys. */
export const GROUP_KEY = 'group_key';

const KEY: Columns = {
  [GROUP_KEY]: textColumn(
    `key of the group, where groups have one: the list finds its records by it; null for \`${UNKNOWN_GROUP}\``,
    'Health%20Canada%20%7C%20Sant%C3%A9%20Canada',
    NULLABLE,
  ),
};

/** Fields of statistics with a second dimension, after the others. */
const SECOND: Columns = {
  then_by: {...GROUP_BY, help: 'the second dimension', example: 'year'},
  then_value: {...GROUP_VALUE, help: 'its value, as `group_value`', example: '2024'},
};

/** The field of statistics with medians, last. */
const MEDIAN: Columns = {
  median_value: column('number', 'exact median of the amounts; null without one', 48250.75, {
    ...NULLABLE,
    unit: 'CAD',
  }),
};

/** What statistics of a dataset group by and sum; undefined for none. */
export function statsOf(dataset: string): Dataset['stats'] {
  const declaration = datasetOrEntity(dataset);
  return 'stats' in declaration ? declaration.stats : undefined;
}

/** Whether a record may count in several of the groups. */
export const areOverlapping = (dataset: string, groups: readonly string[]): boolean =>
  groups.some((group) => statsOf(dataset)?.groups[group]?.list);

/** Fields of statistics grouped by `groups`: values of bilingual dimensions are bilingual. */
export function statsColumns(dataset: string, groups: readonly string[], median = false): Columns {
  const declared = groups.map((group) => statsOf(dataset)?.groups[group]);
  const [first, second] = declared.map((group) => (group?.bilingual ? {bilingual: true as const} : {}));
  return {
    group_by: GROUP_BY,
    group_value: {...GROUP_VALUE, ...first},
    ...(declared[0]?.key ? KEY : {}),
    ...COUNTS,
    ...(second && {...SECOND, then_value: {...SECOND['then_value']!, ...second}}),
    ...(median && MEDIAN),
  };
}

/** The point columns of a dataset; null if it has none. */
export function pointOf(dataset: string): NonNullable<Dataset['point']> | null {
  const declaration = datasetOrEntity(dataset);
  return ('point' in declaration && declaration.point) || null;
}

/** The column of the areas of a dataset; null if it has none. */
export function areaOf(dataset: string): string | null {
  const declaration = datasetOrEntity(dataset);
  return ('area' in declaration && declaration.area?.geometry) || null;
}

/** Whether records of a dataset have a point or an area. */
export const isPlaced = (dataset: string): boolean => pointOf(dataset) !== null || areaOf(dataset) !== null;

/** Names of values that are codes, after their count; other values have none. */
export const CODE_NAMES: Columns = {
  name_en: textColumn('only of codes: the name in English', 'Competitive'),
  name_fr: textColumn('only of codes: the name in French', 'Concurrentiel'),
};

/** Fields that only some answers of a route have, after all others; of searches by distance the distance. */
export function furtherColumns(
  route: DeclaredRoute,
  distance: NonNullable<Dataset['point']>['distance'] | null,
): Columns {
  switch (route.kind) {
    case 'stats': {
      const stats = statsOf(route.dataset);
      const isKeyed = Object.values(stats?.groups ?? {}).some(({key}) => key);
      return {...SECOND, ...(stats?.sum ? MEDIAN : {}), ...(isKeyed && KEY)};
    }
    case 'values':
      return CODE_NAMES;
    case 'search':
      return route.wider;
    case 'detail':
      return PROVENANCE;
    default:
      return distance ? {[distance.name]: distance.column} : {};
  }
}

/** All fields of a single record; of an entity, those of its profile besides related entities. */
function recordColumns(dataset: string): Columns {
  const entity = DERIVED[dataset];
  if (!entity) return shownColumns(datasetOrEntity(dataset), 'detail');
  const {[entity.related?.name ?? '']: _, ...profile} = profileColumns(entity);
  return {...shownColumns(entity, 'list'), ...profile};
}

/** Fields of exported records that are items of lists, which have their point. */
function placedColumns(dataset: string, columns: Columns): Columns {
  const point = pointOf(dataset);
  const all = datasetOrEntity(dataset).columns;
  return point ? {...columns, [point.lat]: all[point.lat]!, [point.lng]: all[point.lng]!} : columns;
}

/**
 * Fields of the items (lists, stats) or of `data` (others), in order; of statistics those of any dimension.
 */
export function answerColumns(route: DeclaredRoute): Columns {
  switch (route.kind) {
    case 'list': {
      const {dataset, fields, more = []} = route;
      const shown = shownColumns(datasetOrEntity(dataset), 'list');
      const all = more.length > 0 ? shownColumns(datasetOrEntity(dataset), 'detail') : shown;
      return Object.fromEntries(
        [...(fields ?? Object.keys(shown)), ...more].map((name) => [name, all[name]!]),
      );
    }
    case 'export': {
      const {list, details} = route;
      if (!list) return {};
      return details ? recordColumns(list.dataset) : placedColumns(list.dataset, list.columns);
    }
    case 'stats':
      return statsColumns(route.dataset, []);
    case 'detail':
      return shownColumns(datasetOrEntity(route.dataset), 'detail');
    case 'zone':
      return zoneColumns(route.dataset);
    case 'profile':
      return profileColumns(DERIVED[route.entity]!);
    default:
      return route.answer;
  }
}

/** Whether a route finds an entity also by what is nearly its name, and says how. */
export const namesNearly = (route: DeclaredRoute): boolean =>
  route.kind === 'profile' && !DERIVED[route.entity]!.exactNamesOnly;
