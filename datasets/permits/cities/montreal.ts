/** Building permits of Montréal since 1990: one CSV of all boroughs. */
import {columnsOf, constant, day, point, rules, sum, text} from '../../fields.ts';
import {boundsOf} from '../../municipalities.ts';
import {blank, equals, matchesPattern, startsWith} from '../../predicates.ts';
import type {Predicate, Rules} from '../../types.ts';
import {ISSUED, permitCity, withoutContacts} from '../city.ts';

const PORTAL = 'https://donnees.montreal.ca';
const DATASET = 'd90eaf1b-2de8-43f0-923a-27a620ecdf41';
const RESOURCE = '5232a72d-235a-48eb-ae20-bb9d501300ad';
const PAGE = `${PORTAL}/dataset/permis-construction`;

const CODE = 'code_type_base_demande';
const LABEL = 'description_type_demande';
const NATURE = 'nature_travaux';

const code = (text: string): readonly Predicate[] => [equals(CODE, text)];
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

const TYPES: Rules = {
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

export default permitCity('montreal', {
  page: PAGE,
  cadence: 'weekly',
  files: [
    {
      name: 'permis-construction.csv',
      format: 'csv',
      via: {
        portal: 'ckan-file',
        base: PORTAL,
        dataset: DATASET,
        resource: RESOURCE,
        fallback: `${PORTAL}/dataset/${DATASET}/resource/${RESOURCE}/download/permis-construction.csv`,
      },
    },
  ],
  layouts: [
    {
      name: 'permis',
      help: 'Columns of the CSV file and of the table behind it. The start of the work and the projected coordinates stay unused.',
      ignored: /^_id$/,
      unused: ['date_debut', 'loc_x', 'loc_y'],
      optional: ['no_demande'],
      fields: {
        permit_number_raw: text('id_permis'),
        source_reference: text(['no_demande', 'id_permis']),
        issued_date: day('date_emission'),
        permit_type: rules(TYPES),
        permit_type_raw: text(['description_type_demande', 'code_type_base_demande']),
        work_description: withoutContacts('nature_travaux'),
        status: ISSUED,
        address: text('emplacement'),
        neighbourhood: text('arrondissement'),
        building_type: text(['description_categorie_batiment', 'description_type_batiment']),
        // `-2` for a demolition; integers may appear as `0.0`.
        dwelling_units_created: sum({as: 'integer', ...columnsOf('nb_logements')}),
        ...point(boundsOf('montreal'), {form: 'columns', lat: 'latitude', lng: 'longitude'}),
        source_url: constant(PAGE),
      },
    },
  ],
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
