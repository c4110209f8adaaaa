/**
 * The counters of all accounts and keys in memory shared by the threads of the process: layout and locks. Each has a
 * slot, of even number for an account and of odd number for a key.
 */
import {threadId} from 'node:worker_threads';
import {USAGE_GROUPS} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';

/** Offsets within a slot, in 32-bit integers. */
const LOCK = 0;
const DIRTY = 1;
const NEXT = 2;

/**
 * Offsets within a slot, in doubles after the integers. Each of the first three holds one value per window;
 * they occur twice, in two banks: of the current windows, and of those before, to which a clock may step
 * back.
 */
const NUMBER = 2;
export const USED = NUMBER + WINDOWS.length;
/** Requests counted but not written yet. */
export const PENDING = USED + WINDOWS.length;
/** What the bank of the windows before adds to an offset. */
export const BEFORE = 3 * WINDOWS.length;
/** Unwritten time of the last use of a key, Unix epoch ms; 0 for none. */
export const LAST_USED = NUMBER + 2 * BEFORE;
/** The minute in which files were read by ranges, then one bit for each file. Five doubles fit into the slot. */
export const RANGED = LAST_USED + 1;
export const RANGED_DOUBLES = 5;
/** Usage of two days, as yesterday's may not be written yet: the day number, then a count per group. */
const USAGE = RANGED + 1 + RANGED_DOUBLES;
const USAGE_DOUBLES = 1 + USAGE_GROUPS.length;

/** Where the usage of a day is. */
export const usageAt = (day: number): number => USAGE + (day % 2) * USAGE_DOUBLES;

/** Whole cache lines, so that threads working on different accounts do not contend. */
const SLOT_BYTES = Math.ceil(((USAGE + 2 * USAGE_DOUBLES) * 8) / 64) * 64;
const SLOT_INTS = SLOT_BYTES / 4;
const SLOT_DOUBLES = SLOT_BYTES / 8;

/** The number of the counter of an account, and of a key, by their ids in the store. */
export const accountCounter = (id: number): number => 2 * id;
export const keyCounter = (id: number): number => 2 * id + 1;

/** Whose counter it is. */
export const isKeyCounter = (counter: number): boolean => counter % 2 === 1;
export const ownerOf = (counter: number): number => Math.floor(counter / 2);

/** There is no account 0: the first integers of its slot are global to the process. */
const DIRTY_HEAD = 0;
const GENERATION = 1;
const STORE_LOST = 2;

/** Room for accounts and for keys added while the process runs. Untouched pages take no physical memory. */
const SPARE = 250_000;

/** Spins before a thread sleeps on a lock, which is held for well under a microsecond. */
const SPINS = 200;

/** A lock held this long by one holder belongs to a dead thread. */
const ABANDONED_MS = 1000;

/** Allocates counters for accounts and keys up to id `highest`, and for those added later. */
export const allocateCounters = (highest: number): SharedArrayBuffer =>
  new SharedArrayBuffer(accountCounter(highest + 1 + SPARE) * SLOT_BYTES);

/** The shared memory as one thread sees it. */
export interface CounterMemory {
  ints: Int32Array;
  doubles: Float64Array;
}

export const viewCounters = (memory: SharedArrayBuffer): CounterMemory => ({
  ints: new Int32Array(memory),
  doubles: new Float64Array(memory),
});

/** The values of a counter: they are read and changed at the offsets above while it is locked. */
export type Slot = Float64Array;

/** The slot of a counter; throws if its account or key was added beyond the spare room. */
export function slotOf({doubles}: CounterMemory, counter: number): Slot {
  const at = counter * SLOT_DOUBLES;
  if (counter > 1 && at < doubles.length) return doubles.subarray(at, at + SLOT_DOUBLES);
  const owner = `${isKeyCounter(counter) ? 'key' : 'account'} ${ownerOf(counter)}`;
  throw new Error(`${owner} has no counters: more than ${SPARE} were added since the start; restart`);
}

/** Every acquisition has its own number, which distinguishes a stuck holder from one that comes back. */
let acquisitions = 0;
const THREAD = (threadId % 255) + 1;

