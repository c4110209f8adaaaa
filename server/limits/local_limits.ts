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
import {type Counts, createAdmission, exhaustedWindow, tightest, toWindows} from './rate_headers.ts';
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

/** Limits counted in shared memory; `load` is called once per counter. */
export function localLimits(memory: CounterMemory, load: LoadWindows) {
  /** A counter about to be locked, with what the store has of its windows at the time. */
  function opened(counter: number, now: number) {
    const slot = slotOf(memory, counter);
    return {counter, slot, stored: storedCounts(slot, counter, now, load)};
  }

  /** Runs `work`, which must not throw, on a locked slot, whose windows are those of the time. */
  const within = <T>(
    {counter, slot, stored}: ReturnType<typeof opened>,
    now: number,
    work: (slot: Slot, numbers: OfWindows) => T,
  ): T => locked(memory, counter, () => work(slot, advanceWindows(slot, now, stored)), slot);

  /** Changes counts that the store is to get; `work` must not throw. */
  function change(counter: number, work: (slot: Slot) => void): void {
    locked(memory, counter, (slot) => {
      work(slot);
      markDirty(memory, counter);
    });
  }

  /**
   * Runs `work` on the slots that count a request, locked: that of the account, then that of a key with quotas of its
   * own, else null. `read` are the counts that hold for the request.
   */
  function counting<T>(
    {id, quotas, key}: Principal,
    now: number,
    work: (read: () => Counts, numbers: OfWindows, slots: readonly (readonly [Slot, number])[]) => T,
  ): T {
    const account = opened(accountCounter(id), now);
    const own = key?.quotas ? opened(keyCounter(key.line), now) : null;
    return within(account, now, (slot, numbers) => {
      const ofAccount = () => ({used: readUsed(slot), quotas});
      if (!own) return work(ofAccount, numbers, [[slot, account.counter]]);
      return within(own, now, (ofKey) => {
        const read = () => tightest(ofAccount(), {used: readUsed(ofKey), quotas: key!.quotas!});
        return work(read, numbers, [
          [slot, account.counter],
          [ofKey, own.counter],
        ]);
      });
    });
  }

  return {
    admit(principal: Principal, now: number): Admission {
      const {counts, numbers, exhausted} = counting(principal, now, (read, numbers, slots) => {
        const exhausted = exhaustedWindow(read());
        if (exhausted < 0)
          for (const [slot, counter] of slots) {
            addToWindows(slot, numbers, 1);
            markDirty(memory, counter);
          }
        return {counts: read(), numbers, exhausted};
      });
      return createAdmission(principal, counts, numbers, exhausted, now);
    },
    refund({account, key, numbers}: Admission): void {
      change(accountCounter(account), (slot) => addToWindows(slot, numbers, -1));
      if (key?.quotas) change(keyCounter(key.line), (slot) => addToWindows(slot, numbers, -1));
    },
    record({account, key, at, numbers: [, day]}: Admission, group: UsageGroup): void {
      change(accountCounter(account), (slot) => recordUsage(slot, day, group));
      if (key === null) return;
      change(keyCounter(key.id), (slot) => {
        recordUsage(slot, day, group);
        slot[LAST_USED] = at;
      });
    },
    files: fileRanges(memory),
    peek: (principal: Principal, now: number) =>
      counting(principal, now, (read, numbers) => toWindows(read(), numbers)),
    /** Takes over what all machines have counted in some windows of a counter. */
    learn(counter: number, now: number, numbers: OfWindows, used: OfWindows): void {
      within(opened(counter, now), now, (slot) => {
        for (let i = 0; i < WINDOWS.length; i++) {
          const bank = bankOf(slot, i, numbers[i]!);
          if (bank !== null) slot[bank + USED + i] = used[i]!;
        }
      });
    },
  };
}
