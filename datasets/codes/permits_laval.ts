/** Kinds of the permits of Laval (sources/permits 11). */
import type {Rules} from '../types.ts';
import {permitTypes} from './permit_words.ts';
import {begins, blank, fits, has, is} from './tests.ts';

const [KIND, CATEGORY] = ['TYPE_PERMIS_DESCR', 'CATEGORIE_BATIMENT'];

const NEW = has(KIND, 'nouvelle');
const IMPROVEMENT = has(KIND, 'amélioration');

export const LAVAL_TYPES = permitTypes(
  'laval',
  'Kind of permit and category of the building or the work.',
  [KIND],
  [
    {gives: 'demolition', when: [begins(CATEGORY, 'Démolition')]},
    // "Autre qu'un usage Habitation" is a category of buildings, no change of use.
    {gives: 'change_of_use', when: [fits(CATEGORY, /changement d.usage|^usage\b/)]},
    {gives: 'change_of_use', when: [fits(KIND, /changement d.usage/)]},
    {gives: 'new_construction', when: [NEW]},
    {gives: 'addition', when: [IMPROVEMENT, begins(CATEGORY, 'Ajout de superficie')]},
    {gives: 'new_construction', when: [IMPROVEMENT, is(CATEGORY, 'Bâtiment accessoire - Habitation')]},
    {gives: 'addition', when: [IMPROVEMENT, begins(CATEGORY, 'Construction - Saillie')]},
    {gives: 'renovation', when: [IMPROVEMENT]},
    {gives: 'other', when: [fits(KIND, /^certificat d.autorisation/)]},
    {gives: 'other', when: [has(KIND, 'lotissement')]},
    {gives: 'other', when: [blank(KIND)]},
  ],
);

/** Permits whose dwellings are new ones; of all others the number is that of the building as it stands. */
export const LAVAL_NEW: Rules = {
  name: 'laval_new_buildings',
  help: 'Permits for new buildings.',
  rules: [{gives: 'new', when: [NEW]}],
  otherwise: null,
  noted: [],
};
