/** Which of the two schemas a server in front of PostgreSQL queries: PG_VARIANT. */

/**
 * `text`: the published table with trigram, btree and covering indexes. `names`: beside it tables of the
 * different names, numbered and counted by hand, used by the filters; a schema of its own and not an index
 * any more.
 */
export type Variant = 'text' | 'names';

export const VARIANT: Variant = process.env['PG_VARIANT'] === 'names' ? 'names' : 'text';
