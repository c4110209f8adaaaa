/** Sites of an ingest with names that stay the same while its code changes. */
import {relative} from 'node:path';
import {type DisturbedIngest, SCENARIOS, type Scenario} from './disturbed_ingest.ts';
import type {Site} from './strace.ts';

export interface NamedSite {
  /** `next:fsync:builds/ID/index/awards.idx:1` */
  name: string;
  scenario: Scenario;
  site: Site;
}

/** Below so many cases only an ingest over an old build is disturbed. */
const BOTH_FROM = 20;

/** The sites of undisturbed ingests, for so many cases. */
export async function namedSites({program, sites}: DisturbedIngest, count: number): Promise<NamedSite[]> {
  const named = new Map<string, NamedSite>();
  for (const scenario of count < BOTH_FROM ? (['next'] as const) : SCENARIOS) {
    for (const site of await sites(scenario)) {
      const path = relative(program.below, site.path).replaceAll(/[0-9a-f]{16,}/g, 'ID') || '.';
      const name = `${scenario}:${site.call}:${path}:${site.nth}`;
      const unique = named.has(name) ? `${name}:${named.size}` : name;
      named.set(unique, {name: unique, scenario, site});
    }
  }
  return [...named.values()];
}
