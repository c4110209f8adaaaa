/**
 * Invented pairs of vendor names in the registry's form, labelled by hand: names that a field cut off, and
 * names that only begin alike.
 */

/**
 * Whole names. Each is cut at the widths of the fields: 24, 30, 35 and 40 characters, blanks at the end lost.
 */
const WHOLE = [
  'THE NORTHERN TELEPHONE COMPANY OF CANADA',
  'Northline Surveying and Geomatics Consulting Inc.',
  'RIVERBEND ENVIRONMENTAL LABORATORIES LIMITED',
  'Les Entreprises Géomatique Élan et Associés ltée',
  'TIDEWATER MARINE CONSTRUCTION AND DREDGING CORPORATION',
  'Société des arpenteurs-géomètres de la Côte-Nord S.E.N.C.',
  'Harbour & Hale Architects and Planning Consultants',
  'ALDERGROVE INFORMATION TECHNOLOGY SERVICES CANADA LTD',
  'Groupe conseil en environnement Boisclair inc.',
  "L’Atelier d'ingénierie maritime du Saguenay inc.",
  'Cedarline Translation and Interpretation Services Inc.',
  'Consultants in Coastal Engineering and Hydrography Ltd.',
  'MACKENZIE DELTA HELICOPTER CHARTERS AND LOGISTICS',
  'Quartz Mountain Drilling and Exploration Partners',
  'Université du Nord-Ouest et des Territoires',
  'PRAIRIE CROSSING AGRICULTURAL RESEARCH COOPERATIVE',
  'Bluewater Facilities Management and Cleaning Inc',
  'Fundy Shore Instrumentation & Calibration Limited',
  'Ressources humaines Horizon Boréal inc.',
  'STONEBRIDGE SECURITY AND INVESTIGATIONS CANADA INC.',
  'Lakehead Aviation Maintenance Training Centre Ltd',
  'Ironwood Office Furniture Manufacturing Company',
  'Compagnie de construction et de pavage Beaurivage ltée',
  'Whitecap Oceanographic Equipment Rental Ltd.',
  'KESTREL AEROSPACE SIMULATION SYSTEMS INCORPORATED',
  'Maplestone Data Communications International Inc.',
  'The Governing Council of the Northern University',
  'Corporation of the Township of Upper Harbour',
  'Sablon Dufresne Architectes Paysagistes inc.',
  'Verglas Neige et Déneigement de la Capitale inc.',
  'Pemberly Actuarial and Pension Advisers Limited',
  'Grand Portage First Nation Development Corporation',
  'CANTERBURY BUSINESS MACHINES OF NEW BRUNSWICK LTD',
  'Ashlar Heritage Masonry Restoration Group Inc.',
  'Polaris Satellite Ground Stations Canada Limited',
] as const;

const WIDTHS = [24, 30, 35, 40];

/** How the rows of a pair differ beside their names, dates and values. */
export type Apart = 'institution' | 'number';

export interface Pair {
  one: string;
  other: string;
  /** Whether both rows are one contract. */
  same: boolean;
  apart?: Apart;
}

/** Pairs of a cut name and the whole one. */
const CUT: Pair[] = WHOLE.flatMap((whole) =>
  WIDTHS.filter((width) => whole.length > width + 1).map((width, at) => {
    const cut = whole.slice(0, width).trimEnd();
    return at % 2 ? {one: whole, other: cut, same: true} : {one: cut, other: whole, same: true};
  }),
);

