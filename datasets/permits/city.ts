/** What the city files of building permits share. */
import {citySource, columnsRead, type FlatCity, type ListedCity} from '../city_sources.ts';
import {WITHOUT_CONTACTS} from '../codes/contacts.ts';
import {constant, degrees, geojson, point, replace, rules, sum, when} from '../fields.ts';
import type {MunicipalitySlug} from '../municipalities.ts';
import {fieldsOf, listLayouts} from '../source.ts';
import type {Field, PointLocation, Source, Versions} from '../types.ts';
import {
  permitStatusRules,
  permitTypeRules,
  STATUS_KEYWORDS,
  type StatusRow,
  type TypeRow,
  typeKeywords,
} from './keyword_rules.ts';

/**
 * Rows of one number that agree in these are one permit, at several addresses; status and final dates may
 * differ.
 */
const SAME_PERMIT = [
  'permit_number_raw',
  'permit_type_raw',
  'application_date',
  'issued_date',
  'work_description',
  'building_type',
] as const;

/** How a type or a status follows from texts. */
interface Decisions<Row> {
  help: string;
  /** Texts and patterns of rows are compared with the first. Absent: those of the text as published. */
  columns?: readonly string[];
  /** In order; absent: by key words of the columns. */
  rows?: readonly Row[];
}

/** What a permit city declares beside its source. */
interface Permits {
  types?: Decisions<TypeRow>;
  /** Absent: a field says the status. A day of completion counts only where the status is `completed`. */
  statuses?: Omit<Decisions<StatusRow>, 'columns'>;
  versions?: Partial<Versions>;
}
type Listed = Omit<ListedCity, 'versions'> & Permits;
type Flat = Omit<FlatCity, 'versions'> & Permits;

/**
 * The permits of a municipality. A lone hyphen is null in all of their files. A number that is used for other
 * work is distinguished by kind and dates. Records link to the page of the source unless a field says
 * otherwise.
 */
export function permitCity(
  slug: MunicipalitySlug,
  {versions: given = {}, types, statuses, ...rest}: Listed | Flat,
): Source {
  const declaration = listLayouts(rest, 'permits');
  const layouts = declaration.layouts.map((layout) =>
    layout.codeTable === undefined
      ? {
          ...layout,
          fields: allFields(slug, fieldsOf(layout.fields), {types, statuses, page: declaration.page}),
        }
      : layout,
  );
  const fields = new Set(layouts.flatMap((layout) => Object.keys(layout.fields)));
  const same = [...new Set([...(declaration.key ?? []), ...SAME_PERMIT])].filter((name) => fields.has(name));
  const joined: Versions =
    'group' in given || 'rule' in given
      ? (given as Versions)
      : {rule: 'rows_by_place', same, current: 'first', ...given};
  const versions: Versions = {
    ...joined,
    aggregates: {...ofSeveral(fields, joined.current === 'first'), ...given.aggregates},
    computed: {...fromSeveral(fields), ...given.computed},
  };
  return citySource(
    slug,
    {
      slug: `${slug}_permits`,
      label: `${slug} building permits`,
      dataset: 'permits',
      nullTokens: ['-'],
      required: ['permit_number_raw'],
      meaning: ['permit_type_raw'],
      key: ['permit_number_raw'],
    },
    {
      disambiguate: ['permit_type_raw', fields.has('application_date') ? 'application_date' : 'issued_date'],
      ...declaration,
      layouts,
      versions,
    },
  );
}

/** The fields of a layout with those that follow from others: type and status stand before their texts. */
function allFields(
  slug: MunicipalitySlug,
  own: Record<string, Field>,
  {types, statuses, page}: Pick<Permits, 'types' | 'statuses'> & {page: string},
): Record<string, Field> {
  const kinds = columnsRead(own['permit_type_raw']);
  const made: Record<string, Record<string, Field>> = {};
  if (types) {
    const {help, columns = kinds, rows = typeKeywords(columns)} = types;
    made['permit_type_raw'] = {permit_type: rules(permitTypeRules(slug, help, columns, rows))};
  }
  let completed: Record<string, Field> = {};
  if (statuses) {
    const {help, rows = STATUS_KEYWORDS} = statuses;
    const columns = {raw: columnsRead(own['status_raw']), issued: columnsRead(own['issued_date'])};
    const table = permitStatusRules(slug, help, columns, rows);
    made['status_raw'] = {status: rules(table)};
    const day = own['completed_date'];
    if (day) completed = {completed_date: when(day, table, 'completed')};
  }
  const number = own['permit_number_raw'];
  const fields = Object.entries(own).map(([name, field]) => ({...made[name], [name]: field}));
  return Object.assign(
    {...(number ? {permit_number_raw: number, source_reference: number} : {})},
    ...fields,
    completed,
    own['source_url'] ? {} : {source_url: constant(page)},
  );
}

