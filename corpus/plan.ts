/** How much is generated: the two scales, and where solicitation numbers fall. */

/** Records by source after merging. */
export interface Plan {
  scale: string;
  proactive_contracts: number;
  canadabuys_contracts: number;
  canadabuys_awards: number;
  canadabuys_tenders: number;
  proactive_grants: number;
  /** Records of sources that are generated from their declaration, by slug. */
  declared: Readonly<Record<string, number>>;
  lobbying_registrations: number;
  lobbying_communications: number;
  /**
   * Politicians of both chambers, `total` of them: `first` is the parliament since which the House tells its members,
   * with at most so many seats; `oldest` the first parliament of the members before them.
   */
  politicians: {total: number; first: number; oldest: number; seats: number; senate_seats: number};
  /** Bills by session, and divisions: `on_bills` have ballots, `other` are about something else. */
  bills: Record<string, number>;
  divisions: Record<string, {on_bills: number; other: number}>;
  /** Meetings of a committee in a session. */
  meetings: number;
  /** Building permits by city. */
  permits: Readonly<Record<string, number>>;
  /** Zones by city. */
  zoning: Readonly<Record<string, number>>;
  /** Number of different vendors at most. */
  vendors: number;
  /** Number of different recipients of grants at most. */
  recipients: number;
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
    canadabuys_contracts: 400,
    canadabuys_awards: 700,
    canadabuys_tenders: 500,
    vendors: 300,
    proactive_grants: 1_500,
    declared: {
      proactive_contracts_nil: 80,
      proactive_grants_nil: 60,
      nserc_awards: 900,
      sshrc_awards: 400,
      infrastructure_projects: 200,
    },
    lobbying_registrations: 600,
    lobbying_communications: 900,
    politicians: {total: 400, first: 42, oldest: 30, seats: 110, senate_seats: 24},
    bills: {'42-1': 24, '43-2': 16, '44-1': 70, '45-1': 50},
    divisions: {
      '42-1': {on_bills: 12, other: 8},
      '43-2': {on_bills: 8, other: 4},
      '44-1': {on_bills: 40, other: 16},
      '45-1': {on_bills: 24, other: 10},
    },
    meetings: 12,
    permits: {
      toronto: 150,
      calgary: 120,
      edmonton: 110,
      ottawa: 110,
      vancouver: 100,
      montreal: 120,
      winnipeg: 110,
      hamilton: 90,
      kitchener: 90,
      victoria: 90,
      laval: 90,
      mississauga: 100,
      halifax: 90,
      brampton: 100,
      quebec_city: 90,
      regina: 70,
      saint_john: 90,
    },
    zoning: {
      toronto: 100,
      calgary: 100,
      edmonton: 100,
      vancouver: 100,
      winnipeg: 100,
      ottawa: 100,
      mississauga: 100,
      kitchener: 100,
      hamilton: 100,
      quebec_city: 100,
    },
    recipients: 400,
  }),
  national: plan('national', {
    proactive_contracts: 1_050_000,
    canadabuys_contracts: 182_385,
    canadabuys_awards: 130_000,
    canadabuys_tenders: 97_000,
    vendors: 45_000,
    proactive_grants: 1_276_865,
    declared: {
      proactive_contracts_nil: 240,
      proactive_grants_nil: 220,
      nserc_awards: 701_310,
      sshrc_awards: 220_276,
      infrastructure_projects: 20_474,
    },
    lobbying_registrations: 166_941,
    lobbying_communications: 354_745,
    politicians: {total: 14_299, first: 36, oldest: 1, seats: 343, senate_seats: 105},
    bills: {'42-1': 60, '43-2': 46, '44-1': 210, '45-1': 130},
    divisions: {
      '42-1': {on_bills: 850, other: 529},
      '43-2': {on_bills: 150, other: 50},
      '44-1': {on_bills: 860, other: 240},
      '45-1': {on_bills: 510, other: 190},
    },
    meetings: 45,
    // The counts of the cities in 2026, and guesses where none is known, brought down alike to 2,511,023 in all.
    permits: {
      toronto: 535_626,
      calgary: 415_353,
      edmonton: 204_730,
      ottawa: 166_028,
      vancouver: 43_262,
      montreal: 465_135,
      winnipeg: 135_645,
      hamilton: 74_713,
      kitchener: 70_562,
      victoria: 37_356,
      laval: 41_253,
      mississauga: 28_735,
      halifax: 13_307,
      brampton: 184_519,
      quebec_city: 57_443,
      regina: 29_885,
      saint_john: 7_471,
    },
    // Two and a half times the zones of today.
    zoning: {
      toronto: 29_000,
      calgary: 25_600,
      edmonton: 28_400,
      vancouver: 3_800,
      winnipeg: 45_800,
      ottawa: 24_700,
      mississauga: 19_800,
      kitchener: 14_800,
      hamilton: 29_400,
      quebec_city: 8_700,
    },
    recipients: 200_000,
  }),
};

/** Records of a source that no plan names, such as a new municipality. */
export const DEFAULT_RECORDS = 120;

/** The link of unit `index` of `units`, when `links` of them are spread evenly; null for all others. */
export function linkOf(index: number, units: number, links: number): number | null {
  const before = Math.floor((index * links) / units);
  return Math.floor(((index + 1) * links) / units) > before ? before : null;
}
