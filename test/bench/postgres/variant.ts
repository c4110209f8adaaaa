/** Which of the two schemas a server in front of PostgreSQL asks: PG_VARIANT. */

/**
 * `text`: the published table with trigram, btree and covering indexes. `names`: beside it tables of the different
 * names, numbered and counted by hand, which the filters go through; a schema of its own and not an index any more.
 */
export type Variant = 'text' | 'names';

export const VARIANT: Variant = process.env['PG_VARIANT'] === 'names' ? 'names' : 'text';
