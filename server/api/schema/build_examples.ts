/**
 * Examples that a build has: what documents show instead of the declared ones, so that every request they
 * name finds something.
 */
import {DERIVED, idColumn} from '../../../datasets/index.ts';
import type {Columns, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import type {DeclaredRoute, Parameter, Route} from '../routes/types.ts';

/** Examples of one build. */
export interface BuildExamples {
  /** By dataset or entity: a record with the fields of its list and of its own answer. */
  records: ReadonlyMap<string, Row>;
  /** By path of a list or statistics: where its second page begins. */
  cursors: ReadonlyMap<string, string>;
  /** Id of the build, where it knows what changed since earlier ones. */
  build?: string;
}

/** Without a build the declared examples hold. */
export const NO_EXAMPLES: BuildExamples = {records: new Map(), cursors: new Map()};

/** Longest value that documents show; the declared example stands for a longer one. */
const MAX_SHOWN = 2000;
/** Longest text of a filter, and shortest word that one is cut to. */
const MAX_TEXT = 80;
const MIN_WORD = 4;

/** Datasets whose records may belong to a solicitation. */
export const STAGES = ['tenders', 'awards', 'contracts'];

const text = (value: Json | undefined): string | null =>
  value === null || value === undefined || typeof value === 'object' ? null : String(value);

/** A record made of every column's example, or of the values of a record. */
export const exampleOf = (columns: Columns, record?: Row): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, {example, optional}]) => {
      if (optional) return [];
      const value = record?.[name] ?? null;
      const shown = value !== null && JSON.stringify(value).length <= MAX_SHOWN;
      return [[name, shown ? value : example]];
    }),
  );

/** The dataset or entity whose records a route answers; null for none. */
export const ownerOf = (route: DeclaredRoute): string | null =>
  'dataset' in route ? route.dataset : 'entity' in route ? route.entity : null;

/** A record of the dataset or entity of a route, with the fields of its list and of its own answer. */
export const recordOf = (route: DeclaredRoute, {records}: BuildExamples): Row | undefined =>
  records.get(ownerOf(route) ?? '');

/** The value of an id in the record of a route; null where the build has none. */
export function exampleId(route: DeclaredRoute, name: string, examples: BuildExamples): string | null {
  if (route.kind !== 'lifecycle') return text(recordOf(route, examples)?.[name]);
  const numbers = STAGES.map((stage) => text(examples.records.get(stage)?.[name]));
  return numbers.find(Boolean) ?? null;
}

/** The first coordinates of a geometry, longitude first. */
function firstPoint(geometry: Json | undefined): readonly [lng: number, lat: number] | null {
  if (typeof geometry !== 'object' || geometry === null || Array.isArray(geometry)) return null;
  let at: Json | undefined = geometry['coordinates'];
  while (Array.isArray(at) && Array.isArray(at[0])) at = at[0];
  const [lng, lat] = Array.isArray(at) ? at : [];
  return typeof lng === 'number' && typeof lat === 'number' ? [lng, lat] : null;
}

/** A value of a column in the form that the parameter takes; null where it has none. */
function valueFor({type, values, op}: Parameter, value: Json | undefined): string | null {
  const one = text(Array.isArray(value) ? value[0] : value);
  if (one === null || one === '') return null;
  switch (type) {
    case 'set':
    case 'sets':
      return values?.find((known) => known.toLowerCase() === one.toLowerCase()) ?? null;
    case 'date':
      return one.slice(0, 10);
    case 'integer':
      return Number.isInteger(Number(one)) ? one : null;
    case 'number':
      return Number.isFinite(Number(one)) ? one : null;
    case 'string': {
      const isCut = op === 'partial' || op === 'terms';
      const word = isCut ? one.split(/[^\p{L}\p{N}]+/u).find(({length}) => length >= MIN_WORD) : undefined;
      const filter = word ?? one;
      return filter.length > MAX_TEXT ? null : filter;
    }
    case 'boolean':
    case 'fiscal_year':
      return one;
    default:
      return null;
  }
}

/**
 * The parameter with an example of the build, where it has one. A cursor is of one build and query: where the
 * list has no second page its example is empty.
 */
export function withExample(
  route: Route,
  name: string,
  parameter: Parameter,
  examples: BuildExamples,
): Parameter {
  if (examples === NO_EXAMPLES) return parameter;
  const example = exampleFor(route, name, parameter, examples);
  return example === null ? parameter : {...parameter, example};
}

function exampleFor(
  route: Route,
  name: string,
  parameter: Parameter,
  examples: BuildExamples,
): string | null {
  if (parameter.type === 'cursor') return examples.cursors.get(route.path) ?? '';
  // Exports go back to builds of the log alone.
  if (parameter.type === 'since') return route.kind === 'export' ? (examples.build ?? null) : null;
  const record = recordOf(route, examples);
  if (!record) return null;
  if (route.kind === 'profile') {
    return parameter.type === 'string' ? text(record[idColumn(DERIVED[route.entity]!)]) : null;
  }
  if (parameter.type === 'points') {
    const point = firstPoint(record['geometry']);
    return point && `${point[1]},${point[0]}`;
  }
  if (route.kind === 'zone' && (name === 'lat' || name === 'lng')) {
    const point = firstPoint(record['geometry']);
    return point && String(point[name === 'lng' ? 0 : 1]);
  }
  for (const column of parameter.columns ?? [name]) {
    const value = valueFor(parameter, record[column]);
    if (value !== null) return value;
  }
  return null;
}
