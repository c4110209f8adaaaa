/** The groups that usage is told apart by. */
import {ROUTES} from '../api/routes/index.ts';
import type {Route} from '../api/routes/types.ts';

/** Calls of tools, whatever operation they ask. */
export const TOOLS = 'tools';

/** Requests that met no operation. */
const OTHER = 'other';

const counted = ROUTES.filter(({kind}) => kind !== 'usage');

const SECTIONS = new Map(counted.map(({section}) => [section, section.toLowerCase()]));

/** Sections of the operations that count, tool calls and the rest. */
export const GROUPS: readonly string[] = [...SECTIONS.values(), TOOLS, OTHER];

/** The group of an operation; null stands for none. */
export const groupOf = (route: Route | null): string => (route && SECTIONS.get(route.section)) ?? OTHER;
