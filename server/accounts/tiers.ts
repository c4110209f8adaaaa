/** Account tiers: prices, quotas and permissions. */

/** Request quotas per UTC calendar month, day and minute; null for unlimited. */
export interface Quotas {
  month: number | null;
  day: number | null;
  minute: number | null;
}

export interface Tier extends Quotas {
  price: string;
  /** Largest `limit` on lists of permits. */
  permits: number;
  export: boolean;
  /** Saved searches of an account; null for unlimited. */
  searches: number | null;
  /** Active keys of an account. */
  keys: number;
}

export const TIERS = {
  free: {price: '0', month: 100, day: 25, minute: 5, permits: 100, export: false, searches: 3, keys: 2},
  developer: {
    price: '29 CAD per month',
    month: 10_000,
    day: 1_000,
    minute: 30,
    permits: 250,
    export: false,
    searches: 20,
    keys: 5,
  },
  pro: {
    price: '99 CAD per month',
    month: 100_000,
    day: 10_000,
    minute: 120,
    permits: 500,
    export: true,
    searches: 200,
    keys: 20,
  },
  enterprise: {
    price: 'custom',
    month: null,
    day: null,
    minute: null,
    permits: 500,
    export: true,
    searches: null,
    keys: 100,
  },
} as const satisfies Record<string, Tier>;

export type TierName = keyof typeof TIERS;

/** Tiers below another, lowest first. */
export function tiersBelow(tier: TierName): TierName[] {
  const names = Object.keys(TIERS) as TierName[];
  return names.slice(0, names.indexOf(tier));
}

/** Tiers that somebody can have: those that cost something are agreed on with an operator who can be reached. */
export const offeredTiers = (isReachable: boolean): TierName[] =>
  isReachable ? (Object.keys(TIERS) as TierName[]) : ['free'];

export const isTier = (name: string): name is TierName => Object.hasOwn(TIERS, name);
