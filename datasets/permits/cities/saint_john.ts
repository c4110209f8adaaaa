/** Building permits of Saint John: no feed is known; this file says where to look. */
import {cost, day} from '../../fields.ts';
import {arcgisLayer} from '../../publishers/portals.ts';
import {hubPoint, permitCity, withoutContacts} from '../city.ts';

const HUB = 'https://catalogue-saintjohn.opendata.arcgis.com/';

export default permitCity('saint_john', {
  page: HUB,
  cadence: 'irregular',
  unconfirmed:
    'the city names no layer of building permits. Look in its catalogue (api/feed/dcat-us/1.1.json) for a title or keyword with "permit" or "permis" and write the layout from the columns of the layer; a file in a mirror is read if it has the columns below, which are from memory',
  // As a layer would come; the address is that of the catalogue, and nothing asks it.
  files: [arcgisLayer('permits.jsonl', HUB)],
  types: {help: 'Permit type by key words, from memory: no value of it was seen.'},
  statuses: {help: 'Status by key words, from memory: no value of it was seen.'},
  layout: 'from_memory',
  unverified: true,
  help: 'From memory: the usual names of such columns on this platform. No column of the city was seen.',
  fields: {
    permit_number_raw: 'PERMIT_NUMBER',
    source_reference: ['OBJECTID', 'PERMIT_NUMBER'],
    application_date: day('APPLICATION_DATE', 'epoch'),
    issued_date: day('ISSUE_DATE', 'epoch'),
    permit_type_raw: 'PERMIT_TYPE',
    status_raw: 'STATUS',
    estimated_cost: cost('CONSTRUCTION_VALUE'),
    work_description: withoutContacts('DESCRIPTION'),
    address: 'CIVIC_ADDRESS',
    ...hubPoint(),
  },
});
