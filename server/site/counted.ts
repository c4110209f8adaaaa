/**
 * Which figure of a profile leads to which list: one table. A list holds exactly the records that its figure
 * counts.
 */
import type {Json} from '../../datasets/types.ts';
import type {Row} from '../../engine/types.ts';
import {listPath} from './paths.ts';

/** Filters of the list, of a row and the profile that holds it; a filter without a value is none. */
type Filters = (row: Row, profile: Row) => Record<string, Json | undefined>;

interface Counted {
  dataset: string;
  filters: Filters;
}

/** The key of a name. */
const keyOf = (name: Json | undefined): string | undefined =>
  typeof name === 'string' ? encodeURIComponent(name) : undefined;

const ofVendor: Filters = (_, {vendor_key}) => ({vendor_key});
const ofDepartment: Filters = (_, {department_key}) => ({department_key});
const ofRecipient: Filters = (_, {recipient_key}) => ({recipient_key});
const ofClient: Filters = (_, {client_key}) => ({client_key});
const ofLobbyist: Filters = (_, {lobbyist_id}) => ({lobbyist_id});
const active: Filters = () => ({active: 'true'});
const source: Filters = ({source_dataset}) => ({source: source_dataset});
const department: Filters = ({name}) => ({department_key: keyOf(name)});
const institution: Filters = ({institution: name}) => ({institution_key: keyOf(name)});

const counted = (dataset: string, ...all: readonly Filters[]): Counted => ({
  dataset,
  filters: (row, profile) => Object.assign({}, ...all.map((one) => one(row, profile))),
});

const ofOrganization: Filters = (_, {organization_key}) => ({organization_key});

/** By figure of a profile, or of the rows or the object of one of its fields. */
const COUNTED: Readonly<Record<string, Counted>> = {
  'vendors.contract_count': counted('contracts', ofVendor),
  'vendors.departments.contract_count': counted('contracts', ofVendor, department),
  'vendors.source_breakdown.contract_count': counted('contracts', ofVendor, source),
  'departments.contract_count': counted('contracts', ofDepartment),
  'departments.top_vendors.contract_count': counted('contracts', ofDepartment, ({vendor_key}) => ({
    vendor_key,
  })),
  'departments.source_breakdown.contract_count': counted('contracts', ofDepartment, source),
  'departments.event_type_breakdown.contract': counted('contracts', ofDepartment),
  'departments.event_type_breakdown.award': counted('awards', ofDepartment),
  'departments.event_type_breakdown.tender': counted('tenders', ofDepartment),
  'recipients.grant_count': counted('grants', ofRecipient),
  'recipients.top_departments.grant_count': counted('grants', ofRecipient, department),
  'recipients.similar_recipients.grant_count': counted('grants', ({recipient}) => ({
    recipient_key: keyOf(recipient),
  })),
  'clients.total_communications': counted('lobbying_communications', ofClient),
  'clients.active_registrations': counted('lobbying_registrations', ofClient, active),
  'clients.top_institutions.count': counted('lobbying_communications', ofClient, institution),
  'clients.top_lobbyists.count': counted('lobbying_communications', ofClient, ({lobbyist_id}) => ({
    lobbyist_id,
  })),
  'lobbyists.total_communications': counted('lobbying_communications', ofLobbyist),
  'lobbyists.active_registrations': counted('lobbying_registrations', ofLobbyist, active),
  'lobbyists.top_institutions.count': counted('lobbying_communications', ofLobbyist, institution),
  'organizations.top_departments.contract_count': counted('contracts', ofOrganization, department),
  'organizations.top_departments.grant_count': counted('grants', ofOrganization, department),
  'organizations.top_institutions.count': counted('lobbying_communications', ofOrganization, institution),
};

/**
 * Path of the list that a figure counts; null: it has none. `figure` is `<entity>.<field>` or
 * `<entity>.<field>.<field of its rows>`; names of both rows are whole, in both languages.
 */
export function countedPath(figure: string, row: Row, profile: Row): string | null {
  const found = Object.hasOwn(COUNTED, figure) ? COUNTED[figure]! : null;
  if (!found) return null;
  const filters = Object.entries(found.filters(row, profile));
  if (filters.some(([, value]) => value === null || value === undefined)) return null;
  return listPath(found.dataset, Object.fromEntries(filters.map(([name, value]) => [name, String(value)])));
}
