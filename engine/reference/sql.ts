/** Quoting of names and texts, and the values bound to a statement. */

export type Bound = string | boolean | bigint;

/** A name as SQL identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as SQL literal; only for declarations and paths, never for what a request brings. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Collects the values of one statement; `bind` gives the placeholder that stands for the value. */
export class Binder {
  readonly values: Record<string, Bound> = {};

  bind(value: Bound): string {
    const name = `p${Object.keys(this.values).length + 1}`;
    this.values[name] = value;
    return `$${name}`;
  }
}
