/** Tables that are looked up by texts from outside. */

/**
 * The rows without a prototype: `constructor`, `toString` and other names that every object has are no rows
 * of it.
 */
export const lookup = <T>(rows: Readonly<Record<string, T>>): Record<string, T> =>
  Object.assign(Object.create(null), rows);
