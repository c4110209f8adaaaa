/** The values bound to one statement. */
import type {Bound} from '../sql/database.ts';

/** Collects the values of a statement; `bind` gives the placeholder that stands for the value. */
export class Binder {
  readonly values: Record<string, Bound> = {};

  bind(value: Bound): string {
    const name = `p${Object.keys(this.values).length + 1}`;
    this.values[name] = value;
    return `$${name}`;
  }
}
