/** Runs labelled cases and judges them. */
import type {Case, Got} from './case.ts';
import {runIngestCases} from './ingest.ts';
import {runNameCases} from './names.ts';
import {readCases} from './read.ts';
import type {Judged} from './report.ts';
import {runRowCases} from './rows.ts';
import {scoreOf} from './score.ts';

/** Runs all cases below a folder. Throws CaseError for one that is broken. */
export async function judgeCases(root: string): Promise<Judged[]> {
  const {rows, names, ingest} = await readCases(root);
  const judged = (cases: readonly Case[], got: readonly Got[]): Judged[] =>
    cases.map((one, at) => ({case: one, got: got[at]!, score: scoreOf(one, got[at]!)}));
  const ingested = ingest === null ? [] : await runIngestCases(ingest);
  return [
    ...judged(rows, await runRowCases(rows)),
    ...judged(names, runNameCases(names)),
    ...judged(
      ingested,
      ingested.map(({got}) => got),
    ),
  ];
}
