/** Texts of the profiles of municipalities. */
import {label} from '../../../datasets/labels/label.ts';
import {FRAME} from './frame.ts';

export const MUNICIPALITY = {
  kind: label('Municipality', 'Municipalité'),
  all: label('Municipalities', 'Municipalités'),
  description: label(
    'Building permits and zoning of {name}, with their sources.',
    'Permis de construire et zonage de {name}, avec leurs sources.',
  ),
  permits: label('Building permits', 'Permis de construire'),
  cost: label('Estimated cost of the work', 'Coût estimatif des travaux'),
  zones: label('Zones', 'Zones'),
  list: label('All permits of {name}', 'Tous les permis de {name}'),
  map: label('{name} on the map', '{name} sur la carte'),
  recent: label('Newest permits', 'Permis les plus récents'),
  zoning: label('Zoning', 'Zonage'),
  zones_on_map: label(
    'Number of zones by category. A category leads to its zones on the map.',
    'Nombre de zones par catégorie. Une catégorie mène à ses zones sur la carte.',
  ),
  zones_counted: label('Number of zones by category.', 'Nombre de zones par catégorie.'),
  uncategorized: label('No category can be told', 'Catégorie impossible à déterminer'),
  no_zoning: label(
    'No zoning file of {name} is published here.',
    'Aucun fichier de zonage de {name} n’est publié ici.',
  ),
  no_permits: label(
    'No building permits of {name} are published here.',
    'Aucun permis de construire de {name} n’est publié ici.',
  ),
  no_cost: label('{name} publishes no cost of the work.', '{name} ne publie pas le coût des travaux.'),
  unknown: FRAME.unknown,
} as const;
