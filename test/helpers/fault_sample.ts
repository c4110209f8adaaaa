/**
 * The sample of a kind of fault as tests: each case one test, all skipped where the machine lacks what they
 * need.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Kind} from '../faults/kind.ts';
import {repeatedBy} from '../faults/run_kind.ts';
import {seed} from './seed.ts';

/** Declares the test of a kind; its cases share what opening them takes. */
export function testSample(kind: Kind): void {
  test(`${kind.name}: ${kind.promise} (a sample of ${kind.sample}, SEED=${seed})`, async ({skip}) => {
    const unmet = await kind.unmet();
    if (unmet !== null) skip(unmet);
    const folder = await mkdtemp(join(tmpdir(), `faults-${kind.name}-`));
    try {
      const cases = await kind.open({folder, seed, count: kind.sample, only: null});
      try {
        expect(cases.names.length).toBeGreaterThan(0);
        for (const name of cases.names) {
          await cases.run(name).catch((cause: Error) => {
            throw new Error(`${cause.message}\n${repeatedBy(kind.name, seed, kind.sample, name)}`, {cause});
          });
        }
      } finally {
        await cases.close();
      }
    } finally {
      await rm(folder, {recursive: true, force: true});
    }
  });
}
