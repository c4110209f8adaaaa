/** Routes of organizations, which stand in the section Search: they lead over all datasets. */
import {DATASETS_OF_ROLES} from '../../../datasets/derived/organization_rules.ts';
import {bound, exact, oneOf, partial} from './filters.ts';
import {routesIn} from './kinds.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Search';
const {list, profile} = routesIn(section);

const ORGANIZATIONS: Parameters = {
  q: partial('name_variants', 'part of any spelling of the name', 'northline'),
  dataset: oneOf('datasets', DATASETS_OF_ROLES, 'a dataset that names the organization', 'grants'),
  min_value: bound('number', 'gte', 'total_value', 'smallest total value, CAD, on the aggregate', '1000000'),
};

const LINKS: Parameters = {
  organization: exact('organization_key', 'key of the organization', 'northline-surveying'),
  dataset: oneOf('dataset', DATASETS_OF_ROLES, 'dataset that publishes the name', 'grants'),
};

export const organizations: readonly DeclaredRoute[] = [
  list('/organizations', 'organizations', 'Organizations over all datasets, by total value', ORGANIZATIONS, {
    help: 'Names are merged by business number, legal name and published aliases only; what merely resembles stays apart. `total_value` adds contracts and grants and nothing else, since other datasets report part of the same money again.',
    added: true,
  }),
  profile(
    '/organizations/{key}',
    'organizations',
    'Organization profile',
    {
      en: 'Organization not found. Browse names with /api/v1/organizations?q=.',
      fr: 'Organisation introuvable. Parcourez les noms avec /api/v1/organizations?q=.',
    },
    {
      help: 'The segment is a key of the list, a key that the organization had before, or a whole published name; among several organizations the one with the highest total value is taken. `quarters` shows money and communications of one quarter side by side: what happens at the same time need not have to do with each other.',
      added: true,
    },
  ),
];

/** No path lists the links; this list exists for the export. */
export const linkLists: readonly DeclaredRoute[] = [
  list('/organization_links', 'organization_links', 'Links of organizations', LINKS),
];
