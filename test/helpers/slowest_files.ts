/** Prints the ten slowest files at the end of a run; with DURATIONS=write it renews `durations.json`. */
import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';
import type {Reporter, TestModule} from 'vitest/node';
import {durationsPath} from './sequencer.ts';

const SHOWN = 10;

/** Milliseconds of a file: its imports, hooks and tests. */
function durationOf(module: TestModule): number {
  const {collectDuration, duration, setupDuration} = module.diagnostic();
  return Math.round(collectDuration + setupDuration + duration);
}

export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({path: relative(process.cwd(), module.moduleId), ms: durationOf(module)}))
      .sort((a, b) => b.ms - a.ms);
    if (files.length < 2) return;
    const lines = files
      .slice(0, SHOWN)
      .map(({path, ms}) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${path}`);
    process.stdout.write(`\nSlowest files:\n${lines.join('\n')}\n`);
    if (process.env['DURATIONS'] !== 'write') return;
    const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const text = JSON.stringify(Object.fromEntries(sorted.map(({path, ms}) => [path, ms])), null, 2);
    writeFileSync(durationsPath, `${text}\n`);
  }
}