/** Names that only begin alike. */
const ALIKE: [one: string, other: string][] = [
  ['ABC Inc', 'ABC Incubator Ltd'],
  ['ABC Inc.', 'ABC Incorporated Engineering Partners Ltd.'],
  ['Northline', 'Northline Surveying Inc.'],
  ['Canada', 'Canadair Maintenance Partners Ltd.'],
  ['Les Entreprises', 'Les Entreprises Boisclair inc.'],
  ['The Corporation of', 'The Corporation of the Town of Upper Harbour'],
  ['Government of', 'Government of the Northern Islands'],
  ['Consultants', 'Consultants in Coastal Engineering Ltd.'],
  ['Bell', 'Bellwether Analytics Inc.'],
  ['University of Harbour', 'University of Harbour Heart Clinic'],
  ['University of Northern Columbia', 'University of Northern Columbia Press'],
  ['The Royal Society of Northern Harbours', 'The Royal Society of Northern Harbours Foundation'],
  ['Fondation des arpenteurs de la Capitale', 'Fondation des arpenteurs de la Capitale et Boisclair'],
  ['Riverbend Regional Health Authority', 'Riverbend Regional Health Authority Pension Plan'],
  ['Upper Harbour General and Marine', 'Upper Harbour General and Marine Hospital'],
  ['1234567 Canada Inc.', '1234567 Canada Incubation Services Ltd.'],
  ['1234567 Canada', '12345678 Canada'],
  ['1234567 Ontario', '1234567 Ontario Holdings of the North'],
  ['9000-1234 Québec inc.', '9000-1234 Québec inc. et Boisclair'],
  ['9000-123', '9000-1234 Québec inc.'],
  ['Northern Harbour Holdings Number 12', 'Northern Harbour Holdings Number 123'],
  ['Northern Harbour Holdings Number', 'Northern Harbour Holdings Number 12'],
  ['Royal Harbour Veterans Legion Branch', 'Royal Harbour Veterans Legion Branch 41'],
  ['Tidewater Wind Limited Partnership I', 'Tidewater Wind Limited Partnership II'],
  ['Tidewater Wind Limited Partnership', 'Tidewater Wind Limited Partnership IV'],
  ['Tidewater Marine Construction Ltd.', 'Tidewater Marine Construction Ltd. and Riverbend Dredging Ltd.'],
  [
    'Northline Surveying and Geomatics',
    'Northline Surveying and Geomatics and Riverbend Consulting Joint Venture',
  ],
  ['Northline Surveying and Geomatics', 'Northline Surveying and Geomatics Riverbend Joint Venture'],
  ['Groupe conseil en environnement', 'Groupe conseil en environnement Boisclair en coentreprise'],
  ['Stonebridge Security and Guard Inc', 'Stonebridge Security and Guard Incident Response Ltd.'],
  ['Polaris Satellite Ground Stations Co', 'Polaris Satellite Ground Stations Construction Ltd.'],
  ['Fundy Shore Instruments Corp', 'Fundy Shore Instruments Corporate Training'],
  ['Kestrel Aerospace Simulation Ltd.', 'Kestrel Aerospace Simulation Ltd. (in trust for Hale)'],
  ['Union of Northern Harbour Pilots of the', 'Union of Southern Harbour Pilots of the Islands'],
  ['Northline Surveying and Geomatics Eas', 'Northline Surveying and Geomatics West Ltd.'],
  ['NA', 'Nairn Aviation Ltd.'],
  ['Aldergrove', 'Aldergrove Information Technology Services'],
  ['Harbour & Hale', 'Harbour & Hale Architects'],
  ['Mackenzie Delta', 'Mackenzie Delta Helicopter Charters'],
  ['Northern Islands Public Works', 'Northern Islands Public Works Union of Employees'],
  ['Federation of Harbour Communities', 'Federation of Harbour Communities Local 12'],
  // Two places, one of which begins like the other: no rule of names tells them from a cut.
  ['The Corporation of the Township of Nor', 'The Corporation of the Township of Norwood'],
];

/** True cuts, but of another contract. */
const APART: Pair[] = (['institution', 'number'] as const).flatMap((apart, from) =>
  CUT.filter((_, at) => at % 9 === from).map((pair) => ({...pair, same: false, apart})),
);

export const LABELLED_PAIRS: readonly Pair[] = [
  ...CUT,
  ...ALIKE.map(([one, other]) => ({one, other, same: false})),
  ...APART,
];
