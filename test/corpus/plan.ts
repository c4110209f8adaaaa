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
   * Politicians of both chambers, `total` of them: `first` is the parliament since which the House tells its
   * members, with at most so many seats; `oldest` the first parliament of the members before them.
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

type Sizes = Omit<Plan, 'scale' | 'linked' | 'contracts_linked'>;

/** A tender, an award, and a contract unless it stands in the archive, which has no column for the number. */
const RECORDS_PER_LINK = 2.25;

/**
 * About 4% of all procurement records carry a solicitation number: the registry has none, and the files of
 * CanadaBuys give it only for notices and contracts that belong together.
 */
function plan(scale: string, sizes: Sizes): Plan {
  const records =
    sizes.proactive_contracts +
    sizes.canadabuys_contracts +
    sizes.canadabuys_awards +
    sizes.canadabuys_tenders;
  const linked = Math.round((0.04 * records) / RECORDS_PER_LINK);
  return {scale, ...sizes, linked, contracts_linked: Math.round(0.9 * linked)};
}

/** The sizes of both scales; `of` takes those of one. */
const sizes = (of: (small: number, national: number) => number): Sizes => ({
  proactive_contracts: of(2_000, 1_050_000),
  canadabuys_contracts: of(400, 182_385),
  canadabuys_awards: of(700, 130_000),
  canadabuys_tenders: of(500, 97_000),
  vendors: of(300, 45_000),
  proactive_grants: of(1_500, 1_276_865),
  declared: {
    proactive_contracts_nil: of(80, 240),
    proactive_grants_nil: of(60, 220),
    nserc_awards: of(900, 701_310),
    sshrc_awards: of(400, 220_276),
    infrastructure_projects: of(200, 20_474),
  },
  lobbying_registrations: of(600, 166_941),
  lobbying_communications: of(900, 354_745),
  politicians: {
    total: of(400, 14_299),
    first: of(42, 36),
    oldest: of(30, 1),
    seats: of(110, 343),
    senate_seats: of(24, 105),
  },
  bills: {'42-1': of(24, 60), '43-2': of(16, 46), '44-1': of(70, 210), '45-1': of(50, 130)},
  divisions: {
    '42-1': {on_bills: of(12, 850), other: of(8, 529)},
    '43-2': {on_bills: of(8, 150), other: of(4, 50)},
    '44-1': {on_bills: of(40, 860), other: of(16, 240)},
    '45-1': {on_bills: of(24, 510), other: of(10, 190)},
  },
  meetings: of(12, 45),
  // The counts of the cities in 2026, and guesses where none is known, brought down alike to 2,511,023 in
  // all.
  permits: {
    toronto: of(150, 535_626),
    calgary: of(120, 415_353),
    edmonton: of(110, 204_730),
    ottawa: of(110, 166_028),
    vancouver: of(100, 43_262),
    montreal: of(120, 465_135),
    winnipeg: of(110, 135_645),
    hamilton: of(90, 74_713),
    kitchener: of(90, 70_562),
    victoria: of(90, 37_356),
    laval: of(90, 41_253),
    mississauga: of(100, 28_735),
    halifax: of(90, 13_307),
    brampton: of(100, 184_519),
    quebec_city: of(90, 57_443),
    regina: of(70, 29_885),
    saint_john: of(90, 7_471),
  },
  // Two and a half times the zones of today.
  zoning: {
    toronto: of(100, 29_000),
    calgary: of(100, 25_600),
    edmonton: of(100, 28_400),
    vancouver: of(100, 3_800),
    winnipeg: of(100, 45_800),
    ottawa: of(100, 24_700),
    mississauga: of(100, 19_800),
    kitchener: of(100, 14_800),
    hamilton: of(100, 29_400),
    quebec_city: of(100, 8_700),
  },
  recipients: of(400, 200_000),
});

export const PLANS: Record<string, Plan> = {
  small: plan(
    'small',
    sizes((small) => small),
  ),
  national: plan(
    'national',
    sizes((_, national) => national),
  ),
};

/** Records of a source that no plan names, such as a new municipality. */
export const DEFAULT_RECORDS = 120;

/** The link of unit `index` of `units`, when `links` of them are spread evenly; null for all others. */
export function linkOf(index: number, units: number, links: number): number | null {
  const before = Math.floor((index * links) / units);
  return Math.floor(((index + 1) * links) / units) > before ? before : null;
}
