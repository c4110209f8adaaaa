/** Processor time of this process and of all that it has started. */
import {readdirSync, readFileSync} from 'node:fs';

/** Ticks of a second in /proc: USER_HZ, the same on all machines of today. */
const TICKS = 100;

interface Process {
  parent: number;
  seconds: number;
}

/** Seconds of user and system time, those of children that have ended included. Linux only: elsewhere 0. */
export function processorSeconds(): number {
  const all = new Map<number, Process>();
  for (const name of namesIn('/proc')) {
    const one = /^\d+$/.test(name) ? read(name) : null;
    if (one) all.set(Number(name), one);
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === process.pid) return true;
    return false;
  };
  return [...all].reduce((sum, [pid, {seconds}]) => (isOurs(pid) ? sum + seconds : sum), 0);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null for a process that has just ended. */
function read(pid: string): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in brackets and may hold any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return {parent: Number(fields[1]), seconds: ticks / TICKS};
  } catch {
    return null;
  }
}
