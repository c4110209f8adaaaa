/** Constructors of the routes that most sections have: lists, statistics, single records and profiles. */
import type {Message} from '../errors.ts';
import type {DeclaredOf, Parameters, Section} from './types.ts';

const pages =
  <K extends 'list' | 'stats'>(kind: K, section: Section, limit: number) =>
  (
    path: string,
    dataset: string,
    summary: string,
    parameters: Parameters,
    more: Partial<DeclaredOf<K>> = {},
  ) =>
    ({kind, section, path, dataset, summary, parameters, limit, max: 200, ...more}) as DeclaredOf<K>;

const objects =
  <K extends 'detail' | 'profile'>(kind: K, section: Section) =>
  (path: string, name: string, summary: string, missing: Message, more: Partial<DeclaredOf<K>> = {}) => {
    const of = kind === 'profile' ? {entity: name} : {dataset: name};
    return {kind, section, path, ...of, summary, missing, parameters: {}, ...more} as DeclaredOf<K>;
  };

/** Constructors for one section. Pages have 50 items or 100 groups, at most 200, unless `more` says otherwise. */
export const routesIn = (section: Section) => ({
  list: pages('list', section, 50),
  stats: pages('stats', section, 100),
  detail: objects('detail', section),
  profile: objects('profile', section),
});
