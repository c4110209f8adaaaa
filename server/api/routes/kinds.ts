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

type More<K extends 'detail' | 'profile'> = Partial<DeclaredOf<K>>;

/**
 * Constructors for one section. Pages have 50 items or 100 groups, at most 200, unless `more` says
 * otherwise.
 */
export const routesIn = (section: Section) => ({
  list: pages('list', section, 50),
  stats: pages('stats', section, 100),
  detail: (
    path: string,
    dataset: string,
    summary: string,
    missing: Message,
    more: More<'detail'> = {},
  ): DeclaredOf<'detail'> => ({
    kind: 'detail',
    section,
    path,
    dataset,
    summary,
    missing,
    parameters: {},
    ...more,
  }),
  profile: (
    path: string,
    entity: string,
    summary: string,
    missing: Message,
    more: More<'profile'> = {},
  ): DeclaredOf<'profile'> => ({
    kind: 'profile',
    section,
    path,
    entity,
    summary,
    missing,
    parameters: {},
    ...more,
  }),
});
