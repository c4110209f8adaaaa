/** Kinds of the permits of Montréal: by the city's code, else by the label of the borough (sources/permits 6). */
import type {Predicate, Rules} from '../types.ts';
import {blank, equals, matchesPattern, startsWith} from './tests.ts';

const CODE = 'code_type_base_demande';
const LABEL = 'description_type_demande';
const NATURE = 'nature_travaux';

const code = (text: string): readonly Predicate[] => [equals(CODE, text)];
/** Every borough has its own labels; they count where there is no code. */
const labels = (...starts: string[]): readonly Predicate[] => [blank(CODE), startsWith(LABEL, ...starts)];

const DEMOLITION = labels('Démolition');
const CONSTRUCTION = labels('Construction', 'CO construction', 'CO- construction', 'CO - construction');
const TRANSFORMATION = labels(
  'Transformation',
  'TF- Transformation',
  'Rénovation',
  'Travaux intérieurs',
  'Travaux extérieurs',
  'MI modifications intérieures',
  'T1:transformation',
);
const OTHER = labels(
  "CA - certificat d'autorisation",
  "Abattage d'arbre",
  'Abattage arbre',
  'Piscine',
  'Excavation',
  'PL - plomberie',
);

const ENLARGES = startsWith(NATURE, 'agrandi', 'pour agrandir', "ajout d'un étage");

export const MONTREAL_TYPES: Rules = {
  name: 'montreal_permit_types',
  help: 'Code of the request (TR, CO, DE, CA), else its label; what is enlarged or put to another use shows in the label or the description.',
  rules: [
    {value: 'demolition', when: code('DE')},
    {value: 'demolition', when: DEMOLITION},
    {value: 'change_of_use', when: [matchesPattern(LABEL, /changement d.usage|^usage/)]},
    {value: 'change_of_use', when: [matchesPattern(NATURE, /^changement d.usage/)]},
    {value: 'addition', when: [startsWith(LABEL, 'Agrandissement')]},
    {value: 'addition', when: [...code('TR'), ENLARGES]},
    {value: 'addition', when: [...TRANSFORMATION, ENLARGES]},
    {value: 'new_construction', when: code('CO')},
    {value: 'new_construction', when: CONSTRUCTION},
    {value: 'renovation', when: code('TR')},
    {value: 'renovation', when: TRANSFORMATION},
    {value: 'other', when: code('CA')},
    {value: 'other', when: OTHER},
  ],
  otherwise: 'other',
  reported: [CODE, LABEL],
};
