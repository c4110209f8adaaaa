/** Whole files that accounts read by ranges: all ranges of one file count as one request in a minute. */
import {windowNumbersAt} from './calendar.ts';
import {type CounterMemory, lock, rangedFilesAt, rangedMinuteAt, slotOf, unlock} from './counter_memory.ts';

/** Files that a number of doubles can tell apart. */
const MAX_FILES = 53;

export interface FileRanges {
  /**
   * Whether the account has not begun with the file in this minute; it has from now on. `file`: a number
   * below 53.
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
    if (file >= MAX_FILES) throw new Error(`file ${file} has no bit: there are ${MAX_FILES}`);
    const [minute] = windowNumbersAt(now);
    const slot = slotOf(memory, account);
    const token = lock(memory, slot);
    const [of, files] = [rangedMinuteAt(slot), rangedFilesAt(slot)];
    if (doubles[of] !== minute) {
      doubles[of] = minute;
      doubles[files] = 0;
    }
    const bit = 2 ** file;
    const wasSet = Math.floor(doubles[files]! / bit) % 2 === 1;
    if (wasSet !== isSet) doubles[files]! += isSet ? bit : -bit;
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
