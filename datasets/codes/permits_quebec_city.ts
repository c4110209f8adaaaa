/** Kinds of the permits of Québec, by set phrases that say why a permit was given (sources/permits 15). */
import type {Rules} from '../types.ts';
import {contains, equals, not, startsWith} from './tests.ts';

export const QUEBEC_CITY_TYPES: Rules = {
  name: 'quebec_city_permit_types',
  help: 'Reason, domain and kind of permit, in the order of these rules.',
  rules: [
    {value: 'demolition', when: [startsWith('RAISON', 'Démolition')]},
    {value: 'change_of_use', when: [startsWith('RAISON', "Ajout d'un usage", "Changement d'usage")]},
    {value: 'new_construction', when: [equals('DOMAINE', "Construction d'un bâtiment principal")]},
    {
      value: 'other',
      when: [equals('DOMAINE', 'Démolition/Déplacement'), startsWith('RAISON', 'Déplacement')],
    },
    {value: 'other', when: [equals('TYPE_PERMIS', 'Permis de lotissement')]},
    {
      value: 'new_construction',
      when: [startsWith('RAISON', "Construction d'un bâtiment", "Construction d'une maison de jardin")],
    },
    {
      value: 'addition',
      when: [
        startsWith('RAISON', "Ajout d'un garage", "Ajout d'un abri", 'Agrandissement', "Ajout d'un étage"),
      ],
    },
    {value: 'renovation', when: [equals('DOMAINE', 'Rénovation/Agrandissement')]},
    {value: 'renovation', when: [startsWith('RAISON', 'Réfection'), not(contains('RAISON', 'branchement'))]},
    {
      value: 'renovation',
      when: [
        startsWith(
          'RAISON',
          'Réparation',
          'Changement de la pente',
          "Ajout ou reconstruction d'une fondation",
          'Travaux intérieurs',
          'Peindre',
          "Retrait d'une porte",
          "Ajout d'une ou plusieurs portes",
        ),
      ],
    },
    {
      value: 'other',
      when: [
        contains(
          'RAISON',
          'branchement',
          'piscine',
          'enseigne',
          'climatisation',
          'arbre',
          'installation électrique',
        ),
      ],
    },
    {
      value: 'other',
      when: [contains('DOMAINE', 'piscine', 'enseigne', 'affichage', 'arbre', 'stationnement')],
    },
  ],
  otherwise: 'other',
  reported: ['DOMAINE', 'RAISON'],
};
