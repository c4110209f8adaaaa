/** Building permits issued by Regina since 2018: a workbook per year. */
import {constant, cost, day, joinNonBlank, replace, rules, text} from '../../fields.ts';
import {contains, equals} from '../../predicates.ts';
import {ISSUED, permitCity} from '../city.ts';
import {permitTypeRules, repairs} from '../keyword_rules.ts';

const CKAN = 'https://openregina.ca';
const PACKAGE = 'building-permit-report';
const PAGE = `${CKAN}/dataset/${PACKAGE}`;

const [TYPE, WORK] = ['Permit Application Type', 'Work Class'];

const TYPES = permitTypeRules(
  'regina',
  'Type of the application, then class of the work; the lists of values are not known.',
  [TYPE, WORK],
  [
    {value: 'demolition', when: [contains(TYPE, 'demol')]},
    {value: 'change_of_use', when: [contains(TYPE, 'change of use')]},
    {value: 'new_construction', when: [equals(WORK, 'New'), contains(TYPE, 'new construction')]},
    {value: 'addition', when: [contains(TYPE, 'addition')]},
    {value: 'renovation', when: [equals(WORK, 'Alteration and improvements')]},
    {value: 'renovation', when: [contains(TYPE, 'basement development')]},
    repairs(WORK),
    {value: 'new_construction', when: [equals(WORK, 'New'), contains(TYPE, 'garage')]},
  ],
);

export default permitCity('regina', {
  page: PAGE,
  cadence: 'monthly',
  files: [
    {
      name: 'permits',
      format: 'workbook',
      via: {
        portal: 'ckan-files',
        base: CKAN,
        dataset: PACKAGE,
        resources: /(?:^|\D)(20\d\d)(?!\d)/,
        // Addresses of single years are unknown: the portal must be queried.
        fallback: [],
      },
    },
  ],
  layouts: [
    {
      name: 'report',
      unverified: true,
      help: 'Columns as reported in 2026, their order unknown; `Issue Date` and `Construction Value` are from memory. A title may precede the header.',
      sheet: {header: /^permit number$/i},
      aliases: {
        'Permit Issue Date': 'Issue Date',
        'Issued Date': 'Issue Date',
        Value: 'Construction Value',
      },
      fields: {
        permit_number_raw: text('Permit Number'),
        source_reference: text('Permit Number'),
        issued_date: day('Issue Date', 'workbook'),
        status: ISSUED,
        permit_type: rules(TYPES),
        permit_type_raw: joinNonBlank(['Permit Application Type', 'Work Class'], ' / '),
        // `110-Single House, single detached home`
        building_type: replace(['Construction Type', 'Building Use'], [[/^\d+ ?- ?/, '']]),
        estimated_cost: cost('Construction Value'),
        address: text('Location'),
        // A code, not a name.
        neighbourhood: text('Subdivision Code'),
        source_url: constant(PAGE),
      },
    },
  ],
});
