/** Building permits issued by Regina since 2018: a workbook per year. */
import {cost, day, joinNonBlank, replace} from '../../fields.ts';
import {contains, equals, matchesPattern} from '../../predicates.ts';
import {ckanWorkbooks} from '../../publishers/portals.ts';
import {ISSUED, permitCity} from '../city.ts';
import {REPAIRS} from '../keyword_rules.ts';

const CKAN = 'https://openregina.ca';
const PACKAGE = 'building-permit-report';

const [TYPE, WORK] = ['Permit Application Type', 'Work Class'];

export default permitCity('regina', {
  page: `${CKAN}/dataset/${PACKAGE}`,
  cadence: 'monthly',
  files: [ckanWorkbooks('permits', CKAN, PACKAGE, /(?:^|\D)(20\d\d)(?!\d)/)],
  types: {
    help: 'Type of the application, then class of the work; the lists of values are not known.',
    rows: [
      ['demolition', contains(TYPE, 'demol')],
      ['change_of_use', contains(TYPE, 'change of use')],
      ['new_construction', equals(WORK, 'New'), contains(TYPE, 'new construction')],
      ['addition', contains(TYPE, 'addition')],
      ['renovation', equals(WORK, 'Alteration and improvements')],
      ['renovation', contains(TYPE, 'basement development')],
      ['renovation', matchesPattern(WORK, REPAIRS)],
      ['new_construction', equals(WORK, 'New'), contains(TYPE, 'garage')],
    ],
  },
  layout: 'report',
  unverified: true,
  help: 'Columns as reported in 2026, their order unknown; `Issue Date` and `Construction Value` are from memory. A title may precede the header.',
  sheet: {header: /^permit number$/i},
  aliases: {'Permit Issue Date': 'Issue Date', 'Issued Date': 'Issue Date', Value: 'Construction Value'},
  fields: {
    permit_number_raw: 'Permit Number',
    issued_date: day('Issue Date', 'workbook'),
    status: ISSUED,
    permit_type_raw: joinNonBlank([TYPE, WORK], ' / '),
    // `110-Single House, single detached home`
    building_type: replace(['Construction Type', 'Building Use'], [[/^\d+ ?- ?/, '']]),
    estimated_cost: cost('Construction Value'),
    address: 'Location',
    // A code, not a name.
    neighbourhood: 'Subdivision Code',
  },
});
