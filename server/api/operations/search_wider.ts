/** The groups of the wider search beside the five, and where all results of each group are. */
import {SEARCH} from '../../../datasets/global_search.ts';
import {datasetOrEntity} from '../../../datasets/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import {mayNameNumber, plainNumber} from '../../../datasets/rules/plain_numbers.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Json} from '../../../datasets/types.ts';
import {ZONING_MUNICIPALITIES} from '../../../datasets/zoning/cities.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Condition, Engine, Hits, Row} from '../../../engine/types.ts';
import {selectLanguage} from '../formats/language.ts';
import {billsOf} from '../request/conditions.ts';
import {pointOf} from '../routes/answers.ts';
import {BASE_PATH, LISTS} from '../routes/index.ts';
import type {Language} from '../routes/parameters.ts';
import {recordPath} from '../routes/record_path.ts';
import {firstRows} from './first_rows.ts';
import {pagesNamed} from './site_pages.ts';

/** Where all results in a dataset are. */
export type ResultList = {dataset: string; total: number; url: string};

type WiderGroup = {total: number; results: Record<string, Json>[]; lists: ResultList[]};

/** What is looked for: the text as given and folded, most results of a group, the language of names. */
interface Sought {
  q: string;
  text: string;
  limit: number;
  lang: Language;
}

