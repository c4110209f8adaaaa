/**
 * What this process counts of each account, as it tells it to Redis. A request is counted here before Redis is asked about it, in memory
 * that all threads share; every command says how much the process has counted in all. So nothing is lost with a thread, a
 * command or a reply, and nothing is counted twice: the next command says the same or more.
 */
import type {Quotas} from '../accounts/tiers.ts';
import {WINDOWS, type WindowCounts} from '../accounts/windows.ts';
import type {WindowNumbers} from './calendar.ts';
import {
  bankOf,
  type CounterMemory,
  heardAt,
  lastUsedAt,
  listDirty,
  lock,
  markDirty,
  numberAt,
  ownAt,
  setLoaded,
  slotOf,
  unlock,
  usedAt,
  versionAt,
} from './counter_memory.ts';
import {advanceWindows, storedCounts} from './current_windows.ts';
import {type Counts, exhaustedWindow} from './rate_headers.ts';
import {addToWindows, readUsed} from './slot_counts.ts';

/** What a command tells Redis. */
export interface Report {
  numbers: WindowNumbers;
  /** What this process has counted in these windows. */
  own: Counts;
  /** Of reports of one account Redis believes the one with the highest. 0: nothing was ever counted here, and Redis shall only answer. */
  version: number;
  /** Whether a request is counted that Redis may refuse; otherwise it only answers. */
  asks: boolean;
}

/** What Redis answers, of the windows of the report. */
export interface Reply {
  /** Index in `WINDOWS` of the window that refuses the request; -1: none. */
  exhausted: number;
  /** What all processes have counted. */
  used: Counts;
  /** Whether Redis knows of this process what the report says, less the request that it refused; otherwise it knows a later one. */
  isLatest: boolean;
}

/** Of the locked slot with these current windows. */
function reportOf({doubles}: CounterMemory, slot: number, numbers: WindowNumbers, asks: boolean): Report {
  const at = versionAt(slot);
  const own: Counts = [doubles[ownAt(slot, 0)]!, doubles[ownAt(slot, 1)]!, doubles[ownAt(slot, 2)]!];
  if (asks || doubles[at] !== 0 || own.some((count) => count !== 0)) doubles[at]! += 1;
  return {numbers, own, version: doubles[at]!, asks};
}

/**
 * Makes a report. With quotas it counts a request and asks for it, unless a window is exhausted by all that is known here: then only Redis can
 * know better, and no count is in the way of other processes while it is asked. `load` may throw.
 */
export function report(
  memory: CounterMemory,
  account: number,
  now: number,
  load: WindowCounts['get'],
  quotas: Quotas | null,
): Report {
  const slot = slotOf(memory, account);
  const stored = storedCounts(memory, slot, now, load);
  const token = lock(memory, slot);
  setLoaded(memory, slot);
  const numbers = advanceWindows(memory, slot, now, stored);
  const asks = quotas !== null && exhaustedWindow(readUsed(memory, slot), quotas) < 0;
  if (asks) addToWindows(memory, slot, numbers, 1, false);
  const made = reportOf(memory, slot, numbers, asks);
  unlock(memory, slot, token);
  return made;
}

/** A report that asks for nothing, of the windows that are the current ones here. */
export function reportAgain(memory: CounterMemory, account: number): Report {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  const numbers: WindowNumbers = [
    doubles[numberAt(slot, 0)]!,
    doubles[numberAt(slot, 1)]!,
    doubles[numberAt(slot, 2)]!,
  ];
  const made = reportOf(memory, slot, numbers, false);
  unlock(memory, slot, token);
  return made;
}

/** A request is not counted after all. */
export function takeBack(memory: CounterMemory, account: number, numbers: WindowNumbers): void {
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  addToWindows(memory, slot, numbers, -1, false);
  unlock(memory, slot, token);
}

/** Takes a reply: the request is admitted or taken back. `keyUsedAt` as `lastUsedAt`, where it is admitted. */
export function settle(
  memory: CounterMemory,
  account: number,
  {numbers, own, version, asks}: Report,
  {exhausted, used, isLatest}: Reply,
  keyUsedAt: number,
): void {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  const isRefused = asks && exhausted >= 0;
  if (isRefused) addToWindows(memory, slot, numbers, -1, false);
  // What others have counted, so that counting can go on without Redis. Replies may come in another order: an earlier one knows less.
  if (isLatest && version >= doubles[heardAt(slot)]!) {
    doubles[heardAt(slot)] = version;
    for (let i = 0; i < WINDOWS.length; i++) {
      const bank = bankOf(memory, slot, i, numbers[i]!);
      if (bank === null) continue;
      const others = Math.max(0, used[i]! - own[i]! + (isRefused ? 1 : 0));
      doubles[usedAt(slot, i, bank)] = others + doubles[ownAt(slot, i, bank)]!;
    }
  }
  const isUsed = asks && exhausted < 0 && keyUsedAt > 0;
  if (isUsed) doubles[lastUsedAt(slot)] = keyUsedAt;
  const newlyDirty = isUsed && markDirty(memory, slot);
  unlock(memory, slot, token);
  if (newlyDirty) listDirty(memory, slot);
}
