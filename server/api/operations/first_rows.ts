/** Rows that an answer needs besides those it was asked for. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Condition, Engine, ListQuery, Page} from '../../../engine/types.ts';

/** The first rows that satisfy the conditions, by the default sort key, and how many there are in all. */
export const firstRows = (
  engine: Engine,
  dataset: string,
  where: readonly Condition[],
  more: Partial<ListQuery> = {},
): Page => {
  const sort = datasetOrEntity(dataset).sort.default;
  return engine.list({dataset, where, sort, order: 'desc', limit: 1, offset: 0, ...more});
};
