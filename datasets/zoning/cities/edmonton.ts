/** Zoning of Edmonton: Zoning Bylaw 20001, a Socrata table. */

import {socrataFile} from '../../publishers/portals.ts';
import {firstWord, zoningCity} from '../city.ts';

const BASE = 'https://data.edmonton.ca';

export default zoningCity('edmonton', {
  page: `${BASE}/d/fixa-tstc`,
  cadence: 'daily',
  files: [socrataFile('zoning-bylaw.jsonl', BASE, 'fixa-tstc')],
  unverified: true,
  help: 'Zoning Bylaw 20001, in force since 2024. Modifiers follow the code behind a blank (`RM h16`). `NA` is a code: Natural Areas. Some rows have no geometry, and rings that cross themselves are common.',
  unused: 'id, agreement_no, dc2_sub_area, date_ext, url',
  // The portal's `:id` differs from `id` only by the colon.
  ignored: /^(:.*|id)$/,
  fields: {zone_code: 'zoning', zone_description: 'description'},
  geometry: 'geometry_multipolygon',
  // By the base codes of Zoning Bylaw 20001, special areas included.
  categories: [
    ['direct_control', firstWord('DC DC1 DC2 DC/INDES')],
    ['residential', firstWord('RS RSF RSM RM RL HDR RR RCES RAES')],
    [
      'residential',
      firstWord('GLDF GRH GLRA GMRA GLD BLMR BRH BMR SRH SLD SRA PLD PRH RVRH ALA CCSD CCMD CCLD CCHD'),
    ],
    // UW is Urban Warehouse, which is mixed use.
    ['mixed_use', firstWord('MU MUN CMU RMU HA UW MMS MMUT CPMU CPT TC-MU CMUV GVC RTCMR RTCR RCRM RCRL')],
    // AED and MED are entertainment districts.
    ['commercial', firstWord('CN CG CB CCA JAMSC AED ECB ASC AUVC CCNC TC-C MRC MED UC3ES')],
    ['industrial', firstWord('IM IH BE EIB EIM ILES IBES EETC EETIM EETM EETL EETR')],
    ['institutional', firstWord('UI UF AJ')],
    ['transportation_utility', firstWord('PU')],
    ['open_space', firstWord('A A1 A2 A3 A4 A5 A6 A7 NA NSRVES PS PSN BP')], // NA is Natural Areas.
    ['agricultural', firstWord('AG AES')],
    ['other', firstWord('FD')], // Future urban development.
  ],
});
