/**
 * The other profile of what a vendor or an organization profile is about: the two count different records.
 */
import type {Engine, Row} from '../../../engine/types.ts';
import {profileOf} from '../ask.ts';

export interface Counterpart {
  entity: 'vendors' | 'organizations';
  /** Key or name in the path of its profile. */
  id: string;
  name: string;
}

/** Names of an organization as a vendor of contracts, of most records first. */
const vendorNames = ({names}: Row): string[] =>
  ((names ?? []) as Row[])
    .filter(({dataset, role}) => dataset === 'contracts' && role === 'vendor')
    .map(({name}) => String(name));

/** The counterpart of a profile with names in both languages; null where it has none. */
export function counterpartOf(engine: Engine, entity: string | null, profile: Row): Counterpart | null {
  if (entity === 'vendors') {
    const found = profileOf(engine, 'organizations', String(profile['vendor']));
    const variants = (profile['name_variants'] ?? []) as string[];
    // Others may have the same name in another dataset.
    if (!found || !vendorNames(found).some((name) => variants.includes(name))) return null;
    return {entity: 'organizations', id: String(found['organization_key']), name: String(found['name'])};
  }
  const [name] = entity === 'organizations' ? vendorNames(profile) : [];
  const found = name === undefined ? null : profileOf(engine, 'vendors', name);
  return found && {entity: 'vendors', id: String(found['vendor']), name: String(found['vendor'])};
}
