/** Kinds of work over keys, and over the groups of statistics beyond the original ones. */
import {filtered, grouped, type Kind, query} from './kind.ts';

/** What the records of each family are grouped by. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  '/contracts': ['method', 'commodity_type'],
  '/grants': ['province', 'program'],
  '/lobbying/communications': ['dpoh', 'subject', 'lobbyist'],
  '/permits': ['contractor', 'neighbourhood', 'building_type'],
  '/bills': ['status', 'sponsor_party'],
  '/awards': ['method', 'department'],
  '/tenders': ['method', 'department'],
};

/** Statistics of records under some filters, by each group of the family in turn. */
const groupsOf = (path: string, filters: readonly Record<string, string | number>[]): string[] => {
  const groups = FURTHER[path]!;
  return filters.map((one, i) => query(`${path}/stats`, {...one, group_by: groups[i % groups.length]!}));
};

const byKey = (name: string, keys: readonly string[]): string[] =>
  keys.map((key) => query('/contracts', {[name]: key}));

export const KEY_KINDS: readonly Kind[] = [
  {
    name: 'key_vendor',
    title: 'contracts by vendor key',
    goals: [filtered],
    targets: ({vendor_keys}) => byKey('vendor_key', vendor_keys),
    compared: true,
  },
  {
    name: 'key_organization',
    title: 'contracts by organization key',
    goals: [filtered],
    targets: ({organization_keys}) => byKey('organization_key', organization_keys),
    compared: true,
  },
  {
    name: 'key_department',
    title: 'contracts by department key',
    goals: [filtered],
    targets: ({departments}) => byKey('department_key', departments.map(encodeURIComponent)),
    compared: true,
  },
  {
    name: 'groups_all',
    title: 'statistics by the further groups, unfiltered',
    goals: [grouped],
    targets: () =>
      Object.keys(FURTHER).flatMap((path) =>
        groupsOf(
          path,
          FURTHER[path]!.map(() => ({})),
        ),
      ),
    compared: true,
  },
  {
    name: 'groups_contracts',
    title: 'statistics by method and commodity type of a partial vendor',
    goals: [grouped],
    targets: ({vendor_words}) =>
      groupsOf(
        '/contracts',
        vendor_words.map((vendor) => ({vendor})),
      ),
    compared: true,
  },
  {
    name: 'groups_grants',
    title: 'statistics by province and program of a partial recipient',
    goals: [grouped],
    targets: ({recipient_words}) =>
      groupsOf(
        '/grants',
        recipient_words.map((recipient) => ({recipient})),
      ),
    compared: true,
  },
  {
    name: 'groups_lobbying',
    title: 'statistics by official, subject and lobbyist of a partial client',
    goals: [grouped],
    targets: ({client_words}) =>
      groupsOf(
        '/lobbying/communications',
        client_words.map((client) => ({client})),
      ),
    compared: true,
  },
  {
    name: 'groups_permits',
    title: 'statistics by contractor, neighbourhood and building type of the permits within 5 km',
    goals: [grouped],
    targets: ({centres}) =>
      groupsOf(
        '/permits',
        centres.map((centre) => ({...centre, radius_km: 5})),
      ),
    compared: true,
  },
];
