/** Days of the periods that statistics may be restricted to (specification 6.2). */
export const PERIODS: Readonly<Record<string, number>> = {'1y': 365, '6m': 182, '3m': 91, '30d': 30};
