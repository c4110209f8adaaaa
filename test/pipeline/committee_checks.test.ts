/** The check that meetings name what they study: pages that moved the titles elsewhere are no data. */
import {expect, test} from 'vitest';
import {checks} from '../../datasets/committee_sessions/checks.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';

const check = checks.find(({name}) => name === 'meetings name what they study');

test.each([
  ['meetings with studies', 148, 12, true],
  ['many meetings and no study', 148, 0, false],
  ['a few first meetings', 19, 0, true],
  ['no pages of meetings', 0, 0, true],
])('%s: %i meetings, %i studies', async (_, meetings, activities, holds) => {
  const {db, close} = await memoryDatabase();
  try {
    await db.run(`CREATE TABLE committee_sessions AS SELECT
      list_transform(range(${meetings}), lambda x: {date: DATE '2026-10-01', start_time: '15:30'}) AS meetings,
      range(${activities}) AS activities`);
    const reader = await db.runAndReadAll(`SELECT ${check?.sql} FROM committee_sessions`);
    expect([check?.severity, reader.getRows()[0]?.[0]]).toEqual(['ERROR', holds]);
  } finally {
    close();
  }
});
