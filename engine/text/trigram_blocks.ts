/** Intersects the lists of trigrams four by four entries, where every offset fits its entry. */
import {listProgram} from '../rowset/list_program.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {EntryForm, TrigramList} from './trigram_entries.ts';

/** Shorter lists are looked up entry by entry. */
const MIN_ENTRIES = 64;

/** A list longer by this factor is searched and not read. */
const MAX_RATIO = 24;

/** Reading a term costs as much as so many entries. */
export const ENTRIES_PER_TERM = 64;

/** Written beyond the end of a result. */
const SLACK = 4;

const lengthOf = ({next, end}: TrigramList): number => end - next;

/**
 * Ordinals of the terms in which the trigrams of all lists, shortest first, lie at their distances, ascending; null where another
 * way is cheaper, and where an entry does not tell the offset. Once few are left, their terms
 * decide, by `contains`, and not the lists that are left, which are the longest. Valid until the scratch is released.
 */
export function intersectBlocks(
  entries: Uint32Array,
  {bits, far}: EntryForm,
  lists: readonly TrigramList[],
  contains: (ordinal: number) => boolean,
  scratch: Scratch,
): Uint32Array | null {
  const [rarest, ...others] = lists as [TrigramList, ...TrigramList[]];
  const longest = Math.max(0, ...others.map(lengthOf));
  let count = lengthOf(rarest);
  if (count < MIN_ENTRIES || longest > count * MAX_RATIO || others.length === 0) return null;
  const room = count + SLACK;
  const program = listProgram(0, 2 * room + longest);
  const copy = ({next, end}: TrigramList, to: number) => {
    program.elements.set(entries.subarray(next, end), to);
    return to;
  };
  let [from, to] = [copy(rarest, 0), room];
  const reach = Math.max(0, ...others.map(({offset}) => offset - rarest.offset));
  if (reach >= far || program.exceeds(from, count, far, far - 1 - reach)) return null;
  let unread = others.reduce((sum, list) => sum + lengthOf(list), 0);
  for (const other of others) {
    if (count * ENTRIES_PER_TERM < unread) break;
    unread -= lengthOf(other);
    const second = {at: copy(other, 2 * room), count: lengthOf(other)};
    count = program.matchShifted({at: from, count}, second, other.offset - rarest.offset, to);
    [from, to] = [to, from];
  }
  const found = program.elements.subarray(from, from + count);
  const ordinals = ordinalsOf(found, {bits, far}, rarest.offset, scratch);
  return unread > 0 ? retained(ordinals, contains, scratch) : ordinals;
}

/** The ordinals that pass a test, in their place: nothing was taken from the scratch since. */
export function retained(
  ordinals: Uint32Array,
  passes: (ordinal: number) => boolean,
  scratch: Scratch,
): Uint32Array {
  let count = 0;
  for (let i = 0; i < ordinals.length; i++) if (passes(ordinals[i]!)) ordinals[count++] = ordinals[i]!;
  return scratch.shrink(ordinals, count);
}

/** The ordinals of entries, each once, without those whose substring would begin before the term. */
function ordinalsOf(
  entries: Uint32Array,
  {bits, far}: EntryForm,
  least: number,
  scratch: Scratch,
): Uint32Array {
  const ordinals = scratch.u32(entries.length);
  let [count, last] = [0, -1];
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!;
    const ordinal = entry >>> bits;
    if (ordinal === last || (entry & far) < least) continue;
    ordinals[count++] = ordinal;
    last = ordinal;
  }
  return scratch.shrink(ordinals, count);
}
