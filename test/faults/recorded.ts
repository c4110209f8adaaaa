/** The last results of the full forms, which docs/RELIABILITY.md shows: `RECORD=1 make faults` writes them. */
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import type {Tally} from './run_kind.ts';

const PATH = fileURLToPath(new URL('recorded.json', import.meta.url));

export interface Recorded {
  /** Day of the run, UTC. */
  day: string;
  seed: number;
  cases: number;
  broken: number;
}

/** By kind; a kind that never ran to its end is missing. */
export const readRecorded = async (): Promise<Record<string, Recorded>> =>
  JSON.parse(await readFile(PATH, 'utf8')) as Record<string, Recorded>;

/** Records the kinds that ran to their end. */
export async function record(tallies: readonly Tally[], seed: number): Promise<void> {
  const recorded = await readRecorded();
  const day = new Date().toISOString().slice(0, 10);
  for (const {kind, cases, results, skipped, complete} of tallies) {
    if (skipped !== null || !complete) continue;
    recorded[kind] = {day, seed, cases, broken: results.filter(({broken}) => broken).length};
  }
  await writeFile(PATH, `${JSON.stringify(recorded, null, 2)}\n`);
}
