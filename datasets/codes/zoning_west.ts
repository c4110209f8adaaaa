/** Categories of zones in Calgary, Edmonton, Vancouver and Winnipeg, by their zoning by-laws. */
import {zoneCategoryRules, zoneCodeIs, zoneIs, zoneMatches, zoneStartsWithCode} from './zoning_rules.ts';

/** By the families of districts of Land Use Bylaw 1P2007. */
export const CALGARY_ZONES = zoneCategoryRules(
  'Calgary',
  ['lu_code'],
  [
    zoneMatches('direct_control', 'lu_code', /^dc\b/),
    zoneMatches('residential', 'lu_code', /^(r-|h-go|rr)/),
    // Multi-residential with support commercial.
    zoneMatches('mixed_use', 'lu_code', /^m-x/),
    zoneMatches('residential', 'lu_code', /^m-/),
    zoneMatches('mixed_use', 'lu_code', /^mu-/),
    zoneMatches('mixed_use', 'lu_code', /^(cc-x|cc-cor|cc-e|cc-mhx|cr20)/),
    zoneMatches('residential', 'lu_code', /^cc-m/),
    // C-COR1 and C-COR2 permit dwellings too.
    zoneMatches('commercial', 'lu_code', /^c-/),
    zoneMatches('industrial', 'lu_code', /^i-/),
    zoneMatches('open_space', 'lu_code', /^s-(spr|un|r)\b/),
    zoneMatches('institutional', 'lu_code', /^s-(cs|ci|urp)\b/),
    zoneMatches('transportation_utility', 'lu_code', /^s-(cri|tuc)\b/),
    // Future urban development.
    zoneMatches('other', 'lu_code', /^s-fud\b/),
  ],
);

/** By the base codes of Zoning Bylaw 20001, special areas included. */
export const EDMONTON_ZONES = zoneCategoryRules(
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

/** By the districts of the Zoning and Development By-law. */
export const VANCOUVER_ZONES = zoneCategoryRules(
  'Vancouver',
  ['zoning_district'],
  [
    zoneMatches('direct_control', 'zoning_district', /^cd-1\b/),
    // First Shaughnessy and Fairview.
    zoneCodeIs('residential', 'zoning_district', 'FSD FM-1'),
    // Districts with plans of their own, of the class Comprehensive Development.
    zoneCodeIs('mixed_use', 'zoning_district', 'DD BCPED FCCDD CWD DEOD'),
    zoneMatches('mixed_use', 'zoning_district', /^ha-/),
    // Limited Agriculture.
    zoneMatches('agricultural', 'zoning_district', /^ra-/),
    zoneMatches('residential', 'zoning_district', /^(r1|rs|rt|rm|rr)-/),
    zoneMatches('commercial', 'zoning_district', /^(fc|c)-/),
    zoneMatches('industrial', 'zoning_district', /^(ic|mc|i|m)-/),
  ],
);

/** By the colour on the city's map, which names a use; by the codes of By-law 200/2006 where it says nothing known. */
export const WINNIPEG_ZONES = zoneCategoryRules(
  'Winnipeg',
  ['map_colour', 'zoning'],
  [
    zoneIs('residential', 'map_colour', [
      'Single Family Residential',
      'Two Family Residential',
      'Multi-Family Residential',
      'Rural Residential',
    ]),
    zoneIs('commercial', 'map_colour', ['Commercial']),
    zoneIs('industrial', 'map_colour', ['Industrial']),
    zoneIs('open_space', 'map_colour', ['Parks and Recreation']),
    zoneIs('institutional', 'map_colour', ['Educational & Institutional']),
    zoneIs('agricultural', 'map_colour', ['Agricultural']),
    // Sectors of the downtown By-law 100/2004.
    zoneIs('mixed_use', 'map_colour', ['Multi-Use Sector', 'Character Sector', 'Downtown Living Sector']),
    // Open space and development mixed.
    zoneIs(null, 'map_colour', ['Riverbank Sector']),
    zoneMatches('mixed_use', 'zoning', /^(rmu|cmu|imu|tod)/),
    zoneMatches('residential', 'zoning', /^(rr|r1|r2|rmf|rmh)/),
    zoneMatches('commercial', 'zoning', /^c(1|2|3|4|moff)/),
    zoneMatches('industrial', 'zoning', /^m(1|2|3|p|mu)/),
    zoneMatches('open_space', 'zoning', /^pr[1-3]/),
    zoneMatches('institutional', 'zoning', /^ei/),
    zoneMatches('agricultural', 'zoning', /^a(\b|g)/),
  ],
);
