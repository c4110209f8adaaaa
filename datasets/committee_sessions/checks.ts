/** Checks of committees in a session, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

const meetings = (where: string): string =>
  `coalesce(sum(len(list_filter(meetings, lambda one: ${where}))), 0)`;

/** So many meetings are never all about the work of the committee itself. */
const MANY_MEETINGS = 20;

export const checks: readonly Check[] = [
  {
    name: 'meetings carry a day',
    severity: 'WARN',
    sql: `${meetings('one.date IS NULL')} <= 0.01 * ${meetings('true')}`,
    reason:
      'pages name it in words, or in a class near today; more blanks mean that the page changed, and meetings without a day are not shown',
  },
  {
    name: 'meetings carry a time',
    severity: 'INFO',
    sql: `${meetings('one.start_time IS NULL')} <= 0.05 * ${meetings('true')}`,
    reason: 'a meeting is called for an hour; more blanks mean that the page changed',
  },
  {
    name: 'meetings name what they study',
    severity: 'ERROR',
    sql: `${meetings('true')} < ${MANY_MEETINGS} OR sum(len(activities)) > 0`,
    reason:
      'nearly every meeting is about a study or a bill; none at all means that the pages name them elsewhere',
  },
  {
    name: 'French names are known',
    severity: 'INFO',
    sql: 'count(*) FILTER (WHERE name_fr IS NULL) <= 0.1 * count(*)',
    reason: 'they are in a separate list, which archived copies lack',
  },
];
