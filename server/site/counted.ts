/**
 * Which figure of a profile leads to which list: one table. A list holds exactly the records that its figure
 * counts.
 */
import type {Json} from '../../datasets/types.ts';
import type {Row} from '../../engine/types.ts';
import {listPath} from './paths.ts';

/** Filters of the list besides the key of the profile; one without a value: there is no list. */
type Further = (row: Row) => Record<string, Json | undefined>;

/** The key of a name. */
const keyOf = (name: Json | undefined): string | undefined =>
  typeof name === 'string' ? encodeURIComponent(name) : undefined;

const active: Further = () => ({active: 'true'});
const source: Further = ({source_dataset}) => ({source: source_dataset});
const vendor: Further = ({vendor_key}) => ({vendor_key});
const lobbyist: Further = ({lobbyist_id}) => ({lobbyist_id});
const recipient: Further = ({recipient: name}) => ({recipient_key: keyOf(name)});
const department: Further = ({name}) => ({department_key: keyOf(name)});
const subject: Further = ({subject: name}) => ({subject_key: keyOf(name)});
const institution: Further = ({institution: name}) => ({institution_key: keyOf(name)});

/** By entity, the field of a profile that has its key, and the filter of lists by it. */
export const KEYS: Readonly<Record<string, string>> = {
  vendors: 'vendor_key',
  departments: 'department_key',
  recipients: 'recipient_key',
  clients: 'client_key',
  lobbyists: 'lobbyist_id',
  organizations: 'organization_key',
};

/** By figure of a profile, or of the rows or the object of one of its fields: the list that it counts or sums. */
const COUNTED: Readonly<Record<string, readonly [dataset: string, further?: Further]>> = {
  'vendors.contract_count': ['contracts'],
  'vendors.total_value': ['contracts'],
  'vendors.departments.contract_count': ['contracts', department],
  'vendors.source_breakdown.contract_count': ['contracts', source],
  'departments.contract_count': ['contracts'],
  'departments.total_value': ['contracts'],
  'departments.top_vendors.contract_count': ['contracts', vendor],
  'departments.source_breakdown.contract_count': ['contracts', source],
  'departments.event_type_breakdown.contract': ['contracts'],
  'departments.event_type_breakdown.award': ['awards'],
  'departments.event_type_breakdown.tender': ['tenders'],
  'recipients.grant_count': ['grants'],
  'recipients.total_value': ['grants'],
  'recipients.top_departments.grant_count': ['grants', department],
  // In place of the recipient of the profile.
  'recipients.similar_recipients.grant_count': ['grants', recipient],
  'clients.total_communications': ['lobbying_communications'],
  'clients.active_registrations': ['lobbying_registrations', active],
  'clients.top_institutions.count': ['lobbying_communications', institution],
  'clients.top_subjects.count': ['lobbying_communications', subject],
  'clients.top_lobbyists.count': ['lobbying_communications', lobbyist],
  'lobbyists.total_communications': ['lobbying_communications'],
  'lobbyists.active_registrations': ['lobbying_registrations', active],
  'lobbyists.top_institutions.count': ['lobbying_communications', institution],
  'lobbyists.top_subjects.count': ['lobbying_communications', subject],
  'organizations.top_departments.contract_count': ['contracts', department],
  'organizations.top_departments.grant_count': ['grants', department],
  'organizations.top_institutions.count': ['lobbying_communications', institution],
  'organizations.top_subjects.count': ['lobbying_communications', subject],
};

/**
 * Path of the list that a figure counts; null: it has none. `figure` is `<entity>.<field>` or
 * `<entity>.<field>.<field of its rows>`; names of both rows are whole, in both languages.
 */
export function countedPath(figure: string, row: Row, profile: Row): string | null {
  if (!Object.hasOwn(COUNTED, figure)) return null;
  const [dataset, further] = COUNTED[figure]!;
  const key = KEYS[figure.split('.')[0]!]!;
  const filters = Object.entries({[key]: profile[key], ...further?.(row)});
  if (filters.some(([, value]) => value === null || value === undefined)) return null;
  return listPath(dataset, Object.fromEntries(filters.map(([name, value]) => [name, String(value)])));
}
