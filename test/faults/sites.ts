/** Sites of an ingest with names that stay the same while its code changes. */
import {relative} from 'node:path';
import type {DisturbedIngest, Scenario} from './disturbed_ingest.ts';
import {type Site, sitesOf} from './strace.ts';

export interface NamedSite {
  /** `next:fsync:builds/ID/index/awards.idx:1` */
  name: string;
  scenario: Scenario;
  site: Site;
}

/** The sites of an undisturbed run of the scenario. */
export async function namedSites(
  {program, begin}: DisturbedIngest,
  scenario: Scenario,
): Promise<NamedSite[]> {
  await begin(scenario);
  const named = new Map<string, NamedSite>();
  for (const site of await sitesOf(program)) {
    const path = relative(program.below, site.path).replaceAll(/[0-9a-f]{16,}/g, 'ID') || '.';
    const name = `${scenario}:${site.call}:${path}:${site.nth}`;
    const unique = named.has(name) ? `${name}:${named.size}` : name;
    named.set(unique, {name: unique, scenario, site});
  }
  return [...named.values()];
}