/** Sleeps until the lock is free; takes it over from a dead holder. */
function waitForLock(ints: Int32Array, at: number, token: number): void {
  let seenToken = 0;
  let since = performance.now();
  for (;;) {
    const stored = Atomics.compareExchange(ints, at, 0, token);
    if (stored === 0) return;
    if (stored !== seenToken) {
      seenToken = stored;
      since = performance.now();
    } else if (performance.now() - since > ABANDONED_MS) {
      if (Atomics.compareExchange(ints, at, stored, token) === stored) return;
    }
    Atomics.wait(ints, at, stored, 1);
  }
}

/** Locks the counter and returns the token for `unlock`. Code in between must not throw. */
export function lock({ints}: CounterMemory, counter: number): number {
  acquisitions = (acquisitions + 1) & 0x7fffff;
  const token = (acquisitions << 8) | THREAD;
  const at = counter * SLOT_INTS + LOCK;
  for (let i = 0; i < SPINS; i++) if (Atomics.compareExchange(ints, at, 0, token) === 0) return token;
  waitForLock(ints, at, token);
  return token;
}

/** Runs `work`, which must not throw, on the slot of a counter while it is locked. */
export function locked<T>(
  memory: CounterMemory,
  counter: number,
  work: (slot: Slot) => T,
  slot = slotOf(memory, counter),
): T {
  const token = lock(memory, counter);
  const result = work(slot);
  // Unless another thread took it over.
  Atomics.compareExchange(memory.ints, counter * SLOT_INTS + LOCK, token, 0);
  return result;
}

/** Lists a locked counter as one with unwritten counts, unless it is listed. */
export function markDirty({ints}: CounterMemory, counter: number): void {
  const at = counter * SLOT_INTS;
  if (ints[at + DIRTY] === 1) return;
  ints[at + DIRTY] = 1;
  for (;;) {
    const head = Atomics.load(ints, DIRTY_HEAD);
    Atomics.store(ints, at + NEXT, head);
    if (Atomics.compareExchange(ints, DIRTY_HEAD, head, counter) === head) return;
  }
}

export function clearDirty({ints}: CounterMemory, counter: number): void {
  ints[counter * SLOT_INTS + DIRTY] = 0;
}

/** Empties the list of counters with unwritten counts; each stays marked until it is cleared. */
export function takeDirty({ints}: CounterMemory): number[] {
  const counters: number[] = [];
  let counter = Atomics.exchange(ints, DIRTY_HEAD, 0);
  while (counter !== 0) {
    counters.push(counter);
    counter = Atomics.load(ints, counter * SLOT_INTS + NEXT);
  }
  return counters;
}

/** Increases when accounts or keys change, which invalidates caches. */
export const generation = ({ints}: CounterMemory): number => Atomics.load(ints, GENERATION);

export function nextGeneration({ints}: CounterMemory): void {
  Atomics.add(ints, GENERATION, 1);
}

/** Whether the main thread found the files of the account store gone or damaged. */
export const isStoreLost = ({ints}: CounterMemory): boolean => Atomics.load(ints, STORE_LOST) === 1;

export function setStoreLost({ints}: CounterMemory): void {
  Atomics.store(ints, STORE_LOST, 1);
}

/**
 * The number of a window, an index in `WINDOWS`, in a bank; -1 for none. Memory begins with 0, which means
 * none.
 */
export const numberIn = (slot: Slot, window: number, bank: number): number =>
  slot[bank + NUMBER + window]! - 1;

/** The bank that has the window of this number, 0 or `BEFORE`; null if neither has. */
export function bankOf(slot: Slot, window: number, number: number): number | null {
  if (numberIn(slot, window, 0) === number) return 0;
  return numberIn(slot, window, BEFORE) === number ? BEFORE : null;
}

/**
 * Makes a window of the locked slot the current one: the one before with its counts, else a new one with
 * `used`.
 */
export function switchWindow(slot: Slot, window: number, number: number, used: number): void {
  const isKnown = bankOf(slot, window, number) === BEFORE;
  const set = (offset: number, value: number): void => {
    const at = offset + window;
    const next = isKnown ? slot[BEFORE + at]! : value;
    slot[BEFORE + at] = slot[at]!;
    slot[at] = next;
  };
  set(NUMBER, number + 1);
  set(USED, used);
  set(PENDING, 0);
}
