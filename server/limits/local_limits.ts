/** Limits counted in the memory of this process, atomically under the account's lock whatever thread asks. */
import type {Principal} from '../accounts/principal.ts';
import {USAGE_GROUPS, type UsageGroup} from '../accounts/usage.ts';
import {type LoadWindows, type OfWindows, WINDOWS} from '../accounts/windows.ts';
import {windowNumbersAt} from './calendar.ts';
import {
  accountCounter,
  bankOf,
  type CounterMemory,
  keyCounter,
  LAST_USED,
  locked,
  markDirty,
  RANGED,
  RANGED_DOUBLES,
  type Slot,
  slotOf,
  USED,
  usageAt,
} from './counter_memory.ts';
import {createAdmission, exhaustedWindow, toWindows} from './rate_headers.ts';
import {addToWindows, advanceWindows, readUsed, storedCounts} from './slot_windows.ts';
import type {Admission} from './types.ts';

/** Files that one double can tell apart. Files with equal bits count as one. */
const IN_DOUBLE = 53;

/** Sets or clears the bit of a file that an account reads in this minute; returns whether it was set. */
function changeFile(slot: Slot, now: number, file: number, isSet: boolean): boolean {
  const [minute] = windowNumbersAt(now);
  if (slot[RANGED] !== minute) slot.fill(0, RANGED, RANGED + 1 + RANGED_DOUBLES)[RANGED] = minute;
  const at = RANGED + 1 + (Math.floor(file / IN_DOUBLE) % RANGED_DOUBLES);
  const bit = 2 ** (file % IN_DOUBLE);
  const wasSet = Math.floor(slot[at]! / bit) % 2 === 1;
  if (wasSet !== isSet) slot[at]! += isSet ? bit : -bit;
  return wasSet;
}

/** All ranges of one file count as one request in a minute. */
function fileRanges(memory: CounterMemory) {
  /** Whether the bit of a file changed. */
  const set = (account: number, now: number, file: number, isSet: boolean): boolean =>
    locked(memory, accountCounter(account), (slot) => changeFile(slot, now, file, isSet)) !== isSet;
  return {
    begin: (account: number, now: number, file: number) => set(account, now, file, true),
    drop(account: number, now: number, file: number): void {
      set(account, now, file, false);
    },
  };
}

/** Adds one request to the usage of a day. */
function recordUsage(slot: Slot, day: number, group: UsageGroup): void {
  const at = usageAt(day);
  if (slot[at] !== day) {
    // The entry held the day before yesterday, which was written long ago.
    slot.fill(0, at, at + 1 + USAGE_GROUPS.length);
    slot[at] = day;
  }
  slot[at + 1 + USAGE_GROUPS.indexOf(group)]! += 1;
}

/** Limits counted in shared memory; `load` is called once per account. */
export function localLimits(memory: CounterMemory, load: LoadWindows) {
  /** Runs `work` on the locked slot of an account, whose windows are those of the time; it must not throw. */
  function atTime<T>(id: number, now: number, work: (slot: Slot, numbers: OfWindows) => T): T {
    const counter = accountCounter(id);
    const slot = slotOf(memory, counter);
    const stored = storedCounts(slot, id, now, load);
    return locked(memory, counter, () => work(slot, advanceWindows(slot, now, stored)), slot);
  }

  /** Changes counts that the store is to get; `work` must not throw. */
  function change(counter: number, work: (slot: Slot) => void): void {
    locked(memory, counter, (slot) => {
      work(slot);
      markDirty(memory, counter);
    });
  }

  return {
    admit(principal: Principal, now: number): Admission {
      const {id, quotas} = principal;
      const {used, numbers, exhausted} = atTime(id, now, (slot, numbers) => {
        const exhausted = exhaustedWindow(readUsed(slot), quotas);
        if (exhausted < 0) {
          addToWindows(slot, numbers, 1);
          markDirty(memory, accountCounter(id));
        }
        return {used: readUsed(slot), numbers, exhausted};
      });
      return createAdmission(principal, used, numbers, exhausted, now);
    },
    refund({account, numbers}: Admission): void {
      change(accountCounter(account), (slot) => addToWindows(slot, numbers, -1));
    },
    record({account, key, at, numbers: [, day]}: Admission, group: UsageGroup): void {
      change(accountCounter(account), (slot) => recordUsage(slot, day, group));
      if (key === null) return;
      change(keyCounter(key), (slot) => {
        recordUsage(slot, day, group);
        slot[LAST_USED] = at;
      });
    },
    files: fileRanges(memory),
    peek: ({id, quotas}: Principal, now: number) =>
      toWindows(...atTime(id, now, (slot, numbers) => [readUsed(slot), quotas, numbers] as const)),
    /** Takes over what all machines have counted in some windows. */
    learn(account: number, now: number, numbers: OfWindows, used: OfWindows): void {
      atTime(account, now, (slot) => {
        for (let i = 0; i < WINDOWS.length; i++) {
          const bank = bankOf(slot, i, numbers[i]!);
          if (bank !== null) slot[bank + USED + i] = used[i]!;
        }
      });
    },
  };
}
