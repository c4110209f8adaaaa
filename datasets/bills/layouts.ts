/** Layouts of bills in LEGISinfo: detail and list, JSON and XML, current and before 2021. */
import {BILL_STATUS} from '../codes/bills.ts';
import {code, constant, dateOfTimestamp, htmlText, integer, joinAll, text} from '../fields.ts';
import type {Fields, LayoutDeclaration} from '../types.ts';
import {PASSED, READINGS, UNUSED, UNUSED_IN_LISTS} from './keys.ts';
import {parts} from './parts.ts';

const session_id = joinAll(['ParliamentNumber', 'SessionNumber'], '-');

/** Some titles contain markup: `Loi n<Sup>o</Sup> 2`. */
const titles = {
  name_en: htmlText('LongTitleEn'),
  name_fr: htmlText('LongTitleFr'),
  short_title_en: htmlText('ShortTitleEn'),
  short_title_fr: htmlText('ShortTitleFr'),
} satisfies Fields;

/** Days on which a chamber completed a reading, and royal assent. */
const passage: Fields = {
  ...Object.fromEntries(
    ['house', 'senate'].flatMap((chamber, at) =>
      READINGS.map((reading, nth) => [
        `${chamber}_${reading.toLowerCase()}`,
        dateOfTimestamp(PASSED[at * READINGS.length + nth] ?? ''),
      ]),
    ),
  ),
  royal_assent_date: dateOfTimestamp('ReceivedRoyalAssentDateTime'),
};

const bill: Fields = {
  session_id,
  number: 'NumberCode',
  ...titles,
  ...passage,
  // Blank in lists, although the keys are the same: distinguishes the two.
  status_id: text('StatusId', ['0']),
  status_code: code('StatusNameEn', BILL_STATUS),
  status_en: 'StatusNameEn',
  status_fr: 'StatusNameFr',
  status_date: dateOfTimestamp('LatestBillEventDateTime'),
  bill_type: 'BillDocumentTypeNameEn',
  received: 'ReceivedRoyalAssent',
  ongoing: 'IsSessionOngoing',
  sponsor_name: 'SponsorPersonName',
  sponsor_person_id: integer('SponsorPersonId'),
  summary_en: htmlText('ShortLegislativeSummaryEn'),
  summary_fr: htmlText('ShortLegislativeSummaryFr'),
};

const listed: Fields = {
  session_id,
  number: 'BillNumberFormatted',
  ...titles,
  ...passage,
  status_code: code('CurrentStatusEn', BILL_STATUS),
  status_en: 'CurrentStatusEn',
  status_fr: 'CurrentStatusFr',
  status_date: dateOfTimestamp('LatestActivityDateTime'),
  bill_type: 'BillTypeEn',
  ongoing: 'IsFromCurrentSession',
  sponsor_name: 'SponsorEn',
};

const legacy: Fields = {
  session_id: joinAll(['ParliamentSession/@parliamentNumber', 'ParliamentSession/@sessionNumber'], '-'),
  number: joinAll(['BillNumber/@prefix', 'BillNumber/@number'], '-'),
  archived: constant('true'),
  name_en: htmlText('BillTitle/Title[@language=en]'),
  name_fr: htmlText('BillTitle/Title[@language=fr]'),
  short_title_en: htmlText('ShortTitle/Title[@language=en]'),
  short_title_fr: htmlText('ShortTitle/Title[@language=fr]'),
  published: dateOfTimestamp('BillIntroducedDate'),
  status_code: code('Events/@laagCurrentStage', BILL_STATUS),
  bill_type: 'BillType/Title[@language=en]',
  sponsor_name: 'SponsorAffiliation/Person/FullName',
  sponsor_person_id: integer('SponsorAffiliation/Person/@id'),
  sponsor_published_party: 'SponsorAffiliation/PoliticalParty/Title[@language=en]',
  publication: 'Publications/Publication[-1]/@id',
};

export const layouts: readonly LayoutDeclaration[] = [
  {
    name: 'bill',
    help: 'Detail of a bill in JSON, an array of one; and the list of 2021 to 2024, which has the same keys, most of them blank.',
    rows: {form: 'json', path: '[]'},
    unused: UNUSED,
    mandatory: 'ParliamentNumber, SessionNumber, NumberCode, LongTitleEn',
    fields: {...bill, publication: 'Publications[-1]/PublicationId'},
  },
  {
    name: 'list since 2025',
    unverified: true,
    help: 'List of the bills of a session in JSON.',
    rows: {form: 'json', path: '[]'},
    unused: UNUSED_IN_LISTS,
    optional: 'IsFromCurrentSession, SponsorEn, LatestActivityDateTime, CurrentStatusFr',
    fields: listed,
  },
  {
    name: 'bill in XML',
    help: 'The same as `bill`, as elements of these names.',
    rows: {form: 'xml', path: 'Bills/Bill'},
    unused: UNUSED,
    optional: 'Publications/Publication[-1]/PublicationId',
    fields: {...bill, publication: 'Publications/Publication[-1]/PublicationId'},
  },
  {
    name: 'list in XML since 2025',
    unverified: true,
    help: 'The same as `list since 2025`, as elements of these names.',
    rows: {form: 'xml', path: 'Bills/Bill'},
    unused: UNUSED_IN_LISTS,
    optional: 'IsFromCurrentSession, SponsorEn, LatestActivityDateTime, CurrentStatusFr',
    fields: listed,
  },
  {
    name: 'bill before 2021',
    help: 'XML that was served until 2021; statuses are codes, readings are among the events.',
    rows: {form: 'xml', path: 'Bills/Bill'},
    unused: `@id, @lastUpdated, BillType/Title[@language=fr], PrimeMinister, Statute, Publications,
      ComingIntoForce, LegisInfoNotes, Events`,
    optional: 'Publications/Publication[-1]/@id',
    fields: legacy,
  },
  ...parts,
];
