/**
 * The other profile of what a vendor or an organization profile is about: the two count different records.
 */
import type {Row} from '../../../engine/types.ts';
import {ApiError} from '../../api/errors.ts';
import type {Answers} from '../ask.ts';

export interface Counterpart {
  entity: 'vendors' | 'organizations';
  /** Key or name in the path of its profile. */
  id: string;
  name: string;
}

/** A profile; null where there is none. */
function profileOf(answers: Answers, entity: string, id: string): Row | null {
  try {
    return answers.ask<Row>({segments: [entity, id], pairs: []}).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Names of an organization as a vendor of contracts, of most records first. */
const vendorNames = ({names = null}: Row): string[] =>
  ((names ?? []) as Row[])
    .filter(({dataset, role}) => dataset === 'contracts' && role === 'vendor')
    .map(({name}) => String(name));

/**
 * The organization that has a name of the vendor as one of a vendor: others may have the same name in another
 * dataset.
 */
function organizationOf(answers: Answers, {vendor = null, name_variants = null}: Row) {
  const found = profileOf(answers, 'organizations', String(vendor));
  const variants = new Set((name_variants ?? []) as string[]);
  if (!found || !vendorNames(found).some((name) => variants.has(name))) return null;
  return {
    entity: 'organizations' as const,
    id: String(found['organization_key']),
    name: String(found['name']),
  };
}

function vendorOf(answers: Answers, organization: Row) {
  const [name] = vendorNames(organization);
  const found = name === undefined ? null : profileOf(answers, 'vendors', name);
  return found && {entity: 'vendors' as const, id: String(found['vendor']), name: String(found['vendor'])};
}

/** The counterpart of a profile with names in both languages; null where it has none. */
export function counterpartOf(answers: Answers, entity: string, profile: Row): Counterpart | null {
  if (entity === 'vendors') return organizationOf(answers, profile);
  return entity === 'organizations' ? vendorOf(answers, profile) : null;
}
