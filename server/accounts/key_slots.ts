/** Where the active keys of an account are: two, so that programs can change from one to the other. */

/** Places of the active keys of an account. */
export const KEY_SLOTS = [1, 2] as const;
export type KeySlot = (typeof KEY_SLOTS)[number];

const isSlot = (value: unknown): value is KeySlot => (KEY_SLOTS as readonly unknown[]).includes(value);

/** The slot of a row, or of a form; null for another value. */
export const keySlot = (value: unknown): KeySlot | null => {
  const number = Number(value);
  return isSlot(number) ? number : null;
};
