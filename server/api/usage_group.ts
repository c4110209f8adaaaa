/** The usage group that a request counts for. */
import type {UsageGroup} from '../accounts/usage.ts';
import {ROUTES} from './routes/index.ts';
import type {Route, Section} from './routes/types.ts';

const counted = ROUTES.filter(({kind}) => kind !== 'usage');

const BY_SECTION = new Map(
  counted.map(({section}): [Section, UsageGroup] => [section, section.toLowerCase() as UsageGroup]),
);

/** The section of the route; `other` without one. */
export const usageGroupOf = (route: Route | null): UsageGroup =>
  (route && BY_SECTION.get(route.section)) ?? 'other';
