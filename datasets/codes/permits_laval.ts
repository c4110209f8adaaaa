/** Kinds of the permits of Laval (sources/permits 11). */
import type {Rules} from '../types.ts';
import {permitTypeRules} from './permit_words.ts';
import {blank, contains, equals, matchesPattern, startsWith} from './tests.ts';

const [KIND, CATEGORY] = ['TYPE_PERMIS_DESCR', 'CATEGORIE_BATIMENT'];

const NEW = contains(KIND, 'nouvelle');
const IMPROVEMENT = contains(KIND, 'amélioration');

export const LAVAL_TYPES = permitTypeRules(
  'laval',
  'Kind of permit and category of the building or the work.',
  [KIND],
  [
    {value: 'demolition', when: [startsWith(CATEGORY, 'Démolition')]},
    // "Autre qu'un usage Habitation" is a category of buildings, no change of use.
    {value: 'change_of_use', when: [matchesPattern(CATEGORY, /changement d.usage|^usage\b/)]},
    {value: 'change_of_use', when: [matchesPattern(KIND, /changement d.usage/)]},
    {value: 'new_construction', when: [NEW]},
    {value: 'addition', when: [IMPROVEMENT, startsWith(CATEGORY, 'Ajout de superficie')]},
    {value: 'new_construction', when: [IMPROVEMENT, equals(CATEGORY, 'Bâtiment accessoire - Habitation')]},
    {value: 'addition', when: [IMPROVEMENT, startsWith(CATEGORY, 'Construction - Saillie')]},
    {value: 'renovation', when: [IMPROVEMENT]},
    {value: 'other', when: [matchesPattern(KIND, /^certificat d.autorisation/)]},
    {value: 'other', when: [contains(KIND, 'lotissement')]},
    {value: 'other', when: [blank(KIND)]},
  ],
);

/** Permits whose dwellings are new ones; of all others the number is that of the building as it stands. */
export const LAVAL_NEW: Rules = {
  name: 'laval_new_buildings',
  help: 'Permits for new buildings.',
  rules: [{value: 'new', when: [NEW]}],
  otherwise: null,
  reported: [],
};
