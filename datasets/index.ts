/** Every dataset and derived entity, by name and in order. */
import {awards} from './awards/schema.ts';
import {contracts} from './contracts/schema.ts';
import {departments} from './derived/departments.ts';
import {newest_tenders} from './derived/newest_tenders.ts';
import {recipients} from './derived/recipients.ts';
import {sources} from './derived/sources.ts';
import {vendors} from './derived/vendors.ts';
import {disclosures} from './disclosures/schema.ts';
import {grants} from './grants/schema.ts';
import {infrastructure_projects} from './infrastructure_projects/schema.ts';
import {nil_reports} from './nil_reports/schema.ts';
import {research_grants} from './research_grants/schema.ts';
import {tenders} from './tenders/schema.ts';
import type {Dataset, Derived, Source} from './types.ts';

const byName = <T extends {name: string}>(...rows: T[]): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [row.name, row]));

export const DATASETS: Record<string, Dataset> = byName(
  contracts,
  disclosures,
  awards,
  tenders,
  grants,
  research_grants,
  infrastructure_projects,
  nil_reports,
);

/** In the order in which they are computed: later ones may read earlier ones. */
export const DERIVED: Record<string, Derived> = byName(
  vendors,
  departments,
  newest_tenders,
  recipients,
  sources,
);

export const SOURCES: Record<string, Source> = Object.fromEntries(
  Object.values(DATASETS)
    .flatMap((dataset) => dataset.sources)
    .map((source) => [source.slug, source]),
);

/** A dataset or derived entity that a list may show; throws on a name that no table knows. */
export function listed(name: string): Dataset | Derived {
  const found = DATASETS[name] ?? DERIVED[name];
  if (!found) throw new Error(`no dataset or entity named ${name}: datasets/index.ts names them all`);
  return found;
}

/** The column that identifies the rows of a dataset or entity and breaks ties. */
export function idColumn(of: Dataset | Derived): string {
  return 'id' in of ? of.id.column : of.key.column;
}
