/**
 * robots.txt of publishers (RFC 9309): what it forbids is not asked for, and its Crawl-delay lies between
 * requests to a host.
 */
import type {Emit} from '../runtime/events.ts';
import {byHand, FetchError, type Target} from './errors.ts';

/** The name by which a publisher may address us in its robots.txt. */
export const ROBOT = 'federal-public-data';

/** What a robots.txt says to one robot. */
export interface Robots {
  allows: (path: string) => boolean;
  delay_ms: number;
}

/**
 * Paths of interfaces that portals publish for programs: a rule for all robots means search engines there,
 * and portals have it as a default.
 */
const INTERFACE = /\/(?:api|rest)\/|^\/resource\//;

interface Group {
  agents: string[];
  rules: {allow: boolean; path: string}[];
  delay_s: number;
}

/** The rules for us: of groups that name us, else of those for all robots. */
export function parseRobots(text: string): Robots {
  const groups = groupsOf(text);
  const own = groups.filter(({agents}) => agents.includes(ROBOT));
  const forUs = own.length ? own : groups.filter(({agents}) => agents.includes('*'));
  const rules = forUs
    .flatMap((group) => group.rules)
    .map(({allow, path}) => ({allow, path, test: patternOf(path)}));
  const allows = (path: string): boolean => {
    if (!own.length && INTERFACE.test(path)) return true;
    const matching = rules.filter(({test}) => test.test(path));
    const longest = Math.max(0, ...matching.map((rule) => rule.path.length));
    const deciding = matching.filter((rule) => rule.path.length === longest);
    return !deciding.length || deciding.some(({allow}) => allow);
  };
  return {allows, delay_ms: Math.max(0, ...forUs.map(({delay_s}) => delay_s)) * 1000};
}

/** Groups of rules; consecutive lines that name robots share one. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let naming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    const name = key.toLowerCase();
    const last = groups.at(-1);
    if (name === 'user-agent') {
      if (naming && last) last.agents.push(value.toLowerCase());
      else groups.push({agents: [value.toLowerCase()], rules: [], delay_s: 0});
      naming = true;
    } else if (last && name !== '') {
      naming = false;
      // An empty path forbids nothing.
      if ((name === 'allow' || name === 'disallow') && value)
        last.rules.push({allow: name === 'allow', path: value});
      if (name === 'crawl-delay' && Number(value) > 0) last.delay_s = Number(value);
    }
  }
  return groups;
}

/** A path pattern of robots.txt (RFC 9309): `*` matches any characters, a final `$` the end of the path. */
function patternOf(path: string): RegExp {
  const end = path.endsWith('$');
  const parts = (end ? path.slice(0, -1) : path)
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}${end ? '$' : ''}`);
}

/** A request that waits for its turn. */
interface Turn extends Target {
  emit: Emit;
  signal?: AbortSignal;
}

/**
 * Before every request: throws where the publisher forbids it, else waits as long as it asks between
 * requests.
 */
export function politeness(
  read: (target: Target) => Promise<string>,
  {clock, sleep}: {clock: () => number; sleep: (ms: number, signal?: AbortSignal) => Promise<void>},
): (turn: Turn) => Promise<void> {
  const known = new Map<string, Promise<Robots>>();
  const next = new Map<string, number>();
  return async ({emit, signal, ...target}) => {
    const {origin, host, pathname, search} = new URL(target.url);
    const robots =
      known.get(origin) ??
      // Without a robots.txt, and where it cannot be had, everything is allowed: a host that is down fails by
      // itself.
      read({...target, file: 'robots.txt', url: `${origin}/robots.txt`}).then(parseRobots, () =>
        parseRobots(''),
      );
    known.set(origin, robots);
    const {allows, delay_ms} = await robots;
    signal?.throwIfAborted();
    if (!allows(pathname + search))
      throw new FetchError(target, `robots.txt of ${host} forbids it`, byHand(target.source));
    if (!delay_ms) return;
    const now = clock();
    const at = Math.max(now, next.get(origin) ?? 0);
    next.set(origin, at + delay_ms);
    if (at === now) return;
    const reason = `its robots.txt asks for ${delay_ms / 1000} s between requests`;
    emit({kind: 'waiting', source: target.source, host, reason, ms: at - now});
    await sleep(at - now, signal);
  };
}
