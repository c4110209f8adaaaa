/** Montréal: one CSV of all boroughs, with a code of the kind or the borough's own label alone. */
import type {FileForm} from '../../csv.ts';
import {isoDay} from '../forms.ts';
import {type City, ISSUED_ONLY, kindsOf, type Permit} from '../permit.ts';
import {published} from '../published.ts';
import {createCsvTable, tablesOf} from '../tables.ts';

const FORM: FileForm = {
  name: 'synthetic-permis-construction.csv',
  header: `no_demande id_permis date_debut date_emission emplacement arrondissement code_type_base_demande
    description_type_demande description_type_batiment description_categorie_batiment nature_travaux nb_logements
    longitude latitude loc_x loc_y`.split(/\s+/),
  encoding: 'utf-8',
  bom: false,
  end: '\n',
  quoting: 'minimal',
};

const KINDS = kindsOf(`
  50 | renovation | TR | Transformation | Résidentiel | 1 Logement
  9 | renovation | TR | Transformation combinée | HABITATION | 5 à 11 Logements
  5 | renovation | - | Rénovation | Habitation | unifamiliale (1 log)
  11 | new_construction | CO | Construction | Résidentiel | Familiale
  5 | demolition | DE | Démolition | Résidentiel | Dépendance
  5 | addition | TR | Transformation | Commercial | -
  3 | change_of_use | CA | Changement d'usage | Commerce | -
  7 | other | CA | CA - Certificat d'autorisation | Public | -
  5 | other | - | Piscine résidentielle | Habitation | 1 Logement
  0 | other | - | Ravalement | Équipement collectif | -
`);

const address = ({place: {house, street}}: Permit, before = ''): string =>
  `${before}${house} ${before}rue ${street}`;

export const montreal: City = {
  slug: 'montreal',
  valued: false,
  applied: false,
  since: '1990-01-03',
  french: true,
  kinds: KINDS,
  states: ISSUED_ONLY,
  open: async ({folder, seed}) => tablesOf({permits: await createCsvTable(folder, FORM, seed)}),
  number: (index) => String(9_000_000_000 + index),
  extras: {no_code: ({kind}) => kind.cells[0] !== ''},
  rows: (permit) => {
    const [code = '', label = '', building = '', category = ''] = permit.kind.cells;
    const {point, units} = permit;
    return [
      {
        table: 'permits',
        columns: {
          no_demande: String(8_000_000_000 + permit.index),
          id_permis: permit.number,
          date_debut: isoDay(permit.issued),
          date_emission: isoDay(permit.issued),
          emplacement: address(permit, ' '),
          arrondissement: permit.place.area,
          code_type_base_demande: permit.bears.includes('no_code') ? null : code,
          description_type_demande: label,
          description_type_batiment: building,
          description_categorie_batiment: category && `${category} `,
          nature_travaux: permit.text,
          nb_logements: units === 0 ? '0.0' : String(units),
          longitude: point && String(point[0]),
          latitude: point && String(point[1]),
          loc_x: null,
          loc_y: null,
        },
      },
    ];
  },
  apart: (permit) => [address(permit)],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: permit.kind.cells[1] ?? null,
      source_reference: String(8_000_000_000 + permit.index),
      address: address(permit),
      work_description: published(permit.text),
      neighbourhood: permit.place.area,
      dwelling_units_created: permit.units,
    },
  }),
};
