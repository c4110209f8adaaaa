/** The counters of all accounts in memory that the threads of a process share: where each number lies, and the lock. */
import {threadId} from 'node:worker_threads';
import {USAGE_GROUPS} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';

/** Places of a slot in 32-bit integers. */
const LOCK = 0;
const LOADED = 1;
const DIRTY = 2;
const NEXT = 3;

/** Places of a slot in doubles, behind its four integers; each of the first four has one for each window. */
const NUMBER = 2;
const USED = NUMBER + WINDOWS.length;
const PENDING = USED + WINDOWS.length;
const OWED = PENDING + WINDOWS.length;
const LAST_USED = OWED + WINDOWS.length;
/** Two days of usage, since one may not be written yet when the next begins: the day, then a count for each group. */
const USAGE = LAST_USED + 1;
const USAGE_DOUBLES = 1 + USAGE_GROUPS.length;

/** Whole cache lines, so that threads do not disturb each other over different accounts. */
const SLOT_BYTES = Math.ceil(((USAGE + 2 * USAGE_DOUBLES) * 8) / 64) * 64;
const SLOT_INTS = SLOT_BYTES / 4;
const SLOT_DOUBLES = SLOT_BYTES / 8;

/** Slot 0 belongs to no account. Its first integers are the process's own. */
const DIRTY_HEAD = 0;
const GENERATION = 1;

/** Accounts that may be added while the process runs. Pages that nobody counts in take no memory. */
const ROOM = 250_000;

/** Tries before a thread goes to sleep for a lock: a holder needs well under a microsecond. */
const SPINS = 200;

/** A lock held for so long by one holder is that of a thread that died. */
const ABANDONED_MS = 1000;

/** Memory for the counters of accounts up to `highest` and those that are added later. */
export const countersMemory = (highest: number): SharedArrayBuffer =>
  new SharedArrayBuffer((highest + 1 + ROOM) * SLOT_BYTES);

/** Memory as a thread sees it. */
export interface Memory {
  ints: Int32Array;
  doubles: Float64Array;
}

export const viewOf = (memory: SharedArrayBuffer): Memory => ({
  ints: new Int32Array(memory),
  doubles: new Float64Array(memory),
});

/** Where the slot of an account begins; throws where the account was added too late for this process. */
export function slotOf({ints}: Memory, account: number): number {
  if (account > 0 && (account + 1) * SLOT_INTS <= ints.length) return account;
  throw new Error(
    `account ${account} has no counters: more than ${ROOM} were added since the start; restart`,
  );
}

/** Every holding of a lock has another number, so that a holder that stays is told from one that comes again. */
let holdings = 0;
const THREAD = (threadId % 255) + 1;

/** Sleeps for the lock; takes it over when its holder does not let go. */
function waitForLock(ints: Int32Array, at: number, mine: number): void {
  let seen = 0;
  let since = performance.now();
  for (;;) {
    const held = Atomics.compareExchange(ints, at, 0, mine);
    if (held === 0) return;
    if (held !== seen) {
      seen = held;
      since = performance.now();
    } else if (performance.now() - since > ABANDONED_MS) {
      if (Atomics.compareExchange(ints, at, held, mine) === held) return;
    }
    Atomics.wait(ints, at, held, 1);
  }
}

/** Holds the slot; gives what `unlock` needs. Nothing that can throw may be called until then. */
export function lock({ints}: Memory, slot: number): number {
  holdings = (holdings + 1) & 0x7fffff;
  const mine = (holdings << 8) | THREAD;
  const at = slot * SLOT_INTS + LOCK;
  for (let i = 0; i < SPINS; i++) if (Atomics.compareExchange(ints, at, 0, mine) === 0) return mine;
  waitForLock(ints, at, mine);
  return mine;
}

/** Lets go of a slot, unless another thread took it over. */
export function unlock({ints}: Memory, slot: number, mine: number): void {
  Atomics.compareExchange(ints, slot * SLOT_INTS + LOCK, mine, 0);
}

export const isLoaded = ({ints}: Memory, slot: number): boolean =>
  Atomics.load(ints, slot * SLOT_INTS + LOADED) === 1;

export function setLoaded({ints}: Memory, slot: number): void {
  Atomics.store(ints, slot * SLOT_INTS + LOADED, 1);
}

/** Notes, within the lock, that the slot holds what is not written yet; true when it has to be listed. */
export function markDirty({ints}: Memory, slot: number): boolean {
  const at = slot * SLOT_INTS + DIRTY;
  if (ints[at] === 1) return false;
  ints[at] = 1;
  return true;
}

export function clearDirty({ints}: Memory, slot: number): void {
  ints[slot * SLOT_INTS + DIRTY] = 0;
}

/** Puts a slot on the list of those that hold something to write. */
export function listDirty({ints}: Memory, slot: number): void {
  for (;;) {
    const head = Atomics.load(ints, DIRTY_HEAD);
    Atomics.store(ints, slot * SLOT_INTS + NEXT, head);
    if (Atomics.compareExchange(ints, DIRTY_HEAD, head, slot) === head) return;
  }
}

/** Empties that list; the slots stay marked until each is cleared. */
export function takeDirty({ints}: Memory): number[] {
  const slots: number[] = [];
  let slot = Atomics.exchange(ints, DIRTY_HEAD, 0);
  while (slot !== 0) {
    slots.push(slot);
    slot = Atomics.load(ints, slot * SLOT_INTS + NEXT);
  }
  return slots;
}

/** Grows whenever accounts or keys change: what is remembered of them is looked up again. */
export const generation = ({ints}: Memory): number => Atomics.load(ints, GENERATION);

export function nextGeneration({ints}: Memory): void {
  Atomics.add(ints, GENERATION, 1);
}

/** Places of the doubles of a slot; `window` is 0 to 2 in the order of `WINDOWS`. */
export const numberAt = (slot: number, window: number): number => slot * SLOT_DOUBLES + NUMBER + window;
export const usedAt = (slot: number, window: number): number => slot * SLOT_DOUBLES + USED + window;
/** Requests that are counted and not written yet. */
export const pendingAt = (slot: number, window: number): number => slot * SLOT_DOUBLES + PENDING + window;
/** Requests that were counted here while the shared counters were out of reach. */
export const owedAt = (slot: number, window: number): number => slot * SLOT_DOUBLES + OWED + window;
/** When the key was last used and is not written yet, Unix epoch ms; 0 for not. */
export const lastUsedAt = (slot: number): number => slot * SLOT_DOUBLES + LAST_USED;
/** Where the usage of a day is gathered: its number. */
export const usageDayAt = (slot: number, day: number): number =>
  slot * SLOT_DOUBLES + USAGE + (day % 2) * USAGE_DOUBLES;
/** And its count of a group, by the place in `USAGE_GROUPS`. */
export const usageAt = (slot: number, day: number, group: number): number =>
  usageDayAt(slot, day) + 1 + group;
