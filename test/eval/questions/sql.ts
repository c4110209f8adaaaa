/** Pieces of SQL that several questions share. */

/** The English and the French half of the name of a department. */
export const ENGLISH = `split_part(department, ' | ', 1)`;
export const FRENCH = `split_part(department, ' | ', 2)`;

/** Acronyms of well-known bodies in both languages, with their English names. */
export const ACRONYMS = `FROM (VALUES
  ('RCMP', 'GRC', 'Royal Canadian Mounted Police'),
  ('DND', 'MDN', 'National Defence'),
  ('PSPC', 'SPAC', 'Public Services and Procurement Canada'),
  ('CRA', 'ARC', 'Canada Revenue Agency'),
  ('DFO', 'MPO', 'Fisheries and Oceans Canada'),
  ('ESDC', 'EDSC', 'Employment and Social Development Canada'),
  ('CSC', 'SCC', 'Correctional Service of Canada'),
  ('SSC', 'SPC', 'Shared Services Canada'),
  ('CBSA', 'ASFC', 'Canada Border Services Agency')) AS t(acronym, acronyme, english)`;

/** A text as filters compare it: without case and accents. */
export const fold = (sql: string): string => `lower(strip_accents(${sql}))`;

/** How many of the most frequent values are tried. */
const TRIED = 100;

/**
 * Rows `value, n`: the most frequent values of a column, of texts from four letters on, that are no part of
 * another one. `from` is a table or a statement in brackets, and `condition` holds for the values.
 */
export const frequentAlone = (column: string, from: string, condition = 'true'): string => `
  WITH named AS (SELECT ${column} AS value, count(*) AS n FROM ${from} WHERE ${column} IS NOT NULL GROUP BY ALL),
  every AS (SELECT DISTINCT ${fold('value')} AS folded FROM named),
  tried AS (SELECT value, n, ${fold('value')} AS folded FROM named WHERE length(value) > 3 AND ${condition}
        ORDER BY n DESC, value LIMIT ${TRIED})
  SELECT value, n FROM tried WHERE NOT EXISTS (FROM every WHERE every.folded <> tried.folded
        AND contains(every.folded, tried.folded))
  ORDER BY n DESC, value`;

/**
 * Whether the greatest of the values `n` in rows is greater than all others: there is one first, or are some.
 */
export const hasFirst = (rows: string, first = 1): string => `
  SELECT 1 AS some FROM (SELECT n, row_number() OVER (ORDER BY n DESC) AS place FROM (${rows}))
  HAVING max(n) FILTER (place = ${first}) > coalesce(max(n) FILTER (place = ${first + 1}), 0)`;
