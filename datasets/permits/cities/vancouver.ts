/** Building permits of Vancouver issued since 2017: an export of its Opendatasoft portal. */
import {address, cost, day, extract, geojson, replace} from '../../fields.ts';
import {equals} from '../../predicates.ts';
import {odsFile} from '../../publishers/portals.ts';
import type {Predicate} from '../../types.ts';
import {ISSUED, located, permitCity, withoutContacts} from '../city.ts';
import {removesAddition} from '../keyword_rules.ts';

const PORTAL = 'https://opendata.vancouver.ca';
const DATASET = 'issued-building-permits';
const PAGE = `${PORTAL}/explore/dataset/${DATASET}/`;

/** A cell holds several uses, separated by commas with or without a space; in JSON they are an array. */
const LIST = [
  [/^\[ *"|" *\]$/, ''],
  [/" *, *"/, ', '],
  [/, */, ', '],
] as const;

const ALTERATION = equals('TypeOfWork', 'Addition / Alteration');

/**
 * Descriptions repeat the type first (`Field Review - Addition / Alteration - To ...`): only the rest counts.
 */
const description = (test: Omit<Predicate, 'from' | 'after'>): Predicate => ({
  from: ['ProjectDescription'],
  after: / - addition \/ alteration - /,
  ...test,
});

/** `add a second storey addition`, `construct a rear addition`. */
const ADDED_SPACE =
  /\b(?:add(?:ing)?|construct(?:ing)?|build(?:ing)?) (?:an?|the) (?:[\w-]+ ){0,3}additions?\b|\b(?:storey|story|floor|rear|front|side) additions?\b/;

const CHANGE_OF_USE = description({matches: /change of (?:major occupancy|use)|change the use/});
const SAME_USE = description({matches: /no change of (?:major occupancy|use)/, negated: true});
const ADDITION = description({containsWords: ['addition', 'additions']});
const NOT_INTERIOR = description({contains: ['interior alteration'], negated: true});

export default permitCity('vancouver', {
  page: PAGE,
  cadence: 'weekly',
  files: [odsFile('permits.csv', PORTAL, DATASET)],
  delimiter: ';',
  personal: ['ApplicantAddress', 'BuildingContractorAddress'],
  types: {
    help: 'Type of work; an addition / alteration by its description. Salvage precedes a demolition that is a permit of its own.',
    rows: [
      ['new_construction', 'New Building'],
      ['change_of_use', ALTERATION, CHANGE_OF_USE, SAME_USE],
      // Demolition is another type of work.
      ['renovation', ALTERATION, ...removesAddition((matches) => description({matches}))],
      ['addition', ALTERATION, ADDITION, NOT_INTERIOR],
      // Space is added although interior alterations are named, too.
      ['addition', ALTERATION, description({matches: ADDED_SPACE})],
      ['renovation', ALTERATION],
      ['demolition', 'Demolition / Deconstruction'],
      [
        'other',
        'Salvage and Abatement',
        'Temporary Building / Structure',
        'Outdoor Uses (No Buildings Proposed)',
      ],
    ],
  },
  help: 'Columns of 2026; JSON names them in lower case. The file of 2020 lacked six of them and had a number.',
  ignored: /^BI_ID$/i,
  unused:
    'PermitElapsedDays, PermitCategory, ApplicantAddress, BuildingContractorAddress, IssueYear, YearMonth',
  optional: 'PermitNumberCreatedDate, GeoLocalArea, Geom, geo_point_2d',
  aliases: {Year: 'IssueYear'},
  fields: {
    permit_number_raw: 'PermitNumber',
    issued_date: day('IssueDate'),
    application_date: day('PermitNumberCreatedDate'),
    permit_type_raw: 'TypeOfWork',
    work_description: withoutContacts('ProjectDescription'),
    status: ISSUED,
    // The city writes 0 for the second and later buildings of a site, and for salvage.
    estimated_cost: cost('ProjectValue'),
    // Often private persons.
    applicant_name: 'Applicant',
    contractor_name: 'BuildingContractor',
    address: 'Address',
    postal_code: extract('Address', /([A-Z]\d[A-Z] ?\d[A-Z]\d)$/),
    neighbourhood: 'GeoLocalArea',
    building_type: replace(['SpecificUseCategory', 'PropertyUse'], LIST),
    ...located({form: 'pair', column: 'geo_point_2d'}, geojson('Geom')),
    source_url: address({template: `${PAGE}table/?q={PermitNumber}`, otherwise: PAGE}),
  },
  // The number was unique in every file seen.
  disambiguate: ['permit_type_raw', 'address'],
});
