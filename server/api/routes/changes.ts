/** Routes of what changed: in the records of a dataset, and in single records. */
import {CHANGE_CAUSES, CHANGE_KINDS, changes} from '../../../datasets/derived/changes.ts';
import {loggedDatasets} from '../../../datasets/index.ts';
import {shownColumns} from './answers.ts';
import {anyOf} from './filters.ts';
import type {MetaName} from './meta.ts';
import type {DeclaredOf, DeclaredRoute, Parameter, Parameters, Route, Section} from './types.ts';

/** From a build or a time on. */
export const SINCE: Parameter = {
  type: 'since',
  help: 'only changes after this build, or in builds whose load began at or after this time (UTC). A build is served only after its load, so a client that continues from a time may miss one: continue from `meta.build`',
  example: '2026-11-01',
};

const FILTERS: Parameters = {
  since: SINCE,
  kind: anyOf('kind', Object.keys(CHANGE_KINDS), 'what happened to the record', 'removed'),
  cause: anyOf('cause', Object.keys(CHANGE_CAUSES), 'why it changed', 'publisher'),
};

type Own = Pick<
  DeclaredOf<'changes'>,
  'section' | 'path' | 'summary' | 'help' | 'parameters' | 'missing' | 'record'
>;

/** Further members of `meta`. */
export const CHANGES_META: readonly MetaName[] = ['build', 'kept_from'];

const routeOf = (own: Own): DeclaredRoute => ({
  kind: 'changes',
  limit: 50,
  max: 200,
  datasets: loggedDatasets().map(({name}) => name),
  answer: shownColumns(changes, 'list'),
  extra_meta: CHANGES_META,
  added: true,
  ...own,
});

const SEARCH: Section = 'Search';

/** Changes of a dataset, and of the records of each operation that shows single ones. */
export const changesRoutes = (routes: readonly Route[]): DeclaredRoute[] => [
  routeOf({
    section: SEARCH,
    path: '/changes/{dataset}',
    summary: 'Changes to the records of a dataset, newest first',
    help: `Each build is compared with the previous one. The operator sets for how many days changes are kept, 90 by default; none is missing since \`meta.kept_from\`. If a publisher lists a record under another key, one record is removed and another is added; contracts and grants keep their id where their rows, or what identifies them, show that they are the same. Datasets: ${loggedDatasets()
      .map(({name}) => name)
      .join(', ')}.`,
    parameters: FILTERS,
    missing: {
      en: 'Log of changes not found.',
      fr: 'Journal des changements introuvable.',
    },
    record: null,
  }),
  ...routes.flatMap((route) =>
    route.kind === 'detail'
      ? [
          routeOf({
            section: route.section,
            path: `${route.path}/history`,
            summary: 'Changes to one record, newest first',
            help: 'The history of a removed record stays as long as changes are kept. A record that did not change in that time has an empty history.',
            parameters: {},
            missing: route.missing,
            record: route,
          }),
        ]
      : [],
  ),
];
