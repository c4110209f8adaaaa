/** Zoning of Edmonton: Zoning Bylaw 20001, a Socrata table. */
import {polygon, rules, text} from '../../fields.ts';
import {socrataFile} from '../../publishers/portals.ts';
import {zoneCategoryRules, zoneStartsWithCode} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://data.edmonton.ca';
const PAGE = `${BASE}/d/fixa-tstc`;

/** By the base codes of Zoning Bylaw 20001, special areas included. */
const CATEGORIES = zoneCategoryRules(
  'Edmonton',
  ['zoning'],
  [
    zoneStartsWithCode('direct_control', 'zoning', 'DC DC1 DC2 DC/INDES'),
    zoneStartsWithCode('residential', 'zoning', 'RS RSF RSM RM RL HDR RR RCES RAES'),
    zoneStartsWithCode(
      'residential',
      'zoning',
      'GLDF GRH GLRA GMRA GLD BLMR BRH BMR SRH SLD SRA PLD PRH RVRH ALA CCSD CCMD CCLD CCHD',
    ),
    // UW is Urban Warehouse, which is mixed use.
    zoneStartsWithCode(
      'mixed_use',
      'zoning',
      'MU MUN CMU RMU HA UW MMS MMUT CPMU CPT TC-MU CMUV GVC RTCMR RTCR RCRM RCRL',
    ),
    // AED and MED are entertainment districts.
    zoneStartsWithCode('commercial', 'zoning', 'CN CG CB CCA JAMSC AED ECB ASC AUVC CCNC TC-C MRC MED UC3ES'),
    zoneStartsWithCode('industrial', 'zoning', 'IM IH BE EIB EIM ILES IBES EETC EETIM EETM EETL EETR'),
    zoneStartsWithCode('institutional', 'zoning', 'UI UF AJ'),
    zoneStartsWithCode('transportation_utility', 'zoning', 'PU'),
    // NA is Natural Areas.
    zoneStartsWithCode('open_space', 'zoning', 'A A1 A2 A3 A4 A5 A6 A7 NA NSRVES PS PSN BP'),
    zoneStartsWithCode('agricultural', 'zoning', 'AG AES'),
    // Future urban development.
    zoneStartsWithCode('other', 'zoning', 'FD'),
  ],
);

export default zoningCity('edmonton', {
  page: PAGE,
  cadence: 'daily',
  files: [socrataFile('zoning-bylaw.jsonl', BASE, 'fixa-tstc')],
  layouts: [
    {
      name: 'zones',
      unverified: true,
      help: 'Zoning Bylaw 20001, in force since 2024. Modifiers follow the code behind a blank (`RM h16`). `NA` is a code: Natural Areas. Some rows have no geometry, and rings that cross themselves are common.',
      unused: ['id', 'agreement_no', 'dc2_sub_area', 'date_ext', 'url'],
      // The portal's `:id` differs from `id` only by the colon.
      ignored: /^(:.*|id)$/,
      // The GeoJSON form of the same table.
      aliases: {geometry: 'geometry_multipolygon'},
      fields: {
        zone_code: text('zoning'),
        zone_description: text('description'),
        zone_category: rules(CATEGORIES),
        ...polygon('geometry_multipolygon'),
      },
    },
  ],
});
