/** Texts of what sources publish and leave blank. */
import {label} from '../../../datasets/labels/label.ts';

export const COVERAGE = {
  title: label('What is published', 'Ce qui est publié'),
  lead: label(
    'Fields that a permit may lack, with the permits that have a value and the days of the first and the last of them.',
    'Champs qui peuvent manquer à un permis, avec les permis qui ont une valeur et les jours du premier et du dernier d’entre eux.',
  ),
  field: label('Field', 'Champ'),
  records: label('With a value', 'Avec une valeur'),
  share: label('Share', 'Part'),
  from: label('From', 'Du'),
  to: label('To', 'Au'),
  not_published: label('Not published by {name}: {fields}.', 'Non publié par {name}\u00a0: {fields}.'),
  without: label('Without: {fields}', 'Sans\u00a0: {fields}'),
  newest: label('newest record of {day}', 'fiche la plus récente du {day}'),
} as const;
