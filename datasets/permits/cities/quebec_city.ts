/** Building permits of Québec since 2020: one CSV of permits and certificates. */
import {day, degrees, extract, replace} from '../../fields.ts';
import {contains, equals, not, startsWith} from '../../predicates.ts';
import {ckanFile} from '../../publishers/portals.ts';
import {ISSUED, located, permitCity, withoutContacts} from '../city.ts';

const PORTAL = 'https://www.donneesquebec.ca/recherche';
const DATASET = '879abf6e-c6b2-430a-b44a-16335467c6f6';
const RESOURCE = '9555031e-cfc5-4b78-bec9-4ab84b549f67';

const [DOMAIN, REASON, KIND] = ['DOMAINE', 'RAISON', 'TYPE_PERMIS'];

const REPAIRS = [
  'Réparation',
  'Changement de la pente',
  "Ajout ou reconstruction d'une fondation",
  'Travaux intérieurs',
  'Peindre',
  "Retrait d'une porte",
  "Ajout d'une ou plusieurs portes",
];

const OTHER_REASONS = contains(
  REASON,
  'branchement',
  'piscine',
  'enseigne',
  'climatisation',
  'arbre',
  'installation électrique',
);

export default permitCity('quebec_city', {
  page: `${PORTAL}/dataset/permis-delivres-ville-de-quebec`,
  cadence: 'weekly',
  files: [ckanFile('vdq-permis.csv', PORTAL, DATASET, RESOURCE)],
  types: {
    help: 'Reason, domain and kind of permit, in the order of these rules.',
    columns: [DOMAIN, REASON],
    rows: [
      ['demolition', startsWith(REASON, 'Démolition')],
      ['change_of_use', startsWith(REASON, "Ajout d'un usage", "Changement d'usage")],
      ['new_construction', "Construction d'un bâtiment principal"],
      ['other', 'Démolition/Déplacement', startsWith(REASON, 'Déplacement')],
      ['other', equals(KIND, 'Permis de lotissement')],
      [
        'new_construction',
        startsWith(REASON, "Construction d'un bâtiment", "Construction d'une maison de jardin"),
      ],
      [
        'addition',
        startsWith(REASON, "Ajout d'un garage", "Ajout d'un abri", 'Agrandissement', "Ajout d'un étage"),
      ],
      ['renovation', 'Rénovation/Agrandissement'],
      ['renovation', startsWith(REASON, 'Réfection'), not(contains(REASON, 'branchement'))],
      ['renovation', startsWith(REASON, ...REPAIRS)],
      ['other', OTHER_REASONS],
      ['other', contains(DOMAIN, 'piscine', 'enseigne', 'affichage', 'arbre', 'stationnement')],
    ],
  },
  layout: 'permis',
  help: 'Columns of the CSV file; the GeoJSON file has the same ones and a geometry that says the same. The lots stay unused.',
  ignored: /^geometry$/,
  unused: 'LOTS_IMPACTES',
  fields: {
    permit_number_raw: 'NUMERO_PERMIS',
    issued_date: day('DATE_DELIVRANCE'),
    // The number begins with the day of the request, which is never after the day of issue.
    application_date: day('NUMERO_PERMIS', 'compact'),
    permit_type_raw: [DOMAIN, KIND],
    work_description: withoutContacts(REASON),
    status: ISSUED,
    // City and province without commas, the postal code without a space: `12 Rue X Québec Québec G1G3L7`.
    address: replace('ADRESSE_TRAVAUX', [
      [/ Québec Québec( |$)/, ', Québec$1'],
      [/([A-Z]\d[A-Z])(\d[A-Z]\d)$/, '$1 $2'],
    ]),
    postal_code: extract('ADRESSE_TRAVAUX', /([A-Z]\d[A-Z] ?\d[A-Z]\d)$/),
    neighbourhood: 'ARRONDISSEMENT',
    ...located(degrees('LATITUDE', 'LONGITUDE')),
  },
  // The number was unique in every file seen.
  disambiguate: ['permit_type_raw', 'address'],
});
