/** Limits counted in the memory of this process, atomically under the account's lock whatever thread asks. */
import type {KeySlot} from '../accounts/key_slots.ts';
import type {Principal} from '../accounts/principal.ts';
import {USAGE_GROUPS, type UsageGroup} from '../accounts/usage.ts';
import {type LoadWindows, type OfWindows, WINDOWS} from '../accounts/windows.ts';
import {windowNumbersAt} from './calendar.ts';
import {
  bankOf,
  type CounterMemory,
  lastUsedAt,
  locked,
  markDirty,
  rangedFilesAt,
  rangedMinuteAt,
  setLoaded,
  slotOf,
  usageAt,
  usageDayAt,
  usedAt,
} from './counter_memory.ts';
import {createAdmission, exhaustedWindow, toWindows} from './rate_headers.ts';
import {addToWindows, advanceWindows, readUsed, storedCounts} from './slot_windows.ts';
import type {Admission} from './types.ts';

/** Files that a number of doubles can tell apart. */
const MAX_FILES = 53;

/** Sets or clears the bit of a file that an account reads in this minute; returns whether it was set. */
function changeFile(memory: CounterMemory, account: number, now: number, file: number, isSet: boolean) {
  if (file >= MAX_FILES) throw new Error(`file ${file} has no bit: there are ${MAX_FILES}`);
  const {doubles} = memory;
  const [minute] = windowNumbersAt(now);
  return locked(memory, account, (slot) => {
    const [of, files] = [rangedMinuteAt(slot), rangedFilesAt(slot)];
    if (doubles[of] !== minute) {
      doubles[of] = minute;
      doubles[files] = 0;
    }
    const bit = 2 ** file;
    const wasSet = Math.floor(doubles[files]! / bit) % 2 === 1;
    if (wasSet !== isSet) doubles[files]! += isSet ? bit : -bit;
    return wasSet;
  });
}

/** Adds one request to the usage of a day. */
function recordUsage(memory: CounterMemory, slot: number, day: number, group: UsageGroup): void {
  const {doubles} = memory;
  const at = usageDayAt(slot, day);
  if (doubles[at] !== day) {
    // The entry held the day before yesterday, which was written long ago.
    doubles.fill(0, at, at + 1 + USAGE_GROUPS.length);
    doubles[at] = day;
  }
  doubles[usageAt(slot, day, USAGE_GROUPS.indexOf(group))]! += 1;
  markDirty(memory, slot);
}

export type LocalLimits = ReturnType<typeof localLimits>;

/** Limits counted in shared memory; `load` is called once per account. */
export function localLimits(memory: CounterMemory, load: LoadWindows) {
  const {doubles} = memory;

  /** Runs `work` on the locked slot of an account, whose windows are those of the time; it must not throw. */
  function atTime<T>(id: number, now: number, work: (slot: number, numbers: OfWindows) => T): T {
    const stored = storedCounts(memory, slotOf(memory, id), now, load);
    return locked(memory, id, (slot) => {
      setLoaded(memory, slot);
      return work(slot, advanceWindows(memory, slot, now, stored));
    });
  }

  return {
    admit(principal: Principal, now: number): Admission {
      const {id, quotas, key} = principal;
      const {used, numbers, exhausted} = atTime(id, now, (slot, numbers) => {
        const exhausted = exhaustedWindow(readUsed(memory, slot), quotas);
        if (exhausted < 0) {
          addToWindows(memory, slot, numbers, 1);
          if (key) doubles[lastUsedAt(slot, key.slot)] = now;
        }
        return {used: readUsed(memory, slot), numbers, exhausted};
      });
      return createAdmission(principal, used, numbers, exhausted, now);
    },
    refund({account, numbers}: Admission): void {
      locked(memory, account, (slot) => addToWindows(memory, slot, numbers, -1));
    },
    record({account, numbers: [, day]}: Admission, group: UsageGroup): void {
      locked(memory, account, (slot) => recordUsage(memory, slot, day, group));
    },
    files: {
      begin: (account: number, now: number, file: number) => !changeFile(memory, account, now, file, true),
      drop(account: number, now: number, file: number): void {
        changeFile(memory, account, now, file, false);
      },
    },
    peek: ({id, quotas}: Principal, now: number) =>
      toWindows(...atTime(id, now, (slot, numbers) => [readUsed(memory, slot), quotas, numbers] as const)),
    /**
     * Takes over what all machines have counted in some windows; `key`: the slot of the key that was used, if
     * any.
     */
    learn(account: number, now: number, numbers: OfWindows, used: OfWindows, key: KeySlot | null): void {
      atTime(account, now, (slot) => {
        for (let i = 0; i < WINDOWS.length; i++) {
          const bank = bankOf(memory, slot, i, numbers[i]!);
          if (bank !== null) doubles[usedAt(slot, i, bank)] = used[i]!;
        }
        if (key === null) return;
        doubles[lastUsedAt(slot, key)] = now;
        markDirty(memory, slot);
      });
    },
  };
}
