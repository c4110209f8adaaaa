/** Finds the sources to which failed checks point, so that only their parts stay out of a build. */
import {max} from 'd3-array';
import type {CheckResult, SourceEntry} from '../../builds/artefacts.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {holdsAlone} from '../check/run.ts';
import type {Build} from '../publish/current_build.ts';
import {type DatabaseOptions, withDatabase} from '../runtime/database.ts';
import {partPaths} from '../write/part.ts';

/**
 * Slugs of the sources with new parts for which a check fails, with that check. Where none fails by itself,
 * all new parts of the dataset are to blame. Empty where no part of the dataset is new: then rules have
 * changed, and no source can be left out.
 */
export function culprits(
  options: DatabaseOptions,
  failed: readonly CheckResult[],
  entries: readonly SourceEntry[],
  before: Build | null,
): Promise<Map<string, CheckResult>> {
  const known = new Set(before?.manifest.sources.map((one) => one.part_key));
  return withDatabase(options, 'culprits', async (db) => {
    const asOf = max(entries, ({fetched_at}) => fetched_at) ?? '';
    await db.run(asOfMacro(asOf));
    const found = new Map<string, CheckResult>();
    for (const check of failed) {
      const renewed = entries.filter((one) => one.dataset === check.dataset && !known.has(one.part_key));
      const alone: SourceEntry[] = [];
      for (const one of renewed) {
        const {parquet} = partPaths(options.dataDir, one.slug, one.part_key);
        if ((await holdsAlone(db, check, asOf, parquet)) === false) alone.push(one);
      }
      for (const {slug} of alone.length ? alone : renewed) found.set(slug, check);
    }
    return found;
  });
}
