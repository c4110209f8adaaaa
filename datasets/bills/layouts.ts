/** Layouts of bills in LEGISinfo: detail and list, JSON and XML, current and before 2021. */
import {BILL_STATUS} from '../codes/bills.ts';
import {code, constant, dateOfTimestamp, htmlText, integer, joinAll, text} from '../fields.ts';
import type {Field, Layout} from '../types.ts';
import {KEYS, LEGACY, LIST_KEYS, PASSED, READINGS} from './keys.ts';
import {parts} from './parts.ts';

const session_id = joinAll(['ParliamentNumber', 'SessionNumber'], '-');

/** Some titles contain markup: `Loi n<Sup>o</Sup> 2`. */
const titles = {
  name_en: htmlText('LongTitleEn'),
  name_fr: htmlText('LongTitleFr'),
  short_title_en: htmlText('ShortTitleEn'),
  short_title_fr: htmlText('ShortTitleFr'),
} satisfies Record<string, Field>;

/** Days on which a chamber completed a reading, and royal assent. */
const passage: Record<string, Field> = {
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

const bill: Record<string, Field> = {
  session_id,
  number: text('NumberCode'),
  ...titles,
  ...passage,
  // Blank in lists, although the keys are the same: distinguishes the two.
  status_id: text('StatusId', ['0']),
  status_code: code('StatusNameEn', BILL_STATUS),
  status_en: text('StatusNameEn'),
  status_fr: text('StatusNameFr'),
  status_date: dateOfTimestamp('LatestBillEventDateTime'),
  bill_type: text('BillDocumentTypeNameEn'),
  received: text('ReceivedRoyalAssent'),
  ongoing: text('IsSessionOngoing'),
  sponsor_name: text('SponsorPersonName'),
  sponsor_person_id: integer('SponsorPersonId'),
  summary_en: htmlText('ShortLegislativeSummaryEn'),
  summary_fr: htmlText('ShortLegislativeSummaryFr'),
};

const listed: Record<string, Field> = {
  session_id,
  number: text('BillNumberFormatted'),
  ...titles,
  ...passage,
  status_code: code('CurrentStatusEn', BILL_STATUS),
  status_en: text('CurrentStatusEn'),
  status_fr: text('CurrentStatusFr'),
  status_date: dateOfTimestamp('LatestActivityDateTime'),
  bill_type: text('BillTypeEn'),
  ongoing: text('IsFromCurrentSession'),
  sponsor_name: text('SponsorEn'),
};

const legacy: Record<string, Field> = {
  session_id: joinAll(['ParliamentSession/@parliamentNumber', 'ParliamentSession/@sessionNumber'], '-'),
  number: joinAll(['BillNumber/@prefix', 'BillNumber/@number'], '-'),
  archived: constant('true'),
  name_en: htmlText('BillTitle/Title[@language=en]'),
  name_fr: htmlText('BillTitle/Title[@language=fr]'),
  short_title_en: htmlText('ShortTitle/Title[@language=en]'),
  short_title_fr: htmlText('ShortTitle/Title[@language=fr]'),
  published: dateOfTimestamp('BillIntroducedDate'),
  status_code: code('Events/@laagCurrentStage', BILL_STATUS),
  bill_type: text('BillType/Title[@language=en]'),
  sponsor_name: text('SponsorAffiliation/Person/FullName'),
  sponsor_person_id: integer('SponsorAffiliation/Person/@id'),
  sponsor_published_party: text('SponsorAffiliation/PoliticalParty/Title[@language=en]'),
  publication: text('Publications/Publication[-1]/@id'),
};

/** Keys without which an object is no bill. */
const NEEDED: readonly string[] = ['ParliamentNumber', 'SessionNumber', 'NumberCode', 'LongTitleEn'];

export const layouts: readonly Layout[] = [
  {
    name: 'bill',
    help: 'Detail of a bill in JSON, an array of one; and the list of 2021 to 2024, which has the same keys, most of them blank.',
    rows: {form: 'json', path: '[]'},
    header: [...KEYS, 'Publications[-1]/PublicationId'],
    optional: [...KEYS.filter((key) => !NEEDED.includes(key)), 'Publications[-1]/PublicationId'],
    aliases: {},
    fields: {...bill, publication: text('Publications[-1]/PublicationId')},
  },
  {
    name: 'list since 2025',
    unverified: true,
    help: 'List of the bills of a session in JSON.',
    rows: {form: 'json', path: '[]'},
    header: LIST_KEYS,
    optional: ['IsFromCurrentSession', 'SponsorEn', 'LatestActivityDateTime', 'CurrentStatusFr'],
    aliases: {},
    fields: listed,
  },
  {
    name: 'bill in XML',
    help: 'The same as `bill`, as elements of these names.',
    rows: {form: 'xml', path: 'Bills/Bill'},
    header: [...KEYS, 'Publications/Publication[-1]/PublicationId'],
    optional: ['Publications/Publication[-1]/PublicationId'],
    aliases: {},
    fields: {...bill, publication: text('Publications/Publication[-1]/PublicationId')},
  },
  {
    name: 'list in XML since 2025',
    unverified: true,
    help: 'The same as `list since 2025`, as elements of these names.',
    rows: {form: 'xml', path: 'Bills/Bill'},
    header: LIST_KEYS,
    optional: ['IsFromCurrentSession', 'SponsorEn', 'LatestActivityDateTime', 'CurrentStatusFr'],
    aliases: {},
    fields: listed,
  },
  {
    name: 'bill before 2021',
    help: 'XML that was served until 2021; statuses are codes, readings are among the events.',
    rows: {form: 'xml', path: 'Bills/Bill'},
    header: LEGACY,
    optional: ['Publications/Publication[-1]/@id'],
    aliases: {},
    fields: legacy,
  },
  ...parts,
];
