/** The usage group that a request counts for, and the one whose data it reads. */
import type {UsageGroup} from '../accounts/usage.ts';
import {LISTS, ROUTES} from './routes/index.ts';
import type {Match} from './routes/match.ts';
import type {Route, Section} from './routes/types.ts';

const counted = ROUTES.filter(({kind}) => kind !== 'usage');

const BY_SECTION = new Map(
  counted.map(({section}): [Section, UsageGroup] => [section, section.toLowerCase() as UsageGroup]),
);

/** The section of the route; `other` without one. */
export const usageGroupOf = (route: Route | null): UsageGroup =>
  (route && BY_SECTION.get(route.section)) ?? 'other';

/** The group of the dataset that a request names in its path, or exports; of any other request the group of its route. */
export function readGroupOf({route, path}: Match): UsageGroup {
  const named = route.kind === 'export' ? route.list : LISTS.get(path['dataset'] ?? '');
  // Contracting processes have no list.
  if (route.kind === 'export' && !named) return 'procurement';
  return usageGroupOf(named ?? route);
}
