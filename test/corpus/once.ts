/** What several generators of one corpus share is made for the first of them and kept. */
import type {Plan} from './plan.ts';

/** `make`, called once for every plan and seed. */
export function once<T>(make: (plan: Plan, seed: string) => T): (plan: Plan, seed: string) => T {
  const made = new Map<string, T>();
  return (plan, seed) => {
    const key = `${plan.scale}\n${seed}`;
    const known = made.get(key) ?? make(plan, seed);
    made.set(key, known);
    return known;
  };
}
