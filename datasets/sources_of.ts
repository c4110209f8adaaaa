/** The sources behind the records of a dataset. */
import {DATASETS, SOURCES} from './index.ts';
import type {Source} from './types.ts';

/** Sources of the records of a dataset; what is computed from several datasets names them all. */
export function sourcesOf(dataset: string): Source[] {
  const base = DATASETS[dataset]?.view?.table ?? dataset;
  const own = Object.values(SOURCES).filter((source) => source.dataset === base);
  return own.length > 0 ? own : Object.values(SOURCES);
}
