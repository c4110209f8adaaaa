/** The counters of all accounts in memory shared by the threads of the process: layout and locks. */
import {threadId} from 'node:worker_threads';
import {KEY_SLOTS, type KeySlot} from '../accounts/key_slots.ts';
import {USAGE_GROUPS} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';

/** Offsets within a slot, in 32-bit integers. */
const LOCK = 0;
const LOADED = 1;
const DIRTY = 2;
const NEXT = 3;

/**
 * Offsets within a slot, in doubles after the four integers. Each of the first three holds one value per
 * window; they occur twice, in two banks: of the current windows, and of those before, to which a clock may
 * step back.
 */
const NUMBER = 2;
const USED = NUMBER + WINDOWS.length;
const PENDING = USED + WINDOWS.length;
const BANK = 3 * WINDOWS.length;
const LAST_USED = NUMBER + 2 * BANK;
/** The minute in which files were read by ranges, and which files. */
const RANGED = LAST_USED + KEY_SLOTS.length;
/** Usage of two days, as yesterday's may not be written yet: the day number, then a count per group. */
const USAGE = RANGED + 2;
const USAGE_DOUBLES = 1 + USAGE_GROUPS.length;

/** Whole cache lines, so that threads working on different accounts do not contend. */
const SLOT_BYTES = Math.ceil(((USAGE + 2 * USAGE_DOUBLES) * 8) / 64) * 64;
const SLOT_INTS = SLOT_BYTES / 4;
const SLOT_DOUBLES = SLOT_BYTES / 8;

/** Slot 0 belongs to no account; its first integers are global to the process. */
const DIRTY_HEAD = 0;
const GENERATION = 1;
const STORE_LOST = 2;

/** Room for accounts added while the process runs. Untouched pages take no physical memory. */
const SPARE_ACCOUNTS = 250_000;

/** Spins before a thread sleeps on a lock, which is held for well under a microsecond. */
const SPINS = 200;

/** A lock held this long by one holder belongs to a dead thread. */
const ABANDONED_MS = 1000;

/** Allocates counters for accounts up to id `highest`, and for those added later. */
export const allocateCounters = (highest: number): SharedArrayBuffer =>
  new SharedArrayBuffer((highest + 1 + SPARE_ACCOUNTS) * SLOT_BYTES);

/** The shared memory as one thread sees it. */
export interface CounterMemory {
  ints: Int32Array;
  doubles: Float64Array;
}

export const viewCounters = (memory: SharedArrayBuffer): CounterMemory => ({
  ints: new Int32Array(memory),
  doubles: new Float64Array(memory),
});

