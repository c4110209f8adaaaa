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
import {hubPoint, permitCity, withoutContacts} from '../city.ts';
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
      unused: [
        'EXTRACTION_DATE',
        'WORK_CODE',
        'TOTAL_UNITS',
        'PARCELID',
        'ROLL_NO',
        'ISSUE_YEAR',
        'OWNERS',
        'CONTRACTOR_CONTACT',
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
});
