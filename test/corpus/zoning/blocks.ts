/** Divides the grid of a city into blocks that touch and leave nothing over. */
import type {Random} from '../prng.ts';

/** From the first to the last point, by column and row. */
export interface Block {
  from: readonly [column: number, row: number];
  to: readonly [column: number, row: number];
}

/**
 * About `count` blocks, neighbours near each other in the order: the longer side is cut again and again,
 * never where a part would have fewer cells than blocks.
 */
export function* blocks(random: Random, {from, to}: Block, count: number): Generator<Block> {
  const sides = [to[0] - from[0], to[1] - from[1]] as const;
  const axis = sides[0] >= sides[1] ? 0 : 1;
  if (count < 2 || sides[axis] < 2) {
    yield {from, to};
    return;
  }
  const first = Math.min(count - 1, Math.max(1, Math.round(count * (0.35 + 0.3 * random.next()))));
  const even = Math.round((sides[axis] * first) / count);
  const cut = from[axis] + Math.min(sides[axis] - 1, Math.max(1, even));
  const [middle, end] =
    axis === 0
      ? [
          [cut, from[1]],
          [cut, to[1]],
        ]
      : [
          [from[0], cut],
          [to[0], cut],
        ];
  yield* blocks(random, {from, to: end as [number, number]}, first);
  yield* blocks(random, {from: middle as [number, number], to}, count - first);
}
