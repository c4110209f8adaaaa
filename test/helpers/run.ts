/** Global set-up of a test run: the bundle, a shared folder, and the stop of servers left running. */
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestProject} from 'vitest/node';
import {bundle} from '../../server/bundle/bundle.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Holds a file `server-<pid>` for every shared server. */
    runFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  await bundle();
  const folder = mkdtempSync(join(tmpdir(), 'federal-public-data-run-'));
  project.provide('runFolder', folder);
  return () => {
    for (const name of readdirSync(folder)) {
      const pid = Number(/^server-(\d+)$/.exec(name)?.[1]);
      try {
        if (pid) process.kill(pid, 'SIGTERM');
      } catch {
        // It has ended.
      }
    }
    rmSync(folder, {recursive: true, force: true});
  };
}
