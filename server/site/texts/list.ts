/** Texts of lists, their filters and charts. */
import {label} from '../../../datasets/labels/label.ts';

export const LIST = {
  filters: label('Filters', 'Filtres'),
  facet_rest: label('More', 'Plus'),
  facet_more: label('{count} values in all', '{count} valeurs en tout'),
  facet_other: label('Another value', 'Une autre valeur'),
  facet_show: label('Show', 'Afficher'),
  close: label('Close', 'Fermer'),
  show: label('Show results', 'Afficher les résultats'),
  clear: label('Clear all', 'Tout effacer'),
  containing: label('names containing “{text}”', 'noms contenant «\u00a0{text}\u00a0»'),
  active: label('Active filters', 'Filtres actifs'),
  remove: label('Remove {what}', 'Retirer {what}'),
  total: label('{count} records', '{count} fiches'),
  total_one: label('1 record', '1 fiche'),
  total_none: label('No records', 'Aucune fiche'),
  sum: label('{sum} in all', '{sum} en tout'),
  updated: label('Data as of {day}', 'Données du {day}'),
  position: label('{from}–{to} of {total}', '{from} à {to} sur {total}'),
  next: label('Next', 'Suivant'),
  previous: label('Previous', 'Précédent'),
  pages: label('Pages', 'Pages'),
  sort: label('Sort by {what}', 'Trier par {what}'),
  ascending: label('ascending', 'croissant'),
  descending: label('descending', 'décroissant'),
  columns: label('Columns', 'Colonnes'),
  choose: label('Show these columns', 'Afficher ces colonnes'),
  download: label('Download', 'Télécharger'),
  download_limit: label(
    'Up to {count} records without a key; more with an API key.',
    'Jusqu’à {count} fiches sans clé; davantage avec une clé d’API.',
  ),
  csv: label('CSV', 'CSV'),
  excel: label('CSV for spreadsheets', 'CSV pour tableurs'),
  ndjson: label('NDJSON', 'NDJSON'),
  geojson: label('GeoJSON', 'GeoJSON'),
  feed: label('Feed (Atom)', 'Fil (Atom)'),
  feed_why: label(
    'For feed readers: the newest records under these filters.',
    'Pour lecteurs de fils\u00a0: les fiches les plus récentes sous ces filtres.',
  ),
  take: label('Take it with you', 'Emporter'),
  curl: label('As curl', 'En curl'),
  sql: label('As SQL', 'En SQL'),
  sql_hint: label(
    'For DuckDB, over the Parquet file of the dataset ({file}).',
    'Pour DuckDB, sur le fichier Parquet du jeu de données ({file}).',
  ),
  key_hint: label('YOUR_KEY is an API key.', 'YOUR_KEY est une clé d’API.'),
  get_key: label('Get a key', 'Obtenir une clé'),
  near: label('Near a point', 'Autour d’un point'),
  empty: label('Nothing matches these filters.', 'Rien ne correspond à ces filtres.'),
  required: label('Fill in “{what}” to see the list.', 'Remplissez «\u00a0{what}\u00a0» pour voir la liste.'),
  too_many: label(
    'This download has {count} records. More than {limit} need an API key.',
    'Ce téléchargement compte {count} fiches. Au-delà de {limit}, il faut une clé d’API.',
  ),
  with_key: label(
    'With a key of the Pro or Enterprise tier, this command fetches them:',
    'Avec une clé du forfait Pro ou Enterprise, cette commande les récupère\u00a0:',
  ),
  back: label('Back to the list', 'Retour à la liste'),
  quoted: label('“{what}”', '«\u00a0{what}\u00a0»'),
  refused: label('These filters cannot be used', 'Ces filtres ne peuvent pas servir'),
} as const;

export const CHART = {
  by: label('By', 'Par'),
  sum_by: label('{what} by {group} (CAD)', '{what} par {group} (CAD)'),
  count_by: label('Records by {group}', 'Fiches par {group}'),
  parted: label('{title}, by {group}', '{title}, par {group}'),
  rest: label('All others', 'Tous les autres'),
  split: label('Split by', 'Réparti par'),
  whole: label('Not split', 'Non réparti'),
  top: label('the ten largest', 'les dix plus grands'),
  table: label('The same numbers as a table', 'Les mêmes chiffres en tableau'),
  partial: label(
    '{period} is not over: its bar is hatched.',
    '{period} n’est pas terminé\u00a0: sa barre est hachurée.',
  ),
  source: label('Source: {source}. Data as of {day}.', 'Source\u00a0: {source}. Données du {day}.'),
  records: label('Records', 'Fiches'),
  sum: label('Sum', 'Somme'),
  no_amounts: label('no amounts published', 'aucun montant publié'),
  summary: label(
    '{title}: {count} groups, the largest is {top} with {value}.',
    '{title}\u00a0: {count} groupes, le plus grand est {top} avec {value}.',
  ),
  not_dated: label('{count} without a date are not drawn.', '{count} sans date ne sont pas dessinées.'),
  earlier: label('Earlier years are in the table.', 'Les années antérieures sont dans le tableau.'),
} as const;

export const HISTOGRAM = {
  summary: label(
    'Records from {from} to {to}; most in {most}: {count}.',
    'Fiches de {from} à {to}; le plus dans {most}\u00a0: {count}.',
  ),
} as const;

/** Names of groupings of statistics where they are no field. */
export const GROUPS = {
  year: label('Year', 'Année'),
  month: label('Month', 'Mois'),
  quarter: label('Quarter', 'Trimestre'),
  program: label('Program', 'Programme'),
  bucket: label('Size', 'Taille'),
  lobbyist: label('Lobbyist', 'Lobbyiste'),
} as const;
