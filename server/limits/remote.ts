/**
 * Limits counted in Redis or Valkey, exact over any number of machines. While it cannot be reached every process counts
 * for itself, from the counts it saw last; what it counted is paid in with the next request that reaches it.
 */

import type {KeyHolder} from '../accounts/holder.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import {WINDOWS} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {type Numbers, numbersAt} from './calendar.ts';
import {localLimits} from './counters.ts';
import {admission, windowsOf} from './headers.ts';
import type {Memory} from './memory.ts';
import {COUNT, type Counted, expiries, readCounted, windowKeys} from './redis_script.ts';
import type {Admission, Limits} from './types.ts';
import {mirror, oweAgain, takeOwed} from './unsynced.ts';

/** Runs the script; rejects at once without a connection, and after a bounded wait. */
export type Evaluate = (script: string, keys: string[], args: (string | number)[]) => Promise<unknown>;

/** After a failure nobody asks for so long: answers wait once for a server that hangs, not each of them. */
const PAUSE_MS = 1000;

interface Effects {
  evaluate: Evaluate;
  log: Log;
  /** Milliseconds of a clock that never steps. */
  clock: () => number;
}

export function remoteLimits(memory: Memory, load: WindowCounts['of'], effects: Effects): Limits {
  const {evaluate, log, clock} = effects;
  const local = localLimits(memory, load, true);
  /** Whose admission it was, for what is given back. */
  const asked = new WeakMap<Admission, KeyHolder>();
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let lost = false;

  function failed(error: unknown): void {
    pausedUntil = clock() + PAUSE_MS;
    // Its message only: the error of a client may hold the command, and that a password.
    const why = error instanceof Error ? error.message : String(error);
    if (!lost) log.error({why}, 'shared counters cannot be reached: counting in this process');
    lost = true;
  }

  /** Null where the counters cannot be reached. */
  async function count(holder: KeyHolder, numbers: Numbers, add: number): Promise<Counted | null> {
    const owed = takeOwed(memory, holder.id, numbers);
    const limits = WINDOWS.map((name) => holder.quotas[name] ?? -1);
    const args = [...limits, ...expiries(numbers), ...owed, add];
    try {
      const counted = readCounted(await evaluate(COUNT, windowKeys(holder.account, numbers), args));
      if (lost) log.info({}, 'shared counters can be reached again');
      lost = false;
      return counted;
    } catch (error) {
      oweAgain(memory, holder.id, numbers, owed);
      failed(error);
      return null;
    }
  }

  /** While the pause lasts nobody asks; behind it one does, and the others go on without. */
  function reachable(): boolean {
    if (!lost) return true;
    if (clock() < pausedUntil) return false;
    pausedUntil = clock() + PAUSE_MS;
    return true;
  }

  async function admitThere(holder: KeyHolder, now: number): Promise<Admission> {
    const numbers = numbersAt(now);
    const counted = await count(holder, numbers, 1);
    if (!counted) return local.admit(holder, now);
    const {refused, used} = counted;
    mirror(memory, holder.id, numbers, used, refused < 0 && holder.shown !== null ? now : 0);
    const made = admission(holder.id, used, holder.quotas, numbers, refused, now);
    asked.set(made, holder);
    return made;
  }

  return {
    admit: (holder, now) => (reachable() ? admitThere(holder, now) : local.admit(holder, now)),
    giveBack(given) {
      const holder = asked.get(given);
      if (!holder) {
        local.giveBack(given);
        return;
      }
      // What cannot be given back there is owed: a debt below zero.
      count(holder, given.numbers, -1).then((counted) => {
        if (!counted) local.giveBack(given);
      });
    },
    record: local.record,
    async look(holder, now) {
      const numbers = numbersAt(now);
      const counted = reachable() ? await count(holder, numbers, 0) : null;
      if (!counted) return local.look(holder, now);
      mirror(memory, holder.id, numbers, counted.used, 0);
      return windowsOf(counted.used, holder.quotas, numbers);
    },
  };
}
