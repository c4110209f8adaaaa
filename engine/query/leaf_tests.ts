/**
 * Tests of the leaves of the point tree: by an ordinal beside each leaf, by a bitmap of rows, or row by row.
 */
import type {LeafTest, Points} from '../geo/points/read.ts';
import {type Bitmap, bitAt} from '../rowset/bitmap.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Predicate} from './predicates.ts';

export const ALL_LEAVES: LeafTest = {passes: () => true, count: (from, to) => to - from};

/**
 * Tests the ordinals of a column that are stored by leaf; null for other predicates. Valid until the scratch
 * is released.
 */
export function ordinalTest(predicate: Predicate, scratch: Scratch): LeafTest | null {
  if (predicate.kind !== 'ordinals' || !predicate.ordinalByLeaf) return null;
  const {ordinalByLeaf, selected} = predicate;
  // By ordinal 1 if it is selected, else 0.
  const isSelected = scratch.u32(1 << 8).fill(0);
  for (let i = 0; i < selected.length; i++) isSelected[selected[i]!] = 1;
  return {
    passes: (leaf) => isSelected[ordinalByLeaf[leaf]!] === 1,
    count(from, to) {
      let count = 0;
      for (let leaf = from; leaf < to; leaf++) count += isSelected[ordinalByLeaf[leaf]!]!;
      return count;
    },
  };
}

/** Tests the rows of the leaves by a bitmap. */
export function bitmapTest({rowByLeaf}: Points, {words}: Bitmap): LeafTest {
  return {
    passes: (leaf) => bitAt(words, rowByLeaf[leaf]!) === 1,
    count(from, to) {
      let count = 0;
      // Branchless: whether a leaf matches is unpredictable.
      for (let leaf = from; leaf < to; leaf++) count += bitAt(words, rowByLeaf[leaf]!);
      return count;
    },
  };
}

/** Tests leaves one by one. */
export function eachTest(passes: (leaf: number) => boolean): LeafTest {
  return {
    passes,
    count(from, to) {
      let count = 0;
      for (let leaf = from; leaf < to; leaf++) if (passes(leaf)) count++;
      return count;
    },
  };
}
