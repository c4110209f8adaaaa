/** The route of the different values of a field. */
import type {Column, Columns} from '../../../datasets/types.ts';
import {facetsOf} from './facets.ts';
import {asAdded} from './filters.ts';
import type {Route, ValuesRoute} from './types.ts';

const column = (type: Column['type'], help: string, example: string | number): Column => ({
  type,
  nullable: false,
  visibility: 'list',
  help,
  example,
});

/** Names of values that are codes, after their count; other values have none. */
export const CODE_NAMES: Columns = {
  name_en: column('text', 'only of codes: the name in English', 'Competitive'),
  name_fr: column('text', 'only of codes: the name in French', 'Concurrentiel'),
};

/** By dataset, the fields whose values are listed: the facets of its list. */
function fieldsOf(routes: readonly Route[]): ValuesRoute['fields'] {
  return Object.fromEntries(
    routes.flatMap((route) => {
      // Nobody types a key: what is completed are the names.
      const facets = Object.fromEntries(
        Object.entries(facetsOf(route)).filter(([name]) => !route.parameters[name]?.key),
      );
      return route.kind === 'list' && Object.keys(facets).length > 0 ? [[route.dataset, facets]] : [];
    }),
  );
}

/** The operation over all lists. */
export function valuesRoute(routes: readonly Route[]): ValuesRoute {
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
      value: column('text', 'as published', 'Northline Surveying Inc.'),
      count: column('integer', 'records that have it', 12),
    },
    meta: {
      q: column('text', 'the text as it is compared: without case, accents and extra white space', 'north'),
      total: column('integer', 'different values that contain it', 3),
      limit: column('integer', 'as used', 20),
    },
    fields,
    added: true,
  };
}
