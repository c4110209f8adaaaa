/** Building permits of Calgary since 1999, a Socrata table in the columns of the BLDS standard. */
import {address, cost, day, degrees, integer, joinNonBlank, replace, squareFeet} from '../../fields.ts';
import {contains, startsWith} from '../../predicates.ts';
import {socrataFile, socrataRow} from '../../publishers/portals.ts';
import {located, permitCity, withoutContacts} from '../city.ts';

const PORTAL = 'https://data.calgary.ca';
const DATASET = 'c2es-76ed';
const PAGE = `${PORTAL}/d/${DATASET}`;

export default permitCity('calgary', {
  page: PAGE,
  cadence: 'daily',
  files: [socrataFile('permits.jsonl', PORTAL, DATASET)],
  types: {
    help: 'Class of work. A new deck, hot tub or pool is no new building; a change of use shows in the description only.',
    columns: ['workclass'],
    rows: [
      ['other', 'New', startsWith('permitclass', '1104', '1105', '1115', '1201')],
      ['new_construction', 'New'],
      ['change_of_use', 'Alteration', 'Repair', contains('description', 'change of use')],
      ['renovation', 'Alteration', 'Repair'],
      ['addition', 'Addition'],
      ['demolition', 'Demolition'],
      ['other', 'Temporary', 'Fire/ Security Alarm', 'Air Conditioning'],
    ],
  },
  statuses: {
    help: 'Current status. Work goes on through phases (`Pre Backfill Phase`); `File Closed` has both dates and is done.',
    rows: [
      ['completed', 'Completed', 'File Closed'],
      ['issued', 'Issued Permit'],
      ['issued', /^pre .*phase$/],
      ['in_review', 'New', 'Application Received', 'In Review'],
      ['in_review', startsWith('statuscurrent', 'Hold', 'Pending')],
      ['cancelled', 'Cancelled', 'Refused'],
      ['expired', 'Expired'],
    ],
  },
  help: 'Columns as the API names them; the CSV download writes the same names in mixed case, regions by their titles, and days with slashes.',
  ignored: /^:|Boundaries|Quadrants|Calgary Communities/,
  unused: `permittypemapped, permitclassmapped, workclassgroup, workclassmapped, communitycode, locationcount,
    locationtypes, locationaddresses, locationswkt, locationsgeojson, point`,
  fields: {
    permit_number_raw: 'permitnum',
    issued_date: day('issueddate', 'slashes'),
    application_date: day('applieddate', 'slashes'),
    permit_type_raw: joinNonBlank(['permittype', 'workclass'], ' / '),
    work_description: withoutContacts('description'),
    status_raw: 'statuscurrent',
    estimated_cost: cost('estprojectcost'),
    // Companies only: the city omits private persons.
    applicant_name: 'applicantname',
    contractor_name: 'contractorname',
    address: 'originaladdress',
    neighbourhood: 'communityname',
    // `1106 - Single Family House`, once `9999  Online`; one number has several labels.
    building_type: replace(['permitclass', 'permitclassgroup'], [[/^\d+ *-? */, '']]),
    // Also the day on which a permit was cancelled, refused or expired.
    completed_date: day('completeddate', 'slashes'),
    dwelling_units_created: integer('housingunits'),
    floor_area_sqm: squareFeet('totalsqft'),
    ...located(degrees('latitude', 'longitude')),
    source_url: address({template: socrataRow(PORTAL, DATASET, 'permitnum'), otherwise: PAGE}),
  },
  // The number was unique in every file seen.
  disambiguate: ['permit_type_raw', 'address'],
});
