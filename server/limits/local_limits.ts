/** Limits counted in the memory of this process, atomically under the account's lock whatever thread asks. */
import type {KeySlot} from '../accounts/key_slots.ts';
import type {Principal} from '../accounts/principal.ts';
import {USAGE_GROUPS, type UsageGroup} from '../accounts/usage.ts';
import {type LoadWindows, type OfWindows, WINDOWS} from '../accounts/windows.ts';
import {windowNumbersAt} from './calendar.ts';
import {
  bankOf,
  type CounterMemory,
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
    locked(memory, account, (slot) => changeFile(slot, now, file, isSet)) !== isSet;
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
    const slot = slotOf(memory, id);
    const stored = storedCounts(slot, id, now, load);
    return locked(memory, id, () => work(slot, advanceWindows(slot, now, stored)), slot);
  }

  /** Changes counts of an account that the store is to get; `work` must not throw. */
  function change(account: number, work: (slot: Slot) => void): void {
    locked(memory, account, (slot) => {
      work(slot);
      markDirty(memory, account);
    });
  }

  return {
    admit(principal: Principal, now: number): Admission {
      const {id, quotas, key} = principal;
      const {used, numbers, exhausted} = atTime(id, now, (slot, numbers) => {
        const exhausted = exhaustedWindow(readUsed(slot), quotas);
        if (exhausted < 0) {
          addToWindows(slot, numbers, 1);
          if (key) slot[LAST_USED + key.slot - 1] = now;
          markDirty(memory, id);
        }
        return {used: readUsed(slot), numbers, exhausted};
      });
      return createAdmission(principal, used, numbers, exhausted, now);
    },
    refund({account, numbers}: Admission): void {
      change(account, (slot) => addToWindows(slot, numbers, -1));
    },
    record({account, numbers: [, day]}: Admission, group: UsageGroup): void {
      change(account, (slot) => recordUsage(slot, day, group));
    },
    files: fileRanges(memory),
    peek: ({id, quotas}: Principal, now: number) =>
      toWindows(...atTime(id, now, (slot, numbers) => [readUsed(slot), quotas, numbers] as const)),
    /**
     * Takes over what all machines have counted in some windows; `key`: the slot of the key that was used, if
     * any.
     */
    learn(account: number, now: number, numbers: OfWindows, used: OfWindows, key: KeySlot | null): void {
      atTime(account, now, (slot) => {
        for (let i = 0; i < WINDOWS.length; i++) {
          const bank = bankOf(slot, i, numbers[i]!);
          if (bank !== null) slot[bank + USED + i] = used[i]!;
        }
        if (key === null) return;
        slot[LAST_USED + key - 1] = now;
        markDirty(memory, account);
      });
    },
  };
}
