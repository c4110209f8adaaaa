/** Zones that the generated layers have: base code, description, category, and what else the city says of the zone. */
import {tabled} from '../lists.ts';

export interface Code {
  base: string;
  /** Null at cities that publish codes only. */
  description: string | null;
  /** Null where the use is open. */
  category: string | null;
  /** Toronto: general zone; Calgary: major group; Vancouver: class; Winnipeg: colour; Mississauga: category; Hamilton: by-law. */
  extra: string;
}

/** The last row of each is a code that no rule knows. */
const TABLES = {
  toronto: `
    RD | - | residential | 0
    R | - | residential | 0
    RAC | - | residential | 101
    CR | - | mixed_use | 202
    CL | - | commercial | 201
    EL | - | industrial | 4
    IS | - | institutional | 5
    ON | - | open_space | 1
    UT | - | transportation_utility | 2
    QX | - | - | 9
  `,
  calgary: `
    R-C2 | Residential - Contextual One / Two Dwelling | residential | Residential - Low Density
    M-X1 | Multi-Residential - Low Profile Support Commercial | mixed_use | Residential - Medium Density
    C-N2 | Commercial - Neighbourhood 2 | commercial | Commercial
    I-G | Industrial - General | industrial | Industrial
    S-SPR | Special Purpose - School, Park and Community Reserve | open_space | Parks, Recreation and Public Education
    S-CI | Special Purpose - Community Institution | institutional | Institutional
    S-CRI | Special Purpose - City and Regional Infrastructure | transportation_utility | Major Infrastructure
    S-FUD | Special Purpose - Future Urban Development | other | Future Urban Development
    DC | Direct Control | direct_control | Direct Control
    CC-MH | Centre City Multi-Residential High Rise | residential | Residential - High Density
    Q-1 | Quarry Lands | - | Quarries
  `,
  edmonton: `
    RS | Small Scale Residential Zone | residential | residential-zones
    RM | Medium Scale Residential Zone | residential | residential-zones
    MU | Mixed Use Zone | mixed_use | mixed-use-zones
    CG | General Commercial Zone | commercial | commercial-zones
    IM | Medium Industrial Zone | industrial | industrial-zones
    UF | Urban Facilities Zone | institutional | urban-services-zones
    PU | Public Utility Zone | transportation_utility | urban-services-zones
    NA | Natural Areas Zone | open_space | open-space-zones
    AG | Agriculture Zone | agricultural | agriculture-zones
    FD | Future Urban Development Zone | other | agriculture-zones
    DC2 | Site Specific Development Control Provision | direct_control | direct-control-zones
    QZZ | Quarry Zone | - | quarries
  `,
  vancouver: `
    R1 | Residential Inclusive | residential | R1
    RM | Residential | residential | RM
    CD | Comprehensive Development | direct_control | CD
    C | Commercial | commercial | C
    I | Industrial | industrial | I
    HA | Historical Area | mixed_use | HA
    RA | Limited Agriculture | agricultural | RA
    QX | Quarries | - | QX
  `,
  winnipeg: `
    R1-M | Residential - Single Family - Medium | residential | Single Family Residential
    RMF-L | Residential - Multi-Family - Large | residential | Multi-Family Residential
    C2 | Commercial - Community | commercial | Commercial
    M1 | Manufacturing - Light | industrial | Industrial
    PR2 | Parks and Recreation - Community | open_space | Parks and Recreation
    EI | Educational & Institutional | institutional | Educational & Institutional
    A | Agricultural | agricultural | Agricultural
    Q1 | Quarries | - | Chartreuse
  `,
  ottawa: `
    N3C | Neighbourhood Zone 3 | residential | Neighbourhood
    N1A | Neighbourhood Zone 1 | residential | Neighbourhood
    CM2 | Mainstreet Corridor Zone 2 | mixed_use | Corridors
    LC | Local Commercial Zone | commercial | Commercial
    IG | General Industrial Zone | industrial | Industrial
    I1A | Minor Institutional Zone | institutional | Institutional
    L1 | Community Leisure Facility Zone | open_space | Recreation
    RU | Rural Countryside Zone | agricultural | Rural
    T2 | Ground Transportation Facility Zone | transportation_utility | Transportation
    DR | Development Reserve Zone | other | Reserve
    Q4 | Quarry Zone | - | Quarries
  `,
  mississauga: `
    RM4 | Townhouse Dwellings | residential | Residential
    R3 | Detached Dwellings | residential | Residential
    C2 | Neighbourhood Commercial | commercial | Commercial
    CC4 | City Centre - Mixed Use | mixed_use | City Centre
    E2 | Employment | industrial | Employment
    G1 | Greenlands - Natural Hazards | open_space | Greenlands
    I | Institutional | institutional | Institutional
    U | Utility | transportation_utility | Utility
    D | Development | other | Development
    PB1 | Parkway Belt | - | Parkway Belt
    Q2 | Quarries | - | Quarries
  `,
  kitchener: `
    RES-4 | Low Rise Residential Four | residential | -
    MIX-2 | Mixed Use Two | mixed_use | -
    COM-1 | Local Commercial | commercial | -
    EMP-3 | General Business Park Employment | industrial | -
    INS-1 | Neighbourhood Institutional | institutional | -
    NHC-1 | Natural Heritage Conservation | open_space | -
    AGR-1 | Prime Agriculture | agricultural | -
    D-6 | East Market | mixed_use | -
    E-1 | Existing Use | other | -
    Q-1 | Quarries | - | -
  `,
  hamilton: `
    C5a | Mixed Use Medium Density - Pedestrian Focus | mixed_use | 05-200
    D5 | Downtown Residential | residential | 05-200
    C2 | Neighbourhood Commercial | commercial | 05-200
    M6 | Light Industrial | industrial | 05-200
    I1 | Neighbourhood Institutional | institutional | 05-200
    P4 | Open Space | open_space | 05-200
    A1 | Agriculture | agricultural | 05-200
    U2 | Parking and Utility | transportation_utility | 05-200
    C2 | Conservation | open_space | 0001 Former Elmford
    M6/S-12-H | Lakefront Recreational - Holding | open_space | 0001 Former Elmford
    H | Holding | - | 0001 Former Elmford
    Q | Quarries | - | 0001 Former Elmford
  `,
  quebec_city: `
    Hb | - | residential | -
    Mc | - | mixed_use | -
    Ca | - | commercial | -
    Ib | - | industrial | -
    Pc | - | institutional | -
    Ra | - | open_space | -
    Aa | - | agricultural | -
    PC | - | - | -
    Xq | - | - | -
  `,
} as const;

export type City = keyof typeof TABLES;

const codes = (table: string): Code[] =>
  tabled(table).map(([base = '', description = '-', category = '-', extra = '']) => ({
    base,
    description: description === '-' ? null : description,
    category: category === '-' ? null : category,
    extra,
  }));

/** Zones of a city; `unknown` is the code that no rule knows. */
export function codesOf(city: City): {known: readonly Code[]; unknown: Code} {
  const known = codes(TABLES[city]);
  const unknown = known.pop();
  if (!unknown) throw new Error(`${city} has no codes`);
  return {known, unknown};
}
