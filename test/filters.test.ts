/**
 * What routes filter, search and group by is what the datasets declare, no more and no less: the index
 * prepares that.
 */
import {describe, expect, test} from 'vitest';
import {datasetOrEntity} from '../datasets/index.ts';
import type {Filter} from '../datasets/types.ts';
import type {Comparison} from '../engine/types.ts';
import {ROUTES} from '../server/api/routes/index.ts';
import type {Route} from '../server/api/routes/types.ts';

/** Filters that answer an operator. */
const ANSWERS: Record<Exclude<Comparison, 'terms'>, readonly Filter[]> = {
  exact: ['exact', 'partial'],
  in: ['exact', 'partial'],
  flag: ['exact'],
  partial: ['partial'],
  gte: ['range'],
  lte: ['range'],
};

/** Columns filtered by other code than a route: the lifecycle finds rows by solicitation number. */
const LINKS = ['solicitation_number'];

type Rows = Extract<Route, {dataset: string}>;
const rowRoutes = ROUTES.filter((route): route is Rows => route.kind === 'list' || route.kind === 'stats');
const names = [...new Set(rowRoutes.map(({dataset}) => dataset))];

describe.each(names)('%s', (name) => {
  const declaration = datasetOrEntity(name);
  const parameters = rowRoutes
    .filter(({dataset}) => dataset === name)
    .flatMap((route) => Object.entries(route.parameters))
    .flatMap(([parameter, {op, columns, bills}]) =>
      op && op !== 'geo' && columns ? [{parameter, op, columns, bills: bills ?? null}] : [],
    );

  test('every filter of a route is declared', () => {
    for (const {parameter, op, columns} of parameters) {
      if (op === 'terms') {
        expect([declaration.search, declaration.globalSearch?.columns], parameter).toContainEqual(columns);
        continue;
      }
      for (const column of columns) {
        expect(ANSWERS[op], `${parameter} on ${column}`).toContain(declaration.filters[column]);
      }
    }
  });

  test('every declared filter is used by a route', () => {
    const used = new Set([
      ...parameters.filter(({op}) => op !== 'terms').flatMap(({columns}) => columns),
      ...parameters.flatMap(({bills}) => bills ?? []),
    ]);
    const unused = Object.keys(declaration.filters).filter(
      (column) => !used.has(column) && !LINKS.includes(column),
    );
    expect(unused).toEqual([]);
    const searched = parameters.some(
      ({op, columns}) => op === 'terms' && columns.join() === declaration.search?.join(),
    );
    expect(declaration.search !== undefined, 'search').toBe(searched);
  });

  test('every declared facet is a filter of a list, and has a name there', () => {
    const lists = rowRoutes.filter((route) => route.kind === 'list' && route.dataset === name);
    const columns = new Set(lists.flatMap((route) => Object.values(route.facets)));
    expect([...columns].sort()).toEqual([...(declaration.facets ?? [])].sort());
  });

  test('filtered columns exist', () => {
    for (const column of [...Object.keys(declaration.filters), ...(declaration.search ?? [])]) {
      expect(declaration.columns[column], column).toBeDefined();
    }
  });
});
