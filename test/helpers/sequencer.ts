/** Orders the test files, the slowest first, so that all workers end together. */
import {readFileSync, statSync} from 'node:fs';
import {relative} from 'node:path';
import {BaseSequencer, type TestSpecification} from 'vitest/node';

const DURATIONS = new URL('../durations.json', import.meta.url);

/** Milliseconds by file of an earlier run on two cores; DURATIONS=write renews it. */
export const durationsPath = DURATIONS;
const known = JSON.parse(readFileSync(DURATIONS, 'utf8')) as Record<string, number>;

/** A file that is not listed counts a millisecond for every ten bytes. */
const durationOf = ({moduleId, project}: TestSpecification): number =>
  known[relative(project.config.root, moduleId)] ?? statSync(moduleId).size / 10;

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => durationOf(b) - durationOf(a));
  }
}
