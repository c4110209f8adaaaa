/** What must hold at the end of a schedule of limits counted in Redis. */
import type {Counted, Fate, Step} from './counting_schedule.ts';

const within = (count: number, answered: number, uncertain: number): boolean =>
  count >= answered && count <= answered + uncertain;

/**
 * What is answered is counted once, and one machine admits no more than the limit, whatever Redis does; null: all holds. A refund makes room
 * for another request.
 */
export function wrongCounts(
  steps: readonly Step[],
  limit: number | null,
  {answered, uncertain, month, day, mostOfMachine}: Counted,
): string | null {
  for (const [name, count, sent] of [
    ['month', month, answered.month],
    ['day', day, answered.day],
  ] as const) {
    if (!within(count, sent, uncertain))
      return `${sent} requests of the ${name} were answered, ${uncertain} broke off, and ${count} are counted`;
  }
  const refunds = steps.filter((one) => one.do === 'refund').length;
  if (limit !== null && mostOfMachine > limit + refunds)
    return `one machine admitted ${mostOfMachine} by a limit of ${limit}, with ${refunds} refunds`;
  return null;
}

/** What becomes of commands where Redis only takes its time. */
export const CALM_FATES = ['ok', 'slow'] as const satisfies Fate[];

/** Where Redis answers all, all machines together admit the limit, and it has no more; null: so it is. */
export function wrongLimit(
  steps: readonly Step[],
  limit: number,
  {answered, refused, seen, month}: Counted,
): string | null {
  const asked = steps.filter((one) => one.do === 'request').length;
  const admitted = Math.min(asked, limit);
  const isExact = answered.month === admitted && refused === asked - admitted;
  if (isExact && seen === admitted && month === admitted) return null;
  return `of ${asked} requests with a limit of ${limit}, ${answered.month} were admitted, ${refused} refused, and ${seen}, then ${month} are counted`;
}
