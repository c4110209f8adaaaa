/** Building permits of Montréal since 1990, one CSV of all boroughs. */
import {boundsOf} from '../../codes/municipalities.ts';
import {MONTREAL_TYPES} from '../../codes/permits_montreal.ts';
import {columnsOf, constant, day, point, rules, sum, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {ISSUED, municipalityFields, permitSource, withoutContacts} from '../city.ts';

const PORTAL = 'https://donnees.montreal.ca';
const DATASET = 'd90eaf1b-2de8-43f0-923a-27a620ecdf41';
const RESOURCE = '5232a72d-235a-48eb-ae20-bb9d501300ad';
const PAGE = `${PORTAL}/dataset/permis-construction`;

const source: Source = {
  ...permitSource('montreal'),
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
  encodings: ['utf-8'],
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
      optional: ['no_demande'],
      aliases: {},
      fields: {
        ...municipalityFields('montreal'),
        permit_number_raw: text('id_permis'),
        source_reference: text(['no_demande', 'id_permis']),
        issued_date: day('date_emission'),
        permit_type: rules(MONTREAL_TYPES),
        permit_type_raw: text(['description_type_demande', 'code_type_base_demande']),
        work_description: withoutContacts('nature_travaux'),
        status: ISSUED,
        address: text('emplacement'),
        neighbourhood: text('arrondissement'),
        building_type: text(['description_categorie_batiment', 'description_type_batiment']),
        // `-2` for a demolition; whole numbers come as `0.0` too.
        dwelling_units_created: sum({as: 'integer', ...columnsOf('nb_logements')}),
        ...point(boundsOf('montreal'), {form: 'columns', lat: 'latitude', lng: 'longitude'}),
        source_url: constant(PAGE),
      },
    },
  ],
  required: ['permit_number_raw'],
  key: ['permit_number_raw'],
  // Whether the number stands for one place only is not known.
  disambiguate: ['address'],
  excluded: [
    {
      files: /6f875764-9353-43ee-9b7e-0a6abb647c7c|agreg|sommaire/i,
      what: 'Sums of the permits of Montréal',
      reason: 'numbers of permits by period, no permits',
    },
    {
      files: /02ef21a5-3a21-4112-a134-4d7d22348e44|demandes/i,
      what: 'Requests for permits of Montréal',
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
};

export default source;
