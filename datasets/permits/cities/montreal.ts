/** Building permits of Montréal since 1990: one CSV of all boroughs. */
import {day, degrees} from '../../fields.ts';
import {blank, matchesPattern, startsWith} from '../../predicates.ts';
import {ckanFile} from '../../publishers/portals.ts';
import type {Predicate} from '../../types.ts';
import {dwellings, ISSUED, located, permitCity, withoutContacts} from '../city.ts';

const PORTAL = 'https://donnees.montreal.ca';
const DATASET = 'd90eaf1b-2de8-43f0-923a-27a620ecdf41';
const RESOURCE = '5232a72d-235a-48eb-ae20-bb9d501300ad';

const CODE = 'code_type_base_demande';
const LABEL = 'description_type_demande';
const NATURE = 'nature_travaux';

/** Every borough has its own labels; they count only without a code. */
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

export default permitCity('montreal', {
  page: `${PORTAL}/dataset/permis-construction`,
  cadence: 'weekly',
  files: [ckanFile('permis-construction.csv', PORTAL, DATASET, RESOURCE)],
  types: {
    help: 'Code of the request (TR, CO, DE, CA), else its label; what is enlarged or put to another use shows in the label or the description.',
    columns: [CODE, LABEL],
    rows: [
      ['demolition', 'DE'],
      ['demolition', ...DEMOLITION],
      ['change_of_use', matchesPattern(LABEL, /changement d.usage|^usage/)],
      ['change_of_use', matchesPattern(NATURE, /^changement d.usage/)],
      ['addition', startsWith(LABEL, 'Agrandissement')],
      ['addition', 'TR', ENLARGES],
      ['addition', ...TRANSFORMATION, ENLARGES],
      ['new_construction', 'CO'],
      ['new_construction', ...CONSTRUCTION],
      ['renovation', 'TR'],
      ['renovation', ...TRANSFORMATION],
      ['other', 'CA'],
      ['other', ...OTHER],
    ],
  },
  layout: 'permis',
  help: 'Columns of the CSV file and of the table behind it. The start of the work and the projected coordinates stay unused.',
  ignored: /^_id$/,
  unused: 'date_debut, loc_x, loc_y',
  optional: 'no_demande',
  fields: {
    permit_number_raw: 'id_permis',
    source_reference: ['no_demande', 'id_permis'],
    issued_date: day('date_emission'),
    permit_type_raw: [LABEL, CODE],
    work_description: withoutContacts(NATURE),
    status: ISSUED,
    address: 'emplacement',
    neighbourhood: 'arrondissement',
    building_type: ['description_categorie_batiment', 'description_type_batiment'],
    // `-2` for a demolition; integers may appear as `0.0`.
    dwelling_units_created: dwellings('nb_logements'),
    ...located(degrees('latitude', 'longitude')),
  },
  disambiguate: ['address'],
  excluded: [
    {
      files: /6f875764-9353-43ee-9b7e-0a6abb647c7c|agreg|sommaire/i,
      content: 'Sums of the permits of Montréal',
      reason: 'numbers of permits by period, no permits',
    },
    {
      files: /02ef21a5-3a21-4112-a134-4d7d22348e44|demandes/i,
      content: 'Requests for permits of Montréal',
      reason: 'requests that no permit was given for yet, without what was decided',
    },
  ],
});
