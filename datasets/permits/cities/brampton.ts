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
import {dwellings, hubPoint, permitCity} from '../city.ts';
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
      unused: ['OBJECTID', 'GIS_ID', 'SECOND_UNIT', 'BEDROOMS', 'STOREYS', 'SHAPE'],
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
});
