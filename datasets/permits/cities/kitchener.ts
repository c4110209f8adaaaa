/** Building permits of Kitchener since 1999: one layer of points. */
import {
  address,
  columnsOf,
  cost,
  day,
  futureDay,
  joinNonBlank,
  rules,
  sum,
  text,
  when,
} from '../../fields.ts';
import {blank, equals} from '../../predicates.ts';
import {HUB_POINT, hubPoint, permitCity, withoutContacts} from '../city.ts';
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from '../keyword_rules.ts';

const LAYER =
  'https://services1.arcgis.com/qAo1OsXi67t7XgmS/arcgis/rest/services/Building_Permits/FeatureServer/0';
const PAGE = 'https://data-kitchenergis.opendata.arcgis.com/';

const TYPES = permitTypeRules(
  'kitchener',
  'The three work types that were seen, then key words of permit type and work type, or of the description where both are blank.',
  ['PERMIT_TYPE', 'WORK_TYPE'],
  [
    {value: 'renovation', when: [equals('WORK_TYPE', 'Interior Alteration')]},
    {value: 'addition', when: [equals('WORK_TYPE', 'Addition to Building')]},
    {value: 'new_construction', when: [equals('WORK_TYPE', 'New Building')]},
    ...typeKeywords(['PERMIT_TYPE', 'WORK_TYPE']),
    ...typeKeywords(['PERMIT_DESCRIPTION'], {free: true, and: [blank(['PERMIT_TYPE', 'WORK_TYPE'])]}),
  ],
);

const STATUSES = permitStatusRules(
  'kitchener',
  'Status by key words: no value of it was seen. A day of expiry that has passed does not mean that a permit expired.',
  {raw: 'PERMIT_STATUS', issued: 'ISSUE_DATE'},
  statusKeywords('PERMIT_STATUS'),
);

export default permitCity('kitchener', {
  page: PAGE,
  cadence: 'daily',
  files: [{name: 'permits.jsonl', format: 'jsonl', via: {portal: 'arcgis', layer: LAYER, page: 1000}}],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'Columns as reported in 2026; no file was seen. The geometry is kept in a projection, and asked for in degrees.',
      header: [
        'OBJECTID',
        'PERMITNO',
        'PERMIT_TYPE',
        'PERMIT_STATUS',
        'APPLICATION_DATE',
        'ISSUE_DATE',
        'FINAL_DATE',
        'EXPIRY_DATE',
        'EXTRACTION_DATE',
        'CONSTRUCTION_VALUE',
        'WORK_TYPE',
        'SUB_WORK_TYPE',
        'WORK_CODE',
        'PERMIT_DESCRIPTION',
        'TOTAL_UNITS',
        'UNITS_NET_CHANGE',
        'UNITS_CREATED',
        'FOLDERNAME',
        'PARCELID',
        'ROLL_NO',
        'ISSUE_YEAR',
        'APPLICANT',
        'CONTRACTOR',
        'OWNERS',
        'CONTRACTOR_CONTACT',
        ...HUB_POINT,
      ],
      fields: {
        permit_number_raw: text('PERMITNO'),
        source_reference: text(['OBJECTID', 'PERMITNO']),
        application_date: day('APPLICATION_DATE', 'epoch'),
        issued_date: day('ISSUE_DATE', 'epoch'),
        completed_date: when(day('FINAL_DATE', 'epoch'), STATUSES, 'completed'),
        expiry_date: futureDay('EXPIRY_DATE', 'epoch'),
        permit_type: rules(TYPES),
        permit_type_raw: joinNonBlank(['PERMIT_TYPE', 'WORK_TYPE'], ' / '),
        status: rules(STATUSES),
        status_raw: text('PERMIT_STATUS'),
        building_type: text(['SUB_WORK_TYPE', 'PERMIT_TYPE']),
        estimated_cost: cost('CONSTRUCTION_VALUE'),
        work_description: withoutContacts('PERMIT_DESCRIPTION'),
        address: text('FOLDERNAME'),
        applicant_name: text('APPLICANT'),
        contractor_name: text('CONTRACTOR'),
        // Dwellings that are lost are counted in the net change only.
        dwelling_units_created: sum({
          as: 'integer',
          ...columnsOf('UNITS_NET_CHANGE'),
          or: columnsOf('UNITS_CREATED'),
        }),
        ...hubPoint('kitchener'),
        source_url: address({
          template: `${LAYER}/query?where=PERMITNO%3D%27{PERMITNO}%27&outFields=*&f=json`,
          otherwise: PAGE,
        }),
      },
    },
  ],
  personal: ['OWNERS', 'CONTRACTOR_CONTACT'],
  examples: [
    {
      layout: 'permits',
      in: {
        OBJECTID: '417',
        PERMITNO: '21 104417',
        PERMIT_TYPE: 'Residential Alteration',
        PERMIT_STATUS: 'Issued - under review',
        APPLICATION_DATE: '1615694400000',
        ISSUE_DATE: '1620259200000',
        EXPIRY_DATE: '1651795200000',
        CONSTRUCTION_VALUE: '0',
        WORK_TYPE: 'Interior Alteration',
        PERMIT_DESCRIPTION: 'Second suite in the basement',
        UNITS_CREATED: '1',
        FOLDERNAME: '41 LARKSPUR ST',
        APPLICANT: 'Larkspur Homes Ltd',
        geometry: '{"type":"Point","coordinates":[-80.49,43.45]}',
      },
      out: {
        municipality: 'kitchener',
        province: 'ON',
        source_reference: '417',
        application_date: '2021-03-14',
        issued_date: '2021-05-06',
        expiry_date: '2022-05-06',
        permit_type: 'renovation',
        permit_type_raw: 'Residential Alteration / Interior Alteration',
        status: 'in_review',
        building_type: 'Residential Alteration',
        estimated_cost: null,
        dwelling_units_created: 1,
        lat: 43.45,
        lng: -80.49,
        source_url: `${LAYER}/query?where=PERMITNO%3D%2721%20104417%27&outFields=*&f=json`,
      },
    },
    {
      layout: 'permits',
      in: {
        PERMITNO: '21 104418',
        PERMIT_TYPE: 'Demolition',
        PERMIT_STATUS: 'Finalled',
        ISSUE_DATE: '1620259200000',
        FINAL_DATE: '1642636800000',
        UNITS_NET_CHANGE: '-1',
        UNITS_CREATED: '0',
      },
      out: {
        permit_type: 'demolition',
        status: 'completed',
        completed_date: '2022-01-20',
        dwelling_units_created: -1,
        lat: null,
        lng: null,
      },
    },
  ],
});
