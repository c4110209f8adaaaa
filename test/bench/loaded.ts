/**
 * Databases that are loaded once and measured later: which steps of a load were taken, and of which build.
 */
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {renameDurably} from '../../builds/durable.ts';

export interface Steps {
  /** Takes a step that was not taken yet; seconds, or null where it was. */
  take(name: string, kind: string, work: () => Promise<unknown>): Promise<number | null>;
  /** Seconds of all steps taken, in this process or before, by kind. */
  seconds(): Record<string, number>;
}

interface Taken {
  /** Id of the build whose rows are loaded. */
  build: string;
  /** Kind and seconds of each step by its name. */
  steps: Record<string, [kind: string, seconds: number]>;
}

/** Steps of a load that nothing outlives. */
export const stepsInMemory = (): Steps => stepsOf({build: '', steps: {}}, async () => {});

/** The steps of the load that `file` tells of. Throws where it is of another build. */
export async function stepsIn(file: string, build: string): Promise<Steps> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const taken: Taken = text === null ? {build, steps: {}} : JSON.parse(text);
  if (taken.build !== build) {
    throw new Error(
      `${dirname(file)} holds the rows of build ${taken.build}, not of ${build}: remove it, or name another folder in BENCH_LOADED`,
    );
  }
  return stepsOf(taken, async () => {
    await mkdir(dirname(file), {recursive: true});
    await writeFile(`${file}.next`, `${JSON.stringify(taken, null, 1)}\n`);
    await renameDurably(`${file}.next`, file);
  });
}

const stepsOf = (taken: Taken, save: () => Promise<void>): Steps => ({
  async take(name, kind, work) {
    if (taken.steps[name]) return null;
    const startedAt = performance.now();
    await work();
    const seconds = (performance.now() - startedAt) / 1000;
    taken.steps[name] = [kind, seconds];
    await save();
    return seconds;
  },
  seconds() {
    const sums: Record<string, number> = {};
    for (const [kind, seconds] of Object.values(taken.steps)) sums[kind] = (sums[kind] ?? 0) + seconds;
    return sums;
  },
});
