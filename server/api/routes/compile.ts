/**
 * Compiles a declared route once, when it is loaded: what parser, answers, documents and tools read of it.
 */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {lookup} from '../../../datasets/lookup.ts';
import type {Operator} from '../../../engine/types.ts';
import {queryFingerprint} from '../request/cursor.ts';
import {tableOf} from '../request/query.ts';
import {answerColumns, furtherColumns, isPlaced, pointOf} from './answers.ts';
import {EXPORT_FORMATS, type Format, LIST_FORMATS} from './formats.ts';
import {outputParameters, ownParameters, pageParameters} from './parameters.ts';
import type {
  Compiled,
  CompiledParts,
  DeclaredRoute,
  FilterRule,
  Parameters,
  ParameterValues,
  Route,
} from './types.ts';

/** Columns that say when. */
const TIMES: ReadonlySet<string> = new Set(['date', 'timestamp']);

function feedSortsOf(route: DeclaredRoute): readonly string[] {
  if (route.kind !== 'list') return [];
  const {columns, sort} = datasetOrEntity(route.dataset);
  return Object.keys(sort.keys).filter((key) => TIMES.has(columns[sort.keys[key]!]?.type ?? ''));
}

/** GeoJSON where records have a place, Atom where they can be sorted by date. */
function formatsOf(route: DeclaredRoute, feedSorts: readonly string[]): readonly Format[] {
  if (route.kind === 'export' && route.ocds) return ['ndjson'];
  if (route.kind === 'export')
    return route.list === null || isPlaced(route.list.dataset)
      ? [...EXPORT_FORMATS, 'geojson']
      : EXPORT_FORMATS;
  const formats: readonly Format[] = 'limit' in route ? LIST_FORMATS : ['json'];
  const records = route.kind === 'list' || route.kind === 'detail' ? pointOf(route.dataset) : null;
  const placed: readonly Format[] = records || route.kind === 'zone' ? ['geojson'] : [];
  return [...formats, ...placed, ...(feedSorts.length > 0 ? (['atom'] as const) : [])];
}

function distanceOf(route: DeclaredRoute): CompiledParts['distance'] {
  if (route.kind === 'export') return route.list?.distance ?? null;
  if (route.kind !== 'list' && route.kind !== 'stats') return null;
  return pointOf(route.dataset)?.distance ?? null;
}

/** Operators of filters that select values. */
const SELECTS: ReadonlySet<Operator | undefined> = new Set(['exact', 'partial', 'in', 'flag'] as const);

/** The filters of a list whose values the dataset counts. */
function facetsOf(route: DeclaredRoute): Readonly<Record<string, string>> {
  if (route.kind !== 'list') return {};
  const {facets = []} = datasetOrEntity(route.dataset);
  return lookup(
    Object.fromEntries(
      Object.entries(route.parameters).flatMap(([name, {op, columns}]) => {
        const column = columns?.[0];
        return SELECTS.has(op) && column !== undefined && facets.includes(column) ? [[name, column]] : [];
      }),
    ),
  );
}

const filtersOf = (parameters: Parameters): FilterRule[] =>
  Object.entries(parameters).flatMap(([name, parameter]) => {
    const {op, columns} = parameter;
    return op && op !== 'geo' && columns ? [{name, op, columns, parameter}] : [];
  });

/** Canonical text of values, by sorted names. */
export const canonicalText = (values: ParameterValues, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => values[name]));

/** Exports have the fields of single records, and lists French ones, where they are asked for. */
function variantsOf(route: DeclaredRoute): CompiledParts['variants'] {
  if (route.kind === 'list' && route.french) {
    const {french: more, ...others} = route;
    return {fr: compile({...others, more})};
  }
  if (route.kind !== 'export' || route.details || route.ocds) return {};
  const french = route.list?.variants.fr;
  return {
    full: compile({...route, details: true}),
    ...(french?.kind === 'list' ? {fr: compile({...route, list: french})} : {}),
  };
}

/** The declaration with all that follows from it. Throws on statistics of a dataset that has none. */
export function compile<D extends DeclaredRoute>(declared: D): Compiled<D> {
  const distance = distanceOf(declared);
  const feedSorts = feedSortsOf(declared);
  const formats = formatsOf(declared, feedSorts);
  const columns = answerColumns(declared);
  const further = furtherColumns(declared, distance);
  const parts = {distance, feedSorts, formats, columns, further, facets: facetsOf(declared)};
  const own = tableOf(ownParameters(declared, distance));
  const page = tableOf(pageParameters(declared));
  const output = tableOf(outputParameters(declared, parts));
  const names = Object.keys(own.parameters).sort();
  const defaults = own.requires ? {} : own.defaults;
  const isFolded = (name: string) => declared.parameters[name]?.type === 'string';
  const compiled: CompiledParts = {
    ...parts,
    takes: lookup({...own.parameters, ...page.parameters, ...output.parameters}),
    own,
    page,
    output,
    filters: filtersOf(own.parameters),
    names,
    folded: declared.kind === 'search' ? [] : names.filter(isFolded),
    defaultsText: canonicalText(defaults, names),
    defaultsFingerprint: queryFingerprint(declared.path, defaults),
    variants: variantsOf(declared),
  };
  return Object.assign({}, declared, compiled, {parameters: lookup(declared.parameters)});
}

/** Compiles routes, each of its own kind. */
export const compileAll = (all: readonly DeclaredRoute[]): Route[] => all.map((one) => compile(one) as Route);