/** Where the rows of a permit lie: the address, with the unit where that is a column of its own. */
const PLACE = 'coalesce(v.place, v.address)';

/** Amounts of which rows at several addresses may each have their part. */
const AMOUNTS = ['estimated_cost', 'dwelling_units_created', 'floor_area_sqm'] as const;
/** What the latest row says of a permit that is listed in several. */
const STATE = ['status', 'status_raw', 'completed_date'] as const;

/**
 * The sum of an amount over addresses that have different amounts, or a day of completion each; else it is of
 * the permit and repeated. An address that is listed several times, for its contacts or in another sheet,
 * counts once.
 */
function amountOf(name: string, dates: string, isFirst: boolean): string {
  const place = `coalesce(${PLACE}, '')`;
  const list = (item: string) =>
    `list(${item} ORDER BY v._nth ${isFirst ? '' : 'DESC'}) FILTER (v.${name} IS NOT NULL)`;
  const once = `list_filter(${list(`{place: ${place}, amount: v.${name}}`)},
    lambda one, nth: list_position(${list(place)}, one.place) = nth)`;
  return `CASE WHEN count(DISTINCT ${place}) > 1 AND (count(DISTINCT v.${name}) > 1${dates})
    THEN list_sum(list_transform(${once}, lambda one: one.amount))
    ELSE ${isFirst ? 'arg_min' : 'arg_max'}(v.${name}, v._nth) END`;
}

function ofSeveral(fields: ReadonlySet<string>, isFirst: boolean): Record<string, string> {
  const dates = fields.has('completed_date') ? ' OR count(DISTINCT v.completed_date) > 1' : '';
  const latest = fields.has('completed_date')
    ? "{day: coalesce(v.completed_date, DATE '0001-01-01'), nth: v._nth}"
    : 'v._nth';
  return {
    addresses: `count(DISTINCT ${PLACE})`,
    ...Object.fromEntries(
      AMOUNTS.filter((name) => fields.has(name)).map((name) => [
        `whole_${name}`,
        amountOf(name, dates, isFirst),
      ]),
    ),
    ...Object.fromEntries(
      STATE.filter((name) => fields.has(name)).map((name) => [
        `latest_${name}`,
        `arg_max(v.${name}, ${latest})`,
      ]),
    ),
  };
}

function fromSeveral(fields: ReadonlySet<string>): Record<string, string> {
  const take = (names: readonly string[], from: string) =>
    names
      .filter((name) => fields.has(name))
      .map((name) => [name, `CASE WHEN last._several THEN ${from}_${name} ELSE last.${name} END`]);
  return {
    address_count:
      'CASE WHEN last._several THEN nullif(addresses, 0) WHEN coalesce(last.place, last.address) IS NOT NULL THEN 1 END',
    ...Object.fromEntries([...take(AMOUNTS, 'whole'), ...take(STATE, 'latest')]),
  };
}

/** Status of a municipality that publishes issued permits only. */
export const ISSUED = constant('issued');

/** Columns of a layer of points: the geometry and, in the CSV files of its hub, the degrees. */
export const HUB_POINT = 'X, Y, geometry';

/** The first location that is given, in the box of the municipality. */
export const located = (...locations: PointLocation[]): {lat: Field; lng: Field} =>
  point([-180, -90, 180, 90], ...locations);

/** The point of a layer or of the CSV file of its hub, after other locations. */
export const hubPoint = (...first: PointLocation[]): {lat: Field; lng: Field} =>
  located(...first, geojson('geometry'), degrees('Y', 'X'));

/** A description in the municipality's words, without telephone numbers and e-mail addresses. */
export const withoutContacts = (from: string | readonly string[]): Field => replace(from, WITHOUT_CONTACTS);

/** Dwellings gained; negative where some are lost. */
export const dwellings = (column: string): Field => sum({as: 'integer', terms: [{column}]});
