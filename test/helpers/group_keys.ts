/** The keys that groups of statistics have, written out by hand. */
import type {Row} from '../../engine/types.ts';

/** Dimensions of contracts, grants, research grants and infrastructure projects whose groups have keys. */
const KEYED = ['department', 'vendor', 'recipient', 'institution', 'program'];

/** Rows of groups with their keys behind their values. */
export const withGroupKeys = (group_by: string, rows: readonly Row[]): Row[] =>
  rows.map((row) => {
    if (!KEYED.includes(group_by)) return row;
    const {group_value = null, ...counts} = row;
    const group_key = group_value === 'Unknown' ? null : encodeURIComponent(String(group_value));
    return {...counts, group_value, group_key};
  });
