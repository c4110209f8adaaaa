/** Texts of every page. */
import {label} from '../../../datasets/labels/label.ts';
import {SERVICE} from '../../../datasets/labels/service.ts';
import {SYNTHETIC_LABEL} from '../../api/synthetic.ts';

export const FRAME = {
  service: SERVICE,
  skip: label('Skip to content', 'Passer au contenu'),
  language: label('Language', 'Langue'),
  other_language: label('Français', 'English'),
  sections: label('Sections', 'Sections'),
  data: label('Data', 'Données'),
  organizations: label('Organizations', 'Organisations'),
  about: label('About', 'À propos'),
  api: label('API', 'API'),
  account: label('Account', 'Compte'),
  your_account: label('Your account', 'Votre compte'),
  search: label('Search', 'Recherche'),
  search_all: label('Search everything', 'Chercher partout'),
  search_button: label('Search', 'Chercher'),
  search_hint: label(
    'A vendor, a department, a person, a bill, a place',
    'Un fournisseur, un ministère, une personne, un projet de loi, un lieu',
  ),
  suggestions: label('Suggestions', 'Suggestions'),
  all_results: label('All results for “{q}”', 'Tous les résultats pour «\u00a0{q}\u00a0»'),
  synthetic: SYNTHETIC_LABEL,
  as_of: label('Data as of {day}', 'Données du {day}'),
  tools: label('For language models', 'Pour les modèles de langue'),
  newer: label('Newer data is here.', 'Des données plus récentes sont arrivées.'),
  refresh: label('Refresh', 'Actualiser'),
  not_published: label('not published', 'non publié'),
  yes: label('Yes', 'Oui'),
  no: label('No', 'Non'),
  any: label('Any', 'Peu importe'),
  copy: label('Copy', 'Copier'),
  copied: label('Copied', 'Copié'),
  json: label('This page as JSON', 'Cette page en JSON'),
  no_index: label(
    'Names on this page are not for search engines.',
    'Les noms de cette page ne sont pas indexés.',
  ),
  of_records: label('{count} records', '{count} fiches'),
  unknown: label('Not known', 'Inconnu'),
} as const;
