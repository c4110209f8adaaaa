/** How much is generated: the two scales, and where solicitation numbers fall. */

/** Records by source after merging. */
export interface Plan {
  scale: string;
  proactive_contracts: number;
  proactive_contracts_nil: number;
  canadabuys_contracts: number;
  canadabuys_awards: number;
  canadabuys_tenders: number;
  /** Number of different vendors at most. */
  vendors: number;
  /** Solicitation numbers that a tender and an award share; a contract too for `contracts_linked` of them. */
  linked: number;
  contracts_linked: number;
}

/** A tender, an award, and a contract unless it stands in the archive, which has no column for the number. */
const RECORDS_PER_LINK = 2.25;

/**
 * About 4% of all procurement records carry a solicitation number: the registry has none, and the files of
 * CanadaBuys give it only for notices and contracts that belong together.
 */
function plan(scale: string, sizes: Omit<Plan, 'scale' | 'linked' | 'contracts_linked'>): Plan {
  const records =
    sizes.proactive_contracts +
    sizes.canadabuys_contracts +
    sizes.canadabuys_awards +
    sizes.canadabuys_tenders;
  const linked = Math.round((0.04 * records) / RECORDS_PER_LINK);
  return {scale, ...sizes, linked, contracts_linked: Math.round(0.9 * linked)};
}

export const PLANS: Record<string, Plan> = {
  small: plan('small', {
    proactive_contracts: 2_000,
    proactive_contracts_nil: 80,
    canadabuys_contracts: 400,
    canadabuys_awards: 700,
    canadabuys_tenders: 500,
    vendors: 300,
  }),
  national: plan('national', {
    proactive_contracts: 1_050_000,
    proactive_contracts_nil: 240,
    canadabuys_contracts: 182_385,
    canadabuys_awards: 130_000,
    canadabuys_tenders: 97_000,
    vendors: 45_000,
  }),
};

/** The link of unit `index` of `units`, when `links` of them are spread evenly; null for all others. */
export function linkOf(index: number, units: number, links: number): number | null {
  const before = Math.floor((index * links) / units);
  return Math.floor(((index + 1) * links) / units) > before ? before : null;
}
