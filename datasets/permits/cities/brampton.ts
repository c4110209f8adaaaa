/** Building permits of Brampton: one layer of points, without costs. */
import {address, day, futureDay, integer, joinNonBlank, replace, squareMetres} from '../../fields.ts';
import {arcgisLayer, arcgisRow} from '../../publishers/portals.ts';
import {dwellings, hubPoint, permitCity} from '../city.ts';
import {STATUS_KEYWORDS, typeKeywords} from '../keyword_rules.ts';

const LAYER = 'https://maps1.brampton.ca/arcgis/rest/services/BuildingPermit/Building_Permits/MapServer/0';
const PAGE = 'https://geohub.brampton.ca/';

export default permitCity('brampton', {
  page: PAGE,
  cadence: 'daily',
  // The server truncates pages without saying that there are more.
  files: [arcgisLayer('permits.jsonl', LAYER)],
  types: {
    help: 'The works that were seen, then key words of the work.',
    rows: [
      ['new_construction', 'New Complete Building', 'New Shell Building'],
      ['renovation', 'Interior/Unit Finish', 'Interior Alterations', 'Second Unit'],
      ...typeKeywords(['WORKDESC']),
    ],
  },
  statuses: {
    help: 'Three states before the issue that were seen, then key words.',
    rows: [['in_review', 'Registered', 'Ready to Issue', 'Zoning Certified'], ...STATUS_KEYWORDS],
  },
  unverified: true,
  help: 'All 20 columns as reported in 2026; SHAPE is the geometry.',
  unused: 'OBJECTID, GIS_ID, SECOND_UNIT, BEDROOMS, STOREYS, SHAPE',
  fields: {
    permit_number_raw: 'PERMITNUMBER',
    // An integer that the service stores as a float.
    source_reference: replace('FOLDERRSN', [[/\.0+$/, '']]),
    application_date: day('INDATE', 'epoch'),
    issued_date: day('ISSUEDATE', 'epoch'),
    expiry_date: futureDay('EXPIRYDATE', 'epoch'),
    permit_type_raw: 'WORKDESC',
    status_raw: 'STATUSDESC',
    building_type: 'SUBDESC',
    work_description: joinNonBlank(['WORKDESC', 'SUBDESC'], ' - '),
    address: 'ADDRESS',
    contractor_name: ['CONTRACTOR', 'BUILDER'],
    dwelling_units_created: dwellings('DWELLINGS'),
    // Square metres already.
    floor_area_sqm: squareMetres('GFA'),
    ...hubPoint(),
    source_url: address({template: arcgisRow(LAYER, 'FOLDERRSN={FOLDERRSN}'), otherwise: PAGE}),
    processed: integer('PROCESSDATE'),
  },
  required: ['permit_number_raw', 'source_reference'],
  // 957 numbers belong to projects whose shell and finish have separate folders.
  key: ['permit_number_raw', 'source_reference'],
  versions: {
    group: ['permit_number_raw', 'source_reference'],
    order: ['v.processed NULLS FIRST'],
    mergeReason: 'an earlier row of the folder',
  },
});
