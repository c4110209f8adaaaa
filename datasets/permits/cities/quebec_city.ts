/** Building permits of Québec since 2020: one CSV of permits and certificates. */
import {constant, day, extract, point, replace, rules, text} from '../../fields.ts';
import {boundsOf} from '../../municipalities.ts';
import {contains, equals, not, startsWith} from '../../predicates.ts';
import type {Rules} from '../../types.ts';
import {ISSUED, permitCity, withoutContacts} from '../city.ts';

const PORTAL = 'https://www.donneesquebec.ca/recherche';
const DATASET = '879abf6e-c6b2-430a-b44a-16335467c6f6';
const RESOURCE = '9555031e-cfc5-4b78-bec9-4ab84b549f67';
const PAGE = `${PORTAL}/dataset/permis-delivres-ville-de-quebec`;

const TYPES: Rules = {
  name: 'quebec_city_permit_types',
  help: 'Reason, domain and kind of permit, in the order of these rules.',
  rules: [
    {value: 'demolition', when: [startsWith('RAISON', 'Démolition')]},
    {value: 'change_of_use', when: [startsWith('RAISON', "Ajout d'un usage", "Changement d'usage")]},
    {value: 'new_construction', when: [equals('DOMAINE', "Construction d'un bâtiment principal")]},
    {
      value: 'other',
      when: [equals('DOMAINE', 'Démolition/Déplacement'), startsWith('RAISON', 'Déplacement')],
    },
    {value: 'other', when: [equals('TYPE_PERMIS', 'Permis de lotissement')]},
    {
      value: 'new_construction',
      when: [startsWith('RAISON', "Construction d'un bâtiment", "Construction d'une maison de jardin")],
    },
    {
      value: 'addition',
      when: [
        startsWith('RAISON', "Ajout d'un garage", "Ajout d'un abri", 'Agrandissement', "Ajout d'un étage"),
      ],
    },
    {value: 'renovation', when: [equals('DOMAINE', 'Rénovation/Agrandissement')]},
    {value: 'renovation', when: [startsWith('RAISON', 'Réfection'), not(contains('RAISON', 'branchement'))]},
    {
      value: 'renovation',
      when: [
        startsWith(
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
      value: 'other',
      when: [
        contains(
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
    {
      value: 'other',
      when: [contains('DOMAINE', 'piscine', 'enseigne', 'affichage', 'arbre', 'stationnement')],
    },
  ],
  otherwise: 'other',
  reported: ['DOMAINE', 'RAISON'],
};

export default permitCity('quebec_city', {
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
  layouts: [
    {
      name: 'permis',
      help: 'Columns of the CSV file; the GeoJSON file has the same ones and a geometry that says the same. The lots stay unused.',
      ignored: /^geometry$/,
      unused: ['LOTS_IMPACTES'],
      fields: {
        permit_number_raw: text('NUMERO_PERMIS'),
        source_reference: text('NUMERO_PERMIS'),
        issued_date: day('DATE_DELIVRANCE'),
        // The number begins with the day of the request, which is never after the day of issue.
        application_date: day('NUMERO_PERMIS', 'compact'),
        permit_type: rules(TYPES),
        permit_type_raw: text(['DOMAINE', 'TYPE_PERMIS']),
        work_description: withoutContacts('RAISON'),
        status: ISSUED,
        // City and province without commas, the postal code without a space: `12 Rue X Québec Québec G1G3L7`.
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
  // The number was unique in every file seen.
  disambiguate: ['permit_type_raw', 'address'],
});
