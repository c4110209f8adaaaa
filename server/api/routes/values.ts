/** The route of the different values of a field. */
import {integerColumn, textColumn} from './columns.ts';
import {asAdded} from './filters.ts';
import type {DeclaredRoute, Route, ValuesRoute} from './types.ts';

/** By dataset, the fields whose values are listed: the facets of its list. */
function fieldsOf(routes: readonly Route[]): ValuesRoute['fields'] {
  return Object.fromEntries(
    routes.flatMap((route) => {
      // Nobody types a key: what is completed are the names.
      const facets = Object.fromEntries(
        Object.entries(route.facets).filter(([name]) => !route.parameters[name]?.key),
      );
      return route.kind === 'list' && Object.keys(facets).length > 0 ? [[route.dataset, facets]] : [];
    }),
  );
}

/** The operation over all lists. */
export function valuesRoute(routes: readonly Route[]): DeclaredRoute {
  const fields = fieldsOf(routes);
  const all = Object.entries(fields).map(
    ([dataset, of]) =>
      `${dataset}: ${Object.keys(of)
        .map((name) => `\`${name}\``)
        .join(', ')}`,
  );
  return {
    kind: 'values',
    path: '/values/{dataset}/{field}',
    section: 'Search',
    summary: 'The different values of a field, with the number of records of each',
    help: `For forms that complete what is typed. Values that begin with \`q\` come first, then those that contain it; inside each the most frequent first. Fields by dataset: ${all.join('; ')}.`,
    parameters: asAdded({
      q: {type: 'string', help: 'part of the value; all values without it', example: 'north'},
      limit: {
        type: 'integer',
        help: 'most values; a larger number is lowered to the maximum',
        lowest: 1,
        highest: 100,
        default: '20',
        example: '10',
      },
    }),
    missing: {
      en: 'Field not found. A dataset has the fields that facets of its list takes.',
      fr: 'Champ introuvable. Un jeu de données a les champs que facets accepte dans sa liste.',
    },
    answer: {
      value: textColumn('as published', 'Northline Surveying Inc.'),
      count: integerColumn('records that have it', 12),
    },
    meta: {
      q: textColumn('the text as it is compared: without case, accents and extra white space', 'north'),
      total: integerColumn('different values that contain it', 3),
      limit: integerColumn('as used', 20),
    },
    fields,
    added: true,
  };
}
