/** Quoting of names and texts in generated SQL. */

/** A name as an SQL identifier. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as an SQL string literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Texts as an SQL list for IN; never empty. */
export const literals = (texts: readonly string[]): string => texts.map(literal).join(', ');
