/** Limits counted in the memory of this process: one step under the lock of the account, whatever thread asks. */

import type {Quotas} from '../accounts/tiers.ts';
import {USAGE_GROUPS} from '../accounts/usage.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type Numbers, numbersAt} from './calendar.ts';
import {admission, refusing, windowsOf} from './headers.ts';
import {
  isLoaded,
  lastUsedAt,
  listDirty,
  lock,
  type Memory,
  markDirty,
  numberAt,
  owedAt,
  pendingAt,
  setLoaded,
  slotOf,
  unlock,
  usageAt,
  usageDayAt,
  usedAt,
} from './memory.ts';
import type {Admission, Limits} from './types.ts';

const PLACES = new Map(USAGE_GROUPS.map((group, i) => [group, i]));

/**
 * Enters the windows of these numbers; counts of others are over. A clock that steps back into the window before goes
 * on in the later one, so that no request is given twice; one that was set back further begins anew. Gives the numbers
 * that count.
 */
function enter({doubles}: Memory, slot: number, numbers: Numbers): Numbers {
  let same = true;
  for (let i = 0; i < WINDOWS.length; i++) {
    const held = doubles[numberAt(slot, i)]!;
    if (held === numbers[i]) continue;
    if (held === numbers[i]! + 1) {
      same = false;
      continue;
    }
    doubles[numberAt(slot, i)] = numbers[i]!;
    doubles[usedAt(slot, i)] = 0;
    doubles[pendingAt(slot, i)] = 0;
    doubles[owedAt(slot, i)] = 0;
  }
  if (same) return numbers;
  return [doubles[numberAt(slot, 0)]!, doubles[numberAt(slot, 1)]!, doubles[numberAt(slot, 2)]!];
}

/** Counts of the slot that was looked at last: read at once, and never kept. */
const used: [number, number, number] = [0, 0, 0];

function look({doubles}: Memory, slot: number): void {
  used[0] = doubles[usedAt(slot, 0)]!;
  used[1] = doubles[usedAt(slot, 1)]!;
  used[2] = doubles[usedAt(slot, 2)]!;
}

/** Adds to all three counts of the windows that are still current, and to what has to be written. */
function addTo({doubles}: Memory, slot: number, numbers: Numbers, count: number, owing: boolean): void {
  for (let i = 0; i < WINDOWS.length; i++) {
    if (doubles[numberAt(slot, i)] !== numbers[i]) continue;
    doubles[usedAt(slot, i)]! += count;
    doubles[pendingAt(slot, i)]! += count;
    if (owing) doubles[owedAt(slot, i)]! += count;
  }
}

export interface LocalLimits extends Limits {
  admit(holder: Parameters<Limits['admit']>[0], now: number): Admission;
  look(holder: Parameters<Limits['look']>[0], now: number): ReturnType<typeof windowsOf>;
}

/**
 * Limits over the memory. `load` reads what was written of an account before: it is asked once for each account, and
 * may throw. With `owing`, what is counted is noted as owed to counters elsewhere.
 */
export function localLimits(memory: Memory, load: WindowCounts['of'], owing = false): LocalLimits {
  const {doubles} = memory;

  /** The slot with the counts that were written before. */
  function slotFor(account: number): number {
    const slot = slotOf(memory, account);
    if (isLoaded(memory, slot)) return slot;
    const before = load(account);
    const mine = lock(memory, slot);
    if (!isLoaded(memory, slot)) {
      for (let i = 0; i < WINDOWS.length; i++) {
        doubles[numberAt(slot, i)] = before[WINDOWS[i]!]?.number ?? 0;
        doubles[usedAt(slot, i)] = before[WINDOWS[i]!]?.used ?? 0;
      }
      setLoaded(memory, slot);
    }
    unlock(memory, slot, mine);
    return slot;
  }

  /** Counts one more where all windows have room. */
  function count(id: number, quotas: Quotas, usedKeyAt: number, now: number): Admission {
    const slot = slotFor(id);
    const mine = lock(memory, slot);
    const numbers = enter(memory, slot, numbersAt(now));
    look(memory, slot);
    const refused = refusing(used, quotas);
    let fresh = false;
    if (refused < 0) {
      addTo(memory, slot, numbers, 1, owing);
      if (usedKeyAt > 0) doubles[lastUsedAt(slot)] = usedKeyAt;
      fresh = markDirty(memory, slot);
      look(memory, slot);
    }
    unlock(memory, slot, mine);
    if (fresh) listDirty(memory, slot);
    return admission(id, used, quotas, numbers, refused, now);
  }

  return {
    admit: ({id, quotas, shown}, now) => count(id, quotas, shown === null ? 0 : now, now),
    giveBack({account, numbers}) {
      const slot = slotOf(memory, account);
      const mine = lock(memory, slot);
      addTo(memory, slot, numbers, -1, owing);
      const fresh = markDirty(memory, slot);
      unlock(memory, slot, mine);
      if (fresh) listDirty(memory, slot);
    },
    record({account, numbers: [, day]}, group) {
      const slot = slotOf(memory, account);
      const place = PLACES.get(group)!;
      const mine = lock(memory, slot);
      const at = usageDayAt(slot, day);
      if (doubles[at] !== day) {
        // Two days ago: it was written long since.
        doubles.fill(0, at, at + 1 + USAGE_GROUPS.length);
        doubles[at] = day;
      }
      doubles[usageAt(slot, day, place)]! += 1;
      const fresh = markDirty(memory, slot);
      unlock(memory, slot, mine);
      if (fresh) listDirty(memory, slot);
    },
    look({id, quotas}, now) {
      const slot = slotFor(id);
      const mine = lock(memory, slot);
      const numbers = enter(memory, slot, numbersAt(now));
      look(memory, slot);
      unlock(memory, slot, mine);
      return windowsOf(used, quotas, numbers);
    },
  };
}
