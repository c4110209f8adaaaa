/** Kinds of the permits of Montréal: by the city's code, else by the label of the borough (sources/permits 6). */
import type {Rules, Test} from '../types.ts';
import {begins, blank, fits, is} from './tests.ts';

const CODE = 'code_type_base_demande';
const LABEL = 'description_type_demande';
const NATURE = 'nature_travaux';

const code = (text: string): readonly Test[] => [is(CODE, text)];
/** Every borough has its own labels; they count where there is no code. */
const labels = (...starts: string[]): readonly Test[] => [blank(CODE), begins(LABEL, ...starts)];

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

const ENLARGES = begins(NATURE, 'agrandi', 'pour agrandir', "ajout d'un étage");

export const MONTREAL_TYPES: Rules = {
  name: 'montreal_permit_types',
  help: 'Code of the request (TR, CO, DE, CA), else its label; what is enlarged or put to another use shows in the label or the description.',
  rules: [
    {gives: 'demolition', when: code('DE')},
    {gives: 'demolition', when: DEMOLITION},
    {gives: 'change_of_use', when: [fits(LABEL, /changement d.usage|^usage/)]},
    {gives: 'change_of_use', when: [fits(NATURE, /^changement d.usage/)]},
    {gives: 'addition', when: [begins(LABEL, 'Agrandissement')]},
    {gives: 'addition', when: [...code('TR'), ENLARGES]},
    {gives: 'addition', when: [...TRANSFORMATION, ENLARGES]},
    {gives: 'new_construction', when: code('CO')},
    {gives: 'new_construction', when: CONSTRUCTION},
    {gives: 'renovation', when: code('TR')},
    {gives: 'renovation', when: TRANSFORMATION},
    {gives: 'other', when: code('CA')},
    {gives: 'other', when: OTHER},
  ],
  otherwise: 'other',
  noted: [CODE, LABEL],
};
