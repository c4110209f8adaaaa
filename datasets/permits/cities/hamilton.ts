/** Building permits of Hamilton: two tables without points, not updated since December 2023. */
import {day, joinNonBlank, text, when} from '../../fields.ts';
import {blank, equals} from '../../predicates.ts';
import {arcgisTable} from '../../publishers/portals.ts';
import {rulesOf} from '../../rule_rows.ts';
import {permitCity, withoutContacts} from '../city.ts';
import {typeKeywords} from '../keyword_rules.ts';

/** The address before `/arcgis` is unverified; the items below name the right one. */
const SERVICES = 'https://services.arcgis.com/rYz782eMbySr2srL/arcgis/rest/services';
const BEFORE_2017 = `${SERVICES}/Building_and_Demolition_Permits_2008_to_2015/FeatureServer/17`;
const SINCE_2017 = `${SERVICES}/Building_and_Demolition_Permits_2017_to_Present/FeatureServer/6`;

const FORMER = ['Ancaster', 'Dundas', 'Flamborough', 'Glanbrook', 'Stoney Creek'];

/** Whether the city of an address is a municipality that became part of Hamilton in 2001. */
const FORMER_MUNICIPALITIES = rulesOf(
  'hamilton_former_municipalities',
  'Municipalities that became part of Hamilton in 2001.',
  [],
  [['former', equals('ORIGINALCITY', ...FORMER)]],
  null,
);

export default permitCity('hamilton', {
  page: 'https://www.arcgis.com/home/item.html?id=12c2ec7de2d3458c861c699dd724f337',
  cadence: 'irregular',
  files: [
    // Its title says 2008 to 2016; item 4669e078362d4b57815ffbef77e3dcd6.
    arcgisTable('permits_2008.jsonl', BEFORE_2017),
    arcgisTable('permits_2017.jsonl', SINCE_2017),
  ],
  types: {
    help: 'Work class by key words, from memory: no value of it was seen; the description where there is none.',
    rows: [
      ...typeKeywords(['WORKCLASS']),
      ...typeKeywords(['DESCRIPTION'], {free: true, and: [blank('WORKCLASS')]}),
    ],
  },
  statuses: {help: 'Current status by key words, from memory: no value of it was seen.'},
  unverified: true,
  help: 'Columns of both tables as reported in 2026 (the standard of BLDS); no file was seen.',
  unused: 'ORIGINALSTATE',
  fields: {
    permit_number_raw: 'PERMITNUMBER',
    source_reference: ['OBJECTID', 'PERMITNUMBER'],
    application_date: day('APPLIEDDATE', 'epoch'),
    issued_date: day('ISSUEDDATE', 'epoch'),
    completed_date: day('COMPLETEDDATE', 'epoch'),
    permit_type_raw: 'WORKCLASS',
    status_raw: 'STATUSCURRENT',
    building_type: 'PERMITCLASS',
    work_description: withoutContacts('DESCRIPTION'),
    address: joinNonBlank(['ORIGINALADDRESS1', 'ORIGINALADDRESS2', 'ORIGINALCITY'], ', '),
    postal_code: 'ORIGINALZIP',
    neighbourhood: when(text('ORIGINALCITY'), FORMER_MUNICIPALITIES, 'former'),
  },
});
