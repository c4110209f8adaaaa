/** Collects the values that are bound to one statement. */
import type {Bound} from './pool.ts';

/** `bind` returns the placeholder of a value. */
export class Binder {
  readonly values: Record<string, Bound> = {};

  bind(value: Bound): string {
    const name = `p${Object.keys(this.values).length + 1}`;
    this.values[name] = value;
    return `$${name}`;
  }
}
