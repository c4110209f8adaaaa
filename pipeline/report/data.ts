/** Everything that a report shows. */
import type {Manifest} from '../../builds/artefacts.ts';
import type {SourceChange} from '../../builds/change_log.ts';
import type {DoubtfulRecord} from './doubtful.ts';
import type {Samples} from './samples.ts';
import type {Years} from './years.ts';

export interface ReportData {
  manifest: Manifest;
  /** Null for the first build. */
  before: Manifest | null;
  changes: readonly SourceChange[];
  /** By slug; null for a source without a dataset, or whose records have no date. */
  years: ReadonlyMap<string, Years | null>;
  samples: ReadonlyMap<string, Samples>;
  /** The largest of them. */
  doubtful: readonly DoubtfulRecord[];
}
