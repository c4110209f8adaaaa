/** Canonical categories of zones. */

export const ZONE_CATEGORIES = [
  'residential',
  'commercial',
  'mixed_use',
  'industrial',
  'institutional',
  'open_space',
  'agricultural',
  'transportation_utility',
  'direct_control',
  'other',
] as const;
