/** French names for rows of a profile that hold the English one: bills and committees have both in their own records. */
import type {Engine, Row} from '../../../engine/types.ts';
import {recordAt} from '../ask.ts';
import {recordPath} from '../paths.ts';
import type {Words} from '../view/types.ts';

/** By section of a profile, the dataset whose records its rows name. */
const NAMED: Readonly<Record<string, string>> = {
  bill_sponsorships: 'bills',
  committee_memberships: 'committees',
};

/**
 * The profile with `name_fr` in the rows of these sections, on French pages; without one where the publisher
 * has none.
 */
export function withFrenchNames({language}: Pick<Words, 'language'>, engine: Engine, profile: Row): Row {
  if (language !== 'fr') return profile;
  const known = new Map<string, Row | null>();
  const recordOf = (dataset: string, row: Row): Row | null => {
    const path = recordPath(dataset, row);
    if (path === null) return null;
    // A member sits in one committee in many sessions.
    if (!known.has(path)) known.set(path, recordAt(engine, path, [['lang', 'both']]));
    return known.get(path)!;
  };
  const sections = Object.entries(NAMED).flatMap(([section, dataset]) => {
    const rows = profile[section];
    if (!Array.isArray(rows)) return [];
    const named = (rows as Row[]).map((row) => {
      const name_fr = recordOf(dataset, row)?.['name_fr'];
      return typeof name_fr === 'string' && name_fr !== '' ? {...row, name_fr} : row;
    });
    return [[section, named] as const];
  });
  return {...profile, ...Object.fromEntries(sections)};
}
