/** Kinds of the permits of Québec, by set phrases that say why a permit was given (sources/permits 15). */
import type {Rules} from '../types.ts';
import {begins, has, is, not} from './tests.ts';

export const QUEBEC_CITY_TYPES: Rules = {
  name: 'quebec_city_permit_types',
  help: 'Reason, domain and kind of permit, in the order of these rules.',
  rules: [
    {gives: 'demolition', when: [begins('RAISON', 'Démolition')]},
    {gives: 'change_of_use', when: [begins('RAISON', "Ajout d'un usage", "Changement d'usage")]},
    {gives: 'new_construction', when: [is('DOMAINE', "Construction d'un bâtiment principal")]},
    {gives: 'other', when: [is('DOMAINE', 'Démolition/Déplacement'), begins('RAISON', 'Déplacement')]},
    {gives: 'other', when: [is('TYPE_PERMIS', 'Permis de lotissement')]},
    {
      gives: 'new_construction',
      when: [begins('RAISON', "Construction d'un bâtiment", "Construction d'une maison de jardin")],
    },
    {
      gives: 'addition',
      when: [begins('RAISON', "Ajout d'un garage", "Ajout d'un abri", 'Agrandissement', "Ajout d'un étage")],
    },
    {gives: 'renovation', when: [is('DOMAINE', 'Rénovation/Agrandissement')]},
    {gives: 'renovation', when: [begins('RAISON', 'Réfection'), not(has('RAISON', 'branchement'))]},
    {
      gives: 'renovation',
      when: [
        begins(
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
      gives: 'other',
      when: [
        has(
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
    {gives: 'other', when: [has('DOMAINE', 'piscine', 'enseigne', 'affichage', 'arbre', 'stationnement')]},
  ],
  otherwise: 'other',
  noted: ['DOMAINE', 'RAISON'],
};
