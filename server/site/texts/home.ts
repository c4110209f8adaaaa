/** Texts of the home page. */
import {label} from '../../../datasets/labels/label.ts';
import {PAGES} from '../../../datasets/labels/pages.ts';

export const HOME = {
  title: PAGES['/'].title,
  lead: label(
    'Contracts, grants, lobbying, Parliament and building permits: searchable, linked, free to take.',
    'Contrats, subventions, lobbying, Parlement et permis de construire\u00a0: à chercher, à suivre, à emporter.',
  ),
  datasets: label('The data', 'Les données'),
  records: label('records', 'fiches'),
  newest: label('newest: {day}', 'dernière\u00a0: {day}'),
  years: label('{count} a year, {from} to {to}', '{count} par an, {from} à {to}'),
  use: label('Use it elsewhere', 'S’en servir ailleurs'),
  key: label('Get a key', 'Obtenir une clé'),
  key_why: label(
    'Programs ask the API with a key; the free tier needs an e-mail address.',
    'Les programmes interrogent l’API avec une clé; le forfait gratuit demande une adresse courriel.',
  ),
  docs: label('API reference', 'Référence de l’API'),
  docs_why: label(
    'Every operation with its parameters and answers, to try in the browser.',
    'Chaque opération avec ses paramètres et ses réponses, à essayer dans le navigateur.',
  ),
  downloads: label('Downloads', 'Téléchargements'),
  downloads_why: label(
    'Every list as CSV, NDJSON or GeoJSON, from its page; whole datasets as Parquet, with a key.',
    'Chaque liste en CSV, NDJSON ou GeoJSON, depuis sa page; les jeux entiers en Parquet, avec une clé.',
  ),
  models: label('For language models', 'Pour les modèles de langue'),
  models_why: label(
    'A tool server that answers from the same data.',
    'Un serveur d’outils qui répond à partir des mêmes données.',
  ),
} as const;

export const CHANGES = {
  title: label('What came since the build before', 'Ce qui est arrivé depuis la version précédente'),
  lead: label(
    'Records by their numbers, compared with the build of {time}. Changed: the publisher’s file says something else under the same number. Withdrawn: the number is no longer in the file. The link lists what is new or changed.',
    'Fiches par numéro, comparées à la version du {time}. Modifiées\u00a0: le fichier de l’éditeur dit autre chose sous le même numéro. Retirées\u00a0: le numéro n’est plus dans le fichier. Le lien montre ce qui est nouveau ou modifié.',
  ),
  none: label('No publisher’s file has changed.', 'Aucun fichier n’a changé.'),
  dataset: label('Dataset', 'Jeu de données'),
  added: label('New', 'Nouvelles'),
  changed: label('Changed', 'Modifiées'),
  removed: label('Withdrawn', 'Retirées'),
  newest: label('Newest of them', 'Les plus récentes'),
} as const;

/** Groups of datasets on the home page, in order. */
export const TOPICS = [
  {
    title: label('Spending', 'Dépenses'),
    datasets: ['contracts', 'awards', 'tenders', 'disclosures', 'organizations', 'vendors', 'departments'],
  },
  {
    title: label('Grants and projects', 'Subventions et projets'),
    datasets: ['grants', 'recipients', 'research_grants', 'infrastructure_projects'],
  },
  {title: label('Lobbying', 'Lobbying'), datasets: ['lobbying_registrations', 'lobbying_communications']},
  {title: label('Parliament', 'Parlement'), datasets: ['bills', 'politicians', 'committees']},
  {title: label('Cities', 'Villes'), datasets: ['permits']},
] as const;
