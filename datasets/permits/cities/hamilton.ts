/** Building permits of Hamilton: two tables without points, not updated since December 2023. */
import {constant, day, joinNonBlank, rules, text, when} from '../../fields.ts';
import {blank, equals} from '../../predicates.ts';
import type {Rules} from '../../types.ts';
import {permitCity, withoutContacts} from '../city.ts';
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from '../keyword_rules.ts';

/** The address before `/arcgis` is unverified; the items below name the right one. */
const SERVICES = 'https://services.arcgis.com/rYz782eMbySr2srL/arcgis/rest/services';
const PAGE = 'https://www.arcgis.com/home/item.html?id=12c2ec7de2d3458c861c699dd724f337';

const TYPES = permitTypeRules(
  'hamilton',
  'Work class by key words, from memory: no value of it was seen; the description where there is none.',
  ['WORKCLASS'],
  [...typeKeywords(['WORKCLASS']), ...typeKeywords(['DESCRIPTION'], {free: true, and: [blank('WORKCLASS')]})],
);

const STATUSES = permitStatusRules(
  'hamilton',
  'Current status by key words, from memory: no value of it was seen.',
  {raw: 'STATUSCURRENT', issued: 'ISSUEDDATE'},
  statusKeywords('STATUSCURRENT'),
);

const FORMER = ['Ancaster', 'Dundas', 'Flamborough', 'Glanbrook', 'Stoney Creek'];

/** Whether the city of an address is a municipality that became part of Hamilton in 2001. */
const FORMER_MUNICIPALITIES: Rules = {
  name: 'hamilton_former_municipalities',
  help: 'Municipalities that became part of Hamilton in 2001.',
  rules: [{value: 'former', when: [equals('ORIGINALCITY', ...FORMER)]}],
  otherwise: null,
  reported: [],
};

export default permitCity('hamilton', {
  page: PAGE,
  cadence: 'irregular',
  files: [
    {
      name: 'permits_2008.jsonl',
      format: 'jsonl',
      // Its title says 2008 to 2016; item 4669e078362d4b57815ffbef77e3dcd6.
      via: {
        portal: 'arcgis',
        layer: `${SERVICES}/Building_and_Demolition_Permits_2008_to_2015/FeatureServer/17`,
        page: 1000,
        table: true,
      },
    },
    {
      name: 'permits_2017.jsonl',
      format: 'jsonl',
      via: {
        portal: 'arcgis',
        layer: `${SERVICES}/Building_and_Demolition_Permits_2017_to_Present/FeatureServer/6`,
        page: 1000,
        table: true,
      },
    },
  ],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'Columns of both tables as reported in 2026 (the standard of BLDS); no file was seen.',
      unused: ['ORIGINALSTATE'],
      fields: {
        permit_number_raw: text('PERMITNUMBER'),
        source_reference: text(['OBJECTID', 'PERMITNUMBER']),
        application_date: day('APPLIEDDATE', 'epoch'),
        issued_date: day('ISSUEDDATE', 'epoch'),
        completed_date: when(day('COMPLETEDDATE', 'epoch'), STATUSES, 'completed'),
        permit_type: rules(TYPES),
        permit_type_raw: text('WORKCLASS'),
        status: rules(STATUSES),
        status_raw: text('STATUSCURRENT'),
        building_type: text('PERMITCLASS'),
        work_description: withoutContacts('DESCRIPTION'),
        address: joinNonBlank(['ORIGINALADDRESS1', 'ORIGINALADDRESS2', 'ORIGINALCITY'], ', '),
        postal_code: text('ORIGINALZIP'),
        neighbourhood: when(text('ORIGINALCITY'), FORMER_MUNICIPALITIES, 'former'),
        source_url: constant(PAGE),
      },
    },
  ],
});
