/** Answers that are cut to a size: lists to fewer rows of the same query, records to shorter members. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Columns} from '../../../datasets/types.ts';
import {MAX_BYTES} from '../../../server/mcp/arguments.ts';
import {shorten} from '../../../server/mcp/shorten.ts';
import {exampleRow, exampleTables} from '../../helpers/rows.ts';
import {type ToolService, toolService} from '../../helpers/tools.ts';

const CONTRACTS = 70;
const VOTES = 116;

const votes = Array.from({length: VOTES}, (_, i) => ({
  session_id: '44-1',
  number: i + 1,
  date: `2023-0${1 + Math.floor(i / 20)}-${10 + (i % 20)}`,
  description_en: `Amendment ${i + 1} to a bill respecting harbour lights`,
  description_fr: null,
  result: i % 4 === 0 ? 'Passed' : 'Failed',
  yea_total: 177,
  nay_total: 144,
  paired_total: 0,
  party_votes: Array.from({length: 5}, (__, n) => ({party: `Party ${n}`, vote: 'Yes', disagreement: 0})),
  source_url: `https://www.ourcommons.ca/members/en/votes/44/1/${i + 1}`,
}));

let service: ToolService;
beforeEach(async () => {
  service = await toolService({
    ...exampleTables(),
    contracts: Array.from({length: CONTRACTS}, (_, i) =>
      exampleRow('contracts', {record_id: `c_${1000 + i}`, value: i, description_en: 'x'.repeat(700)}),
    ),
    bills: [exampleRow('bills', {bill_id: '44-1/C-11', session_id: '44-1', number: 'C-11', votes})],
  });
});
afterEach(() => service.close());

interface Answer<T> {
  body: T;
  text: string;
  notes: string[];
}

async function answer<T>(name: string, given: object): Promise<Answer<T>> {
  const {content, structuredContent} = await service.call(name, given);
  const [text, ...notes] = (content as {text: string}[]).map((part) => part.text);
  expect(JSON.parse(text!)).toEqual(structuredContent);
  return {body: structuredContent as T, text: text!, notes};
}

interface List {
  data: {record_id: string}[];
  meta: {total: number; limit: number; next_cursor: string | null};
}

const contracts = (given: object) => answer<List>('search_contracts', given);

describe('a list', () => {
  test('is walked by its cursor within the size, without a gap, and each page counts once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    let calls = 0;
    do {
      const {body, text, notes} = await contracts({max_bytes: 5000, ...(cursor ? {cursor} : {})});
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5000);
      expect(body.data.length).toBeLessThan(20);
      expect(body.meta.total).toBe(CONTRACTS);
      if (body.meta.next_cursor) {
        expect(body.meta.limit).toBe(body.data.length);
        expect(notes[0]).toMatch(
          new RegExp(
            `^Cut to ${body.data.length} of \\d+ rows to keep to 5000 bytes; meta.total is ${CONTRACTS}. Go on`,
          ),
        );
      }
      seen.push(...body.data.map(({record_id}) => record_id));
      cursor = body.meta.next_cursor;
      calls++;
    } while (cursor);
    expect(new Set(seen).size).toBe(CONTRACTS);
    expect(seen).toHaveLength(CONTRACTS);
    expect(await service.used()).toBe(calls);
  });

  test('has all the rows that are asked for, unless a size is, too', async () => {
    const {body, text, notes} = await contracts({limit: CONTRACTS});
    expect(body.data).toHaveLength(CONTRACTS);
    expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_BYTES);
    expect(notes).toEqual([]);
    expect((await contracts({limit: CONTRACTS, max_bytes: 5000})).body.data.length).toBeLessThan(20);
  });

  test('has one row at least', async () => {
    expect((await contracts({max_bytes: 1000})).body.data).toHaveLength(1);
  });
});

interface Bill {
  data: {votes: {number: number; party_votes?: object[]}[]; summaries: object[]};
  cut?: Record<string, object>;
}

describe('a bill with many votes', () => {
  const bill = (given: object) => answer<Bill>('get_bill', {session: '44-1', number: 'C-11', ...given});

  test('has the newest ones, and the numbers of all by result', async () => {
    const {body, text, notes} = await bill({});
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
    const {length} = body.data.votes;
    expect(length).toBeGreaterThanOrEqual(3);
    expect(body.cut).toEqual({
      votes: {
        shown: length,
        of: VOTES,
        without: ['party_votes'],
        counts: {result: {Passed: VOTES / 4, Failed: (VOTES / 4) * 3}},
      },
    });
    expect(body.data.votes.map(({number}) => number)).toEqual(votes.slice(-length).map(({number}) => number));
    expect(body.data.votes[0]).not.toHaveProperty('party_votes');
    expect(notes[0]).toContain(`Not whole: votes (${length} of ${VOTES}, without party_votes)`);
    expect(notes[0]).toContain('include');
  });

  test.each([{include: ['votes']}, {include: 'votes'}, {max_bytes: 500_000}])(
    'has them whole with %j',
    async (given) => {
      const {body, notes} = await bill(given);
      expect(body.data.votes).toEqual(votes);
      expect([body.cut, notes]).toEqual([undefined, []]);
    },
  );
});

describe('shortening', () => {
  const columns = {} as Columns;
  const rows = (count: number) => Array.from({length: count}, (_, i) => ({name: `name ${i}`}));

  test('takes from the longest members, and leaves short ones alone', () => {
    const {data, cut} = shorten({id: 1, few: rows(4), many: rows(400)}, columns, 1000, []);
    expect(data).toMatchObject({id: 1, few: rows(4), many: rows(400).slice(0, 25)});
    expect(cut).toEqual({many: {shown: 25, of: 400}});
  });

  test('keeps what is named, and does not count it', () => {
    const whole = {a: rows(300), b: rows(100)};
    expect(shorten(whole, columns, 2500, ['a'])).toEqual({data: whole, cut: {}});
    expect(shorten(whole, columns, 1000, ['a']).cut).toEqual({b: {shown: 25, of: 100}});
  });

  test('reaches members of objects, and cuts texts last', () => {
    const whole = {group: {results: rows(200)}, text: 'x'.repeat(9000)};
    const {data, cut} = shorten(whole, columns, 3000, []);
    expect(cut).toEqual({'group.results': {shown: 3, of: 200}});
    expect((data as {text: string}).text).toMatch(/^x{1500} \[cut\]$/);
  });
});
