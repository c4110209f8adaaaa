/** Québec: one CSV of permits and certificates, whose numbers begin with the day of the request. */
import type {FileForm} from '../../csv.ts';
import {NOTICE} from '../../texts.ts';
import {isoDay} from '../forms.ts';
import {type City, ISSUED_ONLY, kindsOf, type Permit} from '../permit.ts';
import {createCsvTable, tablesOf} from '../tables.ts';

const FORM: FileForm = {
  name: 'synthetic-vdq-permis.csv',
  header:
    `NUMERO_PERMIS DATE_DELIVRANCE ADRESSE_TRAVAUX DOMAINE LOTS_IMPACTES TYPE_PERMIS ARRONDISSEMENT RAISON
    LONGITUDE LATITUDE`.split(/\s+/),
  encoding: 'utf-8',
  bom: false,
  end: '\r\n',
  quoting: 'minimal',
};

const [PERMIT, CERTIFICATE] = ['Permis de construction', "Certificat d'autorisation"];
const KINDS = kindsOf(`
  8 | demolition | Démolition/Déplacement | ${CERTIFICATE} | Démolition d'un bâtiment accessoire détaché du bâtiment principal
  12 | new_construction | Construction d'un bâtiment principal | ${PERMIT} | Nouveau bâtiment
  9 | new_construction | - | ${PERMIT} | Construction d'un bâtiment accessoire
  30 | renovation | Rénovation/Agrandissement | ${PERMIT} | Réfection du revêtement extérieur
  8 | renovation | - | ${PERMIT} | Changement de la pente de toit d'un bâtiment principal
  7 | addition | Rénovation/Agrandissement | ${PERMIT} | Agrandissement d'un bâtiment principal
  4 | change_of_use | - | ${PERMIT} | Ajout d'un usage à une habitation
  6 | other | - | ${PERMIT} | Réfection d'un branchement d'aqueduc ou d'égout existant
  9 | other | Piscine et spa | ${PERMIT} | Installation d'une piscine creusée
  7 | other | Affichage | ${CERTIFICATE} | Installation d'une enseigne
  0 | other | Ouvrage divers | ${CERTIFICATE} | Pose d'un mât
`);

/** The number of a permit without a day of request has none either. */
const numberOf = ({number, applied, index}: Permit): string | null =>
  number === null || applied !== null ? number : `SD-${index}D`;

const street = ({place: {house, street}}: Permit): string => `${house} Rue ${street}`;
const closed = ({place: {postal}}: Permit): string => postal.replace(' ', '');
const address = (permit: Permit): string => `${street(permit)}, Québec ${permit.place.postal}`;
const raw = ({kind: {cells}}: Permit): string => cells[0] || (cells[1] ?? '');

export const quebec_city: City = {
  slug: 'quebec_city',
  valued: false,
  applied: true,
  since: '2020-01-06',
  french: true,
  kinds: KINDS,
  states: ISSUED_ONLY,
  open: async ({folder, seed}) => tablesOf({permits: await createCsvTable(folder, FORM, seed)}),
  number: (index, day) => `${isoDay(day)?.replaceAll('-', '')}-${index}D`,
  rows: (permit) => {
    const [domain = '', kind = '', reason = ''] = permit.kind.cells;
    const {point} = permit;
    return [
      {
        table: 'permits',
        columns: {
          NUMERO_PERMIS: numberOf(permit),
          DATE_DELIVRANCE: isoDay(permit.issued),
          ADRESSE_TRAVAUX: ` ${street(permit)} Québec Québec ${closed(permit)}`,
          DOMAINE: domain,
          LOTS_IMPACTES: permit.notice ? NOTICE.en : String(1_000_000 + permit.place.id),
          TYPE_PERMIS: kind,
          ARRONDISSEMENT: permit.place.area,
          RAISON: reason,
          LONGITUDE: point && String(point[0]),
          LATITUDE: point && String(point[1]),
        },
      },
    ];
  },
  // The number tells the day of the request of both.
  shared: (of, other) => [of, {...other, applied: of.applied}],
  apart: (permit) => [raw(permit), address(permit)],
  record: (permit) => ({
    key: [numberOf(permit) ?? ''],
    fields: {
      permit_number_raw: numberOf(permit),
      permit_type_raw: raw(permit),
      address: address(permit),
      postal_code: closed(permit),
      neighbourhood: permit.place.area,
      work_description: permit.kind.cells[2] ?? null,
    },
  }),
};
