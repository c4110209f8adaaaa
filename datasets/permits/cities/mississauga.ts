/** Building permits issued by Mississauga since 2018: one layer of points. */
import {address, cost, day, degrees, joinNonBlank, squareMetres} from '../../fields.ts';
import {blank, contains, equals, startsWith} from '../../predicates.ts';
import {arcgisLayer, arcgisRow} from '../../publishers/portals.ts';
import {dwellings, hubPoint, permitCity, withoutContacts} from '../city.ts';

const LAYER =
  'https://services6.arcgis.com/hM5ymMLbxIyWTjn2/arcgis/rest/services/Issued_Building_Permits/FeatureServer/0';
const PAGE = 'https://data.mississauga.ca/';

export default permitCity('mississauga', {
  page: PAGE,
  cadence: 'weekly',
  files: [arcgisLayer('permits.jsonl', LAYER, 2000)],
  types: {
    help: 'Scope of the work; a change of use shows in the description only.',
    rows: [
      ['change_of_use', contains('DESCRIPTION', 'change of use')],
      ['new_construction', 'NEW BUILDING'],
      ['addition', 'ADDITION TO EXISTING BLDG', 'ADDITION AND ALTERATION'],
      ['renovation', 'ALTERATION TO EXISTING BLDG'],
      ['demolition', 'DEMOLITION'],
      ['demolition', blank('SCOPE'), equals('DEMO', 'Y')],
    ],
  },
  statuses: {
    help: 'All three states that occur; some have spaces around the dash of `COMPLETED -ALL INSP SIGNED OFF`.',
    rows: [
      ['issued', 'ISSUED PERMIT'],
      ['completed', startsWith('STATUS', 'COMPLETED')],
      ['cancelled', 'REVOKED'],
    ],
  },
  unverified: true,
  help: 'All 24 columns as reported in 2026, and the geometry, which says what LATITUDE and LONGITUDE say.',
  // ZAREA is the number of a map area, not a zone.
  unused: 'FILE_TYPE, STOREYS, ZAREA',
  fields: {
    permit_number_raw: 'BP_NO',
    source_reference: ['OBJECTID', 'BP_NO'],
    application_date: day('APPLICATION_DATE', 'epoch'),
    issued_date: day('ISSUE_DATE', 'epoch'),
    completed_date: day('COMPLETE_DATE', 'epoch'),
    permit_type_raw: 'SCOPE',
    status_raw: 'STATUS',
    building_type: 'BLDG_TYPE',
    estimated_cost: cost('EST_CON_VALUE'),
    work_description: withoutContacts('DESCRIPTION'),
    detail: withoutContacts('APP_DETAIL'),
    address: joinNonBlank(['ADDRESS', 'UNIT_NO'], ', '),
    postal_code: 'POSTAL_CODE',
    ward: 'WARD',
    dwelling_units_created: dwellings('RES_UNITS'),
    // Square metres already.
    floor_area_sqm: squareMetres('APPL_AREA'),
    ...hubPoint(degrees('LATITUDE', 'LONGITUDE')),
    source_url: address({template: arcgisRow(LAYER, "BP_NO='{BP_NO}'"), otherwise: PAGE}),
    // For keys only: building and unit of a repeated number; may be blank.
    place: 'ADDRESS',
    building: 'BLDG_NO',
    unit: 'UNIT_NO',
  },
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
});
