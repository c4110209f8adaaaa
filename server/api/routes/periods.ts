/** Days of each period that statistics can be restricted to. */
export const PERIODS: Readonly<Record<string, number>> = {'1y': 365, '6m': 182, '3m': 91, '30d': 30};