const addressOf = (path: string, values: Readonly<Record<string, string>>): string =>
  `${BASE_PATH}${path}?${Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

const listAddress = (dataset: string, values: Readonly<Record<string, string>>): string =>
  addressOf(LISTS.get(dataset)!.path, values);

const listIn = (dataset: string, total: number, url: string): ResultList[] =>
  total > 0 ? [{dataset, total, url}] : [];

/** Where the results of one of the five groups are, dataset by dataset. */
export function listsOf({group, datasets = []}: Hits, q: string): ResultList[] {
  return datasets.flatMap(({dataset, total}) => {
    const {filters} = SEARCH[group]!.find(({table}) => table === dataset)!;
    return listIn(dataset, total, listAddress(dataset, {search: q, ...filters}));
  });
}

/** The first records of a list that satisfy a condition, and how many there are. */
function records(
  engine: Engine,
  dataset: string,
  where: Condition,
  limit: number,
): {total: number; rows: Row[]} {
  const points = pointOf(dataset) !== null;
  const {total, items} = firstRows(engine, dataset, [where], {limit, points});
  return {total, rows: rowsOf(items)};
}

const hasZones = (municipality: string): municipality is MunicipalitySlug =>
  (ZONING_MUNICIPALITIES as readonly string[]).includes(municipality);

/** The zone of a permit with a point, in a city that has zones; else null. */
function zoneOf(engine: Engine, {municipality, lat, lng}: Row): Json {
  const within = String(municipality);
  if (typeof lat !== 'number' || typeof lng !== 'number' || !hasZones(within)) return null;
  const zone = engine.zone({dataset: 'zoning', lat, lng, within});
  if (!zone) return null;
  const {record_id, zone_code, zone_description} = JSON.parse(zone.item.toString()) as Row;
  const url = addressOf('/zone', {lat: String(lat), lng: String(lng), municipality: within});
  return {record_id: record_id!, zone_code: zone_code!, zone_description: zone_description!, url};
}

/** Of permits that a number or an address finds so many are compared with the text. */
const MOST_RANKED = 100;

/**
 * How near a permit is to a text: 0 has its number, 1 and 2 are at an address that begins with it or contains
 * it.
 */
function distanceOf({permit_number_raw: number, address}: Row, text: string): number {
  if (plainNumber(String(number)) === plainNumber(text)) return 0;
  const place = fold(String(address ?? ''));
  return place.startsWith(text) ? 1 : place.includes(text) ? 2 : 3;
}

/** The permits that are nearest to a text, in their order else. */
const nearestFirst = (rows: readonly Row[], text: string): Row[] =>
  rows.toSorted((one, other) => distanceOf(one, text) - distanceOf(other, text));

function permits(engine: Engine, {q, text, limit}: Sought): WiderGroup {
  const where: Condition = {op: 'terms', columns: datasetOrEntity('permits').search ?? [], value: text};
  const most = mayNameNumber(text) ? MOST_RANKED : limit;
  const {total, rows} = records(engine, 'permits', where, most);
  const results = nearestFirst(rows, text)
    .slice(0, limit)
    .map((row) => ({
      record_id: row['record_id']!,
      dataset: 'permits',
      label: [row['permit_number_raw'], row['address']].filter((one) => typeof one === 'string').join(' · '),
      url: `${BASE_PATH}/permits/${row['record_id']}`,
      zone: zoneOf(engine, row),
    }));
  return {total, results, lists: listIn('permits', total, listAddress('permits', {q}))};
}

function votes(engine: Engine, {q, text, limit, lang}: Sought): WiderGroup {
  const columns = datasetOrEntity('votes').search ?? [];
  const where: Condition = {op: 'terms', columns, value: text, ...billsOf(text, 'bill_number')};
  const {total, rows} = records(engine, 'votes', where, limit);
  return {
    total,
    results: rows.map((row) => ({
      record_id: row['vote_id']!,
      dataset: 'votes',
      label: (lang === 'fr' && row['description_fr']) || row['description_en']!,
      url: `${BASE_PATH}${recordPath('votes', row)}`,
    })),
    lists: listIn('votes', total, listAddress('votes', {q})),
  };
}

function organizations(engine: Engine, {q, text, limit, lang}: Sought): WiderGroup {
  const where: Condition = {op: 'partial', columns: ['name_variants'], value: text};
  const {total, rows} = records(engine, 'organizations', where, limit);
  return {
    total,
    results: rows.map(({organization_key: key, name}) => ({
      record_id: key!,
      dataset: 'organizations',
      label: selectLanguage(String(name), lang),
      url: `${BASE_PATH}/organizations/${encodeURIComponent(String(key))}`,
    })),
    lists: listIn('organizations', total, listAddress('organizations', {q})),
  };
}

/** Municipalities with permits whose name contains the text, those with most permits first. */
function municipalities(engine: Engine, {text}: Sought): WiderGroup {
  const isNamed = (slug: string): boolean =>
    fold(MUNICIPALITIES[slug as MunicipalitySlug].name).includes(text) ||
    slug.replace('_', ' ').includes(text);
  // Counts of all rows are known once they were wanted.
  const [all] = engine.facets({dataset: 'permits', where: [], columns: ['municipality']});
  const slugs = all!.values.map(({value}) => value).filter(isNamed);
  const every = {group_by: 'municipality', municipality: slugs.join(',')};
  return {
    total: slugs.length,
    results: slugs.map((slug) => ({
      record_id: slug,
      dataset: 'municipalities',
      label: MUNICIPALITIES[slug as MunicipalitySlug].name,
      url: listAddress('permits', {municipality: slug}),
    })),
    lists: listIn('municipalities', slugs.length, addressOf('/permits/stats', every)),
  };
}

/** Places that are values of a column: those that begin with the text first, then those with most records. */
const VALUES = {
  neighbourhoods: {dataset: 'permits', column: 'neighbourhood', field: 'neighbourhood', filters: {}},
  ridings: {dataset: 'politicians', column: 'current_riding', field: 'riding', filters: {current: 'false'}},
} as const;

function named(engine: Engine, kind: keyof typeof VALUES, {q, text, limit}: Sought): WiderGroup {
  const {dataset, column, field, filters} = VALUES[kind];
  const {total, values} = engine.values({dataset, column, text, limit});
  return {
    total,
    results: values.map(({value}) => ({
      record_id: value,
      dataset: kind,
      label: value,
      url: listAddress(dataset, {[field]: value, ...filters}),
    })),
    lists: listIn(kind, total, addressOf(`/values/${dataset}/${field}`, {q})),
  };
}

function places(engine: Engine, sought: Sought): WiderGroup {
  const groups = [
    municipalities(engine, sought),
    named(engine, 'neighbourhoods', sought),
    named(engine, 'ridings', sought),
  ];
  return {
    total: groups.reduce((sum, {total}) => sum + total, 0),
    results: groups.flatMap(({results}) => results).slice(0, sought.limit),
    lists: groups.flatMap(({lists}) => lists),
  };
}

/** Most results of a group: all pages of the site are fewer. */
const MOST = '25';

function pages({q, text, limit, lang}: Sought): WiderGroup {
  const found = pagesNamed(text);
  const language = lang === 'fr' ? 'fr' : 'en';
  return {
    total: found.length,
    results: found.slice(0, limit).map(({path, title}) => ({
      record_id: path,
      dataset: 'pages',
      label: title[language],
      url: path === '/' ? `/${language}/` : `/${language}${path}`,
    })),
    lists: listIn('pages', found.length, addressOf('/search', {q, scope: 'all', results_per_domain: MOST})),
  };
}

/** The groups beside the five, by name. */
export const widerGroups = (engine: Engine, sought: Sought): Record<string, WiderGroup> => ({
  permits: permits(engine, sought),
  organizations: organizations(engine, sought),
  votes: votes(engine, sought),
  places: places(engine, sought),
  pages: pages(sought),
});
