/** Which field leads to which page: one table, read by lists, records and profiles. */
import type {Json} from '../../datasets/types.ts';
import type {Row} from '../../engine/types.ts';
import {listPath, pathTo} from './paths.ts';

/** Path of the page that a value leads to, or null. `row` is the row that holds it. */
type Link = (value: string, row: Row) => string | null;

const text = (value: Json | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

const to =
  (entity: string): Link =>
  (value) =>
    pathTo(entity, value);

/** A link to the entity whose id stands in another field of the row. */
const by =
  (entity: string, field: string): Link =>
  (_, row) =>
    pathTo(entity, text(row[field]));

/**
 * A link to the entity whose key stands in another field of the row; where the row has none, to that of the
 * name.
 */
const byKey =
  (entity: string, field: string): Link =>
  (value, row) => {
    const key = text(row[field]);
    return pathTo(entity, key === null ? value : decodeURIComponent(key));
  };

/** A link to the records with the same value, by a filter by key whose keys are names. */
const listed =
  (dataset: string, filter: string): Link =>
  (value) =>
    listPath(dataset, {[filter]: encodeURIComponent(value)});

const department = to('departments');
const lobbyist = by('lobbyists', 'lobbyist_id');
const vendor = byKey('vendors', 'vendor_key');
/** The bill of a division, where it is loaded. */
const billOfVote: Link = (_, {bill_id}) => pathTo('bills', ...(text(bill_id) ?? '').split('/'));
const vote: Link = (_, row) => pathTo('votes', text(row['session_id']), text(row['number']));
const bill: Link = (_, row) => pathTo('bills', text(row['session_id']), text(row['number']));

/** The page of a path of the API. */
const fromApi = (path: string | null): string | null => path?.replace(/^\/api\/v1/, '') ?? null;

/** By field, or by `<dataset or column of rows>.<field>` where the same name means several things. */
const LINKS: Readonly<Record<string, Link>> = {
  vendor,
  department,
  end_user: department,
  'vendors.departments.name': department,
  'departments.name': department,
  'top_departments.name': department,
  'top_vendors.name': vendor,
  recipient: byKey('recipients', 'recipient_key'),
  client: to('clients'),
  'permits.contractor_name': by('organizations', 'contractor_key'),
  lobbyist_name: lobbyist,
  lobbyist,
  sponsor_name: by('politicians', 'sponsor_slug'),
  'similar.name': by('organizations', 'organization_key'),
  'names.name': (_, row) => fromApi(text(row['url'])),
  'dpohs.name': by('politicians', 'politician_slug'),
  'members.name': by('politicians', 'slug'),
  'committee_memberships.name_en': by('committees', 'slug'),
  'parent.name_en': by('committees', 'slug'),
  'bill_sponsorships.number': bill,
  'bill_sponsorships.name_en': bill,
  'also_reported_by.record_id': to('contracts'),
  'recent_contracts.record_id': to('contracts'),
  'recent_grants.record_id': to('grants'),
  'votes.bill_number': billOfVote,
  'votes.session_id': (value) => listPath('votes', {session: value}),
  'ballots.name': by('politicians', 'politician_slug'),
  'member_votes.name': by('politicians', 'politician_slug'),
  'ballots.description_en': vote,
  'ballots.session_id': (value) => listPath('votes', {session: value}),
  'voting_records.politician_slug': by('politicians', 'politician_slug'),
  'voting_records.session_id': (value) => listPath('votes', {session: value}),
  com_id: to('lobbying_communications'),
  reg_id: to('lobbying_registrations'),
  solicitation_number: (value) => `/procurement/${encodeURIComponent(value)}`,
  municipality: (value) => `/municipalities/${encodeURIComponent(value)}`,
  'lobbying_registrations.institutions': listed('lobbying_registrations', 'institution_key'),
  'subjects.label': listed('lobbying_registrations', 'subject_key'),
  'lobbying_communications.subject_list': listed('lobbying_communications', 'subject_key'),
  'dpohs.institution': listed('lobbying_communications', 'institution_key'),
  session_id: (value) => listPath('bills', {session: value}),
  sectors: (value) => listPath('bills', {sector: value}),
  current_party: (value) => listPath('politicians', {party: value, current: 'false'}),
  'sources.dataset': (value) => listPath(value),
};

/** Path of the page that a value of `owner`'s field leads to; null: it is no link. */
export function linkOf(owner: string, field: string, value: Json, row: Row): string | null {
  const shown = text(value);
  if (shown === null) return null;
  const link = LINKS[`${owner}.${field}`] ?? LINKS[field];
  return link ? link(shown, row) : null;
}

/** Whether a text is an address that a page may lead to. */
export const isAddress = (value: Json): value is string =>
  typeof value === 'string' && /^https?:\/\/[^\s"<>]+$/i.test(value);
