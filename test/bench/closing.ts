/**
 * What a bench or an evaluation must undo however it ends: processes stopped by their id, folders removed.
 */
import type {ChildProcess} from 'node:child_process';

type Undo = () => Promise<void>;

const open: Undo[] = [];

/** Registers an undoing step; the function returned takes it at once, and only once. */
export function atEnd(undo: Undo): Undo {
  open.push(undo);
  return async () => {
    const at = open.indexOf(undo);
    if (at < 0) return;
    open.splice(at, 1);
    await undo();
  };
}

let closing: Promise<void> | null = null;

/**
 * Takes all steps that are left, the newest first; a step that fails is reported and does not stop the
 * others. Whoever calls while that is under way waits for the same end: a signal and the failures that it
 * causes come together.
 */
export function closeAll(): Promise<void> {
  closing ??= closeSteps().finally(() => {
    closing = null;
  });
  return closing;
}

async function closeSteps(): Promise<void> {
  for (let undo = open.pop(); undo; undo = open.pop()) {
    try {
      await undo();
    } catch (error) {
      process.stderr.write(`could not clear up: ${String(error)}\n`);
    }
  }
}

/** Ctrl-C and an ordinary end from outside clear up too. */
export function closeOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => closeAll().then(() => process.exit(130)));
  }
}

const KILL_AFTER_MS = 20_000;

/** Stops a child by `signal`, and by SIGKILL if it does not exit. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const force = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  child.kill(signal);
  await ended;
  clearTimeout(force);
}
