/** What lists need in the SQL of declarations. */

/** DuckDB macros: `in_order(l)` is a list without its repeats, each item at its first place; null stays null. */
export const LIST_MACROS = [
  'CREATE OR REPLACE MACRO in_order(l) AS list_filter(l, lambda x, i: list_position(l, x) = i)',
] as const;
