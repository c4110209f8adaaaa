/** Laval: a CSV of Données Québec, a row for every address of a permit. */
import type {FileForm} from '../../csv.ts';
import {isoDay, padded, yearOf} from '../forms.ts';
import {type City, ISSUED_ONLY, kindsOf, type Permit} from '../permit.ts';
import {createCsvTable, tablesOf} from '../tables.ts';
import type {PermitType} from '../words.ts';

const FORM: FileForm = {
  name: 'synthetic-permis-de-construction.csv',
  header:
    `NO_PERMIS TYPE_PERMIS TYPE_PERMIS_DESCR CATEGORIE_BATIMENT TYPE_BATIMENT DATE_EMISSION STRUCTURE COUT_PERMIS
    NOMBRE_ETAGES NOMBRE_LOGEMENTS SUP_CA LOTS ENTREPRENEUR ADRESSE EXVILLE_CODE EXVILLE_DESCR OCCUPATION_DEBUT
    OCCUPATION_FIN ADRESSE_DETAILS`.split(/\s+/),
  encoding: 'utf-8',
  bom: false,
  end: '\n',
  quoting: 'minimal',
};

const KINDS = kindsOf(`
  20 | new_construction | PN | Permis de construction - nouvelle | Habitation - 1 logement | Habitation
  6 | new_construction | PN | Permis de construction - nouvelle | Habitation - 20 log. Et plus | Habitation
  12 | renovation | PA | Permis de construction - amélioration | Aménagement de local | Commerce de services
  14 | renovation | PA | Permis de construction - amélioration | Rénovation - Habitation | Habitation
  8 | addition | PA | Permis de construction - amélioration | Ajout de superficie - Habitation 1 logement | Habitation
  9 | new_construction | PA | Permis de construction - amélioration | Bâtiment accessoire - Habitation | Habitation
  5 | addition | PA | Permis de construction - amélioration | Construction - Saillie, ouvrage, équipement accessoire, etc. | Habitation
  5 | demolition | CA | Certificat d'autorisation | Démolition de bâtiment accessoire | -
  14 | other | CA | Certificat d'autorisation | Piscine creusée | Habitation
  2 | change_of_use | CA | Certificat d'autorisation | Changement d'usage | Commerce de services
  0 | other | PX | Permis de stationnement | Aire de stationnement | Vacant
`);

const kindless = ({bears}: Permit): boolean => bears.includes('kind_blank');
const label = (permit: Permit): string => (kindless(permit) ? '' : (permit.kind.cells[1] ?? ''));
const address = ({place: {house, street}}: Permit): string => `${house} Rue ${street}`;
/** What the category tells alone. */
const BY_CATEGORY: readonly PermitType[] = ['demolition', 'change_of_use'];

export const laval: City = {
  slug: 'laval',
  valued: false,
  applied: false,
  since: '1991-01-07',
  french: true,
  kinds: KINDS,
  states: ISSUED_ONLY,
  open: async ({folder, seed}) => tablesOf({permits: await createCsvTable(folder, FORM, seed)}),
  number: (index, day) => `PN-${isoDay(day)?.slice(0, 4)}-${padded(index, 5)}`,
  extras: {kind_blank: () => true},
  bent: (permit) => {
    const {type} = permit.kind;
    if (!kindless(permit)) return permit;
    return {...permit, kind: {...permit.kind, type: BY_CATEGORY.includes(type) ? type : 'other'}};
  },
  rows: (permit) => {
    const [code = '', , category = '', building = ''] = permit.kind.cells;
    const {place, issued} = permit;
    return [
      {
        table: 'permits',
        columns: {
          NO_PERMIS: permit.number,
          TYPE_PERMIS: code,
          TYPE_PERMIS_DESCR: label(permit),
          CATEGORIE_BATIMENT: category,
          TYPE_BATIMENT: building,
          DATE_EMISSION: isoDay(issued),
          COUT_PERMIS: String(60 + (permit.index % 900)),
          NOMBRE_ETAGES: '2',
          NOMBRE_LOGEMENTS: String(Math.max(0, permit.units)),
          SUP_CA: String(Math.round(permit.area)),
          LOTS: String(1_000_000 + place.id),
          ENTREPRENEUR: permit.contractor,
          ADRESSE: `${address(permit)} (LO)`,
          EXVILLE_CODE: 'LO',
          EXVILLE_DESCR: place.area,
          OCCUPATION_DEBUT: issued === null ? null : yearOf(issued),
        },
      },
    ];
  },
  second: (permit, place) => [permit, {...permit, place}],
  record: (permit) => {
    const [, , category = ''] = permit.kind.cells;
    return {
      key: [permit.number ?? ''],
      fields: {
        lat: null,
        lng: null,
        permit_type_raw: label(permit) || category,
        address: address(permit),
        neighbourhood: permit.place.area,
        contractor_name: permit.contractor,
        work_description: label(permit) ? `${label(permit)}: ${category}` : category,
      },
    };
  },
};
