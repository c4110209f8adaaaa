/** Building permits of Vancouver issued since 2017: an export of its Opendatasoft portal. */
import {address, cost, day, extract, point, replace, rules, text} from '../../fields.ts';
import {boundsOf} from '../../municipalities.ts';
import {equals} from '../../predicates.ts';
import type {Predicate, Rules} from '../../types.ts';
import {ISSUED, permitCity, withoutContacts} from '../city.ts';
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

const TYPES: Rules = {
  name: 'vancouver_permit_types',
  help: 'Type of work; an addition / alteration by its description. Salvage precedes a demolition that is a permit of its own.',
  rules: [
    {value: 'new_construction', when: [equals('TypeOfWork', 'New Building')]},
    {
      value: 'change_of_use',
      when: [
        ALTERATION,
        description({matches: /change of (?:major occupancy|use)|change the use/}),
        description({matches: /no change of (?:major occupancy|use)/, negated: true}),
      ],
    },
    // Demolition is another type of work.
    {value: 'renovation', when: [ALTERATION, ...removesAddition((matches) => description({matches}))]},
    {
      value: 'addition',
      when: [
        ALTERATION,
        description({containsWords: ['addition', 'additions']}),
        description({contains: ['interior alteration'], negated: true}),
      ],
    },
    // Space is added although interior alterations are named, too.
    {value: 'addition', when: [ALTERATION, description({matches: ADDED_SPACE})]},
    {value: 'renovation', when: [ALTERATION]},
    {value: 'demolition', when: [equals('TypeOfWork', 'Demolition / Deconstruction')]},
    {
      value: 'other',
      when: [
        equals(
          'TypeOfWork',
          'Salvage and Abatement',
          'Temporary Building / Structure',
          'Outdoor Uses (No Buildings Proposed)',
        ),
      ],
    },
  ],
  otherwise: 'other',
  reported: ['TypeOfWork'],
};

