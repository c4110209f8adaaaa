/** Runs the cases of one kind, each once over all runs, and tells about those that break the promise. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Kind} from './kind.ts';
import {openState, type Result} from './state.ts';

export interface RunOptions {
  /** Folder of the states. */
  home: string;
  seed: number;
  count: number;
  /** The only case to run; it leaves the state as it is. */
  only: string | null;
  /** Cases without this text in their name are left out. */
  match: string;
  /** Whether no further case shall begin. */
  isOver(): boolean;
  say(line: string): void;
}

export interface Tally {
  kind: string;
  /** Cases of the whole run. */
  cases: number;
  results: Result[];
  /** Why the kind could not run; null where it could. */
  skipped: string | null;
  /** False where cases are left for the next run. */
  complete: boolean;
}

/** Progress is said after so many milliseconds, at the end of a case. */
const SAY_EVERY_MS = 20_000;

/** The command that runs one case again. */
export const repeatedBy = (kind: string, seed: number, count: number, name: string): string =>
  `make faults KINDS=${kind} SEED=${seed} N=${count} CASE=${name}`;

/** Throws for a CASE that the kind does not have. A case that breaks the promise is a result and no error. */
export async function runKind(kind: Kind, options: RunOptions): Promise<Tally> {
  const {home, seed, count, only, match, say} = options;
  const skipped = await kind.unmet();
  if (skipped !== null) return {kind: kind.name, cases: 0, results: [], skipped, complete: true};
  const folder = await mkdtemp(join(tmpdir(), `faults-${kind.name}-`));
  const cases = await kind.open({folder, seed, count, only}).catch(async (error) => {
    await rm(folder, {recursive: true, force: true});
    throw error;
  });
  try {
    if (only !== null) {
      if (!cases.names.includes(only)) {
        throw new Error(`${kind.name} has no case ${only} with SEED=${seed} N=${count}`);
      }
      const result = await resultOf(only, cases.run);
      return {kind: kind.name, cases: 1, results: [result], skipped: null, complete: true};
    }
    const state = await openState(home, kind.name, seed, count);
    const names = cases.names.filter((name) => name.includes(match));
    // What was broken may have been mended since.
    const left = names.filter((name) => state.results.get(name)?.broken !== false);
    say(`${kind.name}: ${names.length} cases, ${left.length} to run`);
    let saidAt = Date.now();
    for (const name of left) {
      if (options.isOver()) break;
      const result = await resultOf(name, cases.run);
      await state.add(result);
      if (result.broken) {
        say(`BROKEN ${kind.name} ${name}: ${result.found}\n  ${repeatedBy(kind.name, seed, count, name)}`);
      }
      if (Date.now() - saidAt < SAY_EVERY_MS) continue;
      saidAt = Date.now();
      say(`  ${kind.name}: ${names.filter((one) => state.results.has(one)).length} of ${names.length}`);
    }
    const results = names.flatMap((name) => state.results.get(name) ?? []);
    const complete = results.length === names.length;
    if (complete) await state.end();
    return {kind: kind.name, cases: names.length, results, skipped: null, complete};
  } finally {
    await cases.close();
    await rm(folder, {recursive: true, force: true});
  }
}

async function resultOf(name: string, run: (name: string) => Promise<string>): Promise<Result> {
  const startedAt = performance.now();
  const found = await run(name).then(
    (text) => ({found: text, broken: false}),
    (error: unknown) => ({found: error instanceof Error ? error.message : String(error), broken: true}),
  );
  return {name, ...found, ms: Math.round(performance.now() - startedAt)};
}
