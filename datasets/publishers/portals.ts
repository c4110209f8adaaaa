/** Files of portals, as several sources declare them. */
import type {SourceFile} from '../types.ts';

/** All rows of a Socrata table. */
export const socrataFile = (name: string, base: string, dataset: string, page = 5_000): SourceFile => ({
  name,
  format: 'jsonl',
  via: {portal: 'socrata', base, dataset, page},
});
