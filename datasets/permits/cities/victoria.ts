/** Building permits of Victoria: one layer that also holds permits of other kinds. */
import {cost, day, joinNonBlank, rules, text} from '../../fields.ts';
import {equals} from '../../predicates.ts';
import {HUB_POINT, hubPoint, permitCity, withoutContacts} from '../city.ts';
import {
  type PermitRule,
  permitStatusRules,
  permitTypeRules,
  statusKeywords,
  typeKeywords,
} from '../keyword_rules.ts';

const SERVICE =
  'https://maps.victoria.ca/server/rest/services/OpenData/OpenData_PermitsAndLicences/MapServer';
const PAGE = 'https://opendata.victoria.ca/datasets/b4db2c27a1d14d59a7d7901ba77f16ce_3';

/** Types that name the building, not the work: the purpose decides. */
const ANY_WORK = equals('type', 'BP-RES-SFD/DUP', 'BP-COMPLEX');

const byPurpose: PermitRule[] = typeKeywords(['Purpose'], {free: true, and: [ANY_WORK]}).filter(
  // Demolition permits have a type of their own.
  ({value}) => value !== 'demolition',
);

const TYPES = permitTypeRules(
  'victoria',
  'Type of permit; of the two that say nothing of the work, key words of the purpose.',
  ['type'],
  [
    {value: 'demolition', when: [equals('type', 'BP-DEMOLITION')]},
    {value: 'renovation', when: [equals('type', 'BP-INTERIOR ONLY', 'BP-STRIP OUT')]},
    ...byPurpose,
    {value: 'other', when: [ANY_WORK]},
  ],
);

const STATUSES = permitStatusRules(
  'victoria',
  'Status by key words: `ACTIVE` is the only one seen.',
  {raw: 'Status', issued: 'IssuedDate'},
  statusKeywords('Status'),
);

export default permitCity('victoria', {
  page: PAGE,
  cadence: 'daily',
  // One layer holds all permits, others those of the last 365 and 60 days. Their numbers and columns have
  // changed.
  files: [
    {name: 'permits.jsonl', format: 'jsonl', via: {portal: 'arcgis', layer: {service: SERVICE}, page: 1000}},
  ],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'Columns as reported in 2026; no file was seen. X_LONG and Y_LAT are degrees, the geometry is asked for in degrees.',
      where: {
        test: equals('PermitType', 'Building Permit (BP)'),
        reason: 'no building permit: PermitType names another kind',
      },
      header: [
        'OBJECTID',
        'PermitNo',
        'CATEGORY',
        'type',
        'SUBJECT',
        'Status',
        'Purpose',
        'IssuedDate',
        'BldgValue',
        'Unit',
        'House',
        'Street',
        'Neighbourhood',
        'X_LONG',
        'Y_LAT',
        'PermitType',
        'AUC_Group',
        'ActualUse',
        'Name',
        'phone',
        'cell',
        'email',
        'mailing_address',
        'gislink',
        ...HUB_POINT,
      ],
      fields: {
        permit_number_raw: text('PermitNo'),
        source_reference: text(['gislink', 'PermitNo']),
        issued_date: day('IssuedDate', 'compact'),
        permit_type: rules(TYPES),
        permit_type_raw: text('type'),
        status: rules(STATUSES),
        status_raw: text('Status'),
        building_type: text(['ActualUse', 'AUC_Group']),
        estimated_cost: cost('BldgValue'),
        work_description: withoutContacts(['Purpose', 'SUBJECT']),
        neighbourhood: text('Neighbourhood'),
        ...hubPoint('victoria', {form: 'columns', lat: 'Y_LAT', lng: 'X_LONG'}),
        source_url: text('gislink'),
        // Components of the address.
        unit: text('Unit'),
        house: text('House'),
        street: text('Street'),
        place: joinNonBlank(['Unit', 'House', 'Street']),
      },
    },
  ],
  // `Name` is a contact of any kind, often the owner: no column says which one builds.
  personal: ['Name', 'phone', 'cell', 'email', 'mailing_address'],
  // A permit is repeated for every unit, address and contact.
  versions: {
    computed: {
      address: `nullif(concat_ws(' ', nullif(concat_ws('-', last.unit, last.house), ''), last.street), '')`,
      source_url: `CASE WHEN last.source_url LIKE 'http%' THEN last.source_url ELSE '${PAGE}' END`,
    },
  },
  examples: [
    {
      layout: 'permits',
      in: {
        OBJECTID: '417',
        PermitNo: 'BP060417',
        type: 'BP-RES-SFD/DUP',
        SUBJECT: '41 Larkspur St',
        Status: 'ACTIVE',
        Purpose: 'Construct a new garden suite\r\nin the rear yard ',
        IssuedDate: '20250506',
        BldgValue: '$262,000',
        Unit: '2',
        House: '41',
        Street: 'LARKSPUR ST',
        Neighbourhood: 'Oaklands',
        X_LONG: '-123.34',
        Y_LAT: '48.44',
        PermitType: 'Building Permit (BP)',
        ActualUse: 'SINGLE FAMILY DWELLING',
        gislink: 'https://example.org/permits/BP060417',
      },
      out: {
        municipality: 'victoria',
        province: 'BC',
        permit_number_raw: 'BP060417',
        issued_date: '2025-05-06',
        permit_type: 'new_construction',
        status: 'issued',
        estimated_cost: 262000,
        work_description: 'Construct a new garden suite in the rear yard',
        lat: 48.44,
        lng: -123.34,
        unit: '2',
        house: '41',
        source_url: 'https://example.org/permits/BP060417',
      },
    },
    {
      layout: 'permits',
      in: {
        PermitNo: 'BP060418',
        PermitType: 'Building Permit (BP)',
        type: 'BP-STRIP OUT',
        Status: 'Expired',
        IssuedDate: '2025-05',
        BldgValue: '0',
        geometry: '{"type":"Point","coordinates":[-123.35,48.43]}',
      },
      out: {
        source_reference: 'BP060418',
        permit_type: 'renovation',
        status: 'expired',
        issued_date: null,
        estimated_cost: null,
        lat: 48.43,
      },
    },
  ],
});
