/** Building permits of Saint John: no feed is known; this file says where to look. */
import {constant, cost, day, rules, text} from '../../fields.ts';
import {hubPoint, permitCity, withoutContacts} from '../city.ts';
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from '../keyword_rules.ts';

const HUB = 'https://catalogue-saintjohn.opendata.arcgis.com/';

const TYPES = permitTypeRules(
  'saint_john',
  'Permit type by key words, from memory: no value of it was seen.',
  ['PERMIT_TYPE'],
  typeKeywords(['PERMIT_TYPE']),
);

const STATUSES = permitStatusRules(
  'saint_john',
  'Status by key words, from memory: no value of it was seen.',
  {raw: 'STATUS', issued: 'ISSUE_DATE'},
  statusKeywords('STATUS'),
);

export default permitCity('saint_john', {
  page: HUB,
  cadence: 'irregular',
  unconfirmed:
    'the city names no layer of building permits. Look in its catalogue (api/feed/dcat-us/1.1.json) for a title or keyword with "permit" or "permis" and write the layout from the columns of the layer; a file in a mirror is read if it has the columns below, which are from memory',
  files: [
    {
      name: 'permits.jsonl',
      format: 'jsonl',
      via: {
        portal: 'arcgis-search',
        hub: HUB,
        title: /\b(?:building|construction) permits?\b|\bpermis de (?:construire|construction)\b/i,
        geometry: 'point',
        page: 1000,
      },
    },
  ],
  layouts: [
    {
      name: 'from_memory',
      unverified: true,
      help: 'From memory: the usual names of such columns on this platform. No column of the city was seen.',
      fields: {
        permit_number_raw: text('PERMIT_NUMBER'),
        source_reference: text(['OBJECTID', 'PERMIT_NUMBER']),
        application_date: day('APPLICATION_DATE', 'epoch'),
        issued_date: day('ISSUE_DATE', 'epoch'),
        permit_type: rules(TYPES),
        permit_type_raw: text('PERMIT_TYPE'),
        status: rules(STATUSES),
        status_raw: text('STATUS'),
        estimated_cost: cost('CONSTRUCTION_VALUE'),
        work_description: withoutContacts('DESCRIPTION'),
        address: text('CIVIC_ADDRESS'),
        ...hubPoint('saint_john'),
        source_url: constant(HUB),
      },
    },
  ],
});
