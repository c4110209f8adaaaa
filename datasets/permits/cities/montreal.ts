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
      header: [
        'no_demande',
        'id_permis',
        'date_debut',
        'date_emission',
        'emplacement',
        'arrondissement',
        'code_type_base_demande',
        'description_type_demande',
        'description_type_batiment',
        'description_categorie_batiment',
        'nature_travaux',
        'nb_logements',
        'longitude',
        'latitude',
        'loc_x',
        'loc_y',
      ],
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
  examples: [
    {
      layout: 'permis',
      in: {
        no_demande: '9000417',
        id_permis: '9001888445',
        date_emission: '2025-10-17T00:00:00',
        emplacement: ' 1048  rue des Mélèzes Est',
        arrondissement: 'Rosemont - La Petite-Patrie',
        description_type_demande: 'Démolition',
        description_type_batiment: 'Commercial',
        description_categorie_batiment: '5 à 11 Logements ',
        nature_travaux: 'DÉMOLIR LE BÂTIMENT VACANT  DE DEUX ÉTAGES.',
        nb_logements: '-2',
        longitude: '-73.60414022522538',
        latitude: '45.53049545285575',
      },
      out: {
        municipality: 'montreal',
        province: 'QC',
        permit_number_raw: '9001888445',
        source_reference: '9000417',
        permit_type: 'demolition',
        permit_type_raw: 'Démolition',
        status: 'issued',
        issued_date: '2025-10-17',
        dwelling_units_created: -2,
        address: '1048 rue des Mélèzes Est',
        neighbourhood: 'Rosemont - La Petite-Patrie',
        building_type: '5 à 11 Logements',
        work_description: 'DÉMOLIR LE BÂTIMENT VACANT DE DEUX ÉTAGES.',
        lat: 45.53049545285575,
        lng: -73.60414022522538,
        source_url: PAGE,
      },
    },
    {
      layout: 'permis',
      in: {
        id_permis: '9001942802',
        date_emission: '2026-06-29',
        description_type_demande: 'Excavation',
        description_type_batiment: 'HABITATION',
        nb_logements: '0.0',
      },
      out: {
        permit_type: 'other',
        source_reference: '9001942802',
        building_type: 'HABITATION',
        dwelling_units_created: 0,
        lat: null,
      },
    },
    {
      layout: 'permis',
      in: {
        id_permis: '9001942803',
        code_type_base_demande: 'TR',
        description_type_demande: 'Transformation combinée',
        nature_travaux: "Ajout d'un étage au bâtiment.",
      },
      out: {permit_type: 'addition', permit_type_raw: 'Transformation combinée'},
    },
    {
      layout: 'permis',
      in: {id_permis: '9001942804', code_type_base_demande: 'CO'},
      out: {permit_type: 'new_construction', permit_type_raw: 'CO'},
    },
    {
      layout: 'permis',
      in: {
        id_permis: '9001942805',
        code_type_base_demande: 'CA',
        nature_travaux: "Changement d'usage: bureau vers logement",
      },
      out: {permit_type: 'change_of_use'},
    },
  ],
});
