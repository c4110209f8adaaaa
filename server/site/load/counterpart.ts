/**
 * The other profiles of what a profile is about: an organization spans what a vendor, a recipient or a client of its
 * names is, so that their numbers differ.
 */
import type {Engine, Row} from '../../../engine/types.ts';
import {ask, profileOf} from '../ask.ts';
import {KEYS} from '../counted.ts';
import {LISTS, type Pairs} from '../paths.ts';

/** By entity the dataset and the role that its profile counts. */
const ROLES = {
  vendors: ['contracts', 'vendor'],
  recipients: ['grants', 'recipient'],
  clients: ['lobbying_communications', 'client'],
} as const;
type Role = keyof typeof ROLES;

export interface Counterpart {
  entity: Role | 'organizations';
  /** Key or name in the path of its profile. */
  id: string;
  name: string;
}

/** The organization that all records of a profile name; null where there is none, or several. */
function organizationOf(engine: Engine, entity: Role, profile: Row): Counterpart | null {
  const [dataset] = ROLES[entity];
  const key = KEYS[entity]!;
  const by = 'organization_key';
  const own: Pairs = [
    [key, String(profile[key])],
    ['facets', by],
    ['limit', '1'],
  ];
  const {total = 0, facets} = ask(engine, LISTS.get(dataset)!.path, own).meta;
  const {values = []} = facets?.[by] ?? {};
  const [first] = values;
  if (!first || first.count !== total) return null;
  return {entity: 'organizations', id: String(first.value), name: String(first.label ?? first.value)};
}

/** The profile of an organization in a role, by its name of most records there. */
function inRole(engine: Engine, entity: Role, organization: Row): Counterpart[] {
  const [dataset, role] = ROLES[entity];
  const names = (organization['names'] ?? []) as Row[];
  const named = names.find((one) => one['dataset'] === dataset && one['role'] === role);
  const found = named ? profileOf(engine, entity, String(named['name'])) : null;
  return found ? [{entity, id: String(found[role]), name: String(found[role])}] : [];
}

/** The counterparts of a profile with names in both languages. */
export function counterpartsOf(engine: Engine, entity: string | null, profile: Row): Counterpart[] {
  const roles = Object.keys(ROLES) as Role[];
  if (entity === 'organizations') return roles.flatMap((role) => inRole(engine, role, profile));
  const own = roles.find((role) => role === entity);
  const found = own ? organizationOf(engine, own, profile) : null;
  return found ? [found] : [];
}
