/** Every dataset and derived entity, by name and in order. */
import {awards} from './awards/schema.ts';
import {bill_analyses} from './bill_analyses/schema.ts';
import {bills} from './bills/schema.ts';
import {committee_sessions} from './committee_sessions/schema.ts';
import {contracts} from './contracts/schema.ts';
import {ballots} from './derived/ballots.ts';
import {beneficiary_organizations} from './derived/beneficiary_organizations.ts';
import {bill_links} from './derived/bill_links.ts';
import {changes} from './derived/changes.ts';
import {client_names} from './derived/client_names.ts';
import {clients} from './derived/clients.ts';
import {committees} from './derived/committees.ts';
import {communication_links} from './derived/communication_links.ts';
import {contract_twins} from './derived/contract_twins.ts';
import {departments} from './derived/departments.ts';
import {divisions} from './derived/divisions.ts';
import {individuals} from './derived/individuals.ts';
import {lobbyists} from './derived/lobbyists.ts';
import {newest_tenders} from './derived/newest_tenders.ts';
import {organization_institutions, organization_periods} from './derived/organization_activity.ts';
import {organization_links} from './derived/organization_links.ts';
import {organizations} from './derived/organizations.ts';
import {politicians} from './derived/politicians.ts';
import {public_bodies, public_body_names} from './derived/public_bodies.ts';
import {published_names} from './derived/published_names.ts';
import {recipient_names} from './derived/recipient_names.ts';
import {recipients} from './derived/recipients.ts';
import {sources} from './derived/sources.ts';
import {vendors} from './derived/vendors.ts';
import {voting_records} from './derived/voting_records.ts';
import {disclosures} from './disclosures/schema.ts';
import {grants} from './grants/schema.ts';
import {infrastructure_projects} from './infrastructure_projects/schema.ts';
import {lobbying_communications} from './lobbying_communications/schema.ts';
import {lobbying_registrations} from './lobbying_registrations/schema.ts';
import {lookup} from './lookup.ts';
import {members} from './members/schema.ts';
import {nil_reports} from './nil_reports/schema.ts';
import {parliamentarians} from './parliamentarians/schema.ts';
import {permits} from './permits/schema.ts';
import {research_grants} from './research_grants/schema.ts';
import {ident} from './rules/sql.ts';
import {tenders} from './tenders/schema.ts';
import type {Columns, Dataset, Derived, Source} from './types.ts';
import {votes} from './votes/schema.ts';
import {zoning} from './zoning/schema.ts';

const byName = <T extends {name: string}>(...rows: T[]): Record<string, T> =>
  lookup(Object.fromEntries(rows.map((row) => [row.name, row])));

export const DATASETS: Record<string, Dataset> = byName(
  contracts,
  disclosures,
  awards,
  tenders,
  grants,
  research_grants,
  infrastructure_projects,
  lobbying_registrations,
  lobbying_communications,
  bills,
  nil_reports,
  votes,
  members,
  parliamentarians,
  committee_sessions,
  bill_analyses,
  permits,
  zoning,
);

/** In the order in which they are computed: later ones may read earlier ones. */
export const DERIVED: Record<string, Derived> = byName(
  contract_twins,
  vendors,
  departments,
  public_body_names,
  public_bodies,
  newest_tenders,
  politicians,
  committees,
  client_names,
  communication_links,
  bill_links,
  ballots,
  divisions,
  voting_records,
  lobbyists,
  clients,
  individuals,
  published_names,
  organization_links,
  beneficiary_organizations,
  recipient_names,
  recipients,
  organization_periods,
  organization_institutions,
  organizations,
  sources,
  changes,
);

export const SOURCES: Record<string, Source> = lookup(
  Object.fromEntries(
    Object.values(DATASETS)
      .flatMap((dataset) => dataset.sources)
      .map((source) => [source.slug, source]),
  ),
);

/** A dataset or derived entity by name; throws on an unknown name. */
export function datasetOrEntity(name: string): Dataset | Derived {
  const declaration = DATASETS[name] ?? DERIVED[name];
  if (!declaration) throw new Error(`no dataset or entity named ${name}: datasets/index.ts names them all`);
  return declaration;
}

/** Records with a point or an area, which lists name after all others. */
const isPlaced = (declaration: Dataset | Derived): boolean =>
  'id' in declaration && (declaration.point ?? declaration.area) !== undefined;

/** Everything served as a dataset, in the order of answers. */
export function publishedDatasets(): (Dataset | Derived)[] {
  const all = [...Object.values(DATASETS), ...Object.values(DERIVED)];
  const published = all.filter((declaration) => declaration.published === true);
  return [...published.filter((declaration) => !isPlaced(declaration)), ...published.filter(isPlaced)];
}

/** The published datasets whose records `/health` counts. */
export const countedDatasets = (): (Dataset | Derived)[] =>
  publishedDatasets().filter((declaration) => !('uncounted' in declaration));

/** Datasets whose changes are logged: published ones with rows of their own. */
export const loggedDatasets = (): Dataset[] => Object.values(DATASETS).filter(isLogged);

/** Whether a dataset has a log of its own. */
export const isLogged = ({published, view}: Dataset): boolean => published === true && !view;

/** The dataset whose log has the records of a dataset: that of its base for a view. */
export function loggedAs(dataset: string): string {
  const declaration = datasetOrEntity(dataset);
  return ('view' in declaration && declaration.view?.table) || dataset;
}

/** The sources whose records in that log are those of a dataset; null: all are. */
export function loggedSources(dataset: string): readonly string[] | null {
  const declaration = datasetOrEntity(dataset);
  return ('view' in declaration && declaration.view?.sources) || null;
}

/** The column that identifies the rows of a dataset or entity and breaks ties. */
export function idColumn(declaration: Dataset | Derived): string {
  return 'id' in declaration ? declaration.id.column : declaration.key.column;
}

/** Columns that only the profile of an entity has: its sections, then related entities. */
export function profileSections({sections, related}: Derived): Columns {
  const parts = Object.entries(sections).map(([name, {column}]) => [name, column] as const);
  return Object.fromEntries(related ? [...parts, [related.name, related.column]] : parts);
}

/** Fields of the profile of an entity, in order. Throws on an undeclared field. */
export function profileColumns(declaration: Derived): Columns {
  const all = {...declaration.columns, ...profileSections(declaration)};
  return Object.fromEntries(
    declaration.profile.map((name) => {
      const column = all[name];
      if (!column)
        throw new Error(`${declaration.name} has no column, section or related entities named ${name}`);
      return [name, column];
    }),
  );
}

/**
 * Default direction of a sort key: names ascend, everything else descends. Fiscal years and reporting periods
 * are texts but not names; they are sorted under the key `date`.
 */
export function directionOf(declaration: Dataset | Derived, key: string): 'asc' | 'desc' {
  const column = declaration.columns[declaration.sort.keys[key] ?? ''];
  return column?.type === 'text' && key !== 'date' ? 'asc' : 'desc';
}

/**
 * ORDER BY terms of the default order, which is also that of the files: texts by their folded values first.
 */
export function defaultOrder(declaration: Dataset | Derived): string {
  const {default: key, keys} = declaration.sort;
  const name = keys[key] ?? '';
  const terms =
    declaration.columns[name]?.type === 'text' ? [`fold(${ident(name)})`, ident(name)] : [ident(name)];
  const direction = directionOf(declaration, key);
  return [...terms.map((term) => `${term} ${direction} NULLS LAST`), ident(idColumn(declaration))].join(', ');
}
