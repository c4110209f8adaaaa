/** Child processes of a worker, kept for the next step: what DuckDB does there delays no lock here. */
import {type ChildProcess, fork} from 'node:child_process';
import {on} from 'node:events';
import {fileURLToPath} from 'node:url';
import type {Emit} from '../runtime/events.ts';
import {Busy} from './context.ts';
import type {Answer, End, Task} from './step_program.ts';

const PROGRAM = fileURLToPath(new URL('./step_process.ts', import.meta.url));

/** The process of a step died: of its file, for lack of memory, or by a signal. */
export class ChildDied extends Error {
  override name = 'ChildDied';
}

export type Children = ReturnType<typeof createChildren>;

/** Children get the environment of this process. */
export function createChildren() {
  const all = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];
  const begin = (): ChildProcess => {
    // A group of its own: its compilers die with it, and Ctrl-C reaches the worker alone.
    const child = fork(PROGRAM, [], {detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc']});
    all.add(child);
    child.once('exit', () => {
      all.delete(child);
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
    });
    return child;
  };
  return {
    /** Runs a step in an idle child, or a new one. Throws Busy, the error of the step, or ChildDied. */
    async run(task: Task, emit: Emit): Promise<void> {
      const child = idle.pop() ?? begin();
      const answer = await ask(child, task, emit);
      if (answer !== null) idle.push(child);
      if (answer === null) throw new ChildDied(`its process ${deathOf(child)}`);
      if (!('error' in answer)) return;
      if (answer.busy) throw new Busy(answer.error);
      throw new Error(answer.error);
    },
    /** Kills all children and what they have started. */
    close(): void {
      for (const child of all) killGroup(child);
    },
  };
}

/** The last answer to a task; null where the child died. */
async function ask(child: ChildProcess, task: Task, emit: Emit): Promise<End | null> {
  const answers = on(child, 'message', {close: ['exit']}) as AsyncIterable<[Answer]>;
  child.send(task);
  for await (const [answer] of answers) {
    if (!('event' in answer)) return answer;
    emit(answer.event);
  }
  return null;
}

const deathOf = ({signalCode, exitCode}: ChildProcess): string =>
  signalCode ? `was killed by ${signalCode}` : `ended with ${exitCode}`;

function killGroup({pid}: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
