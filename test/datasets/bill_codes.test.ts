/** Statuses of bills: every wording that the publisher uses, and every code that it lists. */
import {expect, test} from 'vitest';
import {BILL_STATUS} from '../../datasets/codes/bills.ts';
import {SECTORS} from '../../datasets/codes/sectors.ts';
import {FINISHED_SESSIONS, sessionsSince} from '../../datasets/codes/sessions.ts';
import {fold} from '../../datasets/rules/text.ts';

/** In the order of docs/API.md. */
const CODES = `HOUSE_AWAITING_FIRST_READING HOUSE_FIRST_READING HOUSE_SECOND_READING
  HOUSE_REFERRAL_TO_COMMITTEE_BEFORE_SECOND_READING HOUSE_OUTSIDE_ORDER_OF_PRECEDENCE HOUSE_IN_COMMITTEE
  HOUSE_CONSIDERATION_OF_COMMITTEE_REPORT HOUSE_REPORT_STAGE HOUSE_REPORT_STAGE_AND_SECOND_READING HOUSE_THIRD_READING
  HOUSE_CONSIDERATION_OF_AMENDMENTS SENATE_AWAITING_FIRST_READING SENATE_FIRST_READING SENATE_SECOND_READING
  SENATE_IN_COMMITTEE SENATE_CONSIDERATION_OF_COMMITTEE_REPORT SENATE_REPORT_STAGE SENATE_THIRD_READING
  SENATE_CONSIDERATION_OF_AMENDMENTS ROYAL_ASSENT_AWAITING ROYAL_ASSENT PRO_FORMA DEFEATED NOT_PROCEEDED_WITH NOT_ACTIVE
  UNKNOWN`.split(/\s+/);

const TAGS =
  `agriculture arts_culture banking_finance competition_consumer defence education elections energy environment
  fisheries foreign_affairs health housing immigration indigenous industry_innovation infrastructure justice labour
  official_languages privacy_digital public_safety seniors taxation telecommunications transportation veterans`.split(
    /\s+/,
  );

const codeOf = (text: string): string | undefined =>
  Object.entries(BILL_STATUS.values).find(([, known]) => known.map(fold).includes(fold(text)))?.[0];

test('statuses and sector tags are those written out by hand', () => {
  expect(Object.keys(BILL_STATUS.values)).toEqual(CODES);
  expect(Object.keys(SECTORS)).toEqual(TAGS);
});

test.each([
  ['in the House of Commons', 'HOUSE_'],
  ['in the Senate', 'SENATE_'],
])('stages %s', (chamber, prefix) => {
  const stages: [words: string, code: string][] = [
    ['first reading', 'FIRST_READING'],
    ['second reading', 'SECOND_READING'],
    ['consideration in committee', 'IN_COMMITTEE'],
    ['consideration of committee report', 'CONSIDERATION_OF_COMMITTEE_REPORT'],
    ['report stage', 'REPORT_STAGE'],
    ['third reading', 'THIRD_READING'],
    ['consideration of amendments', 'CONSIDERATION_OF_AMENDMENTS'],
    ['awaiting first reading', 'AWAITING_FIRST_READING'],
  ];
  for (const [words, code] of stages) expect(codeOf(`At ${words} ${chamber}`), words).toBe(prefix + code);
});

test.each([
  ['At report stage and second reading in the House of Commons', 'HOUSE_REPORT_STAGE_AND_SECOND_READING'],
  [
    'At referral to committee before second reading in the House of Commons',
    'HOUSE_REFERRAL_TO_COMMITTEE_BEFORE_SECOND_READING',
  ],
  ['Royal assent received', 'ROYAL_ASSENT'],
  ['Outside the Order of Precedence', 'HOUSE_OUTSIDE_ORDER_OF_PRECEDENCE'],
  ['Senate bill awaiting first reading in the House of Commons', 'HOUSE_AWAITING_FIRST_READING'],
  ['House of Commons bill awaiting first reading in the Senate', 'SENATE_AWAITING_FIRST_READING'],
  [
    'At consideration in the House of Commons of amendments made by the Senate',
    'HOUSE_CONSIDERATION_OF_AMENDMENTS',
  ],
  [
    'At consideration in the Senate of amendments made by the House of Commons',
    'SENATE_CONSIDERATION_OF_AMENDMENTS',
  ],
  ['Introduced as pro forma bill', 'PRO_FORMA'],
  ['Bill defeated', 'DEFEATED'],
  ['Bill not proceeded with', 'NOT_PROCEEDED_WITH'],
  ['Awaiting royal assent', 'ROYAL_ASSENT_AWAITING'],
  ['Considered at dusk', undefined],
])('"%s" is %s', (text, code) => {
  expect(codeOf(text)).toBe(code);
});

test('sessions: one sits, those before it are over, and an unknown one is refused', () => {
  const all = sessionsSince('35-1');
  expect(all.at(-1)).toEqual({session: '45-1', parliament: '45', number: '1'});
  expect(FINISHED_SESSIONS).toEqual(all.slice(0, -1).map(({session}) => session));
  expect(sessionsSince('44-1')).toEqual(all.slice(-2));
  expect(() => sessionsSince('44-9')).toThrow('no session 44-9');
});
