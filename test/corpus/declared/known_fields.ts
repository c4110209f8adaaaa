/** Fields that the checks of a dataset want known in nearly every record. */
import {DATASETS} from '../../../datasets/index.ts';
import type {Source} from '../../../datasets/types.ts';

/** A check on how many records lack a field. */
const LIMIT = /count\(\*\) FILTER \(WHERE (\w+) IS NULL\) <= ([\d.]+) \* count\(\*\)/;
/** A limit that quirks and blanks of a generated source would exceed. */
const TIGHT = 0.05;

/** Names of the fields that generated rows leave neither blank nor unreadable. */
export function knownFields({dataset}: Pick<Source, 'dataset'>): Set<string> {
  const limits = (DATASETS[dataset]?.checks ?? []).map(({sql}) => LIMIT.exec(sql));
  return new Set(limits.flatMap((limit) => (limit && Number(limit[2]) <= TIGHT ? [limit[1] ?? ''] : [])));
}
