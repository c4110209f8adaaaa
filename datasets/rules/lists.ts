/** Macros for lists in the SQL of declarations. */

/** `in_order(l)`: the list without duplicates, in order of first occurrence; null stays null. */
export const LIST_MACROS = [
  'CREATE OR REPLACE MACRO in_order(l) AS list_filter(l, lambda x, i: list_position(l, x) = i)',
] as const;
