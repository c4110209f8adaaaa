/** Texts of the usage chart, its groups and the tiers. */

import type {Label, Labels} from '../../../datasets/labels/label.ts';
import type {TierName} from '../../accounts/tiers.ts';
import type {UsageGroup} from '../../accounts/usage.ts';

export const USAGE = {
  title: {en: 'Requests of the last 30 days', fr: 'Requêtes des 30 derniers jours'},
  chart: {
    en: 'Bar chart of requests by day and kind, {total} in all. The table below has the same numbers.',
    fr: 'Diagramme à barres des requêtes par jour et par catégorie, {total} en tout. Le tableau ci-dessous donne les mêmes chiffres.',
  },
  none: {en: 'No requests yet.', fr: 'Aucune requête pour l’instant.'},
  table: {en: 'The same numbers as a table', fr: 'Les mêmes chiffres en tableau'},
  kinds: {en: 'Kinds of requests', fr: 'Catégories de requêtes'},
  day: {en: 'Day (UTC)', fr: 'Jour (UTC)'},
  total: {en: 'Total', fr: 'Total'},
  bar: {en: '{day}, {group}: {requests}', fr: '{day}, {group}\u00a0: {requests}'},
} as const satisfies Labels;

/** By stored name. */
export const GROUP_TEXTS: Readonly<Record<UsageGroup, Label>> = {
  procurement: {en: 'Procurement', fr: 'Marchés publics'},
  'grants and research': {en: 'Grants and research', fr: 'Subventions et recherche'},
  lobbying: {en: 'Lobbying', fr: 'Lobbying'},
  parliament: {en: 'Parliament', fr: 'Parlement'},
  'building permits and zoning': {en: 'Building permits and zoning', fr: 'Permis de construire et zonage'},
  search: {en: 'Search', fr: 'Recherche'},
  export: {en: 'Export', fr: 'Exportation'},
  tools: {en: 'Tool calls', fr: 'Appels d’outils'},
  other: {en: 'Other', fr: 'Autres'},
};

export const TIER_TEXTS: Readonly<Record<TierName, {name: Label; price: Label}>> = {
  free: {name: {en: 'Free', fr: 'Gratuit'}, price: {en: 'free of charge', fr: 'sans frais'}},
  developer: {
    name: {en: 'Developer', fr: 'Développeur'},
    price: {en: '29 CAD per month', fr: '29 CAD par mois'},
  },
  pro: {name: {en: 'Pro', fr: 'Pro'}, price: {en: '99 CAD per month', fr: '99 CAD par mois'}},
  enterprise: {name: {en: 'Enterprise', fr: 'Entreprise'}, price: {en: 'by agreement', fr: 'selon entente'}},
};
