/** Quoting of names and texts in generated SQL. */

/** A name as an SQL identifier. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as an SQL string literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The words of some SQL that may name relations: those outside of texts. */
export const namedIn = (sql: string): ReadonlySet<string> =>
  new Set(sql.replaceAll(/'(?:[^']|'')*'/g, "''").match(/\w+/g));

/** Texts as an SQL list for IN; never empty. */
export const literals = (texts: readonly string[]): string => texts.map(literal).join(', ');
