/** Priorities of the threads of a process, as the system tells them. */
import {execFile} from 'node:child_process';
import {getPriority} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {ROOT} from '../../helpers/stack.ts';

const LEAST = 19;

test.runIf(process.platform === 'linux')(
  'helpers of V8 come after threads that answer, and those that make pages after both',
  async () => {
    const program = join(ROOT, 'test/helpers/priority_program.ts');
    const {stdout} = await promisify(execFile)(process.execPath, [program]);
    const [main, ...others] = JSON.parse(stdout) as number[];
    const own = getPriority(0);
    expect(main).toBe(own);
    const lowered = (by: number) => Math.min(LEAST, own + by);
    expect(others.filter((nice) => nice === lowered(15))).toHaveLength(1);
    // As many as V8 has for this machine, at least one.
    const helpers = others.filter((nice) => nice === lowered(5));
    expect(helpers.length).toBeGreaterThan(0);
    expect(helpers.length + 1).toBe(others.length);
  },
);
