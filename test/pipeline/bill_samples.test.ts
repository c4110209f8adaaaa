/** Real bills and divisions, read in place: none is lost, and the forms agree. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {bills as dataset} from '../../datasets/bills/schema.ts';
import legisinfo from '../../datasets/bills/sources/legisinfo_bills.ts';
import {BILL_STATUS} from '../../datasets/codes/bills.ts';
import type {Json} from '../../datasets/types.ts';
import {votes} from '../../datasets/votes/schema.ts';
import house from '../../datasets/votes/sources/commons_votes.ts';
import {type MadePart, partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

type Row = Record<string, Json>;
const at = (path: string): string => join(SAMPLES ?? '', path);

/** Frequency of each value of a column in some rows. */
function counts(rows: readonly Row[], column: string): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const row of rows) tally[String(row[column])] = (tally[String(row[column])] ?? 0) + 1;
  return tally;
}

describe.skipIf(!SAMPLES)('bills', () => {
  const LIST = at('legisinfo/list-json/44-1_S-1_to_C-249.json');
  const LEGACY = at('legisinfo/legacy-xml/42-1_part.xml');
  let part: MadePart;
  let byId: Map<string, Row>;
  beforeAll(async () => {
    part = await partOf(legisinfo, dataset, [
      LIST,
      at('legisinfo/detail-json/44-1_C-1.json'),
      at('legisinfo/list-xml/44-1_recently-introduced.xml'),
      LEGACY,
      at('legisinfo/bill-text/45-1_C-214_first-reading_E.xml'),
    ]);
    byId = new Map(part.records.map((row) => [String(row['bill_id']), row]));
  });

  test('all are kept: 190 of the list, 7 of the same list in XML, 258 of the earlier XML; C-1 is also in the list', () => {
    const events = readFileSync(LEGACY, 'utf8').match(/<LegislativeEvents>.*?<\/LegislativeEvents>/gs) ?? [];
    const all = events.join('').match(/<Event /g)?.length ?? 0;
    expect(all).toBeGreaterThan(2000);
    expect(part.entry).toMatchObject({
      read: 190 + 1 + 7 + 258 + all + 1,
      kept: 190 + 7 + 258,
      merged_by_reason: {'earlier version': 1, 'part of a record': all},
      // The bill of the text is in no other file.
      rejected_by_reason: {'no bill with this session and number': 1},
      notes: {},
    });
    expect(part.entry.files.flatMap((file) => file.unknown_columns)).toEqual([]);
    expect(byId.size).toBe(part.records.length);
    expect(counts(part.records, 'session_id')).toEqual({'42-1': 258, '44-1': 197});
  });

  test('have a title, a day of introduction in their session, a known status', () => {
    for (const row of part.records) {
      expect(row['name_en']).toMatch(/\bAct\b/);
      expect(row['name_fr']).toMatch(/^Loi\b/);
      expect(`${row['name_en']}${row['name_fr']}`).not.toMatch(/[<>]|&#?\w+;/);
      expect(row['introduced']).toMatch(row['session_id'] === '42-1' ? /^201[5-9]-/ : /^202[1-4]-/);
    }
    const codes = Object.keys(counts(part.records, 'status_code'));
    expect(Object.keys(BILL_STATUS.values)).toEqual(expect.arrayContaining(codes));
    // Both sessions are over.
    expect(codes.sort()).toEqual([
      'DEFEATED',
      'NOT_ACTIVE',
      'NOT_PROCEEDED_WITH',
      'PRO_FORMA',
      'ROYAL_ASSENT',
    ]);
  });

  test('dates are those of Ottawa, whatever time zone the list uses', () => {
    type Raw = Record<string, string | null>;
    const raw = JSON.parse(readFileSync(LIST, 'utf8')) as Raw[];
    let moved = 0;
    for (const bill of raw) {
      const row = byId.get(`44-1/${bill['NumberCode']}`);
      const given = bill['ReceivedRoyalAssentDateTime'];
      const due = given ? new Date(given).toISOString().slice(0, 10) : null;
      if (due !== (given?.slice(0, 10) ?? null)) moved += 1;
      expect(row?.['royal_assent_date'], bill['NumberCode'] ?? '').toBe(due);
      expect(row?.['law']).toBe(bill['StatusNameEn'] === 'Royal assent received');
      expect(row?.['private_member']).toBe(bill['BillDocumentTypeNameEn'] === 'Private Member’s Bill');
      expect(row?.['home_chamber']).toBe(
        bill['OriginatingChamberOrganizationId'] === (2 as unknown) ? 'Senate' : 'House',
      );
    }
    expect(moved).toBe(17);
    expect(byId.get('44-1/C-11')).toMatchObject({introduced: '2022-02-02', status_code: 'ROYAL_ASSENT'});
  });

  test('an archived bill has its readings from its events, its sponsor and his party', () => {
    expect(byId.get('42-1/C-2')).toMatchObject({
      sponsor_name: 'Bill Morneau',
      sponsor_person_id: 88992,
      sponsor_published_party: 'Liberal',
      bill_type: 'House Government Bill',
      status_code: 'ROYAL_ASSENT',
      royal_assent_date: '2016-12-15',
      text_url: 'https://www.parl.ca/DocumentViewer/en/8707934',
      readings: [
        {chamber: 'House', reading: 'first', date: '2015-12-09'},
        {chamber: 'House', reading: 'second', date: '2016-03-21'},
        {chamber: 'House', reading: 'third', date: '2016-09-20'},
        {chamber: 'Senate', reading: 'first', date: '2016-09-27'},
        {chamber: 'Senate', reading: 'second', date: '2016-10-06'},
        {chamber: 'Senate', reading: 'third', date: '2016-12-13'},
      ],
    });
    const archived = part.records.filter((row) => row['session_id'] === '42-1');
    expect(archived.filter((row) => !row['sponsor_name'] || !row['sponsor_published_party'])).toEqual([]);
    for (const row of archived) expect((row['readings'] as Row[])[0]).toMatchObject({reading: 'first'});
    expect(counts(archived, 'law')).toEqual({true: 65, false: 193});
  });

  test('a detail wins over the list, and senators have no riding', () => {
    expect(byId.get('44-1/C-1')).toMatchObject({
      status_code: 'PRO_FORMA',
      sponsor_name: 'Justin Trudeau',
      sponsor_person_id: 58733,
      introduced: '2021-11-23',
      status_date: '2021-11-23',
    });
    expect(byId.get('44-1/S-290')).toMatchObject({sponsor_name: 'Patrick Brazeau', home_chamber: 'Senate'});
  });
});

describe.skipIf(!SAMPLES)('divisions', () => {
  const OLD = at('ourcommons-votes/legacy-list-xml/42-1_part.xml');
  const MEMBER = at('ourcommons-votes/member-ballots-xml/44-1_person-89156_part.xml');
  let part: MadePart;
  beforeAll(async () => {
    part = await partOf(house, votes, [OLD, MEMBER]);
  });

  test('all are kept, each ballot of the member belongs to its own', () => {
    expect(part.entry).toMatchObject({
      read: 850 + 2 * 622,
      kept: 850 + 622,
      merged_by_reason: {'part of a record': 622},
      rejected: 0,
      notes: {},
    });
    const ballots = part.records.flatMap((row) => row['ballots'] as Row[]);
    expect(ballots).toHaveLength(622);
    expect(counts(ballots, 'politician_id')).toEqual({89156: 622});
    expect(counts(ballots, 'vote')).toEqual({Nay: 308, Yea: 298, Paired: 16});
    expect(counts(ballots, 'paired')).toEqual({false: 602, true: 20});
    expect(counts(part.records, 'result')).toEqual({Passed: 629 + 446, Failed: 220 + 176, Tie: 1});
  });

  test('name the bills that are in the files of bills', () => {
    const text = readFileSync(OLD, 'utf8');
    const named = [...text.matchAll(/<BillNumberCode>([^<]+)</g)].map(([, number]) => number);
    const old = part.records.filter((row) => row['session_id'] === '42-1');
    expect(old.flatMap((row) => row['bill_number'] ?? []).sort()).toEqual(named.sort());
    for (const row of old)
      expect(row['source_url']).toBe(`https://www.ourcommons.ca/members/en/votes/42/1/${row['number']}`);
  });
});
