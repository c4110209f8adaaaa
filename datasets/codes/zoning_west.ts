/** Categories of zones in Calgary, Edmonton, Vancouver and Winnipeg, by their zoning by-laws. */
import {beginsWithCode, fits, isCode, isOne, zoneCategories} from './zoning_rules.ts';

/** By the families of districts of Land Use Bylaw 1P2007. */
export const CALGARY_ZONES = zoneCategories(
  'Calgary',
  ['lu_code'],
  [
    fits('direct_control', 'lu_code', /^dc\b/),
    fits('residential', 'lu_code', /^(r-|h-go|rr)/),
    // Multi-residential with support commercial.
    fits('mixed_use', 'lu_code', /^m-x/),
    fits('residential', 'lu_code', /^m-/),
    fits('mixed_use', 'lu_code', /^mu-/),
    fits('mixed_use', 'lu_code', /^(cc-x|cc-cor|cc-e|cc-mhx|cr20)/),
    fits('residential', 'lu_code', /^cc-m/),
    // C-COR1 and C-COR2 permit dwellings too.
    fits('commercial', 'lu_code', /^c-/),
    fits('industrial', 'lu_code', /^i-/),
    fits('open_space', 'lu_code', /^s-(spr|un|r)\b/),
    fits('institutional', 'lu_code', /^s-(cs|ci|urp)\b/),
    fits('transportation_utility', 'lu_code', /^s-(cri|tuc)\b/),
    // Future urban development.
    fits('other', 'lu_code', /^s-fud\b/),
  ],
);

/** By the base codes of Zoning Bylaw 20001, special areas included. */
export const EDMONTON_ZONES = zoneCategories(
  'Edmonton',
  ['zoning'],
  [
    beginsWithCode('direct_control', 'zoning', 'DC DC1 DC2 DC/INDES'),
    beginsWithCode('residential', 'zoning', 'RS RSF RSM RM RL HDR RR RCES RAES'),
    beginsWithCode(
      'residential',
      'zoning',
      'GLDF GRH GLRA GMRA GLD BLMR BRH BMR SRH SLD SRA PLD PRH RVRH ALA CCSD CCMD CCLD CCHD',
    ),
    // UW is Urban Warehouse, which is mixed use.
    beginsWithCode(
      'mixed_use',
      'zoning',
      'MU MUN CMU RMU HA UW MMS MMUT CPMU CPT TC-MU CMUV GVC RTCMR RTCR RCRM RCRL',
    ),
    // AED and MED are entertainment districts.
    beginsWithCode('commercial', 'zoning', 'CN CG CB CCA JAMSC AED ECB ASC AUVC CCNC TC-C MRC MED UC3ES'),
    beginsWithCode('industrial', 'zoning', 'IM IH BE EIB EIM ILES IBES EETC EETIM EETM EETL EETR'),
    beginsWithCode('institutional', 'zoning', 'UI UF AJ'),
    beginsWithCode('transportation_utility', 'zoning', 'PU'),
    // NA is Natural Areas.
    beginsWithCode('open_space', 'zoning', 'A A1 A2 A3 A4 A5 A6 A7 NA NSRVES PS PSN BP'),
    beginsWithCode('agricultural', 'zoning', 'AG AES'),
    // Future urban development.
    beginsWithCode('other', 'zoning', 'FD'),
  ],
);

/** By the districts of the Zoning and Development By-law. */
export const VANCOUVER_ZONES = zoneCategories(
  'Vancouver',
  ['zoning_district'],
  [
    fits('direct_control', 'zoning_district', /^cd-1\b/),
    // First Shaughnessy and Fairview.
    isCode('residential', 'zoning_district', 'FSD FM-1'),
    // Districts with plans of their own, of the class Comprehensive Development.
    isCode('mixed_use', 'zoning_district', 'DD BCPED FCCDD CWD DEOD'),
    fits('mixed_use', 'zoning_district', /^ha-/),
    // Limited Agriculture.
    fits('agricultural', 'zoning_district', /^ra-/),
    fits('residential', 'zoning_district', /^(r1|rs|rt|rm|rr)-/),
    fits('commercial', 'zoning_district', /^(fc|c)-/),
    fits('industrial', 'zoning_district', /^(ic|mc|i|m)-/),
  ],
);

/** By the colour on the city's map, which names a use; by the codes of By-law 200/2006 where it says nothing known. */
export const WINNIPEG_ZONES = zoneCategories(
  'Winnipeg',
  ['map_colour', 'zoning'],
  [
    isOne('residential', 'map_colour', [
      'Single Family Residential',
      'Two Family Residential',
      'Multi-Family Residential',
      'Rural Residential',
    ]),
    isOne('commercial', 'map_colour', ['Commercial']),
    isOne('industrial', 'map_colour', ['Industrial']),
    isOne('open_space', 'map_colour', ['Parks and Recreation']),
    isOne('institutional', 'map_colour', ['Educational & Institutional']),
    isOne('agricultural', 'map_colour', ['Agricultural']),
    // Sectors of the downtown By-law 100/2004.
    isOne('mixed_use', 'map_colour', ['Multi-Use Sector', 'Character Sector', 'Downtown Living Sector']),
    // Open space and development mixed.
    isOne(null, 'map_colour', ['Riverbank Sector']),
    fits('mixed_use', 'zoning', /^(rmu|cmu|imu|tod)/),
    fits('residential', 'zoning', /^(rr|r1|r2|rmf|rmh)/),
    fits('commercial', 'zoning', /^c(1|2|3|4|moff)/),
    fits('industrial', 'zoning', /^m(1|2|3|p|mu)/),
    fits('open_space', 'zoning', /^pr[1-3]/),
    fits('institutional', 'zoning', /^ei/),
    fits('agricultural', 'zoning', /^a(\b|g)/),
  ],
);
