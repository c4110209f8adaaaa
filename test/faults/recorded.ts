/** The last results, which docs/RELIABILITY.md shows: `RECORD=1 make faults` writes them. */
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import type {Tally} from './run_kind.ts';

const PATH = fileURLToPath(new URL('recorded.json', import.meta.url));

export interface Recorded {
  /** Day of the run, UTC. */
  day: string;
  seed: number;
  /** Cases that ran: fewer than the full form has where the run was not ended. */
  cases: number;
  broken: number;
}

/** By kind; a kind that never ran is missing. */
export const readRecorded = async (): Promise<Record<string, Recorded>> =>
  JSON.parse(await readFile(PATH, 'utf8')) as Record<string, Recorded>;

/** Records what ran; a run that goes on is recorded again. */
export async function record(tallies: readonly Tally[], seed: number): Promise<void> {
  const recorded = await readRecorded();
  const day = new Date().toISOString().slice(0, 10);
  for (const {kind, results, skipped} of tallies) {
    if (skipped !== null || results.length === 0) continue;
    recorded[kind] = {day, seed, cases: results.length, broken: results.filter(({broken}) => broken).length};
  }
  await writeFile(PATH, `${JSON.stringify(recorded, null, 2)}\n`);
}
