/** Building permits of Québec since 2020, one CSV of permits and certificates. */
import {boundsOf} from '../../codes/municipalities.ts';
import {QUEBEC_CITY_TYPES} from '../../codes/permits_quebec_city.ts';
import {constant, day, extract, point, replace, rules, text} from '../../fields.ts';
import type {Source} from '../../types.ts';
import {ISSUED, municipalityFields, permitSource, withoutContacts} from '../city.ts';

const PORTAL = 'https://www.donneesquebec.ca/recherche';
const DATASET = '879abf6e-c6b2-430a-b44a-16335467c6f6';
const RESOURCE = '9555031e-cfc5-4b78-bec9-4ab84b549f67';
const PAGE = `${PORTAL}/dataset/permis-delivres-ville-de-quebec`;

const source: Source = {
  ...permitSource('quebec_city'),
  page: PAGE,
  cadence: 'weekly',
  files: [
    {
      name: 'vdq-permis.csv',
      format: 'csv',
      via: {
        portal: 'ckan-file',
        base: PORTAL,
        dataset: DATASET,
        resource: RESOURCE,
        fallback: `${PORTAL}/dataset/${DATASET}/resource/${RESOURCE}/download/vdq-permis.csv`,
      },
    },
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'permis',
      help: 'Columns of the CSV file; the GeoJSON file has the same ones and a geometry that says the same. The lots stay unused.',
      ignored: /^geometry$/,
      header: [
        'NUMERO_PERMIS',
        'DATE_DELIVRANCE',
        'ADRESSE_TRAVAUX',
        'DOMAINE',
        'LOTS_IMPACTES',
        'TYPE_PERMIS',
        'ARRONDISSEMENT',
        'RAISON',
        'LONGITUDE',
        'LATITUDE',
      ],
      optional: [],
      aliases: {},
      fields: {
        ...municipalityFields('quebec_city'),
        permit_number_raw: text('NUMERO_PERMIS'),
        source_reference: text('NUMERO_PERMIS'),
        issued_date: day('DATE_DELIVRANCE'),
        // The number begins with a day that is never behind that of issue: that of the request.
        application_date: day('NUMERO_PERMIS', 'compact'),
        permit_type: rules(QUEBEC_CITY_TYPES),
        permit_type_raw: text(['DOMAINE', 'TYPE_PERMIS']),
        work_description: withoutContacts('RAISON'),
        status: ISSUED,
        // City and province without commas, the code without a blank: `12 Rue X Québec Québec G1G3L7`.
        address: replace('ADRESSE_TRAVAUX', [
          [/ Québec Québec( |$)/, ', Québec$1'],
          [/([A-Z]\d[A-Z])(\d[A-Z]\d)$/, '$1 $2'],
        ]),
        postal_code: extract('ADRESSE_TRAVAUX', /([A-Z]\d[A-Z] ?\d[A-Z]\d)$/),
        neighbourhood: text('ARRONDISSEMENT'),
        ...point(boundsOf('quebec_city'), {form: 'columns', lat: 'LATITUDE', lng: 'LONGITUDE'}),
        source_url: constant(PAGE),
      },
    },
  ],
  required: ['permit_number_raw'],
  key: ['permit_number_raw'],
  // The number is one of a permit in every row that was seen.
  disambiguate: ['permit_type_raw', 'address'],
  examples: [
    {
      layout: 'permis',
      in: {
        NUMERO_PERMIS: '20251117-914D',
        DATE_DELIVRANCE: '2025-11-27',
        ADRESSE_TRAVAUX: ' 90e Rue Québec Québec G1L0X0',
        DOMAINE: 'Démolition/Déplacement',
        TYPE_PERMIS: "Certificat d'autorisation",
        ARRONDISSEMENT: 'La Cité-Limoilou',
        RAISON: "Démolition d'un bâtiment accessoire détaché du bâtiment principal",
        LONGITUDE: '-71.2200583639975',
        LATITUDE: '46.8300583639975',
      },
      out: {
        municipality: 'quebec_city',
        province: 'QC',
        permit_type: 'demolition',
        permit_type_raw: 'Démolition/Déplacement',
        status: 'issued',
        address: '90e Rue, Québec G1L 0X0',
        postal_code: 'G1L0X0',
        neighbourhood: 'La Cité-Limoilou',
        application_date: '2025-11-17',
        issued_date: '2025-11-27',
        lat: 46.8300583639975,
      },
    },
    {
      layout: 'permis',
      in: {
        NUMERO_PERMIS: '20260105-902D',
        DATE_DELIVRANCE: '2026-02-02',
        ADRESSE_TRAVAUX: '3417 Carré des Mélèzes Québec Québec G1G0X7',
        TYPE_PERMIS: 'Permis de construction',
        RAISON: "Réfection d'un branchement d'aqueduc ou d'égout existant",
      },
      out: {
        permit_type: 'other',
        permit_type_raw: 'Permis de construction',
        address: '3417 Carré des Mélèzes, Québec G1G 0X7',
        lat: null,
      },
    },
    {
      layout: 'permis',
      in: {
        NUMERO_PERMIS: '20260105-903D',
        TYPE_PERMIS: 'Permis de construction',
        RAISON: "Changement de la pente de toit d'un bâtiment principal",
      },
      out: {permit_type: 'renovation', issued_date: null},
    },
  ],
};

export default source;
