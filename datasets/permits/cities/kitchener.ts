/** Building permits of Kitchener since 1999: one layer of points. */
import {address, columnsOf, cost, day, futureDay, joinNonBlank, sum} from '../../fields.ts';
import {blank, equals} from '../../predicates.ts';
import {arcgisLayer, arcgisRow} from '../../publishers/portals.ts';
import {hubPoint, permitCity, withoutContacts} from '../city.ts';
import {typeKeywords} from '../keyword_rules.ts';

const LAYER =
  'https://services1.arcgis.com/qAo1OsXi67t7XgmS/arcgis/rest/services/Building_Permits/FeatureServer/0';
const PAGE = 'https://data-kitchenergis.opendata.arcgis.com/';

export default permitCity('kitchener', {
  page: PAGE,
  cadence: 'daily',
  files: [arcgisLayer('permits.jsonl', LAYER)],
  types: {
    help: 'The three work types that were seen, then key words of permit type and work type, or of the description where both are blank.',
    rows: [
      ['renovation', equals('WORK_TYPE', 'Interior Alteration')],
      ['addition', equals('WORK_TYPE', 'Addition to Building')],
      ['new_construction', equals('WORK_TYPE', 'New Building')],
      ...typeKeywords(['PERMIT_TYPE', 'WORK_TYPE']),
      ...typeKeywords(['PERMIT_DESCRIPTION'], {free: true, and: [blank(['PERMIT_TYPE', 'WORK_TYPE'])]}),
    ],
  },
  statuses: {
    help: 'Status by key words: no value of it was seen. A day of expiry that has passed does not mean that a permit expired.',
  },
  unverified: true,
  help: 'Columns as reported in 2026; no file was seen. The geometry is kept in a projection, and asked for in degrees.',
  unused:
    'EXTRACTION_DATE, WORK_CODE, TOTAL_UNITS, PARCELID, ROLL_NO, ISSUE_YEAR, OWNERS, CONTRACTOR_CONTACT',
  fields: {
    permit_number_raw: 'PERMITNO',
    source_reference: ['OBJECTID', 'PERMITNO'],
    application_date: day('APPLICATION_DATE', 'epoch'),
    issued_date: day('ISSUE_DATE', 'epoch'),
    completed_date: day('FINAL_DATE', 'epoch'),
    expiry_date: futureDay('EXPIRY_DATE', 'epoch'),
    permit_type_raw: joinNonBlank(['PERMIT_TYPE', 'WORK_TYPE'], ' / '),
    status_raw: 'PERMIT_STATUS',
    building_type: ['SUB_WORK_TYPE', 'PERMIT_TYPE'],
    estimated_cost: cost('CONSTRUCTION_VALUE'),
    work_description: withoutContacts('PERMIT_DESCRIPTION'),
    address: 'FOLDERNAME',
    applicant_name: 'APPLICANT',
    contractor_name: 'CONTRACTOR',
    // Dwellings that are lost are counted in the net change only.
    dwelling_units_created: sum({
      as: 'integer',
      ...columnsOf('UNITS_NET_CHANGE'),
      or: columnsOf('UNITS_CREATED'),
    }),
    ...hubPoint(),
    source_url: address({template: arcgisRow(LAYER, "PERMITNO='{PERMITNO}'"), otherwise: PAGE}),
  },
  personal: ['OWNERS', 'CONTRACTOR_CONTACT'],
});
