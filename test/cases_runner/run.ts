/** Runs labelled cases and judges them. */
import {fileURLToPath} from 'node:url';
import {type Case, CaseError, type Got} from './case.ts';
import {runIngestCases} from './ingest.ts';
import {runNameCases} from './names.ts';
import {readCases} from './read.ts';
import {type Judged, reportOf} from './report.ts';
import {runRowCases} from './rows.ts';
import {scoreOf} from './score.ts';
import {runTwinCases, twinCases} from './twins.ts';

/** The cases of the project. */
export const OWN_CASES = fileURLToPath(new URL('../cases', import.meta.url));

/** Runs all cases below a folder. Throws CaseError for one that is broken. */
export async function judgeCases(root: string): Promise<Judged[]> {
  const {rows, names, twins, ingest} = await readCases(root);
  const records = twins.flatMap(({value, path}) => twinCases(value, path));
  const judged = (cases: readonly Case[], got: readonly Got[]): Judged[] =>
    cases.map((one, at) => ({case: one, got: got[at]!, score: scoreOf(one, got[at]!)}));
  const ingested = ingest === null ? [] : await runIngestCases(ingest);
  return [
    ...judged(rows, await runRowCases(rows)),
    ...judged(names, runNameCases(names)),
    ...judged(records, await runTwinCases(records)),
    ...judged(
      ingested,
      ingested.map(({got}) => got),
    ),
  ];
}

/** Prints how the cases below a folder went; the exit code, which is 1 where one of them cannot be run. */
export async function casesCommand(
  root: string,
  out: {write: (text: string) => void},
  err: {write: (text: string) => void},
): Promise<number> {
  try {
    out.write(reportOf(await judgeCases(root)));
    return 0;
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    err.write(`${error.message}\n`);
    return 1;
  }
}
