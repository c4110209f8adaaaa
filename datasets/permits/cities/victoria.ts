/** Building permits of Victoria: one layer that also holds permits of other kinds. */
import {cost, day, degrees, joinNonBlank} from '../../fields.ts';
import {equals} from '../../predicates.ts';
import {arcgisLayer} from '../../publishers/portals.ts';
import {hubPoint, permitCity, withoutContacts} from '../city.ts';
import {typeKeywords} from '../keyword_rules.ts';

const SERVICE =
  'https://maps.victoria.ca/server/rest/services/OpenData/OpenData_PermitsAndLicences/MapServer';
const PAGE = 'https://opendata.victoria.ca/datasets/b4db2c27a1d14d59a7d7901ba77f16ce_3';

/** Types that name the building, not the work: the purpose decides. */
const ANY_WORK = equals('type', 'BP-RES-SFD/DUP', 'BP-COMPLEX');

export default permitCity('victoria', {
  page: PAGE,
  cadence: 'daily',
  // One layer holds all permits, others those of the last 365 and 60 days. Their numbers and columns have
  // changed.
  files: [arcgisLayer('permits.jsonl', {service: SERVICE})],
  types: {
    help: 'Type of permit; of the two that say nothing of the work, key words of the purpose.',
    rows: [
      ['demolition', 'BP-DEMOLITION'],
      ['renovation', 'BP-INTERIOR ONLY', 'BP-STRIP OUT'],
      // Demolition permits have a type of their own.
      ...typeKeywords(['Purpose'], {free: true, and: [ANY_WORK]}).filter(([value]) => value !== 'demolition'),
      ['other', ANY_WORK],
    ],
  },
  statuses: {help: 'Status by key words: `ACTIVE` is the only one seen.'},
  unverified: true,
  help: 'Columns as reported in 2026; no file was seen. X_LONG and Y_LAT are degrees, the geometry is asked for in degrees.',
  where: {
    test: equals('PermitType', 'Building Permit (BP)'),
    reason: 'no building permit: PermitType names another kind',
  },
  unused: 'OBJECTID, CATEGORY, Name, phone, cell, email, mailing_address',
  fields: {
    permit_number_raw: 'PermitNo',
    source_reference: ['gislink', 'PermitNo'],
    issued_date: day('IssuedDate', 'compact'),
    permit_type_raw: 'type',
    status_raw: 'Status',
    building_type: ['ActualUse', 'AUC_Group'],
    estimated_cost: cost('BldgValue'),
    work_description: withoutContacts(['Purpose', 'SUBJECT']),
    neighbourhood: 'Neighbourhood',
    ...hubPoint(degrees('Y_LAT', 'X_LONG')),
    source_url: 'gislink',
    // Components of the address.
    unit: 'Unit',
    house: 'House',
    street: 'Street',
    place: joinNonBlank(['Unit', 'House', 'Street']),
  },
  // `Name` is a contact of any kind, often the owner: no column says which one builds.
  personal: ['Name', 'phone', 'cell', 'email', 'mailing_address'],
  // A permit is repeated for every unit, address and contact.
  versions: {
    computed: {
      address: `nullif(concat_ws(' ', nullif(concat_ws('-', last.unit, last.house), ''), last.street), '')`,
      source_url: `CASE WHEN last.source_url LIKE 'http%' THEN last.source_url ELSE '${PAGE}' END`,
    },
  },
});
