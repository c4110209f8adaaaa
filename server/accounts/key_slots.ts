/** Where the active keys of an account are: two, so that programs can change from one to the other. */

/** Places of the active keys of an account. */
export const KEY_SLOTS = [1, 2] as const;
export type KeySlot = (typeof KEY_SLOTS)[number];

/** The slot of a form; null for another value. */
export const keySlot = (value: unknown): KeySlot | null =>
  KEY_SLOTS.find((slot) => slot === Number(value)) ?? null;
