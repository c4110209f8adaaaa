/** Child rows of a bill from LEGISinfo and bill texts: events, House divisions, summaries. */
import {CHAMBER, DIVISION_RESULT, READING_EVENT} from '../codes/bills.ts';
import {code, date, dateOfTimestamp, extract, integer, joinAll, multiline} from '../fields.ts';
import {PARL} from '../publishers/licences.ts';
import type {LayoutDeclaration, Source} from '../types.ts';

const SESSION = ['../ParliamentNumber', '../SessionNumber'] as const;

const divisions: LayoutDeclaration = {
  name: 'House divisions',
  help: 'Divisions in the detail of a bill.',
  childTable: 'divisions',
  rows: {form: 'json', path: '[]/HouseVoteDetails'},
  unused: `BillDocumentId, DecisionResultId, DecisionResultNameFr, DecisionResultName, DivisionSubject,
    DivisionVoteTotal, IsAgreedTo, IsNegatived, IsTied, OrganizationId`,
  optional: 'DivisionSubjectFr, DivisionVotePaired, DecisionResultNameEn',
  fields: {
    session_id: joinAll(SESSION, '-'),
    number: '../NumberCode',
    division: integer('DivisionNumber'),
    date: dateOfTimestamp('DecisionDateTime'),
    description_en: 'DivisionSubjectEn',
    description_fr: 'DivisionSubjectFr',
    result: code('DecisionResultNameEn', DIVISION_RESULT),
    yea_total: integer('DivisionVotesYeas'),
    nay_total: integer('DivisionVotesNays'),
    paired_total: integer('DivisionVotePaired'),
  },
};

const PARLIAMENT = 'Identification/Parliament';

export const parts: readonly LayoutDeclaration[] = [
  divisions,
  {
    name: 'events before 2021',
    help: 'Events of a bill in the XML that was served until 2021.',
    childTable: 'events',
    rows: {form: 'xml', path: 'Bills/Bill/Events/LegislativeEvents/Event'},
    unused: '@meetingNumber, Committee, Status, Description',
    fields: {
      session_id: joinAll(
        ['../../../ParliamentSession/@parliamentNumber', '../../../ParliamentSession/@sessionNumber'],
        '-',
      ),
      number: joinAll(['../../../BillNumber/@prefix', '../../../BillNumber/@number'], '-'),
      event: '@id',
      chamber: code('@chamber', CHAMBER),
      reading: code('Status/Title[@language=en]', READING_EVENT),
      date: date('@date'),
    },
  },
  {
    name: 'text of a bill',
    help: 'One print of the text in one language; only its summary is read.',
    childTable: 'texts',
    rows: {form: 'xml', path: 'Bill'},
    // Bodies and schedules are long: one piece of each is enough.
    unused: '@bill-origin, @bill-type, @date-time, Body/Heading[1], Schedule[1]/@id',
    // A pro forma bill has none.
    optional: 'Introduction/Summary/Provision',
    fields: {
      session_id: joinAll([`${PARLIAMENT}/Number`, `${PARLIAMENT}/Session`], '-'),
      number: 'Identification/BillNumber',
      language: extract('@xml:lang', /^(en|fr)/),
      // Prints of one bill are fetched and mirrored in this order.
      summary: multiline('Introduction/Summary/Provision'),
      url: extract('document:url', /^(https:.+)$/),
    },
  },
];

const OF_BILL = {
  foreignKey: {session_id: 'session_id', number: 'number'},
  orphanReason: 'no bill with this session and number',
};

/** Columns that child rows give to the record of their bill. */
export const partRules: NonNullable<Source['childTables']> = {
  divisions: {
    help: 'House divisions as LEGISinfo lists them',
    ...OF_BILL,
    distinctOn: ['division'],
    aggregates: {
      house_votes: `list(struct_pack(session_id := p.session_id, number := p.division, date := p.date,
        description_en := coalesce(p.description_en, 'Division ' || p.division), description_fr := p.description_fr,
        result := coalesce(p.result, CASE sign(p.yea_total - p.nay_total) WHEN 1 THEN 'Passed' WHEN -1 THEN 'Failed' ELSE 'Tie' END),
        yea_total := p.yea_total, nay_total := p.nay_total, paired_total := coalesce(p.paired_total, 0)) ORDER BY p._row)
        FILTER (WHERE p.division > 0 AND p.date IS NOT NULL AND p.yea_total IS NOT NULL AND p.nay_total IS NOT NULL)`,
    },
  },
  events: {
    help: 'events: readings, royal assent, the day of the latest one',
    ...OF_BILL,
    distinctOn: ['event'],
    aggregates: {
      readings: `list(struct_pack(chamber := p.chamber, reading := p.reading, date := p.date) ORDER BY p._row)
        FILTER (WHERE p.reading IN ('first', 'second', 'third') AND p.chamber IS NOT NULL AND p.date IS NOT NULL)`,
      royal_assent_date: `min(p.date) FILTER (WHERE p.reading = 'royal_assent')`,
      status_date: 'max(p.date)',
    },
  },
  texts: {
    help: 'summaries of bill texts, of the last print in each language',
    ...OF_BILL,
    distinctOn: ['language'],
    aggregates: {
      summaries: `list(struct_pack(language := p.language, kind := 'official', text := p.summary,
        source_url := coalesce(p.url, '${PARL}/legisinfo/en/bill/' || p.session_id || '/' || lower(p.number))) ORDER BY p._row)
        FILTER (WHERE p.language IS NOT NULL AND p.summary IS NOT NULL)`,
    },
  },
};