export default permitCity('vancouver', {
  page: PAGE,
  cadence: 'weekly',
  files: [
    {
      name: 'permits.csv',
      format: 'csv',
      via: {portal: 'opendatasoft', base: PORTAL, dataset: DATASET, format: 'csv'},
    },
  ],
  delimiter: ';',
  personal: ['ApplicantAddress', 'BuildingContractorAddress'],
  layouts: [
    {
      name: 'permits',
      help: 'Columns of 2026; JSON names them in lower case. The file of 2020 lacked six of them and had a number.',
      ignored: /^BI_ID$/i,
      header: [
        'PermitNumber',
        'PermitNumberCreatedDate',
        'IssueDate',
        'PermitElapsedDays',
        'ProjectValue',
        'TypeOfWork',
        'Address',
        'ProjectDescription',
        'PermitCategory',
        'Applicant',
        'ApplicantAddress',
        'PropertyUse',
        'SpecificUseCategory',
        'BuildingContractor',
        'BuildingContractorAddress',
        'IssueYear',
        'GeoLocalArea',
        'Geom',
        'YearMonth',
        'geo_point_2d',
      ],
      optional: ['PermitNumberCreatedDate', 'GeoLocalArea', 'Geom', 'geo_point_2d'],
      aliases: {Year: 'IssueYear'},
      fields: {
        permit_number_raw: text('PermitNumber'),
        source_reference: text('PermitNumber'),
        issued_date: day('IssueDate'),
        application_date: day('PermitNumberCreatedDate'),
        permit_type: rules(TYPES),
        permit_type_raw: text('TypeOfWork'),
        work_description: withoutContacts('ProjectDescription'),
        status: ISSUED,
        // 0 for further buildings of a site and for salvage.
        estimated_cost: cost('ProjectValue'),
        // Often private persons.
        applicant_name: text('Applicant'),
        contractor_name: text('BuildingContractor'),
        address: text('Address'),
        postal_code: extract('Address', /([A-Z]\d[A-Z] ?\d[A-Z]\d)$/),
        neighbourhood: text('GeoLocalArea'),
        building_type: replace(['SpecificUseCategory', 'PropertyUse'], LIST),
        ...point(
          boundsOf('vancouver'),
          {form: 'pair', column: 'geo_point_2d'},
          {form: 'geojson', column: 'Geom'},
        ),
        source_url: address({template: `${PAGE}table/?q={PermitNumber}`, otherwise: PAGE}),
      },
    },
  ],
  // The number was unique in every file seen.
  disambiguate: ['permit_type_raw', 'address'],
  examples: [
    {
      layout: 'permits',
      in: {
        PermitNumber: 'DB-2031-00417',
        PermitNumberCreatedDate: '2022-12-13',
        IssueDate: '2023-06-01',
        ProjectValue: '179950.5',
        TypeOfWork: 'New Building',
        Address: '1048 LARKSPUR AVENUE #3,\r\nVancouver, BC V5T 0X0',
        ProjectDescription: 'Low Density Housing - New Building - To construct\na laneway house.',
        Applicant: 'Wren Design GROUP Ltd',
        ApplicantAddress: '21 BRAMBLE AVE \nVANCOUVER, BC  V5T 0X1',
        PropertyUse: 'Dwelling Uses',
        SpecificUseCategory: 'Laneway House',
        GeoLocalArea: 'Oakridge',
        Geom: '{"coordinates": [-123.1086, 49.2293], "type": "Point"}',
        geo_point_2d: '49.2293, -123.1086',
      },
      out: {
        municipality: 'vancouver',
        province: 'BC',
        permit_type: 'new_construction',
        status: 'issued',
        application_date: '2022-12-13',
        issued_date: '2023-06-01',
        estimated_cost: 179950.5,
        building_type: 'Laneway House',
        neighbourhood: 'Oakridge',
        lat: 49.2293,
        lng: -123.1086,
        address: '1048 LARKSPUR AVENUE #3, Vancouver, BC V5T 0X0',
        postal_code: 'V5T 0X0',
        work_description: 'Low Density Housing - New Building - To construct a laneway house.',
        applicant_name: 'Wren Design GROUP Ltd',
        contractor_name: null,
        source_url: `${PAGE}table/?q=DB-2031-00417`,
      },
    },
    {
      layout: 'permits',
      in: {
        PermitNumber: 'BP-2031-00500',
        IssueDate: '2018-01-02',
        ProjectValue: '0',
        TypeOfWork: 'Addition / Alteration',
        ProjectDescription:
          'Field Review - Addition / Alteration - Interior alterations and a change of use from office to retail.',
        PropertyUse: 'Office Uses,Retail Uses',
        SpecificUseCategory: 'General Office,Retail Store',
        geo_point_2d: '{"lon":-123.1,"lat":49.25}',
      },
      out: {
        permit_type: 'change_of_use',
        estimated_cost: null,
        building_type: 'General Office, Retail Store',
        lat: 49.25,
        lng: -123.1,
      },
    },
    {
      layout: 'permits',
      in: {
        PermitNumber: 'BP-2031-00501',
        TypeOfWork: 'Addition / Alteration',
        ProjectDescription:
          'Enquiry Centre - Addition / Alteration - Interior alterations; no change of use.',
        SpecificUseCategory: '["General Office", "Retail Store"]',
      },
      out: {permit_type: 'renovation', building_type: 'General Office, Retail Store'},
    },
    {
      layout: 'permits',
      in: {
        PermitNumber: 'BP-2031-00502',
        TypeOfWork: 'Addition / Alteration',
        ProjectDescription:
          'Low Density Housing - Addition / Alteration - To add a two-storey addition. Schedule B: M. Wren P.Eng (604) 555-0142, wren@example.org; related BP-2017-05157.',
        PropertyUse: 'Dwelling Uses',
      },
      out: {
        permit_type: 'addition',
        building_type: 'Dwelling Uses',
        work_description:
          'Low Density Housing - Addition / Alteration - To add a two-storey addition. Schedule B: M. Wren P.Eng [...], [...]; related BP-2017-05157.',
      },
    },
    {
      layout: 'permits',
      in: {PermitNumber: 'BP-2031-00503', TypeOfWork: 'Salvage and Abatement'},
      out: {permit_type: 'other'},
    },
  ],
});
