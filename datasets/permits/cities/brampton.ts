/** Building permits of Brampton: one layer of points, without costs. */
import {
  address,
  day,
  futureDay,
  integer,
  joinNonBlank,
  replace,
  rules,
  squareMetres,
  text,
} from '../../fields.ts';
import {equals} from '../../predicates.ts';
import {dwellings, HUB_POINT, hubPoint, permitCity} from '../city.ts';
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from '../keyword_rules.ts';

const LAYER = 'https://maps1.brampton.ca/arcgis/rest/services/BuildingPermit/Building_Permits/MapServer/0';
const PAGE = 'https://geohub.brampton.ca/';

const TYPES = permitTypeRules(
  'brampton',
  'The works that were seen, then key words of the work.',
  ['WORKDESC'],
  [
    {value: 'new_construction', when: [equals('WORKDESC', 'New Complete Building', 'New Shell Building')]},
    {
      value: 'renovation',
      when: [equals('WORKDESC', 'Interior/Unit Finish', 'Interior Alterations', 'Second Unit')],
    },
    ...typeKeywords(['WORKDESC']),
  ],
);

const STATUSES = permitStatusRules(
  'brampton',
  'Three states before the issue that were seen, then key words.',
  {raw: 'STATUSDESC', issued: 'ISSUEDATE'},
  [
    {value: 'in_review', when: [equals('STATUSDESC', 'Registered', 'Ready to Issue', 'Zoning Certified')]},
    ...statusKeywords('STATUSDESC'),
  ],
);

export default permitCity('brampton', {
  page: PAGE,
  cadence: 'daily',
  // The server truncates pages without saying that there are more.
  files: [{name: 'permits.jsonl', format: 'jsonl', via: {portal: 'arcgis', layer: LAYER, page: 1000}}],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'All 20 columns as reported in 2026; SHAPE is the geometry.',
      header: [
        'OBJECTID',
        'GIS_ID',
        'ADDRESS',
        'FOLDERRSN',
        'PERMITNUMBER',
        'SUBDESC',
        'WORKDESC',
        'ISSUEDATE',
        'INDATE',
        'STATUSDESC',
        'PROCESSDATE',
        'BUILDER',
        'CONTRACTOR',
        'EXPIRYDATE',
        'GFA',
        'SECOND_UNIT',
        'BEDROOMS',
        'STOREYS',
        'DWELLINGS',
        'SHAPE',
        ...HUB_POINT,
      ],
      fields: {
        permit_number_raw: text('PERMITNUMBER'),
        // An integer that the service stores as a float.
        source_reference: replace('FOLDERRSN', [[/\.0+$/, '']]),
        application_date: day('INDATE', 'epoch'),
        issued_date: day('ISSUEDATE', 'epoch'),
        expiry_date: futureDay('EXPIRYDATE', 'epoch'),
        permit_type: rules(TYPES),
        permit_type_raw: text('WORKDESC'),
        status: rules(STATUSES),
        status_raw: text('STATUSDESC'),
        building_type: text('SUBDESC'),
        work_description: joinNonBlank(['WORKDESC', 'SUBDESC'], ' - '),
        address: text('ADDRESS'),
        contractor_name: text(['CONTRACTOR', 'BUILDER']),
        dwelling_units_created: dwellings('DWELLINGS'),
        // Square metres already.
        floor_area_sqm: squareMetres('GFA'),
        ...hubPoint('brampton'),
        source_url: address({
          template: `${LAYER}/query?where=FOLDERRSN%3D{FOLDERRSN}&outFields=*&f=json`,
          otherwise: PAGE,
        }),
        processed: integer('PROCESSDATE'),
      },
    },
  ],
  required: ['permit_number_raw', 'source_reference'],
  // 957 numbers belong to projects whose shell and finish have separate folders.
  key: ['permit_number_raw', 'source_reference'],
  versions: {
    group: ['permit_number_raw', 'source_reference'],
    order: ['v.processed NULLS FIRST'],
    mergeReason: 'an earlier row of the folder',
  },
  examples: [
    {
      layout: 'permits',
      in: {
        OBJECTID: '417',
        ADDRESS: '41 LARKSPUR CRT',
        FOLDERRSN: '1310417.0',
        PERMITNUMBER: '21-310417-000-00',
        SUBDESC: 'Single Family Dwelling',
        WORKDESC: 'Second Unit',
        ISSUEDATE: '1620259200000',
        INDATE: '1615694400000',
        STATUSDESC: 'Permit Issued',
        PROCESSDATE: '1620864000000',
        BUILDER: 'Larkspur Homes Ltd',
        GFA: '96.44',
        DWELLINGS: '1',
        geometry: '{"type":"Point","coordinates":[-79.76,43.72]}',
      },
      out: {
        municipality: 'brampton',
        province: 'ON',
        permit_number_raw: '21-310417-000-00',
        source_reference: '1310417',
        application_date: '2021-03-14',
        issued_date: '2021-05-06',
        permit_type: 'renovation',
        permit_type_raw: 'Second Unit',
        status: 'issued',
        work_description: 'Second Unit - Single Family Dwelling',
        contractor_name: 'Larkspur Homes Ltd',
        dwelling_units_created: 1,
        floor_area_sqm: 96.4,
        lat: 43.72,
        lng: -79.76,
      },
    },
    {
      layout: 'permits',
      in: {
        PERMITNUMBER: '22-310418-000-00',
        FOLDERRSN: '1310418',
        SUBDESC: 'Temporary Tent',
        WORKDESC: 'Tent',
        INDATE: '1615694400000',
        STATUSDESC: 'Zoning Clearance',
      },
      // Work and status are unknown, and nothing was issued.
      out: {permit_type: 'other', status: 'in_review', issued_date: null},
    },
  ],
});
