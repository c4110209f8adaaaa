/**
 * Keeps the local counters in step with Redis: mirrors its counts, and holds what was counted without it until Redis is known to
 * have it. It lies in memory that all threads share, so that any of them goes on where one died.
 */
import {randomInt} from 'node:crypto';
import {WINDOWS} from '../accounts/windows.ts';
import type {WindowNumbers} from './calendar.ts';
import {
  bankOf,
  batchAt,
  type CounterMemory,
  doubtAt,
  lastUsedAt,
  listDirty,
  lock,
  markDirty,
  numberAt,
  senderAt,
  sentAt,
  setLoaded,
  slotOf,
  switchWindow,
  unlock,
  unsyncedAt,
  usedAt,
} from './counter_memory.ts';
import type {Counts} from './rate_headers.ts';

/** What Redis is told again and again until it confirms: what a sender that counts no more has counted in all. */
export interface Batch {
  id: number;
  /** The windows in which it was counted, whether they have ended or not. */
  numbers: WindowNumbers;
  totals: Counts;
}

/** What a command carries besides the request that it counts. */
export interface Outgoing {
  /** Redis keeps what it counted for each sender. */
  sender: number;
  batch: Batch | null;
}

/** What came back. */
export interface Reply {
  used: Counts;
  /** What the command added: 0 if it was refused. */
  added: number;
  /** As `lastUsedAt`. */
  keyUsed: number;
}

/** A batch leaves a mark in Redis: while one thread counts alone and others do not, they make one so often. */
const BATCH_EVERY_MS = 1000;

/** The largest range of `randomInt`. */
const IDS = 2 ** 48 - 1;

/** Offsets within the batch of a slot. */
const MADE = 1;
const NUMBERS = 2;
const TOTALS = NUMBERS + WINDOWS.length;
/** How much of the totals are unsynced counts of this memory. */
const PARTS = TOTALS + WINDOWS.length;

const newId = (): number => randomInt(1, IDS);

/** The commands after this count for another sender: the one before gets a total. */
function renewSender({doubles}: CounterMemory, slot: number): void {
  for (let i = 0; i < WINDOWS.length; i++) {
    for (const bank of [0, 1] as const) doubles[sentAt(slot, i, bank)] = 0;
  }
  doubles[doubtAt(slot)] = 0;
  doubles[senderAt(slot)] = newId();
}

/**
 * Makes a batch of the unsynced counts. Where Redis may have counted some of them, it holds the total of their sender, and with it
 * all that is known to be counted.
 */
function makeBatch({doubles}: CounterMemory, slot: number, now: number): void {
  const at = batchAt(slot);
  const isDoubtful = doubles[doubtAt(slot)] === 1;
  let some = isDoubtful;
  for (let i = 0; i < WINDOWS.length; i++) some ||= doubles[unsyncedAt(slot, i)] !== 0;
  if (!some || now - doubles[at + MADE]! < BATCH_EVERY_MS) return;
  for (let i = 0; i < WINDOWS.length; i++) {
    const unsynced = doubles[unsyncedAt(slot, i)]!;
    doubles[at + NUMBERS + i] = doubles[numberAt(slot, i)]!;
    doubles[at + TOTALS + i] = unsynced + (isDoubtful ? doubles[sentAt(slot, i)]! : 0);
    doubles[at + PARTS + i] = unsynced;
  }
  doubles[at + MADE] = now;
  // Last: a thread that dies before leaves no batch.
  doubles[at] = isDoubtful ? doubles[senderAt(slot)]! : newId();
}

function batchOf({doubles}: CounterMemory, slot: number): Batch | null {
  const at = batchAt(slot);
  const id = doubles[at]!;
  if (id === 0) return null;
  const three = (from: number): Counts => [
    doubles[at + from]!,
    doubles[at + from + 1]!,
    doubles[at + from + 2]!,
  ];
  return {id, numbers: three(NUMBERS), totals: three(TOTALS)};
}

/** What the next command of the account carries. `now` in milliseconds of a clock that all threads share. */
export function outgoing(memory: CounterMemory, account: number, now: number): Outgoing {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  if (doubles[senderAt(slot)] === 0) {
    doubles[batchAt(slot) + MADE] = Number.NEGATIVE_INFINITY;
    renewSender(memory, slot);
  }
  if (doubles[batchAt(slot)] === 0) makeBatch(memory, slot, now);
  // Also where a thread died after it had made the batch.
  if (doubles[batchAt(slot)] === doubles[senderAt(slot)]) renewSender(memory, slot);
  const sent = {sender: doubles[senderAt(slot)]!, batch: batchOf(memory, slot)};
  unlock(memory, slot, token);
  return sent;
}

/** Redis has the batch: its counts are no longer unsynced. Another thread may have learned it before. */
function confirmBatch(memory: CounterMemory, slot: number, {id, numbers}: Batch): void {
  const {doubles} = memory;
  const at = batchAt(slot);
  if (doubles[at] !== id) return;
  doubles[at] = 0;
  for (let i = 0; i < WINDOWS.length; i++) {
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank !== null) doubles[unsyncedAt(slot, i, bank)]! -= doubles[at + PARTS + i]!;
  }
}

/**
 * Mirrors one window, so that counting can continue locally: a late reply never restores a window that has ended, nor takes back
 * what a later one had, but for its refund.
 */
function mirrorWindow(memory: CounterMemory, slot: number, i: number, number: number, reply: Reply): void {
  const {doubles} = memory;
  const bank = bankOf(memory, slot, i, number);
  if (bank !== null) {
    const at = usedAt(slot, i, bank);
    const there = reply.used[i]! + doubles[unsyncedAt(slot, i, bank)]!;
    doubles[at] = Math.max(doubles[at]! + Math.min(reply.added, 0), there);
  } else if (doubles[numberAt(slot, i)]! < number) switchWindow(memory, slot, i, number, reply.used[i]!);
}

/** Takes what Redis answered to a command that carried `sent`. */
export function confirm(
  memory: CounterMemory,
  account: number,
  numbers: WindowNumbers,
  sent: Outgoing,
  reply: Reply,
): void {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  setLoaded(memory, slot);
  if (sent.batch) confirmBatch(memory, slot, sent.batch);
  // The total of a sender that was given up lacks what is answered now: it takes it back.
  const at = doubles[senderAt(slot)] === sent.sender ? sentAt : unsyncedAt;
  for (let i = 0; i < WINDOWS.length; i++) {
    mirrorWindow(memory, slot, i, numbers[i]!, reply);
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank !== null) doubles[at(slot, i, bank)]! += reply.added;
  }
  if (reply.keyUsed > 0) doubles[lastUsedAt(slot)] = reply.keyUsed;
  const newlyDirty = reply.keyUsed > 0 && markDirty(memory, slot);
  unlock(memory, slot, token);
  if (newlyDirty) listDirty(memory, slot);
}
