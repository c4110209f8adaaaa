/** Whole files that accounts read by ranges: all ranges of one file count as one request in a minute. */
import {windowNumbersAt} from './calendar.ts';
import {
  type CounterMemory,
  lock,
  RANGED_FILES,
  rangedFilesAt,
  rangedMinuteAt,
  slotOf,
  unlock,
} from './counter_memory.ts';

/** Files that one double can tell apart. */
const IN_DOUBLE = 53;

export interface FileRanges {
  /**
   * Whether the account has not begun with the file in this minute; it has from now on. `file`: a number; 265
   * can be told apart, and others count as one of these.
   */
  begin(account: number, now: number, file: number): boolean;
  /** It has not begun after all: the request was refused. */
  drop(account: number, now: number, file: number): void;
}

/** Shared by all threads of the process. */
export function fileRanges(memory: CounterMemory): FileRanges {
  const {doubles} = memory;
  /** Sets or clears the bit of a file; returns whether it was set. */
  function change(account: number, now: number, file: number, isSet: boolean): boolean {
    const [minute] = windowNumbersAt(now);
    const slot = slotOf(memory, account);
    const token = lock(memory, slot);
    const [of, files] = [rangedMinuteAt(slot), rangedFilesAt(slot)];
    if (doubles[of] !== minute) {
      doubles[of] = minute;
      doubles.fill(0, files, files + RANGED_FILES);
    }
    const at = files + (Math.floor(file / IN_DOUBLE) % RANGED_FILES);
    const bit = 2 ** (file % IN_DOUBLE);
    const wasSet = Math.floor(doubles[at]! / bit) % 2 === 1;
    if (wasSet !== isSet) doubles[at]! += isSet ? bit : -bit;
    unlock(memory, slot, token);
    return wasSet;
  }
  return {
    begin: (account, now, file) => !change(account, now, file, true),
    drop(account, now, file) {
      change(account, now, file, false);
    },
  };
}
