/** The last results, which docs/RELIABILITY.md shows: `RECORD=1 make faults` writes them. */
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {KINDS} from './kinds.ts';
import type {Tally} from './run_kind.ts';

const PATH = fileURLToPath(new URL('recorded.json', import.meta.url));

export interface Recorded {
  /** Day of the run, UTC. */
  day: string;
  seed: number;
  /** Cases or schedules that ran: fewer than the full form has where the run was not ended. */
  cases: number;
  /** Cases that broke the promise; a batch of schedules ends with the first that does. */
  broken: number;
}

/** By kind; a kind that never ran is missing. */
export const readRecorded = async (): Promise<Record<string, Recorded>> =>
  JSON.parse(await readFile(PATH, 'utf8')) as Record<string, Recorded>;

/** What is recorded of the results of a kind whose cases are batches of so many schedules. */
export const countsOf = (results: Tally['results'], batch: number): Pick<Recorded, 'cases' | 'broken'> => ({
  cases: results.length * batch,
  broken: results.filter(({broken}) => broken).length,
});

/** Records what ran; a run that goes on is recorded again. */
export async function record(tallies: readonly Tally[], seed: number): Promise<void> {
  const recorded = await readRecorded();
  const day = new Date().toISOString().slice(0, 10);
  for (const {kind, results, skipped} of tallies) {
    if (skipped !== null || results.length === 0) continue;
    const batch = KINDS.find(({name}) => name === kind)?.batch ?? 1;
    recorded[kind] = {day, seed, ...countsOf(results, batch)};
  }
  await writeFile(PATH, `${JSON.stringify(recorded, null, 2)}\n`);
}
