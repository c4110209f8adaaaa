/** Building permits issued by Mississauga since 2018: one layer of points. */
import {address, cost, day, joinNonBlank, rules, squareMetres, text, when} from '../../fields.ts';
import {blank, contains, equals, startsWith} from '../../predicates.ts';
import {dwellings, HUB_POINT, hubPoint, permitCity, withoutContacts} from '../city.ts';
import {permitStatusRules, permitTypeRules} from '../keyword_rules.ts';

const LAYER =
  'https://services6.arcgis.com/hM5ymMLbxIyWTjn2/arcgis/rest/services/Issued_Building_Permits/FeatureServer/0';
const PAGE = 'https://data.mississauga.ca/';

const TYPES = permitTypeRules(
  'mississauga',
  'Scope of the work; a change of use shows in the description only.',
  ['SCOPE'],
  [
    {value: 'change_of_use', when: [contains('DESCRIPTION', 'change of use')]},
    {value: 'new_construction', when: [equals('SCOPE', 'NEW BUILDING')]},
    {value: 'addition', when: [equals('SCOPE', 'ADDITION TO EXISTING BLDG', 'ADDITION AND ALTERATION')]},
    {value: 'renovation', when: [equals('SCOPE', 'ALTERATION TO EXISTING BLDG')]},
    {value: 'demolition', when: [equals('SCOPE', 'DEMOLITION')]},
    {value: 'demolition', when: [blank('SCOPE'), equals('DEMO', 'Y')]},
  ],
);

const STATUSES = permitStatusRules(
  'mississauga',
  'All three states that occur; some have spaces around the dash of `COMPLETED -ALL INSP SIGNED OFF`.',
  {raw: 'STATUS', issued: 'ISSUE_DATE'},
  [
    {value: 'issued', when: [equals('STATUS', 'ISSUED PERMIT')]},
    {value: 'completed', when: [startsWith('STATUS', 'COMPLETED')]},
    {value: 'cancelled', when: [equals('STATUS', 'REVOKED')]},
  ],
);

export default permitCity('mississauga', {
  page: PAGE,
  cadence: 'weekly',
  files: [{name: 'permits.jsonl', format: 'jsonl', via: {portal: 'arcgis', layer: LAYER, page: 2000}}],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'All 24 columns as reported in 2026, and the geometry, which says what LATITUDE and LONGITUDE say.',
      // ZAREA is the number of a map area, not a zone.
      header: [
        'OBJECTID',
        'BP_NO',
        'STATUS',
        'ADDRESS',
        'UNIT_NO',
        'DESCRIPTION',
        'SCOPE',
        'FILE_TYPE',
        'BLDG_TYPE',
        'APP_DETAIL',
        'APPL_AREA',
        'STOREYS',
        'EST_CON_VALUE',
        'RES_UNITS',
        'DEMO',
        'POSTAL_CODE',
        'BLDG_NO',
        'WARD',
        'ZAREA',
        'LATITUDE',
        'LONGITUDE',
        'APPLICATION_DATE',
        'ISSUE_DATE',
        'COMPLETE_DATE',
        ...HUB_POINT,
      ],
      fields: {
        permit_number_raw: text('BP_NO'),
        source_reference: text(['OBJECTID', 'BP_NO']),
        application_date: day('APPLICATION_DATE', 'epoch'),
        issued_date: day('ISSUE_DATE', 'epoch'),
        completed_date: when(day('COMPLETE_DATE', 'epoch'), STATUSES, 'completed'),
        permit_type: rules(TYPES),
        permit_type_raw: text('SCOPE'),
        status: rules(STATUSES),
        status_raw: text('STATUS'),
        building_type: text('BLDG_TYPE'),
        estimated_cost: cost('EST_CON_VALUE'),
        work_description: withoutContacts('DESCRIPTION'),
        detail: withoutContacts('APP_DETAIL'),
        address: joinNonBlank(['ADDRESS', 'UNIT_NO'], ', '),
        postal_code: text('POSTAL_CODE'),
        ward: text('WARD'),
        dwelling_units_created: dwellings('RES_UNITS'),
        // Square metres already.
        floor_area_sqm: squareMetres('APPL_AREA'),
        ...hubPoint('mississauga', {form: 'columns', lat: 'LATITUDE', lng: 'LONGITUDE'}),
        source_url: address({
          template: `${LAYER}/query?where=BP_NO%3D%27{BP_NO}%27&outFields=*&f=json`,
          otherwise: PAGE,
        }),
        // For keys only: building and unit of a repeated number; may be blank.
        place: text('ADDRESS'),
        building: text('BLDG_NO'),
        unit: text('UNIT_NO'),
      },
    },
  ],
  // A number has a row for each building, and for each unit; buildings are permits of their own, and units
  // that have amounts of their own.
  versions: {
    rule: 'rows_by_place',
    current: 'first',
    same: [
      'permit_number_raw',
      'building',
      'permit_type_raw',
      'application_date',
      'issued_date',
      'work_description',
      'detail',
      'building_type',
    ],
    // The detail often repeats the description.
    computed: {
      work_description: `nullif(concat_ws(' - ', last.work_description, nullif(last.detail, last.work_description)), '')`,
    },
  },
  disambiguate: ['building', 'unit'],
  examples: [
    {
      layout: 'permits',
      in: {
        OBJECTID: '417',
        BP_NO: 'BP 3ALT 23-10417',
        STATUS: 'ISSUED PERMIT',
        ADDRESS: '417 LARKSPUR BLVD E',
        DESCRIPTION: 'INTERIOR ALTERATIONS - PROPOSED  OFFICE',
        SCOPE: 'ALTERATION TO EXISTING BLDG',
        FILE_TYPE: 'INDUSTRIAL',
        BLDG_TYPE: 'MULTI-TENANT INDUSTRIAL',
        APP_DETAIL: 'INTERIOR ALTERATIONS - PROPOSED OFFICE',
        APPL_AREA: '310.25',
        EST_CON_VALUE: '262000',
        RES_UNITS: '0',
        DEMO: 'N',
        POSTAL_CODE: 'L4Z 1A1',
        WARD: '5',
        LATITUDE: '43.62',
        LONGITUDE: '-79.65',
        APPLICATION_DATE: '1680307200000',
        ISSUE_DATE: '1682049600000',
      },
      out: {
        municipality: 'mississauga',
        province: 'ON',
        permit_type: 'renovation',
        status: 'issued',
        estimated_cost: 262000,
        issued_date: '2023-04-21',
        application_date: '2023-04-01',
        address: '417 LARKSPUR BLVD E',
        postal_code: 'L4Z 1A1',
        floor_area_sqm: 310.3,
        dwelling_units_created: 0,
        lat: 43.62,
        lng: -79.65,
        source_url: `${LAYER}/query?where=BP_NO%3D%27BP%203ALT%2023-10417%27&outFields=*&f=json`,
      },
    },
    {
      layout: 'permits',
      in: {
        BP_NO: 'HOUSDEMO 18-10418',
        STATUS: 'COMPLETED -ALL INSP SIGNED OFF',
        ADDRESS: '7 BRAMBLE RD',
        UNIT_NO: '2',
        DEMO: 'Y',
        EST_CON_VALUE: '0',
        ISSUE_DATE: '1525132800000',
        COMPLETE_DATE: '1527811200000',
      },
      out: {
        permit_type: 'demolition',
        status: 'completed',
        completed_date: '2018-06-01',
        estimated_cost: null,
        address: '7 BRAMBLE RD, 2',
      },
    },
  ],
});
