/** Runs labelled cases and judges them. */
import {readCases} from './read.ts';
import type {Judged} from './report.ts';
import {runRowCases} from './rows.ts';
import {scoreOf} from './score.ts';

/** Runs all cases below a folder. Throws CaseError for one that is broken. */
export async function judgeCases(root: string): Promise<Judged[]> {
  const {rows} = await readCases(root);
  const got = await runRowCases(rows);
  return rows.map((one, at) => ({case: one, got: got[at]!, score: scoreOf(one, got[at]!)}));
}
