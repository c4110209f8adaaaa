/** Building permits of Calgary since 1999, a Socrata table in the columns of the BLDS standard. */
import {
  address,
  cost,
  day,
  integer,
  joinNonBlank,
  point,
  replace,
  rules,
  squareFeet,
  text,
  when,
} from '../../fields.ts';
import {boundsOf} from '../../municipalities.ts';
import {contains, equals, matchesPattern, present, startsWith} from '../../predicates.ts';
import {socrataFile} from '../../publishers/portals.ts';
import type {Rules} from '../../types.ts';
import {permitCity, withoutContacts} from '../city.ts';

const PORTAL = 'https://data.calgary.ca';
const DATASET = 'c2es-76ed';
const PAGE = `${PORTAL}/d/${DATASET}`;

const TYPES: Rules = {
  name: 'calgary_permit_types',
  help: 'Class of work. A new deck, hot tub or pool is no new building; a change of use shows in the description only.',
  rules: [
    {
      value: 'other',
      when: [equals('workclass', 'New'), startsWith('permitclass', '1104', '1105', '1115', '1201')],
    },
    {value: 'new_construction', when: [equals('workclass', 'New')]},
    {
      value: 'change_of_use',
      when: [equals('workclass', 'Alteration', 'Repair'), contains('description', 'change of use')],
    },
    {value: 'renovation', when: [equals('workclass', 'Alteration', 'Repair')]},
    {value: 'addition', when: [equals('workclass', 'Addition')]},
    {value: 'demolition', when: [equals('workclass', 'Demolition')]},
    {value: 'other', when: [equals('workclass', 'Temporary', 'Fire/ Security Alarm', 'Air Conditioning')]},
  ],
  otherwise: 'other',
  reported: ['workclass'],
};

const STATUSES: Rules = {
  name: 'calgary_statuses',
  help: 'Current status. Work goes on through phases (`Pre Backfill Phase`); `File Closed` has both dates and is done.',
  rules: [
    {value: 'completed', when: [equals('statuscurrent', 'Completed', 'File Closed')]},
    {value: 'issued', when: [equals('statuscurrent', 'Issued Permit')]},
    {value: 'issued', when: [matchesPattern('statuscurrent', /^pre .*phase$/)]},
    {value: 'in_review', when: [equals('statuscurrent', 'New', 'Application Received', 'In Review')]},
    {value: 'in_review', when: [startsWith('statuscurrent', 'Hold', 'Pending')]},
    {value: 'cancelled', when: [equals('statuscurrent', 'Cancelled', 'Refused')]},
    {value: 'expired', when: [equals('statuscurrent', 'Expired')]},
    {value: 'issued', when: [present('issueddate')], reported: true},
  ],
  otherwise: 'in_review',
  reported: ['statuscurrent'],
};

export default permitCity('calgary', {
  page: PAGE,
  cadence: 'daily',
  files: [socrataFile('permits.jsonl', PORTAL, DATASET)],
  layouts: [
    {
      name: 'permits',
      help: 'Columns as the API names them; the CSV download writes the same names in mixed case, regions by their titles, and days with slashes.',
      ignored: /^:|Boundaries|Quadrants|Calgary Communities/,
      unused: [
        'permittypemapped',
        'permitclassmapped',
        'workclassgroup',
        'workclassmapped',
        'communitycode',
        'locationcount',
        'locationtypes',
        'locationaddresses',
        'locationswkt',
        'locationsgeojson',
        'point',
      ],
      fields: {
        permit_number_raw: text('permitnum'),
        source_reference: text('permitnum'),
        issued_date: day('issueddate', 'slashes'),
        application_date: day('applieddate', 'slashes'),
        permit_type: rules(TYPES),
        permit_type_raw: joinNonBlank(['permittype', 'workclass'], ' / '),
        work_description: withoutContacts('description'),
        status: rules(STATUSES),
        status_raw: text('statuscurrent'),
        estimated_cost: cost('estprojectcost'),
        // Companies only: the city omits private persons.
        applicant_name: text('applicantname'),
        contractor_name: text('contractorname'),
        address: text('originaladdress'),
        neighbourhood: text('communityname'),
        // `1106 - Single Family House`, once `9999  Online`; one number has several labels.
        building_type: replace(['permitclass', 'permitclassgroup'], [[/^\d+ *-? */, '']]),
        // Also the day on which a permit was cancelled, refused or expired.
        completed_date: when(day('completeddate', 'slashes'), STATUSES, 'completed'),
        dwelling_units_created: integer('housingunits'),
        floor_area_sqm: squareFeet('totalsqft'),
        ...point(boundsOf('calgary'), {form: 'columns', lat: 'latitude', lng: 'longitude'}),
        source_url: address({
          template: `${PORTAL}/resource/${DATASET}.json?permitnum={permitnum}`,
          otherwise: PAGE,
        }),
      },
    },
  ],
  // The number was unique in every file seen.
  disambiguate: ['permit_type_raw', 'address'],
});