/** The slot of an account; throws if the account was added beyond the spare room. */
export function slotOf({ints}: CounterMemory, account: number): number {
  if (account > 0 && (account + 1) * SLOT_INTS <= ints.length) return account;
  throw new Error(
    `account ${account} has no counters: more than ${SPARE_ACCOUNTS} were added since the start; restart`,
  );
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

/** Locks the slot and returns the token for `unlock`. Code in between must not throw. */
export function lock({ints}: CounterMemory, slot: number): number {
  acquisitions = (acquisitions + 1) & 0x7fffff;
  const token = (acquisitions << 8) | THREAD;
  const at = slot * SLOT_INTS + LOCK;
  for (let i = 0; i < SPINS; i++) if (Atomics.compareExchange(ints, at, 0, token) === 0) return token;
  waitForLock(ints, at, token);
  return token;
}

/** Unlocks the slot, unless another thread took it over. */
function unlock({ints}: CounterMemory, slot: number, token: number): void {
  Atomics.compareExchange(ints, slot * SLOT_INTS + LOCK, token, 0);
}

/** Runs `work`, which must not throw, on the locked slot of an account. */
export function locked<T>(memory: CounterMemory, account: number, work: (slot: number) => T): T {
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  const result = work(slot);
  unlock(memory, slot, token);
  return result;
}

export const isLoaded = ({ints}: CounterMemory, slot: number): boolean =>
  Atomics.load(ints, slot * SLOT_INTS + LOADED) === 1;

/** Marks the locked slot as loaded; one that was not has no windows yet. */
export function setLoaded(memory: CounterMemory, slot: number): void {
  if (isLoaded(memory, slot)) return;
  for (let i = 0; i < WINDOWS.length; i++) {
    for (const bank of [0, 1] as const) memory.doubles[numberAt(slot, i, bank)] = NO_WINDOW;
  }
  Atomics.store(memory.ints, slot * SLOT_INTS + LOADED, 1);
}

/** Lists the locked slot as one with unwritten counts, unless it is listed. */
export function markDirty({ints}: CounterMemory, slot: number): void {
  const at = slot * SLOT_INTS;
  if (ints[at + DIRTY] === 1) return;
  ints[at + DIRTY] = 1;
  for (;;) {
    const head = Atomics.load(ints, DIRTY_HEAD);
    Atomics.store(ints, at + NEXT, head);
    if (Atomics.compareExchange(ints, DIRTY_HEAD, head, slot) === head) return;
  }
}

export function clearDirty({ints}: CounterMemory, slot: number): void {
  ints[slot * SLOT_INTS + DIRTY] = 0;
}

/** Empties the list of unwritten slots; each stays marked until it is cleared. */
export function takeDirty({ints}: CounterMemory): number[] {
  const slots: number[] = [];
  let slot = Atomics.exchange(ints, DIRTY_HEAD, 0);
  while (slot !== 0) {
    slots.push(slot);
    slot = Atomics.load(ints, slot * SLOT_INTS + NEXT);
  }
  return slots;
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

const NO_WINDOW = -1;

/** 0: the current windows; 1: those before. */
export type Bank = 0 | 1;

/** Where a value of a window is; `window` is 0 to 2 in the order of `WINDOWS`. */
const ofWindows =
  (offset: number) =>
  (slot: number, window: number, bank: Bank = 0): number =>
    slot * SLOT_DOUBLES + offset + bank * BANK + window;
export const numberAt = ofWindows(NUMBER);
export const usedAt = ofWindows(USED);
/** Requests counted but not written yet. */
export const pendingAt = ofWindows(PENDING);
/** Unwritten time of a key's last use, Unix epoch ms; 0 for none. */
export const lastUsedAt = (slot: number, key: KeySlot): number => slot * SLOT_DOUBLES + LAST_USED + key - 1;
/** The minute in which files were read by ranges, */
export const rangedMinuteAt = (slot: number): number => slot * SLOT_DOUBLES + RANGED;
/** and a bit for each of them. */
export const rangedFilesAt = (slot: number): number => rangedMinuteAt(slot) + 1;
/** Where the usage of a day is collected: its day number, */
export const usageDayAt = (slot: number, day: number): number =>
  slot * SLOT_DOUBLES + USAGE + (day % 2) * USAGE_DOUBLES;
/** and its count of a group, by index in `USAGE_GROUPS`. */
export const usageAt = (slot: number, day: number, group: number): number =>
  usageDayAt(slot, day) + 1 + group;

/** The bank that has this window, or null. */
export function bankOf({doubles}: CounterMemory, slot: number, window: number, number: number): Bank | null {
  if (doubles[numberAt(slot, window)] === number) return 0;
  return doubles[numberAt(slot, window, 1)] === number ? 1 : null;
}

/**
 * Makes a window of the locked slot the current one: the one before with its counts, else a new one with
 * `used`.
 */
export function switchWindow(
  memory: CounterMemory,
  slot: number,
  window: number,
  number: number,
  used: number,
): void {
  const {doubles} = memory;
  const isKnown = bankOf(memory, slot, window, number) === 1;
  for (const [at, value] of [
    [numberAt, number],
    [usedAt, used],
    [pendingAt, 0],
  ] as const) {
    const [current, before] = [at(slot, window), at(slot, window, 1)];
    const next = isKnown ? doubles[before]! : value;
    doubles[before] = doubles[current]!;
    doubles[current] = next;
  }
}
