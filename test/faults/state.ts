/**
 * What a run of `make faults` has found so far, a line of JSON for each case, so that an interrupted run goes
 * on.
 */
import {appendFile, mkdir, readFile, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';

export interface Result {
  name: string;
  /** What was found, or how the promise was broken. */
  found: string;
  broken: boolean;
  ms: number;
}

export interface State {
  results: Map<string, Result>;
  add(result: Result): Promise<void>;
  /** The next run begins anew. */
  end(): Promise<void>;
}

const isResult = (value: unknown): value is Result =>
  typeof value === 'object' && value !== null && typeof (value as Result).name === 'string';

/** The result of a line; null for one that was cut off by a kill. */
function parse(line: string): Result | null {
  try {
    const value: unknown = JSON.parse(line);
    return isResult(value) ? value : null;
  } catch {
    return null;
  }
}

/** The state of a kind under these options. */
export async function openState(home: string, kind: string, seed: number, count: number): Promise<State> {
  const path = join(home, `${kind}.seed-${seed}.n-${count}.ndjson`);
  await mkdir(dirname(path), {recursive: true});
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const known = text.split('\n').flatMap((line) => parse(line) ?? []);
  const results = new Map(known.map((result) => [result.name, result]));
  return {
    results,
    async add(result) {
      results.set(result.name, result);
      // A line that a kill cut off ends before this one begins.
      await appendFile(path, `\n${JSON.stringify(result)}\n`);
    },
    end: () => rm(path, {force: true}),
  };
}
